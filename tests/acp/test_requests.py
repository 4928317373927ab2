"""What agents ask, from line to line: everything between is real."""

import asyncio
import logging
from typing import Any

import pytest

from sidekicks_tui.acp.peer import Peer
from sidekicks_tui.model.errors import AgentGone
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from sidekicks_tui.model.sessions import AgentInfo
from tests.support.acp_client import MemoryWire, RecordingClient


class _Asking:
    def __init__(self) -> None:
        self.wire = MemoryWire()
        self.client = RecordingClient()
        self.peer = Peer(self.wire, self.client)

    async def __call__(self, method: str, params: object, identifier: object = 0) -> dict[str, Any]:
        self.wire.say({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params})
        return await asyncio.wait_for(self.wire.sent(), 5)


def _options(*kinds: str) -> list[dict[str, str]]:
    return [
        {"optionId": f"id-{number}", "name": f"N{number}", "kind": kind} for number, kind in enumerate(kinds)
    ]


@pytest.mark.parametrize("identifier", [0, 41, "0", "8547a95c-25a4"])
async def test_the_agents_identifier_comes_back_as_it_was(identifier: object) -> None:
    ask = _Asking()
    answer = await ask("fs/write_text_file", {"sessionId": "s", "path": "/a", "content": "c"}, identifier)
    assert answer == {"jsonrpc": "2.0", "id": identifier, "result": {}}
    assert type(answer["id"]) is type(identifier)
    await ask.peer.close()


async def test_permission_options_of_any_kind_and_the_exact_answer() -> None:
    ask = _Asking()
    ask.client.choose = lambda options: options[2].id
    options = [*_options("allow_always", "allow_always", "postpone"), {"name": "no id", "kind": "allow_once"}]
    options[2]["optionId"] = " odd\n[/]"
    answer = await ask(
        "session/request_permission", {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": options}
    )
    assert answer["result"] == {"outcome": {"outcome": "selected", "optionId": " odd\n[/]"}}
    tool, offered = ask.client.permissions[0]
    assert tool.id == "c"
    assert offered == (
        PermissionOption(id="id-0", name="N0", kind=PermissionKind.ALLOW_ALWAYS),
        PermissionOption(id="id-1", name="N1", kind=PermissionKind.ALLOW_ALWAYS),
        PermissionOption(id=" odd\n[/]", name="N2", kind=PermissionKind.OTHER),
    )
    await ask.peer.close()


async def test_no_answer_is_cancelled() -> None:
    ask = _Asking()
    ask.client.choose = lambda options: None
    params = {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": _options("allow_once")}
    answer = await ask("session/request_permission", params)
    assert answer["result"] == {"outcome": {"outcome": "cancelled"}}
    await ask.peer.close()


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("craft/drainMidTurnQueue", {}, -32601),
        ("_vendor/thing", {}, -32601),
        ("session/prompt", {}, -32601),
        ("fs/read_text_file", {"sessionId": 5, "path": "/a"}, -32602),
        ("fs/read_text_file", None, -32602),
        ("fs/read_text_file", {"sessionId": "s", "path": "/missing"}, -32002),
        ("fs/read_text_file", {"sessionId": "s", "path": "../out"}, -32602),
        ("session/request_permission", {"sessionId": "s", "options": "none"}, -32602),
        ("session/request_permission", {"options": _options("allow_once")}, -32602),
        ("terminal/create", [1], -32602),
        ("terminal/output", {"sessionId": "s", "terminalId": "unknown"}, -32602),
        ("elicitation/create", "what", -32602),
        (7, {}, -32601),
    ],
)
async def test_every_request_gets_an_error_that_can_be_read(method: str, params: object, code: int) -> None:
    ask = _Asking()
    answer = await ask(method, params, "u")
    assert answer["id"] == "u"
    assert answer["error"]["code"] == code
    assert answer["error"]["message"]
    good = await ask("fs/write_text_file", {"sessionId": "s", "path": "/a", "content": "still here"})
    assert good["result"] == {}
    await ask.peer.close()


async def test_files() -> None:
    ask = _Asking()
    ask.client.files["/a"] = "1\n2\n3\n"
    whole = await ask("fs/read_text_file", {"sessionId": "s", "path": "/a", "line": None, "limit": None})
    part = await ask("fs/read_text_file", {"sessionId": "s", "path": "/a", "line": 2, "limit": 1})
    assert (whole["result"], part["result"]) == ({"content": "1\n2\n3\n"}, {"content": "2\n"})
    outside = await ask("fs/read_text_file", {"sessionId": "s", "path": "../b"})
    assert outside["error"]["message"] == "../b is outside of the workspace"
    await ask.peer.close()


async def test_a_missing_file_is_told_but_to_gemini_which_could_not_make_it() -> None:
    ask = _Asking()
    missing = {"sessionId": "s", "path": "/missing"}
    error = (await ask("fs/read_text_file", missing))["error"]
    assert (error["code"], error["message"][:20]) == (-32002, "Resource not found: ")
    ask.peer.meet(AgentInfo(name="gemini-cli"))
    assert (await ask("fs/read_text_file", missing))["result"] == {"content": ""}
    outside = await ask("fs/read_text_file", {"sessionId": "s", "path": "../b"})
    assert outside["error"]["code"] == -32602
    await ask.peer.close()


async def test_terminals() -> None:
    ask = _Asking()
    params = {"sessionId": "s", "command": "make", "args": ["-j", "2"], "env": [{"name": "A", "value": "b"}]}
    created = await ask("terminal/create", params)
    terminal = {"sessionId": "s", **created["result"]}
    printed = await ask("terminal/output", terminal)
    assert printed["result"] == {
        "output": "printed",
        "truncated": False,
        "exitStatus": {"exitCode": 0, "signal": None},
    }
    assert (await ask("terminal/wait_for_exit", terminal))["result"] == {"exitCode": 0, "signal": None}
    assert (await ask("terminal/kill", terminal))["result"] == {}
    assert (await ask("terminal/release", terminal))["result"] == {}
    assert ask.client.terminals == ["make -j 2", "killed", "released"]
    await ask.peer.close()


async def test_a_request_under_way_is_withdrawn() -> None:
    ask = _Asking()
    ask.client.hold.clear()
    params = {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": _options("allow_once")}
    ask.wire.say(
        {"id": 0, "method": "session/request_permission", "params": params},
        {"method": "$/cancel_request", "params": {"requestId": 0}},
    )
    answer = await asyncio.wait_for(ask.wire.sent(), 5)
    assert (answer["id"], answer["error"]["code"]) == (0, -32800)
    await ask.peer.close()


async def test_open_requests_end_with_the_agent() -> None:
    ask = _Asking()
    ask.client.hold.clear()
    params = {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": _options("allow_once")}
    ask.wire.say({"id": 0, "method": "session/request_permission", "params": params})
    await asyncio.wait_for(ask.client.asked.wait(), 5)
    ask.wire.broken = True
    ask.wire.feed(b"")
    with pytest.raises(AgentGone):
        await ask.peer.request("session/list", {})
    while not ask.client.cancelled_permissions:
        await asyncio.sleep(0)
    await ask.peer.close()


async def test_too_many_open_requests_are_refused() -> None:
    ask = _Asking()
    ask.client.hold.clear()
    params = {"sessionId": "s", "toolCall": {"toolCallId": "c"}, "options": _options("allow_once")}
    ask.wire.say(*({"id": n, "method": "session/request_permission", "params": params} for n in range(1001)))
    refused = await asyncio.wait_for(ask.wire.sent(), 30)
    assert (refused["id"], refused["error"]["code"]) == (1000, -32603)
    await ask.peer.close()


async def test_a_bug_of_the_client_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ask = _Asking()

    async def broken(session_id: str, path: str, content: str) -> None:
        raise KeyError("a bug")

    monkeypatch.setattr(ask.client, "write_text_file", broken)
    with caplog.at_level(logging.CRITICAL + 1):
        answer = await ask("fs/write_text_file", {"sessionId": "s", "path": "/a", "content": "c"})
    assert answer["error"]["code"] == -32603
    await ask.peer.close()
