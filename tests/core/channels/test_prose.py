import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.prose import MASK, mask_code, mask_quotations


def kept(text: str) -> str:
    return mask_code(text).replace(MASK, "")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("plain", "plain"),
        ("a `b` c", "a  c"),
        ("a `` b ` c `` d", "a  d"),
        ("a `b c", "a `b c"),
        ("a `b\nc` d", "a \n d"),
        ("a `b\n\nc` d", "a `b\n\nc` d"),
        ("a ```b` c", "a ```b` c"),
        (r"a \`b` c", r"a \`b` c"),
        ("x\n```py\ncode\n```\ny", "x\n\n\n\ny"),
        ("x\n~~~\ncode\n```\n~~~\ny", "x\n\n\n\n\ny"),
        ("x\n````\n```\ncode\n`````\ny", "x\n\n\n\n\ny"),
        ("- item\n  ```\n  code\n  ```\ny", "- item\n\n\n\ny"),
        ("x\n```\nto the end", "x\n\n"),
        ("```not a fence``` y", " y"),
        ("> quoted `\nnot in a span `", "> quoted `\nnot in a span `"),
    ],
)
def test_code_is_masked(text: str, left: str) -> None:
    assert kept(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("> a\nb", "\nb"),
        ("  >a\nb", "\nb"),
        ("a > b", "a > b"),
        ("a\n> b", "a\n"),
        ("    > code, not a quotation", "    > code, not a quotation"),
    ],
)
def test_quoted_lines_are_masked(text: str, left: str) -> None:
    assert mask_quotations(text).replace(MASK, "") == left


@given(st.text(st.sampled_from("ab `~\\>\n\r\u2028")))
def test_masks_keep_every_position(text: str) -> None:
    for masked in (mask_code(text), mask_quotations(text)):
        assert len(masked) == len(text)
        assert all(
            now == before or (now == MASK and before != "\n")
            for before, now in zip(text, masked, strict=True)
        )


def test_masking_is_linear() -> None:
    """Runs of every length, none of them closed: each must be looked for once."""
    text = " ".join("`" * length for length in range(1, 700))
    assert mask_code(text) == text
