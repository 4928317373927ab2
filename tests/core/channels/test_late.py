"""What is told when no answer is under way, on a clock that does not wait."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

from sidekicks_tui.acp.updates import Chunk, ChunkKind, Note, PlanUpdate, Retrying, ToolUpdate
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.elicitations import Elicitations
from sidekicks_tui.core.channels.late import Late
from sidekicks_tui.core.channels.live import LiveChannel
from sidekicks_tui.core.channels.permissions import Permissions
from sidekicks_tui.core.channels.stream import Stream
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.channels import Channel, StoredChannel
from sidekicks_tui.model.messages import Message, PlanEntry, StopReason, ToolPart, ToolStatus
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from sidekicks_tui.store.memory import MemoryHistory
from tests.core.agents.fakes import run

CHANNEL = Channel(id="c", name="room", members=("a",))
OPTION = PermissionOption(id="yes", name="Yes", kind=PermissionKind.ALLOW_ONCE)


class Desk:
    """A channel and what its agent tells late."""

    def __init__(self) -> None:
        bus = Bus()
        numbers = count(1)
        self.history = MemoryHistory()
        self.permissions = Permissions(bus, lambda: "p")
        self.supervisor = Supervisor(bus)
        self.context = Context(
            bus=bus,
            history=self.history,
            agents=cast("Any", SimpleNamespace()),
            permissions=self.permissions,
            elicitations=Elicitations(bus, lambda: "e"),
            hooks=HookService(cast("Any", None)),
            supervisor=self.supervisor,
            settings=cast("Any", None),
            new_id=lambda: f"{next(numbers):03}",
            now=lambda: datetime(2026, 1, 1, tzinfo=UTC),
            clock=lambda: 0.0,
        )
        self.live = LiveChannel(self.context, StoredChannel(channel=CHANNEL), lambda: None)
        self.late = Late(self.context, self.live, "a")

    async def answer(self, *updates: ToolUpdate | PlanUpdate | Chunk) -> Stream:
        """An answer that is over."""
        await self.history.put_channel(StoredChannel(channel=CHANNEL))
        stream = Stream(self.context, self.live, "a")
        for update in updates:
            stream.updated(update)
        await stream.finish(StopReason.CANCELLED)
        self.late.follow(stream)
        return stream

    def kept(self) -> tuple[Message, ...]:
        return self.history.latest("c").messages

    def shown(self) -> tuple[Message, ...]:
        return self.live.conversation().messages


def text(words: str) -> Chunk:
    return Chunk(kind=ChunkKind.TEXT, text=words)


def scenario(steps: Coroutine[Any, Any, None]) -> None:
    """On virtual time: waiting takes none."""
    run(steps)


def test_late_words_are_one_message_until_the_agent_is_quiet() -> None:
    async def steps() -> None:
        desk = Desk()
        await desk.answer(text("In time."))
        for word in ("one ", "two ", "three"):
            desk.late.updated(text(word))
            await asyncio.sleep(0.9)
        assert [message.done for message in desk.shown()] == [True, False]
        assert len(desk.kept()) == 1
        await asyncio.sleep(0.2)
        assert [message.text for message in desk.kept()] == ["In time.", "one two three"]
        assert desk.kept()[1].stop_reason is StopReason.END_TURN
        desk.late.updated(text("four"))
        await desk.late.end()
        assert [message.text for message in desk.kept()][1:] == ["one two three", "four"]
        await asyncio.sleep(5)
        assert len(desk.kept()) == 3

    scenario(steps())


def test_what_says_nothing_makes_no_message() -> None:
    async def steps() -> None:
        desk = Desk()
        await desk.answer()
        for update in (
            text("\n"),
            Chunk(kind=ChunkKind.USER, text="echo"),
            PlanUpdate(entries=()),
            Retrying(reason="HTTP 500"),
        ):
            desk.late.updated(update)
        await asyncio.sleep(5)
        assert len(desk.shown()) == 1
        desk.late.updated(Note(text="[audio]"))
        assert len(desk.shown()) == 2
        await desk.late.end()

    scenario(steps())


def test_news_of_the_answers_calls_and_plan_amend_it() -> None:
    async def steps() -> None:
        desk = Desk()
        entries = (PlanEntry(content="a"),)
        await desk.answer(ToolUpdate(id="1", title="Run"), PlanUpdate(entries=entries))
        assert status(desk.kept()[0]) == "cancelled"
        desk.late.updated(ToolUpdate(id="1", status=ToolStatus.COMPLETED, output="done"))
        desk.late.updated(PlanUpdate(entries=(PlanEntry(content="a", status="completed"),)))
        await asyncio.sleep(1.1)
        (answer,) = desk.kept()
        assert status(answer) == "completed"
        assert answer.stop_reason is StopReason.CANCELLED
        assert desk.shown() == (answer,)

    scenario(steps())


def test_a_terminal_that_ends_late_amends_its_call() -> None:
    async def steps() -> None:
        desk = Desk()
        await desk.answer(ToolUpdate(id="1", terminal="t"))
        desk.late.printed("t", "the end", 0)
        desk.late.printed("unknown", "nobody's", 0)
        await asyncio.sleep(1.1)
        (answer,) = desk.kept()
        (part,) = answer.parts
        assert isinstance(part, ToolPart)
        assert (part.tool.output, part.tool.exit_status) == ("the end", 0)

    scenario(steps())


def test_a_late_request_keeps_its_message_open_until_it_is_answered() -> None:
    async def steps() -> None:
        desk = Desk()
        await desk.answer()
        asked = asyncio.create_task(desk.late.permit(ToolUpdate(id="9", title="rm"), (OPTION,)))
        await asyncio.sleep(600)
        (request,) = desk.permissions.pending("c")
        assert request.message_id == desk.shown()[-1].id
        assert not desk.shown()[-1].done
        desk.permissions.answer("p", "yes")
        assert await asked == "yes"
        await asyncio.sleep(3)
        assert len(desk.kept()) == 2

    scenario(steps())


def status(message: Message) -> str:
    return next(part.tool.status for part in message.parts if isinstance(part, ToolPart))
