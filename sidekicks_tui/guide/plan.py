"""Carrying out a plan, one step after the other, each ticked off when it is done."""

from collections.abc import Sequence

from sidekicks_tui.guide import survey
from sidekicks_tui.guide.commands import Find, Read, Replace, Run, Write
from sidekicks_tui.guide.finding import Entry
from sidekicks_tui.guide.markdown import code, counted
from sidekicks_tui.guide.planning import Look, Step
from sidekicks_tui.guide.survey import TypeCount
from sidekicks_tui.guide.tools import Tools
from sidekicks_tui.guide.turn import EntryStatus, Turn
from sidekicks_tui.model.errors import SidekicksError

_TYPES = 8


async def carry_out(steps: Sequence[Step], turn: Turn, tools: Tools) -> None:
    """Do `steps` in order; the first that fails or is refused ends the plan, and is not ticked."""
    look = _LookAround(tools)

    async def show(current: int, status: EntryStatus) -> None:
        await turn.show_plan(
            [
                (step.text, "completed" if place < current else status if place == current else "pending")
                for place, step in enumerate(steps)
            ]
        )

    for place, step in enumerate(steps):
        await show(place, "in_progress")
        try:
            said = await _do(step, tools, look)
        except SidekicksError as error:
            await show(place, "pending")
            left = len(steps) - place - 1
            rest = f" I left the {left} step{'s' * (left != 1)} after it." if left else ""
            await turn.say(f"**{step.text}**: {error}{rest}\n")
            return
        await turn.say(f"**{step.text}**: {said}\n\n")
    await show(len(steps), "completed")


async def _do(step: Step, tools: Tools, look: "_LookAround") -> str:
    match step.action:
        case Find(pattern):
            found = await tools.find(pattern)
            names = 0 if found.guessed else len(found.names)
            return f"{names} file names and {len(found.hits)} lines hold {code(pattern)}."
        case Read(path, first, last):
            excerpt = await tools.read(path, first, last)
            return f"{code(excerpt.name)} has {excerpt.total} lines."
        case Replace() | Write() as change:
            return f"{code((await tools.edit(change)).name)} is written."
        case Run(command):
            ended = await tools.run(command)
            if ended.code != 0:
                raise SidekicksError(f"{code(command)} {ended.words}.")
            return f"{code(command)} {ended.words}."
        case Look():
            return await look.do(step.action)


class _LookAround:
    """A look at the folder: what one step learns serves the next."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._entries: list[Entry] | None = None
        self._counts: list[TypeCount] = []
        self._readme = ""

    async def do(self, look: Look) -> str:
        entries = await self._files()
        folders = len({entry.name.rpartition("/")[0] for entry in entries})
        match look:
            case Look.FILES:
                top = sorted({entry.name.split("/")[0] + "/" * ("/" in entry.name) for entry in entries})
                shown = ", ".join(code(name) for name in top[:20]) + (" …" if len(top) > 20 else "")
                return f"{_size(entries, folders)}; at the top {shown or 'nothing'}."
            case Look.README:
                name = survey.readme(entries)
                if not name:
                    return "There is none."
                self._readme = survey.opening((await self._tools.read(name)).text)
                return f"{code(name)} begins:\n\n{_quoted(self._readme)}"
            case Look.LINES:
                self._counts = await self._tools.count_lines(entries)
                rows = "\n".join(f"| {code(c.type)} | {c.files} | {c.lines} |" for c in self._counts[:_TYPES])
                return (
                    f"\n\n| Type | Files | Lines |\n| --- | ---: | ---: |\n{rows}"
                    if rows
                    else "No text here."
                )
            case Look.SUMMARY:
                return self._summary(entries, folders)

    async def _files(self) -> list[Entry]:
        if self._entries is None:
            self._entries = await self._tools.list_files()
        return self._entries

    def _summary(self, entries: list[Entry], folders: int) -> str:
        if not entries:
            return "The folder is empty."
        lines = sum(count.lines for count in self._counts)
        most = " and ".join(code(count.type) for count in self._counts[:2])
        kinds = f", {counted(lines, 'line')} of text, most of them in {most}" if self._counts else ""
        told = "its README says what it is for" if self._readme else "no README says what it is for"
        return f"{_size(entries, folders)}{kinds}; {told}."


def _size(entries: Sequence[Entry], folders: int) -> str:
    return f"{counted(len(entries), 'file')} in {counted(folders, 'folder')}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())
