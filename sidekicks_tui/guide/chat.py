"""Answering with a language model, which uses the same tools and asks for the same permissions."""

import json
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Final

from sidekicks_tui.guide.commands import Replace, Write
from sidekicks_tui.guide.library import Library
from sidekicks_tui.guide.markdown import plain
from sidekicks_tui.guide.prompt import Question
from sidekicks_tui.guide.service import Json, Service, ServiceError
from sidekicks_tui.guide.session import Session
from sidekicks_tui.guide.tools import Tools
from sidekicks_tui.guide.turn import StopReason, Turn
from sidekicks_tui.model.errors import SidekicksError, UsageError

_REQUESTS: Final = 25
"""Requests to the service in one turn, at most."""
_REMEMBERED: Final = 60_000
"""Characters of earlier turns that the service is told again."""
_RESULT: Final = 16_000
_READ_LINES: Final = 400
_SECTIONS: Final = 3

_INSTRUCTIONS: Final = """\
You are the guide of Sidekicks, a terminal program in which a person talks with several coding agents.
Answer briefly, in Markdown, in the language of the question.
About Sidekicks, say only what the documentation below says; when it says nothing, say so.
You work in the folder {folder}; use the tools to look and to act there.
The person is asked before each edit and each command, and may refuse.

{pages}"""

_STOPS: Final[dict[str, StopReason]] = {"length": "max_tokens", "content_filter": "refusal"}


_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer"}


def _tool(name: str, description: str, optional: Json | None = None, **required: Json) -> Json:
    parameters = {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
    }
    function = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": function}


TOOLS: Final = (
    _tool("find", "Find files by a glob or a part of their name, and lines that hold a text.", pattern=_TEXT),
    _tool(
        "read",
        "Read a text file, or the lines of it from first to last, counted from 1.",
        {"first": _WHOLE, "last": _WHOLE},
        path=_TEXT,
    ),
    _tool("edit", "Replace a text that stands exactly once in a file.", path=_TEXT, old=_TEXT, new=_TEXT),
    _tool("write", "Make a file, or replace all of it.", path=_TEXT, content=_TEXT),
    _tool("run", "Run a shell command in the folder.", command=_TEXT),
)


@dataclass(slots=True)
class _Call:
    """A tool call, put together from its pieces."""

    id: str
    name: str = ""
    arguments: str = ""

    def add(self, piece: Json) -> None:
        function = piece.get("function") or {}
        self.id = piece.get("id") or self.id
        self.name = self.name or function.get("name") or ""
        self.arguments += function.get("arguments") or ""

    @property
    def message(self) -> Json:
        return {
            "id": self.id,
            "type": "function",
            "function": {"name": self.name, "arguments": self.arguments},
        }


class Chat:
    """Answers the questions of one session's turn with the service."""

    def __init__(
        self, service: Service, session: Session, turn: Turn, tools: Tools, library: Library
    ) -> None:
        self._service = service
        self._session = session
        self._turn = turn
        self._tools = tools
        self._library = library
        self._offered = list(TOOLS)
        self._doing: dict[str, Callable[[Json], Awaitable[str]]] = {
            "find": self._find,
            "read": self._read,
            "edit": self._edit,
            "write": self._write,
            "run": self._run,
        }

    async def answer(self, question: Question) -> StopReason:
        """Stream the model's answer, doing what it calls for. Raises `ServiceError`.

        A turn that ended, whichever way but by a cancel or an error, is remembered by the session.
        """
        messages: list[Json] = [{"role": "user", "content": _asked(question)}]
        stop: StopReason = "max_turn_requests"
        for _ in range(_REQUESTS):
            text, calls, finish = await self._request(question, messages)
            reply: Json = {"role": "assistant", "content": text}
            if calls:
                reply["tool_calls"] = [call.message for call in calls]
            messages.append(reply)
            if not calls:
                stop = _STOPS.get(finish, "end_turn")
                break
            for call in calls:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": await self._do(call)})
        self._remember(messages)
        return stop

    async def _request(self, question: Question, messages: list[Json]) -> tuple[str, list[_Call], str]:
        earlier = [message for turn in self._session.memory for message in turn]
        sent = [{"role": "system", "content": self._instructions(question)}, *earlier, *messages]
        try:
            return await self._stream(sent)
        except ServiceError as error:
            if not (self._offered and error.status == 400 and "tool" in str(error).lower()):
                raise
            self._offered = []  # a model that knows no tools can still talk
            return await self._stream(sent)

    async def _stream(self, messages: list[Json]) -> tuple[str, list[_Call], str]:
        text, finish = "", ""
        calls: dict[int, _Call] = {}
        async with aclosing(self._service.stream(messages, self._offered)) as pieces:
            async for piece in pieces:
                if piece.thought:
                    await self._turn.think(piece.thought)
                if piece.text:
                    text += piece.text
                    await self._turn.say(piece.text)
                for part in piece.calls:
                    index = part.get("index") or 0
                    calls.setdefault(index, _Call(f"call_{index}")).add(part)
                finish = finish or piece.finish
        if not finish:
            raise ServiceError("The model service broke off in the middle of its answer.")
        return text, [calls[index] for index in sorted(calls)], finish

    async def _do(self, call: _Call) -> str:
        """What the model is told of a tool call; errors are results that it can act on."""
        try:
            arguments = json.loads(call.arguments or "{}")
            if not isinstance(arguments, dict):
                raise UsageError("the arguments are no JSON object")
            if call.name not in self._doing:
                raise UsageError(f"there is no tool {call.name}")
            result = await self._doing[call.name](arguments)
        except json.JSONDecodeError:
            return "error: the arguments are no JSON"
        except SidekicksError as error:
            return f"error: {error}"
        return result if len(result) <= _RESULT else f"{result[:_RESULT]}\n[cut]"

    async def _find(self, arguments: Json) -> str:
        found = await self._tools.find(_text(arguments, "pattern"))
        shown = self._session.folder.shown
        lines = [shown(path) for path in found.names]
        lines += [f"{shown(hit.path)}:{hit.line}: {hit.text}" for hit in found.hits]
        return "\n".join(lines) or "nothing found"

    async def _read(self, arguments: Json) -> str:
        first = max(1, _number(arguments, "first") or 1)
        last = min(_number(arguments, "last") or first + _READ_LINES - 1, first + _READ_LINES - 1)
        excerpt = await self._tools.read(_text(arguments, "path"), first, max(first, last))
        return f"lines {excerpt.first} to {excerpt.last} of {excerpt.total}\n{excerpt.text}"

    async def _edit(self, arguments: Json) -> str:
        change = Replace(_text(arguments, "path"), _text(arguments, "old"), str(arguments.get("new") or ""))
        return f"edited, line {(await self._tools.edit(change)).line}"

    async def _write(self, arguments: Json) -> str:
        await self._tools.edit(Write(_text(arguments, "path"), str(arguments.get("content") or "")))
        return "written"

    async def _run(self, arguments: Json) -> str:
        ended = await self._tools.run(_text(arguments, "command"))
        return f"{ended.words}\n{plain(ended.output)}"

    def _instructions(self, question: Question) -> str:
        matches = self._library.ask(question.text, _SECTIONS)
        pages = "\n\n".join(f"# {m.section.title}: {m.section.heading}\n{m.section.body}" for m in matches)
        return _INSTRUCTIONS.format(
            folder=self._session.folder.cwd, pages=pages or "(nothing in the documentation)"
        )

    def _remember(self, messages: list[Json]) -> None:
        memory = self._session.memory
        memory.append(messages)
        while len(memory) > 1 and sum(len(json.dumps(turn)) for turn in memory) > _REMEMBERED:
            del memory[0]


def _asked(question: Question) -> str:
    parts = [question.before] if question.before else []
    for file in question.files:
        parts.append(f"[{file.name}]" if file.text is None else f"[{file.name}]\n{file.text}")
    return "\n\n".join([*parts, question.text])


def _text(arguments: Json, key: str) -> str:
    value: Any = arguments.get(key)
    if not isinstance(value, str) or not value:
        raise UsageError(f"the argument {key} is missing")
    return value


def _number(arguments: Json, key: str) -> int | None:
    value = arguments.get(key)
    return value if isinstance(value, int) else None
