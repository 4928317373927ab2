from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.client.tail import Tail


@given(st.lists(st.text(max_size=8)), st.integers(0, 40), st.integers(0, 40))
def test_the_end_is_kept_in_whole_characters(pieces: list[str], limit: int, shown: int) -> None:
    whole = "".join(pieces)
    tail = Tail(limit)
    for piece in pieces:
        tail.append(piece.encode())
    text = tail.text(shown)
    assert whole.endswith(text)
    missing = len(whole.encode()) - len(text.encode())
    assert tail.truncated == (len(whole.encode()) > limit)
    if missing:
        assert min(limit, shown) - 3 <= len(text.encode()) <= min(limit, shown)


@given(st.text(min_size=1))
def test_a_character_that_is_still_on_its_way_waits(text: str) -> None:
    tail = Tail(1000)
    encoded = text.encode()
    for position in range(len(encoded)):
        tail.append(encoded[position : position + 1])
        assert text.startswith(tail.text(final=False))
    assert tail.text() == text


def test_much_output_stays_bounded() -> None:
    tail = Tail(1000)
    for number in range(100_000):
        tail.append(b"line %d\n" % number)
    assert tail.truncated
    assert len(tail.text()) <= 1000
    assert tail.text().endswith("line 99999\n")


def test_what_is_no_text_is_shown_as_such() -> None:
    tail = Tail(10)
    tail.append(b"a\xff\xfeb")
    assert tail.text() == "a\ufffd\ufffdb"
