from hypothesis import given
from hypothesis import strategies as st
from textual.document._document import Document
from textual.document._wrapped_document import WrappedDocument

from sidekicks_tui.widgets.files.wrapping import LongWrappedDocument

LINE = st.text(st.sampled_from("ab \té中─"), max_size=25)


@given(st.lists(LINE, max_size=8), st.integers(0, 12))
def test_lines_are_wrapped_as_textual_wraps_them(lines: list[str], width: int) -> None:
    document = Document("\n".join(lines))
    ours, theirs = LongWrappedDocument(document, width), WrappedDocument(document, width)
    assert ours.height == theirs.height
    assert ours.lines == theirs.lines
    assert ours._offset_to_line_info == theirs._offset_to_line_info
    assert ours._line_index_to_offsets == theirs._line_index_to_offsets
    assert ours._tab_width_cache == theirs._tab_width_cache
