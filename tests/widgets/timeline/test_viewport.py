"""What is in sight, whatever happens to the document: without a screen."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sidekicks_tui.model.messages import TextPart
from sidekicks_tui.widgets.timeline.document import Document, Place
from sidekicks_tui.widgets.timeline.viewport import Viewport
from tests.widgets.timeline.demo import grown, message, said

TEXT = st.lists(
    st.sampled_from(["word " * 9, "- item", "", "```\ncode\n```", "# h", "| a |\n|---|\n| b |"]), max_size=6
)
STEP = st.one_of(
    st.tuples(st.just("scroll"), st.integers(-25, 25)),
    st.tuples(st.just("grow"), TEXT.map("\n".join)),
    st.tuples(st.just("add"), TEXT.map("\n".join)),
    st.tuples(st.just("prepend"), TEXT.map("\n".join)),
    st.tuples(st.just("narrow"), st.integers(10, 60)),
    st.tuples(st.just("follow"), st.just(0)),
)


def viewport(height: int = 10, width: int = 40) -> Viewport:
    document = Document(str)
    document.resize(width)
    document.fill([said(number, f"message {number}\n\nmore") for number in range(500, 510)], "")
    made = Viewport(document)
    made.resize(height)
    made.look()
    return made


def all_rows(document: Document) -> list[str]:
    return [sight.row.text for sight in document.below(Place(0, 0, 0))]


@settings(max_examples=150, deadline=None)
@given(st.lists(STEP, max_size=12))
def test_the_rows_in_sight_are_rows_of_the_document_in_a_row(steps: list[tuple[str, object]]) -> None:
    seen = viewport()
    document = seen.document
    newest, oldest = 600, 400
    document.put(message(newest, done=False))
    for kind, value in steps:
        following, place = seen.following, seen.sights[0].place
        first = (document.entries[place.entry].message.id, seen.sights[0].row.text)
        if kind == "scroll":
            seen.scroll(int(str(value)))
        elif kind == "follow":
            seen.follow()
        else:
            if kind == "narrow":
                document.resize(int(str(value)))
                seen.resize(seen.height)
            elif kind == "grow":
                index = document.find(f"{newest:026d}") or 0
                document.entries[index].apply(grown(newest, f"\n{value}"))
                document.entries[index].advance(float("inf"))
                document.measure(index)
            elif kind == "add":
                newest += 1
                document.put(message(newest, TextPart(text=str(value)), done=False))
            else:
                oldest -= 1
                position = seen.position()
                document.prepend([said(oldest, str(value))])
                seen.restore(position)
            seen.look()
            assert seen.following or not following
            if not seen.following and kind != "narrow":
                now = seen.sights[0]
                assert (document.entries[now.place.entry].message.id, now.row.text) == first
        rows = all_rows(document)
        text = [sight.row.text for sight in seen.sights]
        document.settle()
        assert any(rows[start : start + len(text)] == text for start in range(len(rows)))
        assert len(text) == min(seen.height, len(rows)) or seen.following
        if seen.following:
            assert rows[-1] == text[-1]


def test_a_message_that_streams_gets_room_so_that_the_rest_stands_still() -> None:
    seen = viewport(height=12)
    document = seen.document
    document.put(message(600, done=False))
    tops = []
    for number in range(24):
        document.entries[-1].apply(grown(600, f"line {number}\n\n"))
        document.entries[-1].advance(float("inf"))
        seen.look()
        tops.append(seen.top)
        assert any(sight.row.text == f"line {number}" for sight in seen.sights)
    assert len(set(tops[-8:])) < 8
    document.put(message(600, TextPart(text=document.entries[-1].views[0].text)))
    top = tops[-1]
    assert seen.look()
    assert seen.top == top
    seen.follow()
    assert seen.sights[-1].row.text == "line 23"


def test_heights_are_guessed_until_rows_come_in_sight() -> None:
    seen = viewport()
    assert not seen.document.entries[0].drawn
    guessed = seen.document.height
    seen.scroll(-1_000)
    assert seen.document.entries[0].drawn
    assert seen.top == 0
    assert seen.document.height == len(all_rows(seen.document))
    assert abs(guessed - seen.document.height) < guessed


def test_scrolling_by_rows_is_exact_where_heights_were_guessed() -> None:
    seen = viewport()
    rows = all_rows(seen.document)
    fresh = viewport()
    fresh.scroll(-7)
    fresh.scroll(-4)
    assert [sight.row.text for sight in fresh.sights] == rows[-21:-11]
    fresh.scroll(3)
    assert [sight.row.text for sight in fresh.sights] == rows[-18:-8]
