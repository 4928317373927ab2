"""Taking something out of a conversation: copies, quotes, files, the whole of it."""

from asyncio import to_thread
from pathlib import Path

from sidekicks_tui.core.export import markdown
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.messages import Location, Message, encode_json
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.editor import edit
from sidekicks_tui.widgets.clipboard import copy


class Taking:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def copy(self, text: str) -> None:
        """To the terminal's clipboard."""
        if text:
            self._desk.say(copy(self._desk.screen.app, text))

    def quote(self, text: str) -> None:
        """Into the message being written."""
        if text:
            written = self._desk.composer.written
            self._desk.composer.load(f"{written}\n{text}\n" if written else f"{text}\n")
            self._desk.focus(self._desk.composer)

    async def open_file(self, agent: str, location: Location) -> None:
        """In the person's editor: a file that an agent on this machine worked on."""
        settings = self._desk.engine.config.settings.agent(agent)
        folder = settings.workspace if settings else Path()
        path = folder / location.path
        if not await to_thread(path.is_file):
            raise UsageError(_("There is no file {path} here.").format(path=path))
        await edit(self._desk.screen.app, path, location.line)

    async def export(self) -> None:
        """Ask for a file, then write the whole conversation into it."""
        from sidekicks_tui.screens.ask import Ask

        channel = self._desk.overview.current
        name = self._desk.overview.label(channel)[1:]

        async def write(fields: tuple[str, ...]) -> None:
            path = await to_thread(_write, fields[0], await self._everything(channel))
            self._desk.say(_("Written: {path}").format(path=path))

        title = _("Export the conversation, as .md or as .json")
        await self._desk.screen.app.push_screen_wait(Ask(title, [(_("File"), f"{name}.md")], write))

    async def _everything(self, channel: str) -> list[Message]:
        conversation = self._desk.engine.channels.conversation(channel)
        messages, more = list(conversation.messages), conversation.more
        while more and messages:
            page = await self._desk.engine.channels.older(channel, messages[0].id)
            messages[:0] = page.messages
            more = page.more and bool(page.messages)
        return [message for message in messages if message.done]


def _write(name: str, messages: list[Message]) -> Path:
    """Write a new file; returns where it is."""
    path = Path(name).expanduser().absolute()
    in_json = path.suffix == ".json"
    content = encode_json(messages) if in_json else "\n".join(map(markdown, messages)).encode()
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise UsageError(_("{path} exists: choose another name").format(path=path)) from error
    except OSError as error:
        raise UsageError(
            _("{path} cannot be written: {reason}").format(path=path, reason=error.strerror or error)
        ) from error
    return path
