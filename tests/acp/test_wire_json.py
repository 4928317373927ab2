import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.acp.wire_json import compact, decode, encode, salvage

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(-1e300, 1e300) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(st.binary(max_size=200))
def test_rubbish_is_no_object(line: bytes) -> None:
    assert decode(line) is None or line.lstrip(b"\r\t ").startswith(b"{")


@given(st.dictionaries(st.text(), _JSON, max_size=4))
def test_what_is_encoded_is_decoded(value: dict[str, object]) -> None:
    line = encode(value)
    assert b"\n" not in line
    assert decode(line) == value


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"text": "half \\ud83d"}', {"text": "half \ufffd"}),
        (b'{"\\ude00": ["\\ud83d\\ude00"]}', {"\ufffd": ["😀"]}),
        (b'{"text": "\xff"}', {"text": "\ufffd"}),
        (b'{"a": 1}\r', {"a": 1}),
    ],
)
def test_careless_agents_are_forgiven(line: bytes, value: object) -> None:
    assert decode(line) == value


def test_not_a_number_costs_only_itself() -> None:
    assert compact(decode(b'{"cost": NaN, "text": "kept"}')) == '{"cost":null,"text":"kept"}'


@pytest.mark.parametrize("line", [b'"hi"', b"42", b"[1]", b"null", b"", b"a banner", b'{"a"', b"[" * 100_000])
def test_what_is_no_object_is_nothing(line: bytes) -> None:
    assert decode(line) is None


def test_deep_nesting_is_refused_not_fatal() -> None:
    assert decode(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}") is None
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert compact(nested) == ""


def test_a_name_that_is_no_text_can_still_be_sent() -> None:
    assert json.loads(encode({"path": "a\udcff"})) == {"path": "a?"}


@pytest.mark.parametrize(
    ("head", "tail", "known"),
    [
        (
            b'{"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s-1", "update": {"x',
            b'x"}}}',
            {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s-1"}},
        ),
        (b'{"jsonrpc":"2.0","id":0,"result":{"text":"xx', b'x"}}', {"jsonrpc": "2.0", "id": 0}),
        (b'{"id":"u-1","method":"fs/write","params":{', b'"}}', {"id": "u-1", "method": "fs/write"}),
        (b'{"method":"fs/write","params":{"x', b'"}, "id": "u-1"}', {"id": "u-1", "method": "fs/write"}),
        (b'{"result":{"x', b'"},"id":12} \r', {"id": 12}),
        (b'{"result":{"x', b'"},"inner":{"id":12}}', {}),
        (b"[[[[", b"]]]]", {}),
        (b"", b"", {}),
    ],
)
def test_the_ends_of_a_message_tell_what_it_was(head: bytes, tail: bytes, known: object) -> None:
    assert salvage(head, tail) == known


@given(st.binary(max_size=100), st.binary(max_size=100))
def test_any_ends_can_be_looked_at(head: bytes, tail: bytes) -> None:
    assert isinstance(salvage(head, tail), dict)
