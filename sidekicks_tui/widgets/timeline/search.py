"""Looking for words in what is loaded, part by part and then row by row."""

from dataclasses import dataclass

from sidekicks_tui.widgets.timeline.document import Document, Place

PartKey = tuple[str, int]
"""A part: its message, and its index in it."""


@dataclass(frozen=True)
class Found:
    """The parts of the document that hold all words, from the top."""

    words: tuple[str, ...]
    parts: tuple[PartKey, ...]


def find(document: Document, text: str) -> Found:
    """The parts that hold all words of `text`, whatever their case."""
    words = tuple(dict.fromkeys(text.casefold().split()))
    if not words:
        return Found((), ())
    return Found(
        words,
        tuple(
            (entry.message.id, index)
            for entry in document.entries
            for index, view in enumerate(entry.views)
            if _holds_all(view.text.casefold(), words)
        ),
    )


def rows_of(document: Document, part: PartKey, words: tuple[str, ...]) -> list[Place]:
    """The rows of a part that hold one of the words; its first row where wrapping tore them all.

    Only blocks that hold a word are drawn.
    """
    index = document.find(part[0])
    if index is None:
        return []
    blocks = document.part(index, part[1])
    found = [
        sight.place
        for number, block in blocks
        if _holds_any(block.text, words)
        for sight in document.rows(index, number, block)
        if _holds_any(sight.row.text, words)
    ]
    return found or [Place(index, number, 0) for number, _block in blocks[:1]]


def _holds_any(text: str, words: tuple[str, ...]) -> bool:
    text = text.casefold()
    return any(word in text for word in words)


def _holds_all(text: str, words: tuple[str, ...]) -> bool:
    return all(word in text for word in words)
