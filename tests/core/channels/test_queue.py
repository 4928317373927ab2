"""Messages that wait for their turn, and are taken back before it comes."""

from pathlib import Path

import pytest

from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.events import TurnChanged
from tests.core.channels.bench import bench


async def test_a_message_that_waits_is_taken_back_and_the_others_go_on(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!slow 20")
        await desk.asked(direct.id)
        second = await desk.channels.send(direct.id, "second")
        await desk.channels.send(direct.id, "third")
        assert desk.channels.conversation(direct.id).queued == 2
        assert await desk.channels.drop_queued(direct.id, second) == "second"
        assert desk.channels.conversation(direct.id).queued == 1
        await desk.event(TurnChanged, lambda event: event.queued == 1)
        await desk.idle(direct.id)
        script = desk.script(direct.id)
        assert "you: second (cancelled)" in script
        assert "a: You said: second" not in script
        assert script[-1] == "a: You said: third"
        assert desk.updates(second)[-1] in desk.history.latest(direct.id).messages


async def test_a_message_that_was_sent_or_dropped_cannot_be_taken_back(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        first = await desk.channels.send(direct.id, "!slow 1000")
        await desk.asked(direct.id)
        second = await desk.channels.send(direct.id, "second")
        await desk.channels.drop_queued(direct.id, second)
        for message in (first, second, "none"):
            with pytest.raises(UsageError, match="does not wait any more"):
                await desk.channels.drop_queued(direct.id, message)
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)
