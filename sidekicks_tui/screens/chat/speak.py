"""Sending, stopping, answering permissions."""

import os
import shlex
import tempfile
from asyncio import create_subprocess_exec, to_thread
from pathlib import Path

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError, UsageError
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.drafts import Drafts
from sidekicks_tui.screens.chat.painter import Painter


class Speech:
    def __init__(self, desk: Desk, drafts: Drafts, painter: Painter) -> None:
        self._desk = desk
        self._drafts = drafts
        self._painter = painter
        self._may_quit = False
        """The last thing that the person did was Ctrl+C with nothing to stop or clear."""

    async def send(self, text: str) -> None:
        """Send `text` to the conversation in sight; the composer keeps it when it cannot be sent."""
        desk = self._desk
        await desk.started.wait()
        channel = desk.overview.current
        desk.notice.dismiss()
        desk.composer.load("")
        self._painter.turn()
        try:
            await desk.engine.channels.send(channel, text)
        except SidekicksError:
            # What was written meanwhile must not be lost either.
            if channel == desk.overview.current:
                desk.composer.load("\n".join(part for part in (text, desk.composer.written) if part))
            raise
        desk.composer.remember(text)
        self._drafts.edited()
        self._drafts.keep()
        desk.timeline.go_to_end()

    async def stop(self) -> None:
        """Stop the answer in sight; the screen says at once that it is being stopped."""
        overview = self._desk.overview
        channel = overview.current
        if overview.busy(channel):
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
            desk.screen.app.copy_to_clipboard(selected)
            desk.screen.clear_selection()
            desk.say(_("Copied."))
        elif (
            desk.overview.busy(desk.overview.current)
            and desk.overview.current not in desk.overview.cancelling
        ):
            await self.stop()
        elif written := desk.composer.written:
            desk.composer.load("")
            desk.composer.remember(written)
            self._drafts.edited()
            desk.say(_("Cleared; Up brings it back."))
        elif self._may_quit:
            desk.screen.app.exit()
        else:
            self._may_quit = True
            desk.say(_("{key} again quits.").format(key=desk.keymap.first("app.interrupt")))

    async def answer(self, request: PermissionRequest, option: str) -> None:
        await self._desk.engine.channels.answer_permission(request.id, option)

    async def edit(self) -> None:
        """Open what is written in the person's editor, and take back what was saved."""
        desk = self._desk
        editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
        path = await to_thread(_write_draft, desk.composer.written)
        try:
            with desk.screen.app.suspend():
                process = await create_subprocess_exec(*editor, str(path))
                status = await process.wait()
            if status:
                raise UsageError(
                    _("{editor} ended with status {status}").format(editor=editor[0], status=status)
                )
            text = await to_thread(path.read_text, "utf-8", "replace")
        except OSError as error:
            raise UsageError(
                _("{editor} cannot be started: {reason}; set $EDITOR").format(
                    editor=editor[0], reason=error.strerror
                )
            ) from error
        finally:
            await to_thread(path.unlink, missing_ok=True)
        desk.composer.load(text.removesuffix("\n"))
        self._drafts.edited()


def _write_draft(text: str) -> Path:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".md", delete=False) as file:
        file.write(text)
    return Path(file.name)
