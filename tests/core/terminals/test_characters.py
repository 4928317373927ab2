from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.terminals.characters import whole_characters


@given(st.text(min_size=1), st.integers(4, 20))
def test_text_is_cut_between_characters_only(text: str, size: int) -> None:
    data, pieces = text.encode("utf-8", "replace"), []
    while data:
        end = whole_characters(data, size)
        assert 0 < end <= size
        pieces.append(data[:end].decode())
        data = data[end:]

    assert "".join(pieces) == text.encode("utf-8", "replace").decode()


@given(st.binary(min_size=4), st.integers(4, 20))
def test_whatever_it_is_it_goes_on(data: bytes, size: int) -> None:
    assert max(1, min(size, len(data)) - 3) <= whole_characters(data, size) <= size


def test_the_begin_of_a_character_waits_for_its_end() -> None:
    for character in "é你😀":
        encoded = character.encode()
        for length in range(len(encoded)):
            assert whole_characters(b"ab" + encoded[:length], 100) == 2
        assert whole_characters(b"ab" + encoded, 100) == 2 + len(encoded)
