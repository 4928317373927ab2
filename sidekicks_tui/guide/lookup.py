"""Answers from the documentation that ships with Sidekicks."""

from typing import Final

from sidekicks_tui.guide.commands import USAGES
from sidekicks_tui.guide.intents import Courtesy
from sidekicks_tui.guide.library import Library, Match
from sidekicks_tui.guide.markdown import code
from sidekicks_tui.guide.prompt import Question
from sidekicks_tui.guide.turn import Turn

_SURE: Final = 0.7
"""A section that carries less of the question's meaning may not be what was meant."""
_NEARBY: Final = 0.5
"""A section this near to the best one, in score, is named beside it."""


class Lookup:
    """Answers questions without a model: the section that fits best, as it stands on its page."""

    def __init__(self, turn: Turn, library: Library, model: str) -> None:
        """`model` is the name of the language model that answers other questions, empty without one."""
        self._turn = turn
        self._library = library
        self._model = model

    async def answer(self, question: Question) -> None:
        matches = self._library.ask(question.text)
        if matches:
            await self._turn.think(_reasons(matches))
            await self._turn.say(_section(matches))
        elif not question.files:
            await self._turn.say(self._nothing())
        if question.files:
            await self._turn.say(_joined(question))

    def courtesy(self, courtesy: Courtesy) -> str:
        if courtesy is Courtesy.THANKS:
            return "You are welcome.\n"
        greeting = "Hello. " if courtesy is Courtesy.GREETING else ""
        return f"{greeting}{self.help('')}"

    def help(self, topic: str) -> str:
        """What the guide can do; with a topic, the page of that name or the section that fits it best."""
        if not topic:
            return self._overview()
        page = self._library.page(topic)
        if page is not None:
            return page.text
        matches = self._library.ask(topic)
        return _section(matches) if matches else self._nothing()

    def _overview(self) -> str:
        commands = "\n".join(f"- `{usage.line}`: {usage.description}" for usage in USAGES)
        titles = "\n".join(f"- {page.title} (`/help {page.name}`)" for page in self._library.pages)
        how = (
            f"Questions go to the language model {code(self._model)}, with what the documentation says."
            if self._model
            else "I have no language model: I look things up, and I say so when I find nothing."
        )
        return (
            "I am the built-in guide. I answer questions about Sidekicks from its documentation, and I work "
            f"in this folder when you ask me with a command. {how}\n\n{commands}\n\nAsk in your own words, "
            f"for example *how do I add Claude Code?*, or read a whole page:\n\n{titles}\n"
        )

    def _nothing(self) -> str:
        names = ", ".join(f"`{page.name}`" for page in self._library.pages)
        lack = "" if self._model else ", and I have no language model to think with"
        return (
            f"I found nothing about that in Sidekicks's documentation{lack}. Other words may help; "
            f"`/help PAGE` shows a whole page, of {names}. For what stands in this folder, use `/find`.\n"
        )


def _section(matches: list[Match]) -> str:
    best = matches[0].section
    nearby = [m.section for m in matches[1:] if m.score >= matches[0].score * _NEARBY]
    source = f"From the page *{best.title}*; `/help {best.page}` shows all of it."
    if nearby:
        names = ", ".join(f"*{section.heading}* ({section.title})" for section in nearby)
        source += f" See also {names}."
    sure = matches[0].share >= _SURE
    doubt = "" if sure else "I am not sure that this is what you ask; it comes nearest.\n\n"
    return f"{doubt}## {best.heading}\n\n{best.body}\n\n---\n\n{source}\n"


def _reasons(matches: list[Match]) -> str:
    best = matches[0]
    words = ", ".join(f"“{word}”" for word in best.words)
    others = [f"“{m.section.heading}”" for m in matches[1:3]]
    next_best = f" Next came {' and '.join(others)}." if others else ""
    place = f"the section “{best.section.heading}” of {best.section.title}"
    return f"Going by {words}, {place} fits best.{next_best}"


def _joined(question: Question) -> str:
    files = ", ".join(code(file.name) for file in question.files)
    return (
        f"\nYou joined {files}. I cannot reason about a file without a language model; I can show it "
        "(`/read`), search it (`/find`) and change it (`/edit`). An agent with a model, mentioned with "
        "`@name`, can do more.\n"
    )
