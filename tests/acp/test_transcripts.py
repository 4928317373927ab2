"""Recordings of real agents, played again: the agent's side by the file, ours by the connection."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from sidekicks_tui.acp.peer import Peer
from sidekicks_tui.acp.sessions import agent_info, session_info
from sidekicks_tui.acp.translate import todo_plan, translate
from sidekicks_tui.acp.updates import Note, Retrying, Update
from sidekicks_tui.model.errors import AgentRefused
from tests.support.acp_client import MemoryWire, RecordingClient

_TOLD = ("session/update", "_session/retrying")
_RECORDINGS = sorted((Path(__file__).parent.parent / "data" / "transcripts").glob("*.jsonl"))


def _read(recording: Path) -> list[tuple[str, dict[str, Any]]]:
    entries = [json.loads(line) for line in recording.read_text().splitlines()]
    return [(entry["dir"], entry["msg"]) for entry in entries]


def _told(message: dict[str, Any]) -> list[tuple[str, Update | None]]:
    params = message["params"]
    session = params["sessionId"]
    if message["method"] == "session/update":
        return [(session, translate(params["update"])), (session, todo_plan(params["update"]))]
    return [(session, Retrying(reason=params["detail"]))]


async def _outcome(request: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await request
    except AgentRefused as refused:
        return refused.code


@pytest.mark.parametrize("recording", _RECORDINGS, ids=lambda recording: recording.stem)
async def test_a_recording_plays_through(recording: Path) -> None:
    wire, client = MemoryWire(), RecordingClient()
    peer = Peer(wire, client)
    entries = _read(recording)
    requests: dict[int, asyncio.Task[Any]] = {}
    asked: list[dict[str, Any]] = []
    for direction, message in entries:
        if direction == "<-":
            wire.say(message)
            if "method" in message and "id" in message:
                asked.append(message)
                answer = await wire.sent()
                assert answer["id"] == message["id"]
                assert type(answer["id"]) is type(message["id"])
                assert "result" in answer, answer
        elif "method" in message and "id" in message:
            requests[message["id"]] = asyncio.create_task(
                _outcome(peer.request(message["method"], message.get("params", {})))
            )
            assert (await wire.sent())["id"] == message["id"]
        elif "method" in message:
            await peer.notify(message["method"], message.get("params", {}))
            assert (await wire.sent())["method"] == message["method"]
    incoming = [message for direction, message in entries if direction == "<-"]
    for message in incoming:
        if "method" not in message:
            outcome = await asyncio.wait_for(requests[message["id"]], 5)
            assert outcome == (message["error"]["code"] if "error" in message else message["result"] or {})
    expected = [told for message in incoming if message.get("method") in _TOLD for told in _told(message)]
    assert client.updates == [(session, update) for session, update in expected if update is not None]
    assert not any(isinstance(update, Note) for _, update in client.updates)
    assert client.noises == []
    methods = [message["method"] for message in asked]
    assert len(client.permissions) == methods.count("session/request_permission")
    assert len(client.questions) == methods.count("elicitation/create")
    written = {m["params"]["path"] for m in asked if m["method"] == "fs/write_text_file"}
    assert set(client.files) == written
    await peer.close()


@pytest.mark.parametrize("recording", _RECORDINGS, ids=lambda recording: recording.stem)
def test_what_the_agent_says_of_itself_is_read(recording: Path) -> None:
    results = [m["result"] for d, m in _read(recording) if d == "<-" and m.get("result")]
    info = agent_info(next(result for result in results if "agentCapabilities" in result))
    assert info.version
    assert info.load_session
    opened = [result for result in results if "configOptions" in result]
    assert opened
    assert all(option.choices for result in opened for option in session_info("s", result).options)


def test_there_are_recordings_of_three_agents() -> None:
    assert {recording.stem.split("-")[0] for recording in _RECORDINGS} == {"codex", "opencode", "vibe"}
