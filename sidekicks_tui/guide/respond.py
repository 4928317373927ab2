"""The guide's answer to one prompt: who of us has it, and what goes wrong in a sentence."""

from typing import Final

from sidekicks_tui.guide.chat import Chat
from sidekicks_tui.guide.commands import Command, Find, Help, Plan, Read, Replace, Run, Write, parse
from sidekicks_tui.guide.intents import Courtesy, intent
from sidekicks_tui.guide.lookup import Lookup
from sidekicks_tui.guide.plan import carry_out
from sidekicks_tui.guide.planning import steps
from sidekicks_tui.guide.prompt import Question
from sidekicks_tui.guide.service import ServiceError
from sidekicks_tui.guide.session import Session
from sidekicks_tui.guide.told import change_words, found_words, read_words, run_words
from sidekicks_tui.guide.tools import Tools
from sidekicks_tui.guide.turn import StopReason, Turn
from sidekicks_tui.model.errors import SidekicksError

_PAGE_LINES: Final = 400
"""Lines of a file that are shown at once."""


class Responder:
    """Answers one prompt: commands by the tools, questions by the model or, without one, by the pages."""

    def __init__(self, turn: Turn, session: Session, tools: Tools, lookup: Lookup, chat: Chat | None) -> None:
        self._turn = turn
        self._session = session
        self._tools = tools
        self._lookup = lookup
        self._chat = chat

    async def answer(self, question: Question) -> StopReason:
        try:
            command = parse(question.text)
            if command is not None:
                await self._obey(command)
            elif self._chat is not None:
                return await self._converse(self._chat, question)
            else:
                await self._reply(question)
        except SidekicksError as error:
            await self._turn.say(f"{error}\n")
        return "end_turn"

    async def _converse(self, chat: Chat, question: Question) -> StopReason:
        try:
            return await chat.answer(question)
        except ServiceError as error:
            await self._turn.say(f"{error}\n\nWithout the model, this is what the pages say:\n\n")
            await self._lookup.answer(question)
            return "end_turn"

    async def _reply(self, question: Question) -> None:
        wanted = intent(question.text, self._exists)
        if isinstance(wanted, Courtesy):
            await self._turn.say(self._lookup.courtesy(wanted))
        elif wanted is not None:
            await self._obey(wanted)
        else:
            await self._lookup.answer(question)

    async def _obey(self, command: Command) -> None:
        say = self._turn.say
        match command:
            case Find(pattern):
                found = await self._tools.find(pattern)
                await say(found_words(pattern, found, self._session.folder.shown))
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
                await say(self._lookup.help(command.topic))

    def _exists(self, name: str) -> bool:
        try:
            return self._session.folder.resolve(name).is_file()
        except SidekicksError:
            return False
