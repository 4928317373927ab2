"""A small application around the timeline, and conversations to show in it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from textual.app import App, ComposeResult
from textual.widgets import Input

from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import (
    Diff,
    Location,
    Message,
    PlanEntry,
    PlanPart,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
)
from sidekicks_tui.widgets.timeline import Timeline

CHANNEL = Channel(id="c1", name="parser", members=("claude", "gemini"))
MORNING = datetime(2025, 3, 12, 10, 42).astimezone()
"""Of the day that the demo takes for today."""


def title_of(name: str) -> str:
    return name


class DemoApp(App[None]):
    """The timeline above an input, with what it posted."""

    CSS = "Timeline { height: 1fr; } Input { height: 1; border: none; }"

    def __init__(self, messages: Sequence[Message] = (), *, more: bool = False, read: str = "") -> None:
        super().__init__()
        self.timeline = Timeline(title_of, today=MORNING.date, id="timeline")
        self.timeline.frame_seconds = 0.001
        self.posted: list[object] = []
        self._messages, self._more, self._read = messages, more, read

    def compose(self) -> ComposeResult:
        yield self.timeline
        yield Input()

    def on_mount(self) -> None:
        self.timeline.show(CHANNEL, self._messages, more=self._more, read=self._read)

    def on_timeline_older_wanted(self, message: Timeline.OlderWanted) -> None:
        self.posted.append(message)

    def on_timeline_file_opened(self, message: Timeline.FileOpened) -> None:
        self.posted.append(message)

    def on_timeline_read_up_to(self, message: Timeline.ReadUpTo) -> None:
        self.posted.append(message)


def shown(timeline: Timeline) -> list[str]:
    """The rows in sight, without the spaces at their ends."""
    region = timeline.scrollable_content_region
    return [strip.text.rstrip() for strip in timeline.render_lines(region.reset_offset)]


def message(
    number: int, *parts: object, role: Role = Role.AGENT, agent: str = "claude", day: int = 0, **more: object
) -> Message:
    """The message number `number` of a conversation, a minute after the one before."""
    moment = MORNING - timedelta(days=day) + timedelta(minutes=number)
    return Message(
        id=f"{number:026d}",
        channel=CHANNEL.id,
        created_at=moment,
        role=role,
        agent="" if role is Role.USER else agent,
        parts=tuple(parts),  # type: ignore[arg-type]  # parts of any kind
        **more,  # type: ignore[arg-type]  # the message's own fields
    )


def said(number: int, text: str, **more: object) -> Message:
    return message(number, TextPart(text=text), **more)  # type: ignore[arg-type]  # as above


def asked(number: int, text: str, **more: object) -> Message:
    return message(number, TextPart(text=text), role=Role.USER, **more)  # type: ignore[arg-type]  # as above


def grown(number: int, text: str, index: int = 0, kind: str = "text") -> MessageDelta:
    return MessageDelta(channel=CHANNEL.id, message_id=f"{number:026d}", index=index, kind=kind, text=text)


OLD_ERRORS = '''class ParserError(Exception):
    """Something went wrong."""

    def __init__(self, message):
        super().__init__(message)


def parse(text):
    if not text:
        raise ValueError("empty")
    return text.split(",")
'''
NEW_ERRORS = '''class ParserError(Exception):
    """Something went wrong at `line`."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"{line}: {message}")
        self.line = line


def parse(text):
    if not text:
        raise ParserError("empty", 1)
    return text.split(",")
'''

CONVERSATION = (
    message(1, role=Role.SYSTEM, code=SystemCode.AGENT_JOINED, day=1),
    said(2, "I am here. Ask me anything about **the parser**.", day=1),
    asked(3, "@claude look at $src/parser.py and propose a shape for errors\n\n  - short\n  - typed"),
    message(
        4,
        ThoughtPart(text="The parser raises bare errors.\n\n- three places\n- no line", seconds=12.3),
        TextPart(
            text="""I read the parser first. Three places raise bare `ValueError`s, see
[the docs](https://docs.python.org/3/library/exceptions.html) or https://peps.python.org/pep-0008/.

## A shape for errors

1. One class, `ParserError`, with a *line*
2. Callers catch **one** thing
   - nested, with a very long explanation that goes on and on until it must be wrapped at the edge
   - 你好，世界。这是一个很长的中文句子，用来检查换行是否正确，标点符号不会出现在行首。
3. ~~Nothing else~~

> Errors should never pass silently.
> Unless explicitly silenced.

| Place | Raises | 说明 |
|:------|:------:|-----:|
| `parse` | `ValueError` | 空字符串 |
| `load` | `KeyError`, `OSError` | 文件 👩‍👩‍👧 |

```python
class ParserError(Exception):
    \"\"\"Something went wrong at `line`.\"\"\"

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"{line}: {message}")  # with the line
        self.line = line
```
"""
        ),
        ToolPart(
            tool=ToolCall(
                id="t1",
                title="Read src/parser.py",
                kind=ToolKind.READ,
                status=ToolStatus.COMPLETED,
                output="x\n" * 40,
                locations=(Location(path="src/parser.py", line=12),),
                seconds=0.2,
            )
        ),
        ToolPart(
            tool=ToolCall(
                id="t2",
                title="Edit src/errors.py",
                kind=ToolKind.EDIT,
                status=ToolStatus.COMPLETED,
                diffs=(Diff(path="src/errors.py", old_text=OLD_ERRORS, new_text=NEW_ERRORS, new_file=False),),
                seconds=2.5,
            )
        ),
        ToolPart(
            tool=ToolCall(
                id="t3",
                title="`pytest -q`",
                kind=ToolKind.EXECUTE,
                status=ToolStatus.FAILED,
                input='{"command":"pytest -q","timeout":120}',
                output="".join(f"tests/test_{n}.py \x1b[32m.....\x1b[0m  [{n:3}%]\n" for n in range(60))
                + "\x1b[1;31mFAILED\x1b[0m tests/test_parser.py::test_empty\n",
                exit_status=1,
                seconds=8.4,
            )
        ),
        ToolPart(tool=ToolCall(id="t4", title="ruff check .", kind=ToolKind.EXECUTE)),
        PlanPart(
            entries=(
                PlanEntry(content="errors module", status="completed"),
                PlanEntry(content="parser", status="in_progress"),
                PlanEntry(content="tests"),
            )
        ),
        stop_reason=StopReason.MAX_TOKENS,
    ),
    message(5, role=Role.SYSTEM, agent="gemini", code=SystemCode.AGENT_JOINED),
    asked(6, "and gemini?", queued=True),
    message(7, agent="gemini", error="HTTP 429: quota exceeded for model \x1b[31mgemini\x1b[0m"),
)
