"""Sending, stopping, answering permissions."""

import tempfile
from asyncio import to_thread
from collections.abc import Mapping
from pathlib import Path

from sidekicks_tui.locale import _
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationRequest, FieldValue
from sidekicks_tui.model.errors import SidekicksError, UnfitAnswer, UsageError
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.screens.chat.browser import open_in_browser
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.drafts import Drafts
from sidekicks_tui.screens.chat.editor import edit
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.reading import Reading
from sidekicks_tui.widgets.clipboard import copy


class Speech:
    def __init__(self, desk: Desk, drafts: Drafts, painter: Painter, reading: Reading) -> None:
        self._desk = desk
        self._reading = reading
        self._drafts = drafts
        self._painter = painter
        self._may_quit = False
        """The last thing that the person did was Ctrl+C with nothing to stop or clear."""

    async def send(self, text: str) -> None:
        """Send `text` to the conversation in sight; the composer gets it back when it cannot be sent."""
        desk, channel = self._desk, self._desk.overview.current
        desk.notice.dismiss()
        self._painter.turn()
        if not channel:
            desk.composer.write(text)
            raise UsageError(_("There is no channel yet: create one from the palette, or declare an agent."))
        try:
            await desk.engine.channels.send(channel, text)
        except SidekicksError:
            # What was written meanwhile must not be lost either.
            if channel == desk.overview.current:
                desk.composer.write("\n".join(part for part in (text, desk.composer.written) if part))
            raise
        desk.composer.remember(text)
        self._drafts.edited()
        self._drafts.keep()
        self._reading.to_end()

    async def stop(self) -> None:
        """Stop the answer in sight, or the agent itself where that did not help.

        The screen says at once that it is being stopped.
        """
        overview = self._desk.overview
        channel = overview.current
        if overview.stuck:
            await self._desk.engine.agents.stop(overview.answering(channel))
        elif overview.busy(channel):
            overview.cancelling.add(channel)
            self._painter.turn()
            await self._desk.engine.channels.cancel(channel)

    def something_else(self) -> None:
        """Another key: a Ctrl+C after it does not quit."""
        self._may_quit = False

    async def interrupt(self) -> None:
        """Ctrl+C: stops the answer; nothing runs: clears the draft; nothing is written: says, then quits."""
        desk = self._desk
        if selected := desk.composer.selected_text or desk.screen.get_selected_text():
            told = copy(desk.screen.app, selected)
            desk.screen.clear_selection()
            desk.composer.move_cursor(desk.composer.cursor_location)
            desk.say(told)
        elif desk.overview.stuck or (
            desk.overview.busy(desk.overview.current)
            and desk.overview.current not in desk.overview.cancelling
        ):
            await self.stop()
        elif written := desk.composer.written:
            desk.composer.write("")
            desk.composer.remember(written)
            desk.say(_("Cleared; Up brings it back."))
        elif self._may_quit:
            desk.screen.app.exit()
        else:
            self._may_quit = True
            desk.say(_("{key} again quits.").format(key=desk.keymap.first("app.interrupt")))

    async def answer(self, request: PermissionRequest, option: str) -> None:
        await self._desk.engine.channels.answer_permission(request.id, option)

    async def answer_question(
        self,
        request: ElicitationRequest,
        action: ElicitationAction,
        content: Mapping[str, FieldValue] | None = None,
    ) -> None:
        """What does not fit is told beside its field, and the question waits on."""
        try:
            await self._desk.engine.channels.answer_elicitation(request.id, action, content)
        except UnfitAnswer as error:
            self._desk.card.question.tell_problems(error.problems)

    async def address(self, request: ElicitationRequest, address: str, *, open: bool) -> None:
        """Open the address of a question, which accepts it, or only copy it."""
        desk = self._desk
        if not open:
            desk.say(copy(desk.screen.app, address))
        elif await to_thread(open_in_browser, address):
            await self.answer_question(request, ElicitationAction.ACCEPT)
        else:
            desk.screen.app.copy_to_clipboard(address)
            desk.say(_("There is no browser to open it here: the address is copied (OSC 52)."))

    async def edit(self) -> None:
        """Open what is written in the person's editor, and take back what was saved."""
        path = await to_thread(_write_draft, self._desk.composer.written)
        try:
            await edit(self._desk.screen.app, path)
            text = await to_thread(path.read_text, "utf-8", "replace")
        finally:
            await to_thread(path.unlink, missing_ok=True)
        self._desk.composer.write(text.removesuffix("\n"))


def _write_draft(text: str) -> Path:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".md", delete=False) as file:
        file.write(text)
    return Path(file.name)
