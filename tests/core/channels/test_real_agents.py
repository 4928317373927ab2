"""Whole conversations with real agents, played again: what the person saw of each is written beside it.

Each agent spoke, thought, ran a command that was allowed and one that was refused, wrote and changed a file,
was refused a change, made a plan, was stopped while a command ran, and went on after its process was stopped.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sidekicks_tui.core.agents.running import Process
from sidekicks_tui.model.events import (
    Event,
    MessageDelta,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
)
from sidekicks_tui.model.messages import Message, PlanPart, TextPart, ThoughtPart, ToolCall, ToolPart
from sidekicks_tui.model.settings import AgentSettings
from tests.core.channels.bench import Bench, bench
from tests.support.replay import WORKSPACE, ReplayedAgent, recorded
from tests.support.replay import Message as WireMessage

_FOLDER = Path(__file__).parents[2] / "data" / "transcripts"
_CONVERSATIONS = sorted(path.stem.removesuffix("-work-1") for path in _FOLDER.glob("*-work-1.jsonl"))
_PROMPT = "session/prompt"
_SIGNS = {"completed": "☑", "in_progress": "▣", "pending": "☐"}


class Person:
    """Does what the person did when the recording was made."""

    def __init__(self, desk: Bench, channel: str, first: str) -> None:
        self._desk = desk
        self._channel = channel
        self._sent = first
        """What has been sent before the agent was started."""
        self._looked_at = 0

    async def act(self, message: WireMessage) -> None:
        match message.get("method"):
            case "session/prompt":
                text = message["params"]["prompt"][-1]["text"]
                if text != self._sent:
                    await self._desk.idle(self._channel)
                    await self._desk.channels.send(self._channel, text)
                self._sent = ""
            case "session/cancel":
                await self._desk.channels.cancel(self._channel)
            case _ if "outcome" in message["result"]:
                request = await self._desk.event(PermissionRequested, after=self._looked_at)
                self._looked_at = self._desk.events.index(request) + 1
                option = message["result"]["outcome"]["optionId"]
                await self._desk.channels.answer_permission(request.id, option)


@pytest.mark.parametrize("name", _CONVERSATIONS)
async def test_a_conversation_with_a_real_agent(name: str, tmp_path: Path) -> None:
    workspace = tmp_path / "project"
    workspace.mkdir()
    runs = [recorded(_FOLDER / f"{name}-work-{number}.jsonl", workspace) for number in (1, 2)]
    playing: list[asyncio.Task[None]] = []
    persons: list[Person] = []

    async def spawn(_settings: AgentSettings, _on_stderr: Callable[[str], None]) -> Process:
        played = ReplayedAgent(runs[len(playing)], persons[-1].act)
        playing.append(asyncio.create_task(played.play()))
        return played

    agent = AgentSettings(name="a", command=("a",), workspace=workspace, mode="ask")
    async with asyncio.timeout(20), bench(tmp_path, [agent], spawn=spawn) as desk:
        channel = (await desk.channels.direct("a")).id
        for run in runs:
            first = next(m["params"]["prompt"][-1]["text"] for _, m in run if m.get("method") == _PROMPT)
            persons.append(Person(desk, channel, first))
            await desk.channels.send(channel, first)
            await desk.until(lambda: len(playing) == len(persons))
            await playing[-1]
            await desk.idle(channel)
            await desk.agents.stop("a")
        messages = desk.messages(channel)
        seen = "".join(_told(message) for message in messages).replace(str(workspace), WORKSPACE)
        assert seen == (_FOLDER / f"{name}-work.txt").read_text()
        assert all(message.done for message in messages)
        for message in messages:
            told = [event for event in desk.events if _of(event) == message.id]
            assert isinstance(told[-1], MessageUpdated)
            assert told[-1].message == message
        asked = [event.id for event in desk.events if isinstance(event, PermissionRequested)]
        assert asked == [event.id for event in desk.events if isinstance(event, PermissionResolved)]


def _of(event: Event) -> str:
    """The message that the event is about, empty for another event."""
    if isinstance(event, MessageUpdated):
        return event.message.id
    return event.message_id if isinstance(event, MessageDelta) else ""


def _told(message: Message) -> str:
    """The message as plain lines."""
    end = message.code or message.error or message.stop_reason or ""
    lines = [f"{message.role} {end}".rstrip()]
    for part in message.parts:
        match part:
            case TextPart():
                lines += _block("text", part.text)
            case ThoughtPart():
                lines += _block("thought", part.text)
            case ToolPart():
                lines += _tool(part.tool)
            case PlanPart():
                lines.append("  plan " + " ".join(f"{_SIGNS[e.status]} {e.content}" for e in part.entries))
    return "\n".join(lines) + "\n\n"


def _tool(tool: ToolCall) -> list[str]:
    end = "" if tool.exit_status is None else f" exit {tool.exit_status}"
    lines = [f"  {tool.kind} {tool.status}{end}: {tool.title}"]
    for diff in tool.diffs:
        lines.append(f"    {'new' if diff.new_file else 'changed'} {diff.path}")
        lines += [f"      -{line}" for line in diff.old_text.splitlines()]
        lines += [f"      +{line}" for line in diff.new_text.splitlines()]
    return lines + [f"    |{line}" for line in tool.output.splitlines()]


def _block(name: str, text: str) -> list[str]:
    return [f"  {name}", *(f"    |{line}" for line in text.splitlines())]
