"""Streaming: what stands there at the end is what one drawing of the whole text gives."""

import sys
from math import inf
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.markdown.highlighting import LEXERS
from sidekicks_tui.widgets.timeline.textview import TextView
from tests.widgets.timeline.samples import SAMPLES
from tests.widgets.timeline.test_splitting import TEXTS

WIDTH = 60


def drawn(blocks: list[Block], width: int = WIDTH) -> list[tuple[object, ...]]:
    """The rows, gaps included, once all colours are known."""
    rows: list[tuple[object, ...]] = []
    for block in blocks:
        rows += [()] * block.gap
        block.rows(width)
        while block.pale:
            block.color()
            block.rows(width)
        rows += [(row.runs, row.ground) for row in block.rows(width)]
    return rows


def whole(text: str) -> TextView:
    view = TextView()
    view.add(text)
    view.finish()
    view.advance(inf)
    return view


def streamed(text: str, cuts: list[int], look_every: int = 1) -> TextView:
    """A view that got `text` in chunks, and was looked at in between."""
    view = TextView()
    for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(text)], strict=True)):
        view.add(text[start:end])
        if number % look_every == 0:
            view.advance(inf)
            drawn(view.blocks())
    view.advance(inf)
    view.finish()
    return view


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SAMPLES), st.data())
def test_the_end_of_a_stream_equals_one_drawing(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=30)))
    assert drawn(streamed(text, cuts).blocks()) == drawn(whole(text).blocks())


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.data())
def test_odd_markdown_streams_to_the_same_end(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    assert drawn(streamed(text, cuts).blocks()) == drawn(whole(text).blocks())


def test_every_sample_streams_character_by_character() -> None:
    for text in SAMPLES:
        text = text[:600]
        assert drawn(streamed(text, list(range(1, len(text)))).blocks()) == drawn(whole(text).blocks())


def test_a_link_that_is_defined_later_is_a_link_then() -> None:
    view = streamed("see [here]\n\nmore\n\n[here]: https://example.com/x\n", [12, 20])
    links = {ink.link for block in view.blocks() for row in block.rows(WIDTH) for _, ink in row.runs}
    assert "https://example.com/x" in links


def test_half_of_a_definition_does_not_stay() -> None:
    text = "[here]: https://example.com/long\n\nsee [here]\n"
    assert drawn(streamed(text, [20, 26]).blocks()) == drawn(whole(text).blocks())


def test_line_ends_of_two_characters_may_be_cut_between_them() -> None:
    assert drawn(streamed("one\r\ntwo\r\n\r\nthree", [4, 9, 10]).blocks()) == drawn(
        whole("one\ntwo\n\nthree").blocks()
    )


def test_frozen_blocks_are_the_same_objects_while_the_rest_streams() -> None:
    view = TextView()
    view.add("# one\n\ntwo\n\nthree")
    view.advance(inf)
    before = view.blocks()
    view.add(" more")
    view.advance(inf)
    after = view.blocks()
    assert before[:2] == after[:2]
    assert before[2] is not after[2]


def test_rows_that_did_not_change_are_the_same_rows() -> None:
    view = TextView()
    view.add("word " * 40)
    view.advance(inf)
    before = view.blocks()[0].rows(WIDTH)
    view.add("end")
    view.advance(inf)
    after = view.blocks()[0].rows(WIDTH)
    assert before[0] is after[0]
    assert before[-1] is not after[-1]


def test_a_long_text_is_taken_in_in_slices() -> None:
    view = TextView()
    view.add("word word\n\n" * 20_000)
    slices = 0
    while view.advance(0):
        slices += 1
    assert slices > 5
    assert len(view.blocks()) == 20_000


def test_a_streamed_fence_is_linear() -> None:
    """A line more costs the piece that it stands in, however long the fence is by then."""
    assert LEXERS.ready("") and _calls(600) < 2.2 * _calls(300)


def _calls(lines: int) -> int:
    view, calls = TextView(), 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    view.add("```\n")
    sys.setprofile(count)
    try:
        for number in range(lines):
            view.add(f"line {number}\n")
            view.advance(inf)
            view.blocks()[-1].rows(WIDTH)
    finally:
        sys.setprofile(None)
    return calls


def test_what_is_open_is_shown_as_if_it_were_closed() -> None:
    for text, shown in (
        ("a **bold te", "a bold te"),
        ("a `co", "a co"),
        ("see [docs](https://ex", "see docs"),
        ("a *", "a"),
    ):
        view = TextView()
        view.add(text)
        view.advance(inf)
        assert view.blocks()[0].rows(WIDTH)[0].text == shown


def test_the_samples_are_real_markdown() -> None:
    assert len(SAMPLES) >= 4
    assert all(isinstance(sample, str) and len(sample) > 500 for sample in SAMPLES)
    assert Path(__file__).exists()
