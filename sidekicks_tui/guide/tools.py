"""The guide's tools: finding, reading, editing and running, each shown to the client as a tool call.

Every failure is a `SidekicksError` whose text is a sentence; the tool call has failed by then.
"""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from acp.exceptions import RequestError
from acp.schema import FileEditToolCallContent, TerminalToolCallContent, ToolCallLocation

from sidekicks_tui.guide import running, survey
from sidekicks_tui.guide.commands import Replace, Write
from sidekicks_tui.guide.editing import replaced
from sidekicks_tui.guide.finding import Entry, Found, search
from sidekicks_tui.guide.folder import Text
from sidekicks_tui.guide.markdown import fenced
from sidekicks_tui.guide.session import READ, Session
from sidekicks_tui.guide.turn import Refused, Tool, Turn, client_errors, text_content
from sidekicks_tui.model.errors import SidekicksError, UsageError, WorkspaceError
from sidekicks_tui.model.limits import EDITABLE_SIZE, KB

_T = TypeVar("_T")
_LOCATIONS: Final = 50
_LISTED: Final = 500
_TERMINAL_OUTPUT: Final = 256 * KB


@dataclass(frozen=True, slots=True)
class Abilities:
    """What the client does for its agents."""

    read: bool = False
    write: bool = False
    terminal: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines `first` to `last` of the `total` lines of a file."""

    name: str
    text: str
    first: int
    last: int
    total: int


@dataclass(frozen=True, slots=True)
class Change:
    """A file that was written, and how many lines it gained and lost."""

    name: str
    new: bool
    line: int


class Tools:
    """What the guide can do in one session during one turn."""

    def __init__(self, turn: Turn, session: Session, abilities: Abilities) -> None:
        self._turn = turn
        self._session = session
        self._folder = session.folder
        self._abilities = abilities

    async def find(self, pattern: str) -> Found:
        tool = await self._turn.start(f"Find {pattern}", "search", {"pattern": pattern})
        async with self._failing(tool):
            found = await in_thread(lambda stop: search(self._folder.roots, pattern, stop))
            names = [self._folder.shown(path) for path in found.names]
            lines = [f"{self._folder.shown(hit.path)}:{hit.line}: {hit.text}" for hit in found.hits]
            places = [ToolCallLocation(path=str(hit.path), line=hit.line) for hit in found.hits]
            places += [ToolCallLocation(path=str(path)) for path in found.names]
            await self._turn.progress(
                tool,
                "completed",
                content=[text_content("\n".join([*names, *lines]) or "nothing")],
                locations=places[:_LOCATIONS],
                raw_output={"files": len(names), "lines": len(lines), "lookedAt": found.files},
            )
        return found

    async def list_files(self) -> list[Entry]:
        """The files of the working folder, ignored ones left out."""
        tool = await self._turn.start("List the files", "search", {"path": str(self._folder.cwd)})
        entries = await in_thread(lambda stop: survey.list_files(self._folder.cwd, stop))
        names = "\n".join(entry.name for entry in entries[:_LISTED])
        await self._turn.progress(
            tool, "completed", content=[text_content(names or "nothing")], raw_output={"files": len(entries)}
        )
        return entries

    async def count_lines(self, entries: Sequence[Entry]) -> list[survey.TypeCount]:
        """Files and lines by type, the types with the most lines first."""
        tool = await self._turn.start("Count the lines by type", "read", {"files": len(entries)})
        counts = await in_thread(lambda stop: survey.count_lines(entries, stop))
        table = "\n".join(f"{count.type}: {count.files} files, {count.lines} lines" for count in counts)
        await self._turn.progress(tool, "completed", content=[text_content(table or "no text")])
        return counts

    async def read(self, name: str, first: int | None = None, last: int | None = None) -> Excerpt:
        """The lines from `first` to `last` of a file, to its end when `last` is None."""
        path = self._folder.resolve(name)
        shown = self._folder.shown(path)
        tool = await self._turn.start(
            f"Read {shown}",
            "read",
            {"path": str(path), "first": first, "last": last},
            path=str(path),
            line=first,
        )
        async with self._failing(tool):
            raw = await self._text(path)
            if raw is None:
                raise WorkspaceError(f"There is no file `{shown}`; `/find` looks for one.")
            lines = Text.of(raw).content.splitlines(keepends=True)
            start = first or 1
            if start > max(1, len(lines)):
                raise UsageError(f"`{shown}` has only {len(lines)} lines.")
            end = len(lines) if last is None else min(last, len(lines))
            await self._turn.progress(
                tool, "completed", content=[text_content(f"lines {start}–{end} of {len(lines)}")]
            )
        return Excerpt(shown, "".join(lines[start - 1 : end]), start, end, len(lines))

    async def edit(self, change: Replace | Write) -> Change:
        """Change or make a file, once the person allowed it with the whole difference in sight."""
        self._check_mode(f"edit `{change.path}`")
        path = self._folder.resolve(change.path)
        shown = self._folder.shown(path)
        before = await self._text(path)
        old = None if before is None else Text.of(before)
        if isinstance(change, Write):
            new, line = change.content, 1
            if old is not None and old.content == new:
                raise UsageError(f"`{shown}` already holds exactly this.")
        elif old is None:
            raise WorkspaceError(f"There is no file `{shown}`; to make it, put its text in a fenced block.")
        else:
            new, line = replaced(old.content, change.old, change.new)
        raw = new if old is None else old.raw(new)
        if len(raw.encode("utf-8", "surrogatepass")) > EDITABLE_SIZE:
            raise UsageError(f"`{shown}` would become larger than {EDITABLE_SIZE // KB} KB.")
        difference = FileEditToolCallContent(
            type="diff", path=str(path), old_text=None if old is None else old.content, new_text=new
        )
        tool = await self._turn.start(
            f"{'Create' if old is None else 'Edit'} {shown}",
            "edit",
            {"path": str(path)},
            content=[difference],
            path=str(path),
            line=line,
            running=False,
        )
        async with self._failing(tool):
            await self._permit(tool, "edit", "Always allow edits in this session")
            if self._folder.resolve(change.path) != path or await self._text(path) != before:
                raise WorkspaceError(f"`{shown}` changed in the meantime, so I did not write it.")
            await self._write(path, raw)
            await self._turn.progress(tool, "completed")
        return Change(shown, old is None, line)

    async def run(self, command: str) -> running.Ended:
        """Run a command by the shell in the folder, once the person allowed it with all of it in sight."""
        self._check_mode("run commands")
        shown = text_content(fenced(command, "sh"))
        title = f"Run {' '.join(command.split())}"
        tool = await self._turn.start(title, "execute", {"command": command}, content=[shown], running=False)
        async with self._failing(tool):
            await self._permit(tool, f"run {command}", "Always allow this command in this session")
            run = self._run_in_terminal if self._abilities.terminal else self._run_here
            ended = await run(tool, command)
            await self._turn.progress(
                tool,
                "completed" if ended.code == 0 else "failed",
                raw_output={"exitCode": ended.code, "signal": ended.signal or None, "output": ended.output},
            )
        return ended

    async def _run_in_terminal(self, tool: Tool, command: str) -> running.Ended:
        client, session = self._turn.client, self._session.id
        shell, flag = running.SHELL
        creating = asyncio.ensure_future(
            client.create_terminal(
                session, shell, [flag, command], cwd=str(self._folder.cwd), output_byte_limit=_TERMINAL_OUTPUT
            )
        )
        ended = False
        try:
            with client_errors("The client could not run it"):
                # A cancel must not lose the terminal that the client is about to start.
                terminal = (await asyncio.shield(creating)).terminal_id
                shown = TerminalToolCallContent(type="terminal", terminal_id=terminal)
                await self._turn.progress(tool, "in_progress", content=[shown])
                status = await client.wait_for_terminal_exit(session, terminal)
                ended = True
                output = (await client.terminal_output(session, terminal)).output
        finally:
            with contextlib.suppress(RequestError, ConnectionError):
                terminal = (await creating).terminal_id
                if not ended:
                    await client.kill_terminal(session, terminal)
                await client.release_terminal(session, terminal)
        return running.Ended(status.exit_code, status.signal or "", output)

    async def _run_here(self, tool: Tool, command: str) -> running.Ended:
        async def show(output: str) -> None:
            await self._turn.progress(tool, "in_progress", content=[text_content(fenced(output))])

        await self._turn.progress(tool, "in_progress")
        try:
            ended = await running.run(command, self._folder.cwd, show)
        except OSError as error:
            raise WorkspaceError(f"The command could not be started: {error}.") from error
        await show(ended.output)
        return ended

    async def _text(self, path: Path) -> str | None:
        """The raw text of a file, through the client where it gives files; None when there is none."""
        size = await asyncio.to_thread(self._folder.size, path)
        if self._abilities.read:
            # The client knows what an editor has not saved yet. Not every client says "not found" in the same
            # way, so a file that is not there for us either is taken as missing.
            try:
                with client_errors(f"The client does not give `{self._folder.shown(path)}`"):
                    return (await self._turn.client.read_text_file(self._session.id, str(path))).content
            except WorkspaceError:
                if size is not None:
                    raise
                return None
        return None if size is None else await asyncio.to_thread(self._folder.read, path)

    async def _write(self, path: Path, raw: str) -> None:
        if not self._abilities.write:
            await asyncio.to_thread(self._folder.write, path, raw)
            return
        with client_errors(f"The client did not write `{self._folder.shown(path)}`"):
            await self._turn.client.write_text_file(self._session.id, str(path), raw)

    def _check_mode(self, what: str) -> None:
        if self._session.mode == READ:
            raise Refused(f"In the mode `{READ}` I do not {what}; choose the mode `ask`, and ask again.")

    async def _permit(self, tool: Tool, grant: str, always: str) -> None:
        if grant not in self._session.granted and await self._turn.permit(tool, always):
            self._session.granted.add(grant)

    @asynccontextmanager
    async def _failing(self, tool: Tool) -> AsyncIterator[None]:
        """A tool call that meets an error has failed, and shows the error beside what it shows already."""
        try:
            yield
        except SidekicksError as error:
            await self._turn.progress(tool, "failed", content=[*tool.content, text_content(str(error))])
            raise


async def in_thread(work: Callable[[threading.Event], _T]) -> _T:
    """The outcome of `work` in a thread; when cancelled, its event is set and it should end soon."""
    stop = threading.Event()
    try:
        return await asyncio.to_thread(work, stop)
    finally:
        stop.set()
