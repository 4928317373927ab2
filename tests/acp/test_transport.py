import asyncio
import itertools
import json
import logging
import random
from types import SimpleNamespace
from typing import Any

import pytest

from sidekicks_tui.acp.sorting import Incoming, Sorter
from sidekicks_tui.acp.transport import PipeTransport
from sidekicks_tui.acp.updates import Update
from sidekicks_tui.model.errors import AgentGone
from tests.support.acp_client import MemoryWire, RecordingClient


class _End:
    def __init__(self) -> None:
        self.wire = MemoryWire()
        self.client = RecordingClient()
        self.ended = 0
        sorter = Sorter(self.client, lambda _: None)
        self.transport = PipeTransport(self.wire, sorter, self._count_end)

    def _count_end(self) -> None:
        self.ended += 1


def _chunk(text: str) -> dict[str, Any]:
    update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
    return {"method": "session/update", "params": {"sessionId": "s", "update": update}}


async def test_everything_comes_in_the_order_of_the_wire() -> None:
    end = _End()
    lines = (
        b"".join(json.dumps(_chunk(f"{n} ")).encode() + b"\n" for n in range(500)) + b'{"id":0,"result":7}\n'
    )
    cuts = random.Random(5)
    at = 0
    while at < len(lines):
        size = cuts.randint(1, 2000)
        end.wire.feed(lines[at : at + size])
        at += size
    assert await end.transport.receive() == {"id": 0, "result": 7}
    assert end.client.text == "".join(f"{n} " for n in range(500))


async def test_who_waits_for_an_answer_sees_it_before_what_follows() -> None:
    end = _End()
    end.wire.say(_chunk("before"), {"id": 0, "result": 1}, _chunk(" after"), {"id": 1, "result": 2})
    assert await end.transport.receive() is not None
    seen: list[str] = []
    asyncio.get_running_loop().call_soon(lambda: seen.append(end.client.text))
    assert await end.transport.receive() is not None
    assert seen == ["before"]
    assert end.client.text == "before after"


async def test_the_loop_has_its_turn_in_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    milliseconds = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(milliseconds) / 1000)
    monkeypatch.setattr("sidekicks_tui.acp.transport.time", clock)
    end = _End()
    end.wire.say(*(_chunk("x") for _ in range(1000)), {"id": 0, "result": 1})
    loop = asyncio.get_running_loop()
    turns = 0

    def turn() -> None:
        nonlocal turns
        turns += 1
        loop.call_soon(turn)

    loop.call_soon(turn)
    assert await end.transport.receive() is not None
    assert turns >= 1000 // 5


async def test_nothing_is_read_while_lines_are_at_hand() -> None:
    end = _End()
    end.wire.say({"id": 0, "result": 1}, {"id": 1, "result": 1})
    end.wire.say({"id": 2, "result": 1})
    await end.transport.receive()
    await end.transport.receive()
    assert end.wire.reads == 1
    await end.transport.receive()
    assert end.wire.reads == 2


async def test_an_agent_that_does_not_read_is_not_read() -> None:
    end = _End()
    end.wire.unblocked.clear()
    answers = [asyncio.create_task(end.transport.send({"id": n, "result": {}})) for n in range(100)]
    await end.wire.sent()
    end.wire.say({"id": 0, "result": 1})
    receiving = asyncio.create_task(end.transport.receive())
    for _ in range(5):
        await asyncio.sleep(0)
    assert end.wire.reads == 0
    end.wire.unblocked.set()
    assert await receiving == {"id": 0, "result": 1}
    await asyncio.gather(*answers)


async def test_the_last_line_needs_no_line_feed() -> None:
    end = _End()
    end.wire.feed(b'{"id":0,"result":1}')
    end.wire.feed(b"")
    assert await end.transport.receive() == {"id": 0, "result": 1}
    assert end.ended == 0
    assert await end.transport.receive() is None
    assert end.ended == 1


async def test_messages_are_written_whole_and_in_order() -> None:
    end = _End()
    await asyncio.gather(*(end.transport.send({"method": "m", "params": n}) for n in range(50)))
    assert [(await end.wire.sent())["params"] for _ in range(50)] == list(range(50))
    assert end.wire.silent


async def test_requests_to_a_dead_agent_raise_and_answers_do_not() -> None:
    end = _End()
    end.wire.broken = True
    with pytest.raises(AgentGone):
        await end.transport.send({"id": 0, "method": "m"})
    await end.transport.send({"id": 0, "result": {}})


async def test_a_mistake_of_ours_costs_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    end = _End()
    taken: list[Update] = []

    def updated(session_id: str, update: Update) -> None:
        taken.append(update)
        if len(taken) == 1:
            raise KeyError("a bug")

    monkeypatch.setattr(end.client, "updated", updated)
    end.wire.say(_chunk("one"), _chunk("two"), {"id": 0, "method": "fs/x"})
    with caplog.at_level(logging.CRITICAL + 1, logger="sidekicks_tui.acp.transport"):
        request = await end.transport.receive()
    assert request == {"id": 0, "method": "fs/x", "params": Incoming(0, None)}
    assert len(taken) == 2
