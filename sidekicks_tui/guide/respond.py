"""The guide's answers: a command or a question in, streamed Markdown and tool calls out."""

from typing import Final

from sidekicks_tui.guide.commands import (
    USAGES,
    Command,
    Find,
    Help,
    Plan,
    Read,
    Replace,
    Run,
    Write,
    parse,
)
from sidekicks_tui.guide.finding import Found
from sidekicks_tui.guide.intents import Courtesy, intent
from sidekicks_tui.guide.library import Library, Match
from sidekicks_tui.guide.markdown import code, counted, fenced, language, plain
from sidekicks_tui.guide.plan import carry_out
from sidekicks_tui.guide.planning import steps
from sidekicks_tui.guide.prompt import Question
from sidekicks_tui.guide.running import Ended
from sidekicks_tui.guide.session import Session
from sidekicks_tui.guide.tools import Change, Excerpt, Tools
from sidekicks_tui.guide.turn import Turn
from sidekicks_tui.model.errors import SidekicksError

_PAGE_LINES: Final = 400
"""Lines of a file that are shown at once."""
_NAMES: Final = 20
_HITS: Final = 40
_TAIL: Final = 15
_SURE: Final = 0.7
"""A section that carries less of the question's meaning may not be what was meant."""
_NEARBY: Final = 0.45
"""A section this near to the best one, in score, is named beside it."""


class Responder:
    """Answers one prompt."""

    def __init__(self, turn: Turn, session: Session, tools: Tools, library: Library) -> None:
        self._turn = turn
        self._session = session
        self._tools = tools
        self._library = library

    async def answer(self, question: Question) -> None:
        """Answer with what there is; whatever goes wrong is told in a sentence."""
        try:
            command = parse(question.text)
            if command is not None:
                await self._obey(command)
            else:
                await self._reply(question)
        except SidekicksError as error:
            await self._turn.say(f"{error}\n")

    async def _obey(self, command: Command) -> None:
        say = self._turn.say
        match command:
            case Find():
                await say(self._found(command.pattern, await self._tools.find(command.pattern)))
            case Read():
                last = command.last if command.first else _PAGE_LINES
                await say(read_words(await self._tools.read(command.path, command.first, last)))
            case Replace() | Write():
                await say(change_words(await self._tools.edit(command)))
            case Run():
                await say(run_words(command.command, await self._tools.run(command.command)))
            case Plan():
                await carry_out(steps(command.steps), self._turn, self._tools)
            case Help():
                await say(self._help(command.topic))

    async def _reply(self, question: Question) -> None:
        wanted = intent(question.text, self._exists)
        if isinstance(wanted, Courtesy):
            await self._turn.say(self._courtesy(wanted))
        elif wanted is not None:
            await self._obey(wanted)
        elif question.files and not question.text:
            await self._turn.say(self._joined(question))
        else:
            await self._look_up(question)

    async def _look_up(self, question: Question) -> None:
        matches = self._library.ask(question.text)
        if not matches:
            await self._turn.say(self._joined(question) if question.files else self._nothing())
            return
        await self._turn.think(_reasons(matches))
        await self._turn.say(_section(matches))
        if question.files:
            await self._turn.say(f"\n{self._joined(question)}")

    def _exists(self, name: str) -> bool:
        try:
            return self._session.folder.resolve(name).is_file()
        except SidekicksError:
            return False

    def _courtesy(self, courtesy: Courtesy) -> str:
        if courtesy is Courtesy.THANKS:
            return "You are welcome.\n"
        greeting = "Hello. " if courtesy is Courtesy.GREETING else ""
        return f"{greeting}{self._help('')}"

    def _help(self, topic: str) -> str:
        pages = self._library.pages
        if not topic:
            commands = "\n".join(f"- `{usage.line}`: {usage.description}" for usage in USAGES)
            titles = "\n".join(f"- {page.title} (`/help {page.name}`)" for page in pages)
            return (
                "I am the built-in guide. I answer questions about Sidekicks from its documentation, and I "
                "work in this folder when you ask me with a command. I have no language model: I look things "
                f"up, and I say so when I find nothing.\n\n{commands}\n\nAsk in your own words, for example "
                f"*how do I add Claude Code?*, or read a whole page:\n\n{titles}\n"
            )
        page = self._library.page(topic)
        if page is not None:
            return page.text
        matches = self._library.ask(topic)
        return _section(matches) if matches else self._nothing()

    def _nothing(self) -> str:
        names = ", ".join(f"`{page.name}`" for page in self._library.pages)
        return (
            "I found nothing about that in Sidekicks's documentation, and I have no language model to think "
            f"with. Other words may help; `/help PAGE` shows a whole page, of {names}. For what stands in "
            "this folder, use `/find`.\n"
        )

    def _joined(self, question: Question) -> str:
        files = ", ".join(code(name) for name in question.files)
        return (
            f"You joined {files}. I cannot reason about a file without a language model; I can show it "
            "(`/read`), search it (`/find`) and change it (`/edit`). An agent with a model, mentioned with "
            "`@name`, can do more.\n"
        )

    def _found(self, pattern: str, found: Found) -> str:
        shown = self._session.folder.shown
        scope = f"I looked at {counted(found.files, 'file')}{', and left out the rest' * found.cut}"
        if not found.names and not found.hits:
            return f"Nothing here is named {code(pattern)} or holds it. {scope}.\n"
        if found.guessed:
            lines = [f"Nothing here is named {code(pattern)} or holds it. These names come near:", ""]
        else:
            names, hits = counted(len(found.names), "file"), counted(len(found.hits), "line")
            lines = [f"Found {names} named so, and {hits} with {code(pattern)}. {scope}.", ""]
        lines += [f"- {code(shown(path))}" for path in found.names[:_NAMES]]
        lines += _more(len(found.names) - _NAMES, "name")
        lines += [f"- {code(f'{shown(hit.path)}:{hit.line}')} {code(hit.text)}" for hit in found.hits[:_HITS]]
        lines += _more(len(found.hits) - _HITS, "line")
        return "\n".join(lines) + "\n"


def read_words(excerpt: Excerpt) -> str:
    if not excerpt.total:
        return f"{code(excerpt.name)} is empty.\n"
    whole = excerpt.first == 1 and excerpt.last == excerpt.total
    part = (
        f"{counted(excerpt.total, 'line')}"
        if whole
        else f"lines {excerpt.first}–{excerpt.last} of {excerpt.total}"
    )
    rest = excerpt.total - excerpt.last
    onward = f"\n`/read {excerpt.name} {excerpt.last + 1}-` shows the rest.\n" if rest and not whole else ""
    return f"{code(excerpt.name)}, {part}:\n\n{fenced(excerpt.text, language(excerpt.name))}{onward}"


def change_words(change: Change) -> str:
    if change.new:
        return f"I made {code(change.name)}.\n"
    return f"I changed {code(change.name)} (line {change.line}).\n"


def run_words(command: str, ended: Ended) -> str:
    words = f"{code(command)} {ended.words}."
    lines = plain(ended.output).rstrip().splitlines()
    if not lines:
        return f"{words} It printed nothing.\n"
    cut = f" The last {_TAIL} of its {len(lines)} lines:" if len(lines) > _TAIL else " It printed:"
    return f"{words}{cut}\n\n" + fenced("\n".join(lines[-_TAIL:]), "text")


def _section(matches: list[Match]) -> str:
    best = matches[0].section
    nearby = [m.section for m in matches[1:] if m.score >= matches[0].score * _NEARBY]
    source = f"From the page *{best.title}*; `/help {best.page}` shows all of it."
    if nearby:
        source += (
            " See also " + ", ".join(f"*{section.heading}* ({section.title})" for section in nearby) + "."
        )
    doubt = (
        "" if matches[0].share >= _SURE else "I am not sure that this is what you ask; it comes nearest.\n\n"
    )
    return f"{doubt}## {best.heading}\n\n{best.body}\n\n---\n\n{source}\n"


def _reasons(matches: list[Match]) -> str:
    best = matches[0]
    words = ", ".join(f"“{word}”" for word in best.words)
    others = [f"“{m.section.heading}”" for m in matches[1:3]]
    next_best = f" Next came {' and '.join(others)}." if others else ""
    place = f"the section “{best.section.heading}” of {best.section.title}"
    return f"Going by {words}, {place} fits best.{next_best}"


def _more(number: int, noun: str) -> list[str]:
    return [f"- … and {counted(number, f'{noun}')} more"] if number > 0 else []
