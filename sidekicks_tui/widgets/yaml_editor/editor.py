"""The text of the configuration file, with what is wrong in it marked where it stands."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import TextArea

from sidekicks_tui.config.completion import Completion
from sidekicks_tui.core.fuzzy import best
from sidekicks_tui.model.settings import Problem
from sidekicks_tui.model.visible import visible, visible_line
from sidekicks_tui.widgets.composer.asked import Candidate
from sidekicks_tui.widgets.composer.popup import ROWS, CompletionPopup
from sidekicks_tui.widgets.composer.text import WritingArea
from sidekicks_tui.widgets.painting import paint_now
from sidekicks_tui.widgets.yaml_editor import colours

Complete = Callable[[Sequence[str], int, int], Completion | None]
"""What may stand in these lines at this row and column."""

_MARKED: Final = re.compile(r"[^\s,\[\]{}:]+|\S")
"""From the place of a problem on: what is underlined."""
_OFFERED_AFTER: Final = 1
"""Characters that must have been typed before anything is offered unasked."""
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"


class YamlEditor(WritingArea):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "cursor_page_up", show=False),
        Binding("pagedown", "cursor_page_down", show=False),
        Binding("ctrl+home", "to_start", show=False),
        Binding("ctrl+end", "to_end", show=False),
        *WritingArea.BINDINGS,
    ]
    COMPONENT_CLASSES = {  # noqa: RUF012  as Textual has it
        f"{colours.PREFIX}{name}" for name in ("key", "string", "comment", "constant", "problem", "warning")
    }
    DEFAULT_CSS = """
    YamlEditor {
        height: 1fr;
        background: transparent;
        padding: 0;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        &:focus { background: transparent; }
        & .yaml-editor--key { color: $text-primary; }
        & .yaml-editor--string { color: $text-success; }
        & .yaml-editor--comment { color: $foreground 55%; }
        & .yaml-editor--constant { color: $text-warning; }
        & .yaml-editor--problem { color: $text-error; text-style: underline; }
        & .yaml-editor--warning { color: $text-warning; text-style: underline; }
    }
    """

    class Edited(Message):
        """The text is another; `by_person` unless a program put it there."""

        def __init__(self, by_person: bool) -> None:
            super().__init__()
            self.by_person = by_person

    def __init__(self, popup: CompletionPopup, complete: Complete) -> None:
        super().__init__()
        self.show_line_numbers = True
        self.soft_wrap = False
        self.indent_width = 2
        self._popup = popup
        self._complete = complete
        self._problems: dict[int, list[Problem]] = {}
        self._put = ""

    def on_mount(self) -> None:
        self._colour()

    def begin(self, text: str) -> None:
        """Show `text`; there is nothing to undo."""
        self._put = text
        self.load_text(text)

    def replace_all(self, text: str) -> None:
        """`text` in the place of everything, as one edit that can be undone; the cursor stays near."""
        self._put = text
        place = self.cursor_location
        self.replace(text, (0, 0), self.document.end)
        self.move_cursor(self.clamp_visitable(place))
        self.close_popup()

    def mark(self, problems: Sequence[Problem]) -> None:
        """Show where `problems` are, in the place of those before."""
        self._problems = {}
        for problem in problems:
            self._problems.setdefault(problem.line - 1, []).append(problem)
        self.notify_style_update()
        self.refresh()

    def go_to(self, problem: Problem) -> None:
        self.move_cursor(self.clamp_visitable((problem.line - 1, problem.column - 1)), center=True)
        self.close_popup()

    def close_popup(self) -> bool:
        """Whether it was open."""
        was_open = self._popup.display
        self._popup.show_candidates(())
        return was_open

    def complete(self) -> None:
        """Offer what may stand here, whatever was typed of it; the only one is taken at once."""
        found = self._offer()
        if len(found) == 1:
            self.accept(found[0])

    def accept(self, candidate: Candidate) -> None:
        """`candidate` takes the place of what was typed of it."""
        row, column = self.cursor_location
        if (wanted := self._wanted()) is not None:
            self.replace(candidate.text, (row, column - len(wanted.typed)), (row, column))
        self.close_popup()

    def get_line(self, line_index: int) -> Text:
        text = super().get_line(line_index)
        for start, end, component in colours.stretches(text.plain):
            text.stylize(self.get_component_rich_style(component), start, end)
        for problem in self._problems.get(line_index, ()):
            kind = "warning" if problem.warning else "problem"
            found = _MARKED.search(text.plain, max(0, problem.column - 1))
            start, end = found.span() if found else (0, len(text.plain))
            text.stylize(self.get_component_rich_style(colours.PREFIX + kind), start, end)
        if visible_line(text.plain) != text.plain:
            # Sign by sign: every column stays where it is.
            text.plain = "".join(
                sign if len(sign := visible_line(character)) == 1 else _REPLACEMENT
                for character in text.plain
            )
        return text

    async def _on_key(self, event: events.Key) -> None:
        event.prevent_default()
        if event.key == "tab":
            self._tab()
        elif event.key == "enter":
            self._new_line()
        else:
            await super()._on_key(event)
            if event.is_printable:
                paint_now(self)
            return
        event.stop()

    def action_cursor_up(self, select: bool = False) -> None:
        if self._popup.display:
            self._popup.move(-1)
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        if self._popup.display:
            self._popup.move(1)
        else:
            super().action_cursor_down(select)

    def action_to_start(self) -> None:
        self.move_cursor((0, 0))

    def action_to_end(self) -> None:
        self.move_cursor(self.document.end)

    async def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        result = self.replace(visible(event.text), *self.selection)
        self.move_cursor(result.end_location)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        by_person = self.text != self._put
        self.post_message(self.Edited(by_person))
        if by_person:
            self._put = ""
            self._offer(_OFFERED_AFTER)

    def on_text_area_selection_changed(self) -> None:
        if self._popup.display and self._wanted() is None:
            self.close_popup()

    @work
    async def _colour(self) -> None:
        await asyncio.to_thread(colours.prepare)
        self.notify_style_update()
        self.refresh()

    def _tab(self) -> None:
        """Take what is offered; offer what may be meant; or indent."""
        if (candidate := self._popup.chosen) is not None and self._popup.display:
            self.accept(candidate)
        elif (wanted := self._wanted()) is not None and wanted.typed and self._offer():
            self.complete()
        else:
            self._replace_via_keyboard(" " * self._find_columns_to_next_tab_stop(), *self.selection)

    def _new_line(self) -> None:
        """As deep as the line was; deeper behind a key that has nothing yet."""
        self.close_popup()
        row, column = self.cursor_location
        before = self.document.get_line(row)[:column]
        indent = len(before) - len(before.lstrip(" "))
        stripped = before.strip()
        if stripped.startswith("- ") and ":" in stripped:
            indent += 2
        if stripped.endswith(":") and not stripped.startswith("#"):
            indent += 2
        self._replace_via_keyboard("\n" + " " * indent, *self.selection)

    def _wanted(self) -> Completion | None:
        if self.selection.start != self.selection.end:
            return None
        return self._complete(self.document.lines, *self.cursor_location)

    def _offer(self, least: int = 0) -> Sequence[Candidate]:
        """Show what may stand at the cursor, if `least` characters of it were typed already."""
        wanted = self._wanted()
        if wanted is None or len(wanted.typed) < least:
            self.close_popup()
            return ()
        matches = best(wanted.typed, wanted.offers, lambda offer: offer.name, len(wanted.offers))
        candidates = [
            Candidate(match.item.text, match.item.name, match.item.detail, match.positions)
            for match in matches
            if match.item.name != wanted.typed
        ]
        self._popup.show_candidates(candidates)
        below = self._cursor_offset[1] - self.scroll_offset.y + 1
        rows = min(ROWS, len(candidates))
        above = below - 1 - rows
        self._popup.styles.offset = (0, above if below + rows > self.size.height and above >= 0 else below)
        return candidates
