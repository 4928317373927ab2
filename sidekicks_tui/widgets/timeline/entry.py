"""One message of the conversation: its author's line, its parts, and how it ended."""

from collections.abc import Callable
from math import inf
from typing import Protocol

from sidekicks_tui.locale import _
from sidekicks_tui.model.events import MessageDelta
from sidekicks_tui.model.messages import (
    Message,
    Part,
    PlanPart,
    Role,
    TextPart,
    ThoughtPart,
    ToolPart,
)
from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.widgets.timeline.blocks import Block, OneRow, Paragraph
from sidekicks_tui.widgets.timeline.cells import spread
from sidekicks_tui.widgets.timeline.ink import DIM, TEXT, Ink, Runs
from sidekicks_tui.widgets.timeline.personview import PersonView
from sidekicks_tui.widgets.timeline.planview import PlanView
from sidekicks_tui.widgets.timeline.textview import TextView
from sidekicks_tui.widgets.timeline.thoughtview import ThoughtView
from sidekicks_tui.widgets.timeline.toolview import ToolView
from sidekicks_tui.widgets.timeline.words import clock, message_end, system_text

TitleOf = Callable[[str], str]
"""How an agent is called, by its name."""


class View(Protocol):
    """What draws one part."""

    @property
    def text(self) -> str: ...
    def blocks(self) -> list[Block]: ...


class Entry:
    """A message that is shown. Its parts get their blocks when it comes near what is in sight."""

    def __init__(self, message: Message, title_of: TitleOf) -> None:
        self.message = message
        self.before: list[Block] = []
        """What stands above it and belongs to no message: a new day, the line above what is new."""
        self.views: list[View] = []
        self.drawn = not message.done
        """Its text is read as it comes: it streams, or was in sight."""
        self._title_of = title_of
        self._blocks: list[Block] | None = None
        self._parts: list[int] = []
        self._head: tuple[tuple[object, ...], Block] | None = None
        self._foot: tuple[tuple[object, ...], Block] | None = None
        self._fill()

    @property
    def personal(self) -> bool:
        return self.message.role is Role.USER

    # Changes

    def replace(self, message: Message) -> None:
        """The message as it is now; what is the same is kept as it is drawn."""
        self.message = message
        self._fill()
        self.forget_blocks()

    def apply(self, delta: MessageDelta) -> None:
        """A part grows, is replaced or begins. A delta that skips parts is held to be the next one."""
        index = min(delta.index, len(self.views))
        if delta.part is not None:
            self._put(index, delta.part)
        else:
            if index == len(self.views):
                self.views.append(ThoughtView() if delta.kind == "thought" else TextView())
            view = self.views[index]
            if isinstance(view, TextView):
                view.add(delta.text or "")
        self.forget_blocks()

    def advance(self, deadline: float) -> bool:
        """Take in what arrived, until `deadline`. True when some is left."""
        waiting = [view.advance(deadline) for view in self.views if isinstance(view, TextView)]
        self.forget_blocks()
        return any(waiting)

    def turn(self, part: int) -> bool:
        """Open, unfold or close a part; False where there is nothing to open."""
        view = self.views[part] if part < len(self.views) else None
        if not isinstance(view, ThoughtView | ToolView | PersonView):
            return False
        view.turn()
        self.forget_blocks()
        if isinstance(view, TextView):
            view.advance(inf)
        return True

    def reveal(self, part: int) -> None:
        """Open a part whole, because something in it is looked for."""
        view = self.views[part]
        if isinstance(view, ToolView):
            view.open(whole=True)
        elif isinstance(view, ThoughtView | PersonView) and not view.opened:
            view.turn()
        if isinstance(view, TextView):
            view.advance(inf)
        self.forget_blocks()

    def forget_blocks(self) -> None:
        """What it is drawn from changed."""
        self._blocks = None

    def _fill(self) -> None:
        if self.personal:
            if not self.views:
                self.views = [PersonView(self.message)]
            return
        for index, part in enumerate(self.message.parts):
            self._put(index, part)
        del self.views[max(len(self.message.parts), 0 if self.message.done else len(self.views)) :]
        if self.message.done:
            for view in self.views:
                if isinstance(view, TextView):
                    view.finish()

    def _put(self, index: int, part: Part) -> None:
        old = self.views[index] if index < len(self.views) else None
        view: View
        match part:
            case TextPart(text=text):
                view = _filled(old if type(old) is TextView else TextView(), text)
            case ThoughtPart(text=text, seconds=seconds):
                thought = old if isinstance(old, ThoughtView) else ThoughtView()
                thought.seconds = seconds
                view = _filled(thought, text)
            case ToolPart(tool=tool):
                view = old if isinstance(old, ToolView) else ToolView(tool)
                if isinstance(view, ToolView):
                    view.update(tool)
            case PlanPart(entries=entries):
                view = PlanView(entries)
        self.views[index : index + 1] = [view]

    # Drawing

    def blocks(self) -> list[Block]:
        if self._blocks is None:
            if not self.drawn:
                for view in self.views:
                    if isinstance(view, TextView):
                        view.advance(inf)
                self.drawn = True
            self._assemble()
        return self._blocks or []

    def part_of(self, block: int) -> int:
        """The part that a block belongs to; -1 for what stands above the message."""
        self.blocks()
        return self._parts[block]

    def guess(self, width: int) -> int:
        """About how many rows it takes, without looking at its text."""
        rows = 2 + len(self.before)
        for part in self.message.parts:
            match part:
                case TextPart(text=text):
                    rows += text.count("\n") + 1 + len(text) // max(1, width)
                case PlanPart(entries=entries):
                    rows += len(entries)
                case _:
                    rows += 1
        return rows

    def _assemble(self) -> None:
        blocks = list(self.before)
        parts = [-1] * len(blocks)
        if self.message.role is Role.SYSTEM:
            text = system_text(self.message, visible_line(self._title_of(self.message.agent)))
            self._head = _kept(self._head, (text,), lambda: Paragraph([(text, DIM)], 1, "center"))
            blocks.append(self._head[1])
            parts.append(0)
        else:
            self._head = _kept(self._head, self._author(), lambda: OneRow(self._author_line, gap=1))
            blocks.append(self._head[1])
            parts.append(0)
            length = 0
            for index, view in enumerate(self.views):
                if isinstance(view, ThoughtView):
                    view.thinking = not self.message.done and index == len(self.views) - 1
                drawn = view.blocks()
                if drawn and index:
                    # text wants air around it, and so does what was opened
                    airy = TextView in (type(view), type(self.views[index - 1])) or length > 1
                    drawn[0].gap = int(airy)
                length = len(drawn)
                blocks += drawn
                parts += [index] * len(drawn)
            words, error = message_end(self.message)
            if words and not self.personal:
                sign = "✗ " if error else "■ "
                ink = Ink("error") if error else DIM
                gap = int(bool(self.views) and type(self.views[-1]) is TextView)
                self._foot = _kept(
                    self._foot, (words,), lambda: Paragraph([(sign + words, ink)], gap, hang=2)
                )
                blocks.append(self._foot[1])
                parts.append(max(0, len(self.views) - 1))
        self._blocks, self._parts = blocks, parts

    def _author(self) -> tuple[object, ...]:
        return self._name(), self.message.queued, self.message.error, self.message.created_at

    def _name(self) -> str:
        return _("you") if self.personal else visible_line(self._title_of(self.message.agent))

    def _author_line(self, width: int) -> Runs:
        message = self.message
        right: Runs = [(clock(message.created_at), DIM)]
        if message.queued:
            right = [(_("queued"), Ink("warning")), ("  ", TEXT), *right]
        elif self.personal and message.error:
            right = [(_("not sent"), Ink("warning")), ("  ", TEXT), *right]
        return spread([(self._name(), Ink("name", bold=True))], right, width)


def _filled(view: TextView, text: str) -> TextView:
    """`view` with `text`; one that does not go on from what it has begins anew."""
    known = view.text
    if text == known:
        return view
    if not text.startswith(known) or view.finished:
        view.restart()
        known = ""
    view.add(text[len(known) :])
    return view


def _kept(
    old: tuple[tuple[object, ...], Block] | None, key: tuple[object, ...], make: Callable[[], Block]
) -> tuple[tuple[object, ...], Block]:
    """A block that shows `key`: the old one if that is what it shows."""
    return old if old is not None and old[0] == key else (key, make())
