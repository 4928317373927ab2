import msgspec
import pytest

from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.model.messages import (
    Attachment,
    Diff,
    Location,
    PlanEntry,
    PlanPart,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolKind,
    ToolPart,
    ToolStatus,
)
from sidekicks_tui.store.codec import decode_message, encode_message, is_agents, record_key
from sidekicks_tui.store.keys import split_message_key
from tests.store.samples import message

FULL = msgspec.structs.replace(
    message("1"),
    parts=(
        TextPart(text="text"),
        ThoughtPart(text="thought", seconds=1.5),
        ToolPart(
            tool=ToolCall(
                id="t",
                title="title",
                kind=ToolKind.EDIT,
                status=ToolStatus.CANCELLED,
                locations=(Location(path="a.py", line=3),),
                diffs=(Diff(path="a.py", old_text="a", new_text="b", new_file=False),),
                exit_status=3,
                seconds=0.25,
            )
        ),
        PlanPart(entries=(PlanEntry(content="plan"),)),
    ),
    stop_reason=StopReason.END_TURN,
    code=SystemCode.HOOK,
    error="error",
    attachments=(Attachment(agent="a", path="p"),),
)


@pytest.mark.parametrize("kept", [FULL, message("1", ""), message("1", "long " * 10000)])
def test_a_message_comes_back_as_it_was(kept: object) -> None:
    assert decode_message(encode_message(kept)) == kept  # type: ignore[arg-type]
    assert decode_message(memoryview(encode_message(kept))) == kept  # type: ignore[arg-type]


def test_what_is_no_text_is_replaced() -> None:
    odd = msgspec.structs.replace(
        message("1", "a\udcffb"), attachments=(Attachment(agent="a", path="\udc80"),)
    )

    kept = decode_message(encode_message(odd))

    assert kept.text == "a?b"
    assert kept.attachments == (Attachment(agent="a", path="?"),)
    assert kept.created_at == odd.created_at


def test_text_is_compressed() -> None:
    assert len(encode_message(message("1", "long " * 10000))) < 2000


@pytest.mark.parametrize("role", Role)
def test_who_wrote_it_and_which_it_is_are_told_without_decoding(role: Role) -> None:
    for text in ("short", "long " * 1000):
        record = encode_message(message("m1", text, "c1", role))

        assert is_agents(record[0]) is (role is Role.AGENT)
        assert split_message_key(record_key(record)) == ("c1", "m1")


def test_an_id_that_no_key_can_hold_is_refused() -> None:
    with pytest.raises(HistoryError, match="too long"):
        encode_message(message("m" * 300))


@pytest.mark.parametrize("damage", [b"", b"\x80", b"\x01\x00garbage", b"\x81\x00garbage"])
def test_damage_is_told(damage: bytes) -> None:
    with pytest.raises(HistoryError, match="damaged"):
        decode_message(damage)
