"""Puts what the overview says into the widgets around the conversation."""

from sidekicks_tui.screens.chat import paint
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.hint import hint
from sidekicks_tui.screens.chat.overview import Touched
from sidekicks_tui.widgets.channel_list import ChannelList, ChannelStrip
from sidekicks_tui.widgets.composer.rule import Rule
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.line import Line


class Painter:
    def __init__(
        self,
        desk: Desk,
        *,
        top: Line,
        header: Line,
        channels: ChannelList,
        strip: ChannelStrip,
        rule: Rule,
        footer: KeyLine,
    ) -> None:
        self._desk = desk
        self._overview = desk.overview
        self._top = top
        self._header = header
        self._list = channels
        self._strip = strip
        self._rule = rule
        self._footer = footer
        self.armed = False
        """The next Esc stops the answer."""

    def everything(self) -> None:
        self.touched(Touched.LIST | Touched.CURRENT | Touched.REQUESTS)

    def touched(self, what: Touched) -> None:
        """Paint what an event touched."""
        if Touched.LIST in what:
            self.conversations()
        if Touched.CURRENT in what:
            self._header.put(paint.header_left(self._overview), paint.header_right(self._overview))
            self.turn()
            self.hint()
        if Touched.REQUESTS in what:
            self.requests()
        if what:
            self.footer()
            self._desk.screen.app.title = paint.window_title(self._overview)

    def conversations(self) -> None:
        entries = paint.rows(self._overview)
        self._list.show(entries, self._overview.current)
        self._strip.show(entries, self._overview.current)
        config = self._desk.engine.config.current()
        self._top.put(paint.top_left(self._overview), paint.top_right(self._overview, config))

    def hint(self) -> None:
        """What an empty conversation tells."""
        desk = self._desk
        is_wanted = desk.timeline.empty and desk.card.request is None
        desk.hint.show(hint(self._overview, desk.keymap) if is_wanted else ())

    def requests(self) -> None:
        """The card; the focus goes back to writing when the last request is gone."""
        card = self._desk.card
        had_focus = card.has_focus
        card.show(self._overview.requests_here, self._desk.keymap.first("app.next_waiting"))
        if had_focus and card.request is None:
            self._desk.focus(self._desk.composer)
        self.hint()

    def turn(self) -> None:
        """Who answers, and who will answer what is being written."""
        self._rule.say(
            paint.turn(self._overview, self._desk.keymap),
            paint.who_answers(self._overview, self._desk.composer.text),
        )

    def arm(self, armed: bool) -> None:
        if armed != self.armed:
            self.armed = armed
            self.footer()

    def footer(self) -> None:
        keys = paint.footer(self._overview, self._desk.place, armed=self.armed)
        self._footer.show(keys, paint.usage(self._overview))
