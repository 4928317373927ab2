from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.system.lines import CUT, LineSplitter


def _split(pieces: list[bytes], limit: int = 1000) -> list[str]:
    splitter = LineSplitter(limit)
    lines = [line for piece in pieces for line in splitter.feed(piece)]
    return [*lines, *splitter.end()]


def test_lines_end_at_line_feeds_and_lose_their_carriage_return() -> None:
    assert _split([b"a\r\nb\n\nc"]) == ["a", "b", "", "c"]


def test_a_long_line_is_cut_and_the_next_is_whole() -> None:
    assert _split([b"123456", b"789\n1234", b"5\n"], limit=5) == ["12345" + CUT, "12345"]


def test_the_cut_never_stands_within_a_character() -> None:
    assert _split(["abcé tail\n".encode()], limit=4) == ["abc" + CUT]


def test_what_is_no_utf_8_is_replaced() -> None:
    assert _split([b"a\xffb\n"]) == ["a\ufffdb"]


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", codec="utf-8"))), st.data())
def test_how_the_bytes_arrive_does_not_matter(lines: list[str], data: st.DataObject) -> None:
    whole = "".join(f"{line}\n" for line in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)))))
    pieces = [whole[start:end] for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]

    assert _split(pieces, limit=10**6) == lines


@given(st.binary(max_size=200), st.integers(1, 20))
def test_no_line_is_longer_than_the_limit(data: bytes, limit: int) -> None:
    for line in _split([data], limit):
        assert len(line.removesuffix(CUT)) <= limit
