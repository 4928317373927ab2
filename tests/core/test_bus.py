import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from sidekicks_tui.core.bus import Bus, Subscription
from sidekicks_tui.model.events import (
    EngineFault,
    Event,
    MessageDelta,
    PermissionResolved,
    TerminalExit,
    TerminalOutput,
)


def delta(text: str) -> MessageDelta:
    return MessageDelta(channel="c", message_id="m", index=0, kind="text", text=text)


def resolved(number: int) -> PermissionResolved:
    return PermissionResolved(id=str(number), channel="c")


async def collect(subscription: Subscription) -> list[Event]:
    return [event async for event in subscription]


async def test_every_subscriber_gets_the_types_that_it_asked_for() -> None:
    bus = Bus()
    async with bus.subscribe() as everything, bus.subscribe(PermissionResolved) as permissions:
        bus.publish(delta("a"))
        bus.publish(resolved(1))
        bus.close()
        assert await collect(everything) == [delta("a"), resolved(1)]
        assert await collect(permissions) == [resolved(1)]


async def test_a_reader_that_waits_is_woken() -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        bus.publish(resolved(1))
        bus.publish(resolved(2))
        assert await waiting == resolved(1)
        assert await anext(events) == resolved(2)


async def test_nothing_is_kept_for_who_has_left() -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        pass
    bus.publish(resolved(1))
    bus.close()
    assert await collect(events) == []


async def test_a_reader_that_was_cancelled_may_read_on() -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        bus.publish(resolved(1))
        assert await anext(events) == resolved(1)


async def test_a_batch_is_everything_that_waits() -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        waiting = asyncio.ensure_future(events.batch())
        await asyncio.sleep(0)
        for event in (delta("a"), delta("b"), resolved(1)):
            bus.publish(event)
        assert await waiting == [delta("ab"), resolved(1)]
        bus.close()
        assert await events.batch() == []


async def test_a_backlog_does_not_hold_up_the_loop() -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        for number in range(100_000):
            bus.publish(resolved(number))
        bus.close()
        read = 0
        read_when_somebody_else_ran = []
        asyncio.get_running_loop().call_soon(lambda: read_when_somebody_else_ran.append(read))
        async for _ in events:
            read += 1
    assert read == 100_000
    assert read_when_somebody_else_ran[0] < 100_000


@settings(max_examples=40)
@given(
    published=st.lists(st.one_of(st.text(max_size=2), st.integers(0, 9)), max_size=60),
    pauses=st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=8), min_size=1, max_size=4),
    gaps=st.lists(st.integers(0, 2), min_size=1, max_size=8),
)
def test_slow_readers_lose_neither_order_nor_text(
    published: list[str | int], pauses: list[list[int]], gaps: list[int]
) -> None:
    """Readers pause for as many turns of the loop as `pauses` says, the publisher as `gaps` says."""
    sent: list[Event] = [delta(item) if isinstance(item, str) else resolved(item) for item in published]

    async def turns(count: int) -> None:
        for _ in range(count):
            await asyncio.sleep(0)

    async def read(bus: Bus, rhythm: list[int]) -> list[Event]:
        got: list[Event] = []
        async with bus.subscribe() as events:
            async for event in events:
                got.append(event)
                await turns(rhythm[len(got) % len(rhythm)])
        return got

    async def scenario() -> list[list[Event]]:
        bus = Bus()
        async with asyncio.TaskGroup() as group:
            readers = [group.create_task(read(bus, rhythm)) for rhythm in pauses]
            await turns(1)
            for number, event in enumerate(sent):
                bus.publish(event)
                await turns(gaps[number % len(gaps)])
            bus.close()
        return [reader.result() for reader in readers]

    for got in asyncio.run(scenario()):
        assert joined(got) == joined(sent)


def joined(events: list[Event]) -> list[str | Event]:
    """Neighbouring texts as one."""
    result: list[str | Event] = [""]
    for event in events:
        if isinstance(event, MessageDelta):
            before = result.pop() if isinstance(result[-1], str) else ""
            result.append(f"{before}{event.text}")
        else:
            result += [event, ""] if isinstance(result[-1], str) else ["", event, ""]
    return [item for item in result if item != ""]


async def test_publishing_without_subscribers_is_nothing() -> None:
    Bus().publish(EngineFault(sentence="x"))


async def test_who_publishes_without_end_can_wait_for_the_slowest() -> None:
    bus = Bus()
    assert not bus.wants(TerminalOutput)
    await bus.keeps_up(TerminalOutput, 0)

    async with bus.subscribe(TerminalOutput) as slow, bus.subscribe(TerminalExit):
        assert bus.wants(TerminalOutput)
        for _ in range(3):
            bus.publish(TerminalOutput(id="t", data=b"x"))
        waiting = asyncio.create_task(bus.keeps_up(TerminalOutput, 1))
        await asyncio.sleep(0)

        await anext(slow)
        await asyncio.sleep(0)
        assert not waiting.done()

        await anext(slow)
        await waiting
        bus.publish(TerminalOutput(id="t", data=b"x"))
        waiting = asyncio.create_task(bus.keeps_up(TerminalOutput, 1))
        await asyncio.sleep(0)
        assert not waiting.done()
    await waiting


async def test_a_closed_bus_lets_go_who_waits_for_others() -> None:
    bus = Bus()
    async with bus.subscribe():
        bus.publish(TerminalOutput(id="t", data=b"x"))
        waiting = asyncio.create_task(bus.keeps_up(TerminalOutput, 0))
        await asyncio.sleep(0)
        bus.close()
        await waiting
