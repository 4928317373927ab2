"""An agent that ignores Stop, on a clock that does not wait."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from sidekicks_tui.acp.blocks import PromptBlock
from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.service import ChannelService
from sidekicks_tui.core.hooks.service import HookService
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.model.events import TurnChanged
from sidekicks_tui.model.limits import CANCEL_OFFER_STOP_AFTER
from sidekicks_tui.model.messages import StopReason
from sidekicks_tui.model.settings import Settings
from sidekicks_tui.store.memory import MemoryHistory
from tests.core.agents.fakes import run
from tests.core.channels.test_interleavings import FakeAgent, FakeAgents


class Stubborn(FakeAgent):
    """Answers for so many seconds, whatever it is told."""

    takes = 0.0

    async def prompt(self, session: str, blocks: Sequence[PromptBlock]) -> StopReason:
        await asyncio.sleep(self.takes)
        return StopReason.END_TURN


async def turns(takes: float, stop_after: float) -> list[tuple[float, bool, bool]]:
    """When the channel's turn changed after Stop, and whether it was busy and stuck then."""
    bus = Bus()
    supervisor = Supervisor(bus)
    agents = FakeAgents([])
    stubborn = agents.agents["a"] = Stubborn("a", [])
    stubborn.takes = takes
    channels = agents.channels = ChannelService(
        bus=bus,
        history=MemoryHistory(),
        agents=cast("Any", agents),
        hooks=HookService(cast("Any", None)),
        supervisor=supervisor,
        settings=lambda: Settings(path=Path("/x"), agents=(stubborn.settings,)),
        spawn=cast("Any", SimpleNamespace()),
    )
    loop = asyncio.get_running_loop()
    told: list[tuple[float, bool, bool]] = []
    direct = await channels.direct("a")
    await channels.send(direct.id, "hello")
    await asyncio.sleep(1 + stop_after)  # it was started, and has been asked
    stopped = loop.time()

    async def listen() -> None:
        async with bus.subscribe(TurnChanged) as events:
            async for event in events:
                assert isinstance(event, TurnChanged)
                assert channels.conversation(direct.id).stuck == event.stuck
                told.append((round(loop.time() - stopped, 1), event.busy, event.stuck))

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    await channels.cancel(direct.id)
    await channels.cancel(direct.id)
    await asyncio.sleep(1000)
    bus.close()
    await listening
    await supervisor.close()
    return told


def test_an_agent_that_ignores_stop_is_told_of_as_stuck_until_it_ends() -> None:
    told = run(turns(takes=31, stop_after=1))
    assert [(busy, stuck) for _, busy, stuck in told] == [(True, True), (True, False), (False, False)]
    assert told[0][0] == CANCEL_OFFER_STOP_AFTER
    assert told[1][0] > 25


def test_an_agent_that_obeys_in_time_is_never_stuck() -> None:
    told = run(turns(takes=CANCEL_OFFER_STOP_AFTER, stop_after=1))
    assert [(busy, stuck) for _, busy, stuck in told] == [(False, False)]
