from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.output import LIVE_OUTPUT, Output, cut

PIECES = st.lists(st.text(min_size=0, max_size=30), max_size=40)


@given(PIECES)
def test_short_output_is_whole(pieces: list[str]) -> None:
    output = Output()
    for piece in pieces:
        output.append(piece)
    assert output.whole() == output.live() == "".join(pieces)


@given(PIECES, st.integers(2, 60).map(lambda half: 2 * half))
def test_grown_output_is_cut_as_the_whole_text_is(pieces: list[str], limit: int) -> None:
    output = Output(limit=limit)
    for piece in pieces:
        output.append(piece)
        assert output.whole() == output.whole()
    assert output.whole() == cut("".join(pieces), limit)
    assert len(output) == len("".join(pieces))


def test_a_cut_keeps_both_ends_and_says_how_much_is_gone() -> None:
    assert cut("a" * 600 + "b" * 600, 200) == f"{'a' * 100}\n… 1,000 characters left out …\n{'b' * 100}"


def test_a_running_call_shows_the_last_stretch() -> None:
    output = Output()
    for number in range(20_000):
        output.append(f"line {number}\n")
    live = output.live()
    assert live.endswith("line 19998\nline 19999\n")
    assert len(live) < LIVE_OUTPUT + 100
    assert "characters left out" in live
    assert output.whole().startswith("line 0\nline 1\n")
