"""Cutting Markdown while it streams: the pieces mean what the whole means, however the text arrived."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sidekicks_tui.widgets.timeline.markdown.parsing import Environment, parse
from sidekicks_tui.widgets.timeline.markdown.pieces import LISTING_LINES, Code, Grid, Piece, Prose
from sidekicks_tui.widgets.timeline.markdown.splitting import PIECE_SIZE, Splitter

LINES = st.sampled_from(
    ["", "", "para text", "word", "# h", "## h two", "---", "***", "===", "> quote", "> - in quote", ">",
     "- item", "- ", "* star", "  - nested", "  more", "    deep", "   three", "1. one", "2. two", "3) x",
     "  1. n", "```", "```py", "~~~", "  ```", "````", "| a | b |", "|---|---|", "| 1 | 2 |", "a | b",
     "--|--", "[r]: /url", "[r] used", "[z]: <", "'title'", "\tcode", "- ```", "+ x", "10. ten", " - off",
     "text | pipe", "|a|", "|-|",
     "---|", " ", "> ```", "* * *", "- - x", "[r]:", "- # h"]
)  # fmt: skip
TEXTS = st.lists(LINES, max_size=9).map(lambda lines: "\n".join(lines) + "\n")


def pieces(text: str, *cuts: int) -> list[Piece]:
    splitter = Splitter()
    for start, end in zip((0, *cuts), (*cuts, len(text)), strict=True):
        splitter.feed(text[start:end])
    splitter.close()
    return splitter.pieces


def leaves(tokens: list[Any]) -> list[tuple[object, ...]]:
    """What tokens say, without the outermost lists: their items are pieces of their own."""
    found: list[tuple[object, ...]] = []
    for token in tokens:
        if "list_" in token.type and "item" not in token.type and token.level == 0:
            continue
        if token.type in ("fence", "code_block"):
            found.append((token.level, token.type, (token.info.split() or [""])[0], token.content.rstrip()))
        elif token.type == "inline":
            found.append(
                (token.level, [(child.type, child.content, child.attrs) for child in token.children])
            )
        else:
            found.append((token.level, token.type))
    return found


def piece_leaves(found: list[Piece]) -> list[tuple[object, ...]]:
    environment: Environment = {}
    for piece in found:
        if isinstance(piece, Prose):
            parse(piece.source, environment)
    said: list[tuple[object, ...]] = []
    for piece in found:
        if isinstance(piece, Code):
            if piece.first == 0:
                said.append((0, "fence", piece.listing.language, "\n".join(piece.listing.lines).rstrip()))
        else:
            said.extend(leaves(parse(piece.source, environment)))
    return said


@settings(max_examples=600, deadline=None)
@given(TEXTS)
def test_the_pieces_mean_what_the_whole_means(text: str) -> None:
    assert piece_leaves(pieces(text)) == leaves(parse(text, {}))


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.data())
def test_where_a_text_is_cut_does_not_depend_on_how_it_arrived(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    assert [piece.source for piece in pieces(text, *cuts)] == [piece.source for piece in pieces(text)]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_the_tail_shows_every_word_that_arrived(text: str) -> None:
    splitter = Splitter()
    splitter.feed(text)
    meanwhile = "".join(piece.source for piece in [*splitter.pieces, *splitter.tail()])
    finished = "".join(piece.source for piece in pieces(text))
    assert meanwhile == finished


def test_what_may_become_anything_is_not_shown_yet() -> None:
    for start in ("-", "1.", "``", "#", "> -", "|--"):
        splitter = Splitter()
        splitter.feed(f"text\n{start}")
        assert [piece.source for piece in splitter.tail()] == ["text"]


def test_a_fence_shows_its_last_line_while_it_is_written_but_not_its_end() -> None:
    splitter = Splitter()
    splitter.feed("```py\na = 1\nb =")
    assert splitter.tail()[-1].source == "a = 1\nb ="
    splitter.feed(" 2\n``")
    assert splitter.tail()[-1].source == "a = 1\nb = 2\n"


def test_items_of_a_list_are_pieces_that_know_their_number() -> None:
    found = pieces("3. a\n4. b\n\n5. c\n   more\n")
    assert [(piece.source, piece.apart, piece.number) for piece in found if isinstance(piece, Prose)] == [
        ("3. a", False, None), ("4. b", False, 4), ("5. c\n   more", True, 5)
    ]  # fmt: skip


def test_a_listing_is_cut_after_some_lines() -> None:
    found = pieces("```\n" + "line\n" * (LISTING_LINES + 3) + "```\n")
    assert [(piece.first, piece.last) for piece in found if isinstance(piece, Code)] == [
        (0, LISTING_LINES), (LISTING_LINES, LISTING_LINES + 3)
    ]  # fmt: skip


def test_a_table_is_one_piece_until_something_else_begins() -> None:
    found = pieces("| a |\n|---|\n| 1 |\nplain\n# h\n")
    assert isinstance(found[0], Grid)
    assert found[0].rows.lines == ["| 1 |", "plain"]
    assert found[1].source == "# h"


def test_nothing_grows_without_bounds() -> None:
    for text in ("word " * 20_000, "x" * 50_000, "- item\n" + "  more\n" * 20_000, "> quote\n" * 10_000):
        found = pieces(text)
        assert len(found) > 1
        assert max(len(piece.source) for piece in found) < 5 * PIECE_SIZE
        assert sum(len(piece.source.split()) for piece in found) >= len(text.split())
