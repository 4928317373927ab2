import asyncio

import pytest

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.model.events import EngineFault


async def failing(error: Exception) -> None:
    raise error


async def forever() -> None:
    await asyncio.Event().wait()


async def test_a_failure_is_logged_with_its_traceback_and_told(caplog: pytest.LogCaptureFixture) -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        Supervisor(bus).spawn(failing(HistoryError("the disk is full")), "Keeping a message")
        assert await anext(events) == EngineFault(sentence="Keeping a message: the disk is full")
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], HistoryError)


async def test_a_bug_is_told_by_its_kind() -> None:
    bus = Bus()
    async with bus.subscribe() as events:
        Supervisor(bus).spawn(failing(KeyError("x")), "Idle check")
        assert await anext(events) == EngineFault(sentence="Idle check: KeyError('x')")


async def test_what_a_task_returns_reaches_who_waits_for_it() -> None:
    async def answer() -> int:
        return 42

    assert await Supervisor(Bus()).spawn(answer(), "x") == 42


async def test_close_leaves_no_task_not_even_what_a_dying_one_starts() -> None:
    bus = Bus()
    supervisor = Supervisor(bus)

    async def stubborn() -> None:
        try:
            await forever()
        finally:
            supervisor.spawn(forever(), "last wish")

    before = asyncio.all_tasks()
    async with bus.subscribe() as events:
        supervisor.spawn(stubborn(), "stubborn")
        await asyncio.sleep(0)
        await supervisor.close()
        bus.close()
        assert [event async for event in events] == []
    assert asyncio.all_tasks() == before
