"""What the pictures show: each scene makes things happen on an engine without processes, and presses keys."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from msgspec.structs import replace

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Command, Usage
from sidekicks_tui.model.elicitation import ElicitationField, ElicitationForm, ElicitationUrl, FieldKind
from sidekicks_tui.model.events import UsageChanged
from sidekicks_tui.model.messages import (
    Diff,
    Location,
    PlanEntry,
    PlanPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
)
from sidekicks_tui.model.sessions import Choice, SessionInfo, SessionModes, SessionOption
from tests.support.seat import Seat

Scene: TypeAlias = Callable[[Seat], Awaitable[None]]

OLD = 'def parse(text):\n    if not text:\n        raise ValueError("empty")\n    return text.split(",")\n'
NEW = (
    "def parse(text: str) -> list[str]:\n    if not text:\n        raise EmptyInput(text)\n"
    '    return text.split(",")\n'
)
MARKDOWN = """\
## What I found

Three places raise bare `ValueError`s, and **nobody** can tell them apart:

1. `parse`, when the text is empty
   - and when it is *only* white space
2. `split`, see [the notes](https://example.org/notes)

> A caller should never have to read a message to know what went wrong.

| Place | Raises | Caught by |
| :-- | :-: | --: |
| `parse` | ValueError | 2 callers |
| `split` | ValueError | 0 callers |

```python
class EmptyInput(ParserError):
    \"\"\"There was nothing to parse.\"\"\"

    def __init__(self, text: str, limit: int = 80) -> None:
        super().__init__(f"nothing in {text[:limit]!r}")
```
"""
WIDE = """\
你好，世界。这是一个很长的句子，用来检查换行时每个字符的宽度是否正确，并且不会在字符中间断开。

| 名前 | 状態 |
| --- | --- |
| 構文解析 | 完了 👩‍👩‍👧‍👦 |
| naïve café | 🇫🇷 ok |

- สวัสดีครับ
- e\u0301 and é, ⏺️ and ✅
"""

STORES = (Choice(id="pg", name="Postgres"), Choice(id="lite", name="SQLite", description="one file"))
FORM = ElicitationForm(
    message="How shall I set the project up?",
    fields=(
        ElicitationField(name="name", title="Name", required=True),
        ElicitationField(name="port", title="Port", kind=FieldKind.INTEGER, default=8000),
        ElicitationField(name="store", title="Store", kind=FieldKind.CHOICE, choices=STORES, default="lite"),
        ElicitationField(name="ci", title="With CI", kind=FieldKind.BOOLEAN, description="runs the tests"),
    ),
)
SESSION = SessionInfo(
    id="s",
    title="A shape for errors",
    modes=SessionModes(current="ask", available=(Choice(id="ask", name="Ask before edits"),)),
    models=SessionModes(current="l", available=(Choice(id="l", name="Large"),)),
    options=(SessionOption(id="fast", name="Fast", current=True),),
)


def tool(kind: ToolKind, title: str, path: str = "", **fields: object) -> ToolPart:
    call = ToolCall(id=title, title=title, kind=kind, status=ToolStatus.COMPLETED)
    if path:
        call = replace(call, locations=(Location(path=path),))
    return ToolPart(tool=replace(call, **fields))


def parser_talk(seat: Seat) -> str:
    """A channel in which claude was asked for something and did it; returns its id."""
    channels = seat.engine.channels
    channel = channels.add("parser", "API of the new parser", ("claude", "gemini"))
    seat.engine.agents.become("claude", AgentState.READY)
    channels.say(channel.id, "@claude look at $src/parser.py and propose a shape for errors")
    channels.say(
        channel.id,
        "I read the parser first. Three places raise bare `ValueError`s; now each has an error of its own.",
        "claude",
        ThoughtPart(text="The callers tell the errors apart by their text.", seconds=12),
        tool(ToolKind.READ, "Read src/parser.py", "src/parser.py", seconds=0.4),
        tool(
            ToolKind.EDIT,
            "Edit src/errors.py",
            "src/errors.py",
            diffs=(Diff(path="src/errors.py", old_text=OLD, new_text=NEW, new_file=False),),
            seconds=1.0,
        ),
        tool(
            ToolKind.EXECUTE,
            "pytest -q",
            input='{"command":"pytest -q"}',
            output="\n".join(f"tests/test_parser.py::test_{n} \x1b[32mPASSED\x1b[0m" for n in range(40)),
            exit_status=0,
            seconds=8.2,
        ),
        PlanPart(
            entries=(
                PlanEntry(content="errors module", status="completed"),
                PlanEntry(content="parser", status="in_progress"),
                PlanEntry(content="tests"),
            )
        ),
    )
    usage = Usage(used=53_000, size=200_000, cost=0.42, currency="USD")
    channels.usage[channel.id] = {"claude": usage}
    seat.engine.happen(UsageChanged(channel=channel.id, agent="claude", usage=usage))
    return channel.id


async def opened(seat: Seat) -> str:
    """`parser_talk`, with the channel in sight."""
    id = parser_talk(seat)
    await seat.settle()
    await seat.press("alt+2")
    return id


async def first_start(seat: Seat) -> None:
    await seat.settle()


async def conversation(seat: Seat) -> None:
    id = await opened(seat)
    seat.engine.channels.turn(id, "claude")
    seat.engine.agents.become("claude", AgentState.BUSY)
    seat.engine.agents.become("gemini", AgentState.READY)
    seat.engine.channels.ask(id, "rm -rf build/")
    await seat.type("tell @gemini what you found")


async def permission(seat: Seat) -> None:
    id = await opened(seat)
    seat.engine.channels.turn(id, "claude")
    seat.engine.channels.ask(id, "rm -rf build/\nmake all", rejections=2)
    seat.engine.channels.ask(id, "git push")
    await seat.settle()
    await seat.press("alt+a")


async def elsewhere(seat: Seat) -> None:
    id = parser_talk(seat)
    seat.engine.channels.turn(id, "claude")
    seat.engine.channels.ask(id, "rm -rf build/")
    await seat.settle()


async def markdown(seat: Seat) -> None:
    seat.engine.channels.say(seat.general, "What did you find?")
    seat.engine.channels.say(seat.general, MARKDOWN, "claude")
    await seat.settle()


async def wide(seat: Seat) -> None:
    seat.engine.channels.add(
        "解析器-👩‍👩‍👧‍👦-with-a-name-that-does-not-end-before-the-column-does", "説明", ("claude",)
    )
    seat.engine.channels.say(seat.general, "@claude 调查一下 🇫🇷")
    seat.engine.channels.say(seat.general, WIDE, "claude")
    await seat.type("漢字とemoji 👩‍👩‍👧‍👦 を書く")


async def hostile(seat: Seat) -> None:
    seat.engine.channels.add("[b + `", "[@click=app.quit]x[/]", ("claude",))
    seat.engine.channels.say(
        seat.general,
        "[/ and [@click=app.quit]x[/] and \x1b]0;owned\x07 and \u202egnp.exe",
        "claude",
        tool(ToolKind.EXECUTE, "[b + `\x1b[2J", output="[/red]\x1b]52;c;AAAA\x07"),
    )
    seat.engine.agents.become("gemini", AgentState.ERROR, "[/ it said \x1b[31mno")
    await seat.settle()


async def diff(seat: Seat) -> None:
    await opened(seat)
    await seat.press("ctrl+up", "k", "k", "k", "enter")


async def tool_output(seat: Seat) -> None:
    await opened(seat)
    await seat.press("ctrl+up", "k", "k", "enter")


async def answering(seat: Seat) -> None:
    id = await opened(seat)
    seat.engine.channels.say(id, "And the lexer?")
    seat.engine.channels.turn(id, "claude", queued=1)
    part = ThoughtPart(text="The lexer has the same faults.")
    running = tool(ToolKind.EXECUTE, "pytest -q tests/lexer", status=ToolStatus.IN_PROGRESS)
    seat.engine.channels.say(id, "I look at the lexer now. It", "claude", part, running, done=False)
    await seat.settle()


async def completion(seat: Seat) -> None:
    seat.engine.channels.offered["claude"] = (
        Command(name="compact", description="Make the session shorter"),
        Command(name="review", description="Review changes", hint="what to review"),
    )
    seat.engine.channels.turn(seat.general)
    seat.engine.channels.add("", "", ("claude",), direct="claude")
    await seat.type("ask @")


async def palette(seat: Seat) -> None:
    await opened(seat)
    await seat.press("ctrl+p")


async def switcher(seat: Seat) -> None:
    await opened(seat)
    await seat.press("ctrl+k")
    await seat.type("ge")


async def keys(seat: Seat) -> None:
    await opened(seat)
    await seat.press("f1")


async def search(seat: Seat) -> None:
    await opened(seat)
    await seat.press("ctrl+f")
    await seat.type("parser")


async def panel(seat: Seat) -> None:
    seat.engine.channels.sessions["claude"] = SESSION
    id = await opened(seat)
    seat.engine.channels.turn(id, "claude", queued=1)
    seat.engine.channels.say(id, "then run the whole suite", queued=True)
    await seat.press("alt+m")


async def question(seat: Seat) -> None:
    id = await opened(seat)
    seat.engine.channels.turn(id, "claude")
    seat.engine.channels.question(id, FORM)
    await seat.settle()
    await seat.press("alt+a", "down")
    await seat.type("x")
    seat.chat._desk.card.question._settled = 0.0
    await seat.press("alt+enter")


async def address(seat: Seat) -> None:
    id = await opened(seat)
    url = "https://id.example.org/device?code=WXYZ-1234"
    seat.engine.channels.question(id, ElicitationUrl(message="Log in, please.", id="1", url=url))
    await seat.settle()
    await seat.press("alt+a")


async def permission_diff(seat: Seat) -> None:
    id = await opened(seat)
    seat.engine.channels.turn(id, "claude")
    edit = Diff(path="src/errors.py", old_text=OLD, new_text=NEW, new_file=False)
    call = ToolCall(id="e", title="Edit src/errors.py", kind=ToolKind.EDIT, diffs=(edit,))
    seat.engine.channels.ask(id, "", tool=call)
    await seat.settle()
    await seat.press("alt+a")


async def log(seat: Seat) -> None:
    for line in (
        "listening",
        "warning: no index, it takes longer",
        "request 17 took 1.2 s",
        "\x1b[31mred\x1b[0m",
    ):
        seat.engine.agents.log("claude", line)
    await opened(seat)
    await seat.press("alt+l")


async def agents(seat: Seat) -> None:
    await opened(seat)
    seat.engine.agents.become("gemini", AgentState.ERROR, "gemini: command not found")
    seat.engine.agents.log("claude", "listening")
    await seat.press("ctrl+g", "a")


async def problems(seat: Seat) -> None:
    await opened(seat)
    await seat.choose("Problems")


SCENES: dict[str, Scene] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        first_start,
        conversation,
        permission,
        elsewhere,
        markdown,
        wide,
        hostile,
        diff,
        tool_output,
        answering,
        completion,
        palette,
        switcher,
        keys,
        search,
        panel,
        question,
        address,
        permission_diff,
        log,
        agents,
        problems,
    )
}
