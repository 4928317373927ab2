"""Which rows a tree has: the folders that are open, and what is in them.

A row is an entry; how deep it stands, its path says. Opening a folder with 50,000 entries is one splice.
"""

from collections.abc import Collection, Mapping, Sequence

from sidekicks_tui.model.workspaces import Entry


class Branches:
    def __init__(self) -> None:
        self._listings: dict[str, tuple[Entry, ...]] = {}
        """What is in the folders that are open, by path; the whole tree's is that of the empty path."""
        self.rows: list[Entry] = []

    @property
    def open_folders(self) -> tuple[str, ...]:
        return tuple(self._listings)

    def is_open(self, path: str) -> bool:
        return path in self._listings

    def open(self, path: str, entries: Sequence[Entry]) -> None:
        """The folder `path` is open and holds `entries`."""
        place = self.place_of(path)
        if path in self._listings or (path and place is None):
            return
        self._listings[path] = tuple(entries)
        start = 0 if place is None else place + 1
        self.rows[start:start] = entries

    def close(self, path: str) -> None:
        """The folder `path`, and what is open in it, is open no more."""
        place = self.place_of(path)
        if place is None or path not in self._listings:
            return
        inside = f"{path}/"
        end = place + 1
        while end < len(self.rows) and self.rows[end].path.startswith(inside):
            end += 1
        del self.rows[place + 1 : end]
        for known in [known for known in self._listings if known == path or known.startswith(inside)]:
            del self._listings[known]

    def update(self, listings: Mapping[str, Sequence[Entry]], gone: Collection[str]) -> None:
        """Folders that are open were looked at again: what they hold now, and which there are no more."""
        for path in gone:
            self._listings.pop(path, None)
        self._listings.update((path, tuple(entries)) for path, entries in listings.items())
        self.rows = []
        kept: dict[str, tuple[Entry, ...]] = {}
        self._add("", kept)
        self._listings = kept  # without what was open in a folder that is gone

    def place_of(self, path: str) -> int | None:
        return next((place for place, entry in enumerate(self.rows) if entry.path == path), None)

    def _add(self, path: str, kept: dict[str, tuple[Entry, ...]]) -> None:
        entries = kept[path] = self._listings.get(path, ())
        if not any(entry.dir and entry.path in self._listings for entry in entries):
            self.rows += entries
            return
        for entry in entries:
            self.rows.append(entry)
            if entry.dir and entry.path in self._listings:
                self._add(entry.path, kept)
