"""The text that was changed and not saved: kept when the screen is left, and over a restart."""

from typing import Final

import msgspec

from sidekicks_tui.model.base import Value
from sidekicks_tui.store.history import History

_NOTE: Final = "settings"


class Draft(Value, frozen=True, kw_only=True):
    text: str
    base: str
    """What the file held when the change began."""


def kept(history: History) -> Draft | None:
    """What was kept; `history` belongs to the file."""
    try:
        return msgspec.json.decode(history.note(_NOTE), type=Draft)
    except msgspec.DecodeError:
        return None


async def keep(history: History, draft: Draft | None) -> None:
    """Keep `draft`, or forget what was kept. Raises `HistoryError`."""
    written = msgspec.json.encode(draft).decode() if draft is not None else ""
    if written != history.note(_NOTE):
        await history.put_note(_NOTE, written)
