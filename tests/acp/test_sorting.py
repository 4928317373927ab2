import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.framing import Overlong
from sidekicks_tui.acp.sorting import Incoming, RequestId, Sorter
from sidekicks_tui.acp.updates import Chunk, ChunkKind, Retrying
from tests.support.acp_client import RecordingClient


class _Sorted:
    def __init__(self) -> None:
        self.client = RecordingClient()
        self.withdrawn: list[RequestId] = []
        self.sorter = Sorter(self.client, self.withdrawn.append)

    def __call__(self, message: Any) -> dict[str, Any] | None:
        return self.sorter.sort(message if isinstance(message, bytes) else json.dumps(message).encode())


def _chunk(text: str) -> dict[str, Any]:
    update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
    return {"method": "session/update", "params": {"sessionId": "s", "update": update, "_meta": {}}}


async def test_updates_go_to_the_client_at_once() -> None:
    sort = _Sorted()
    assert sort(_chunk("hello")) is None
    assert sort.client.updates == [("s", Chunk(kind=ChunkKind.TEXT, text="hello"))]


@pytest.mark.parametrize("identifier", [0, 7, -1, "", "0", "8547a95c-25a4", 1.5])
async def test_identifiers_of_requests_are_kept_as_they_are(identifier: RequestId) -> None:
    params = {"sessionId": "s"}
    assert _Sorted()({"id": identifier, "method": "fs/x", "params": params}) == {
        "id": identifier,
        "method": "fs/x",
        "params": Incoming(identifier, params),
    }


@pytest.mark.parametrize("identifier", [True, [1], {"a": 1}])
async def test_an_impossible_identifier_is_refused(identifier: object) -> None:
    request = _Sorted()({"id": identifier, "method": "fs/x"})
    assert request is not None
    assert request["id"] is None
    assert request["params"].refusal


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        ({"id": 0, "result": {"a": 1}}, {"id": 0, "result": {"a": 1}}),
        ({"id": 1, "result": None, "error": None}, {"id": 1, "result": None}),
        (
            {"id": 1, "result": None, "error": {"code": -1, "message": "no", "data": [1]}},
            {"id": 1, "error": {"code": -1, "message": "no", "data": [1]}},
        ),
        (
            {"id": 1, "error": "in words"},
            {"id": 1, "error": {"code": -32603, "message": "", "data": "in words"}},
        ),
        (
            {"id": 1, "error": {"code": "E1", "message": {"a": 1}}},
            {"id": 1, "error": {"code": -32603, "message": "", "data": None}},
        ),
    ],
)
async def test_answers_are_cleaned(answer: dict[str, Any], taken: dict[str, Any]) -> None:
    sort = _Sorted()
    assert sort({"jsonrpc": "2.0", **answer}) == taken
    assert sort.client.noises == []


@pytest.mark.parametrize(
    "line",
    [
        b'"hi"', b"42", b"[1]", b'{"level":"info"}', b"null", b"a banner", b"\x1b[2J\xff", b"{broken",
        b'{"error":{"code":-32700}}', b'{"id":null,"error":{}}', b'{"id":"0","result":{}}',
        b'{"id":[0],"result":1}', b'{"id":true,"result":{}}',
    ],
)  # fmt: skip
async def test_what_is_no_message_is_noise(line: bytes) -> None:
    sort = _Sorted()
    assert sort(line) is None
    assert sort.client.noises == [line.decode(errors="replace")]
    assert sort.client.updates == []


async def test_noise_is_cut_and_blank_lines_are_nothing() -> None:
    sort = _Sorted()
    sort(b"x" * 100_000)
    sort(b"  \r")
    assert [len(noise) for noise in sort.client.noises] == [4096]


async def test_notifications_of_others_are_ignored() -> None:
    sort = _Sorted()
    assert sort({"method": "_auth/status_update", "params": {}}) is None
    assert sort({"method": "vendor/notify", "params": [1]}) is None
    assert sort({"method": "session/closed", "id": None}) is None
    assert (sort.client.noises, sort.client.updates, sort.withdrawn) == ([], [], [])


async def test_a_request_is_withdrawn_by_its_identifier() -> None:
    sort = _Sorted()
    for identifier in (0, "u-1"):
        sort({"method": "$/cancel_request", "params": {"requestId": identifier}})
    assert sort.withdrawn == [0, "u-1"]


async def test_an_address_that_is_done_is_told_by_its_identifier() -> None:
    sort = _Sorted()
    sort({"method": "elicitation/complete", "params": {"elicitationId": "e-1"}})
    sort({"method": "elicitation/complete", "params": None})
    assert sort.client.completed == ["e-1", ""]


async def test_retries_are_told_with_their_reason() -> None:
    sort = _Sorted()
    for told in ({"category": "server_error", "detail": "HTTP 500"}, {"category": "rate_limit"}, {}):
        sort({"method": "_session/retrying", "params": {"sessionId": "s", **told}})
    assert sort.client.updates == [
        ("s", Retrying(reason="HTTP 500")), ("s", Retrying(reason="rate_limit")), ("s", Retrying(reason=""))
    ]  # fmt: skip


async def test_each_unknown_thing_is_noted_once_and_not_for_ever() -> None:
    sort = _Sorted()
    for number in range(300):
        for _ in range(2):
            sort(
                {
                    "method": "session/update",
                    "params": {"sessionId": "s", "update": {"sessionUpdate": f"k{number}"}},
                }
            )
    assert len(sort.client.notes) == len(set(sort.client.notes)) == 100


async def test_a_refused_update_is_told_in_its_session() -> None:
    sort = _Sorted()
    sort(_chunk("before"))
    head = b'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"t","update":{"x":"'
    assert sort.sorter.sort(Overlong(head, b'x"}}}', 60 * 1024 * 1024)) is None
    assert sort.sorter.sort(Overlong(b'{"method":"session/update","params":{"update":{"', b'"}}}', 1)) is None
    assert [session for session, _ in sort.client.updates] == ["s", "t", "s"]
    assert "60 MB" in sort.client.notes[0]


async def test_a_refused_request_and_a_refused_answer_are_answered() -> None:
    sort = _Sorted()
    request = sort.sorter.sort(Overlong(b'{"method":"fs/write_text_file","params":{"x', b'"},"id":"u"}', 9))
    assert request is not None
    assert (request["id"], request["method"], bool(request["params"].refusal)) == (
        "u",
        "fs/write_text_file",
        True,
    )
    answer = sort.sorter.sort(Overlong(b'{"id":4,"result":{"x', b'"}}', 9))
    assert answer is not None
    assert answer["id"] == 4
    assert "8 MB" in answer["error"]["message"]
    assert sort.sorter.sort(Overlong(b"xxxxxxx", b"xxxx", 9)) is None
    assert len(sort.client.noises) == 1


async def test_a_request_that_is_nested_too_deeply_is_answered() -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    request = _Sorted()(b'{"id":3,"method":"fs/read_text_file","params":' + deep + b"}")
    assert request is not None
    assert (request["id"], bool(request["params"].refusal)) == (3, True)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)
_MESSAGE = st.dictionaries(
    st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error"]),
    _JSON
    | st.sampled_from(["session/update", "$/cancel_request"])
    | st.fixed_dictionaries({"update": _JSON}),
)


@given(_MESSAGE | _JSON)
def test_whatever_comes_leaves_only_what_the_sdk_stands(message: object) -> None:
    taken = _Sorted()(json.dumps(message).encode())
    if taken is None:
        return
    if "method" in taken:
        assert isinstance(taken["method"], str)
        assert isinstance(taken["params"], Incoming)
    else:
        assert type(taken["id"]) is int
        assert ("result" in taken) != ("error" in taken)
