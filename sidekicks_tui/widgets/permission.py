"""The permission request that waits, above what is being written.

It never takes the focus by itself, so no key that was typed for something else can answer it. While it has
the focus, one key answers. Whenever another request takes the place of the one in sight, no key counts for
`PERMISSION_PAUSE` seconds: a key meant for the one before must not answer the next.
"""

import time
from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from sidekicks_tui.locale import _
from sidekicks_tui.model.limits import PERMISSION_PAUSE
from sidekicks_tui.model.permissions import PermissionRequest
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign, row
from sidekicks_tui.widgets.permission_text import letters, subject, wants


class PermissionCard(Vertical, can_focus=True, can_focus_children=False):
    """Shows the first of the requests that wait; hidden while there are none."""

    DEFAULT_CSS = """
    PermissionCard {
        height: auto;
        margin: 1 1 0 0;
        padding: 0 1;
        border-left: outer $foreground 30%;
        display: none;
        &:focus { border-left: outer $accent; }
        & > VerticalScroll {
            height: auto;
            max-height: 50vh;
            padding: 0 2;
            scrollbar-size-vertical: 1;
        }
        & Static { height: auto; }
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
        self._requests: Sequence[PermissionRequest] = ()
        self._reach = ""
        self._active = False
        """It has the focus: a key answers."""
        self._head = _Head()
        self._subject = Static(markup=False)
        self._options = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self._head
        with VerticalScroll(can_focus=False):
            yield self._subject
        yield self._options

    def show(self, requests: Sequence[PermissionRequest], reach: str) -> None:
        """The requests that wait in this place, the oldest first; `reach` is the key that leads here."""
        old, self._requests, self._reach = self._requests, tuple(requests), reach
        self.display = bool(requests)
        if not requests:
            return
        if not old or old[0] != requests[0]:
            if not old or old[0].id != requests[0].id:
                self._settled = self._clock() + PERMISSION_PAUSE
                self.query_one(VerticalScroll).scroll_home(animate=False)
            self._subject.update(subject(requests[0].tool_call))
        self._paint()

    @property
    def request(self) -> PermissionRequest | None:
        return self._requests[0] if self._requests else None

    def on_key(self, event: events.Key) -> None:
        request = self.request
        if request is None:
            return
        if event.key in ("up", "down"):
            body = self.query_one(VerticalScroll)
            body.scroll_relative(y=-1 if event.key == "up" else 1, animate=False)
        elif not event.is_printable:
            return
        elif self._clock() >= self._settled and (option := self._option(event.key)) is not None:
            self.post_message(self.Answered(request, option))
        event.stop()
        event.prevent_default()

    def on_click(self) -> None:
        self.focus()

    def on_resize(self) -> None:
        self._paint()

    def on_focus(self) -> None:
        self._active = True
        self._paint()

    def on_blur(self) -> None:
        self._active = False
        self._paint()

    def _option(self, key: str) -> str | None:
        """The id of the option that `key` stands for."""
        assert self.request is not None
        for number, (option, letter) in enumerate(
            zip(self.request.options, letters(self.request.options), strict=True), 1
        ):
            if key == letter or key == str(number):
                return option.id
        return None

    def _paint(self) -> None:
        request = self.request
        if request is None:
            return
        who = Content.assemble(foreign(request.agent, "bold"), " ", wants(request.tool_call))
        refused = _("refused {count}×").format(count=request.rejections)
        place = _("1 of {count}").format(count=len(self._requests)) if len(self._requests) > 1 else ""
        facts = " · ".join(fact for fact in (place, refused) if fact)
        self._head.put(who, Content.styled(facts, MUTED))
        self._options.update(self._options_text(request))

    def _options_text(self, request: PermissionRequest) -> Content:
        """Side by side where they fit, otherwise one below the other."""
        active = self._active
        options = [
            Content.assemble((f"{number} ", ACCENT if active else MUTED), _lettered(name, letter))
            for number, (name, letter) in enumerate(
                zip(
                    [option.name or option.id for option in request.options],
                    letters(request.options),
                    strict=True,
                ),
                1,
            )
        ]
        if not active:
            options.append(Content.styled(_("{key} to answer").format(key=self._reach), MUTED))
        together = Content("   ").join(options)
        return together if together.cell_length <= self.content_size.width else Content("\n").join(options)


class _Head(Static):
    """Who wants what; how many more wait, how many were refused."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._left = self._right = Content("")

    def put(self, left: Content, right: Content) -> None:
        self._left, self._right = left, right
        self.refresh()

    def render(self) -> Content:
        return row(self._left, self._right, self.size.width)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return 1


def _lettered(name: str, letter: str) -> Content:
    """The option's name with its letter marked; behind it where the name does not hold it."""
    content = foreign(name)
    place = content.plain.lower().find(letter) if letter else -1
    if place >= 0:
        return content.stylize("underline", place, place + 1)
    return Content.assemble(content, f" ({letter})") if letter else content
