"""Requests of ours that nobody waits for any more."""

import asyncio

import pytest

from sidekicks_tui.acp.peer import Peer
from tests.support.acp_client import MemoryWire, RecordingClient


async def test_a_request_that_is_given_up_is_withdrawn() -> None:
    wire = MemoryWire()
    peer = Peer(wire, RecordingClient())
    waiting = [asyncio.create_task(peer.request("authenticate", {"methodId": name})) for name in "ab"]
    sent = [await wire.sent() for _ in waiting]
    waiting[1].cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting[1]
    assert await wire.sent() == {
        "jsonrpc": "2.0",
        "method": "$/cancel_request",
        "params": {"requestId": sent[1]["id"]},
    }
    wire.say({"id": sent[1]["id"], "result": {"late": True}}, {"id": sent[0]["id"], "result": {"in": "time"}})
    assert await waiting[0] == {"in": "time"}
    await peer.close()


async def test_what_was_never_sent_is_not_withdrawn() -> None:
    wire = MemoryWire()
    peer = Peer(wire, RecordingClient())
    waiting = asyncio.create_task(peer.request("authenticate", {}))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0)
    assert wire.silent
    await peer.close()
