"""The permission request that waits, above what is being written.

It never takes the focus by itself, so no key that was typed for something else can answer it. While it has
the focus, one key answers. Whenever another request takes the place of the one in sight, no key counts for
`PERMISSION_PAUSE` seconds: a key meant for the one before must not answer the next.
"""

import time
from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from sidekicks_tui.locale import _
from sidekicks_tui.model.limits import PERMISSION_PAUSE
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.widgets.block_view import BlockView
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.permission_text import letters, subject, wants
from sidekicks_tui.widgets.side_by_side import SideBySide

_SCROLLS: Final = {"up": -1, "down": 1}
"""Rows that a key scrolls what is asked for."""


class PermissionCard(Vertical, can_focus=True, can_focus_children=False):
    """Shows one request; hidden while there is none."""

    DEFAULT_CSS = """
    PermissionCard {
        height: auto;
        margin: 1 1 0 0;
        padding: 0 1;
        border-left: outer $foreground 30%;
        display: none;
        &:focus { border-left: outer $accent; }
        & Line { padding: 0; }
    }
    """

    class Answered(Message):
        """The person chose `option` for the request."""

        def __init__(self, request: PermissionRequest, option: str) -> None:
            super().__init__()
            self.request = request
            self.option = option

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._settled = 0.0
        self.request: PermissionRequest | None = None
        self._count = 0
        self._reach = ""
        self._head = Line()
        self._subject = BlockView()
        self._options = SideBySide()

    def compose(self) -> ComposeResult:
        yield self._head
        yield self._subject
        yield self._options

    def show(self, request: PermissionRequest | None, reach: str, count: int) -> None:
        """`request`, the first of `count` that wait; `reach` is the key that leads here."""
        old, self.request = self.request, request
        self._reach, self._count = reach, count
        self.display = request is not None
        if request is None:
            return
        if old is None or old.id != request.id:
            self._settled = self._clock() + PERMISSION_PAUSE
        if old != request:
            self._subject.show(subject(request.tool_call))
        self._tell()

    def on_key(self, event: events.Key) -> None:
        request = self.request
        if request is None:
            return
        if (rows := _SCROLLS.get(event.key)) is not None:
            self._subject.scroll_rows(rows)
        elif not event.is_printable:
            return
        elif self._clock() >= self._settled and (option := self._option(event.key)) is not None:
            self.post_message(self.Answered(request, option))
        event.stop()
        event.prevent_default()

    def scroll_page(self, direction: int) -> None:
        """A page of what is asked for, down (1) or up (-1)."""
        self._subject.scroll_rows(direction * max(1, self._subject.size.height - 1))

    def on_click(self) -> None:
        self.focus()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._tell()

    def _option(self, key: str) -> str | None:
        """The id of the option that `key` stands for."""
        assert self.request is not None
        for number, (option, letter) in enumerate(
            zip(self.request.options, letters(self.request.options), strict=True), 1
        ):
            if key == letter or key == str(number):
                return option.id
        return None

    def _tell(self) -> None:
        request = self.request
        if request is None:
            return
        who = Content.assemble(foreign(request.agent, "bold"), " ", wants(request.tool_call))
        refused = _("refused {count}×").format(count=request.rejections)
        place = _("1 of {count}").format(count=self._count) if self._count > 1 else ""
        facts = " · ".join(fact for fact in (place, refused) if fact)
        self._head.put(who, Content.styled(facts, MUTED))
        self._options.show(self._choices(request))

    def _choices(self, request: PermissionRequest) -> list[Content]:
        number_style = ACCENT if self.has_focus else MUTED
        names = [option.name or option.id for option in request.options]
        choices = [
            Content.assemble((f"{number} ", number_style), _lettered(name, letter))
            for number, (name, letter) in enumerate(zip(names, letters(request.options), strict=True), 1)
        ]
        if not self.has_focus:
            choices.append(Content.styled(_("{key} to answer").format(key=self._reach), MUTED))
        return choices


def _lettered(name: str, letter: str) -> Content:
    """The option's name with its letter marked; behind it where the name does not hold it."""
    content = foreign(name)
    place = content.plain.lower().find(letter) if letter else -1
    if place >= 0:
        return content.stylize("underline", place, place + 1)
    return Content.assemble(content, f" ({letter})") if letter else content
