"""The tree of a folder: as many rows as it has, of which only those in sight are drawn."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sidekicks_tui.locale import _
from sidekicks_tui.model.workspaces import Entry, GitMark, GitState
from sidekicks_tui.widgets.content import ACCENT, ERROR, MUTED, foreign, row
from sidekicks_tui.widgets.files.branches import Branches

_SIGNS: Final[Mapping[GitMark, tuple[str, str]]] = {
    GitMark.MODIFIED: ("M", "$text-warning"),
    GitMark.ADDED: ("A", "$text-success"),
    GitMark.DELETED: ("D", ERROR),
    GitMark.RENAMED: ("R", "$text-warning"),
    GitMark.CONFLICT: ("!", ERROR),
    GitMark.UNTRACKED: ("?", "$text-success"),
}
"""What git says, as a letter at the end of the row, and its colour."""
_MOST_INDENTED: Final = 12


class FileTree(ScrollView, can_focus=True):
    DEFAULT_CSS = """
    FileTree { padding: 0 1; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    """

    class Opened(Message):
        """The person wants to see the entry: a file, or a folder's content."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self) -> None:
        super().__init__()
        self._branches = Branches()
        self._at = 0
        self._git = GitState()
        self._fresh: Collection[str] = frozenset()
        self._current = ""
        self._unsaved: Collection[str] = frozenset()

    @property
    def chosen(self) -> Entry | None:
        rows = self._branches.rows
        return rows[self._at] if rows else None

    @property
    def folder(self) -> str:
        """The folder in which something new is made: the one chosen, else the one in which it lies."""
        entry = self.chosen
        if entry is None:
            return ""
        is_open = entry.dir and self._branches.is_open(entry.path)
        return entry.path if is_open else entry.path.rpartition("/")[0]

    @property
    def open_folders(self) -> tuple[str, ...]:
        return self._branches.open_folders

    def is_open(self, path: str) -> bool:
        return self._branches.is_open(path)

    def show(self, entries: Sequence[Entry]) -> None:
        """Another folder, with all in it closed."""
        self._branches = Branches()
        self._branches.open("", entries)
        self._at = 0
        self._grown()
        self.scroll_home(animate=False, immediate=True)

    def open_folder(self, path: str, entries: Sequence[Entry]) -> None:
        self._keeping_place(lambda: self._branches.open(path, entries))

    def close_folder(self, path: str) -> None:
        self._keeping_place(lambda: self._branches.close(path))

    def update(self, listings: Mapping[str, Sequence[Entry]], gone: Collection[str]) -> None:
        """Open folders were looked at again; `gone` ones are there no more."""
        self._keeping_place(lambda: self._branches.update(listings, gone))

    def tell(self, git: GitState, fresh: Collection[str], current: str, unsaved: Collection[str]) -> None:
        """What is known of the entries: what git says, which changed since the person looked, which is open,

        which have changes that are not saved.
        """
        self._git, self._fresh, self._current, self._unsaved = git, fresh, current, unsaved
        self.refresh()

    def choose(self, path: str) -> bool:
        """Lead to the entry `path`; False when it has no row."""
        place = self._branches.place_of(path)
        if place is not None:
            self._go(place)
        return place is not None

    def move(self, step: int) -> None:
        self._go(self._at + step)

    def to_parent(self) -> None:
        entry = self.chosen
        if entry is not None and "/" in entry.path:
            self.choose(entry.path.rpartition("/")[0])

    def page(self, step: int) -> None:
        self._go(self._at + step * max(1, self.size.height - 1))

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        rows = self._branches.rows
        if place >= len(rows):
            if place == 0:
                return self._strip(Content.styled(_("The folder is empty."), MUTED), width)
            return Strip.blank(width, self.rich_style)
        return self._strip(self._row(rows[place], width, chosen=place == self._at), width)

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self._branches.rows):
            self._go(place)
            self.post_message(self.Opened(self._branches.rows[place]))

    def watch_has_focus(self, _has_focus: bool) -> None:
        self.refresh()

    def _row(self, entry: Entry, width: int, *, chosen: bool) -> Content:
        indent = "  " * min(entry.path.count("/"), _MOST_INDENTED)
        sign = ("▾ " if self._branches.is_open(entry.path) else "▸ ") if entry.dir else "  "
        mark = self._git.mark(entry.path)
        quiet = mark is GitMark.IGNORED or entry.name.startswith(".")
        letter, color = _SIGNS.get(mark, ("", "")) if mark else ("", "")
        name = MUTED if quiet else color
        if entry.path == self._current:
            name = "bold $text-accent"
        left = Content.assemble(
            ("› " if chosen and self.has_focus else "  ", ACCENT),
            (f"{indent}{sign}", MUTED),
            foreign(entry.name, name),
            (" →" if entry.link else "", MUTED),
        )
        unsaved = "●" if entry.path in self._unsaved else ""
        changed = _("changed") if entry.path in self._fresh else ""
        right = [
            Content.styled(text, style)
            for text, style in ((unsaved, ACCENT), (changed, ACCENT), (letter, color))
            if text
        ]
        content = row(left, Content(" ").join(right), width)
        return content.stylize("on $foreground 10%") if chosen else content

    def _strip(self, content: Content, width: int) -> Strip:
        strip = Strip(content.render_segments(self.visual_style))
        return strip.adjust_cell_length(width, self.rich_style)

    def _keeping_place(self, change: Callable[[], None]) -> None:
        """The entry that is chosen stays so, or else the folder in which it was."""
        entry, at = self.chosen, self._at
        change()
        path = entry.path if entry else ""
        place = self._branches.place_of(path)
        while place is None and path:
            path = path.rpartition("/")[0]
            place = self._branches.place_of(path)
        self._grown()
        self._go(at if place is None else place)

    def _go(self, place: int) -> None:
        self._at = min(max(0, place), max(0, len(self._branches.rows) - 1))
        self.scroll_to_region(Region(0, self._at, 1, 1), animate=False, immediate=True)
        self.refresh()

    def _grown(self) -> None:
        self.virtual_size = Size(0, len(self._branches.rows))
        self.refresh()
