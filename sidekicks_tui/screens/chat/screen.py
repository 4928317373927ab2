"""The chat screen: places the widgets, and hands keys and events to those who know what to do with them."""

from collections.abc import Callable

from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.screens.chat.complete import Completions
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.doing import actions
from sidekicks_tui.screens.chat.drafts import Drafts
from sidekicks_tui.screens.chat.follow import Follower
from sidekicks_tui.screens.chat.lookup import Lookup
from sidekicks_tui.screens.chat.manage import Management
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.panes import Panes
from sidekicks_tui.screens.chat.speak import Speech
from sidekicks_tui.widgets.actions import Place
from sidekicks_tui.widgets.channel_list import ChannelList, ChannelStrip, RowChosen
from sidekicks_tui.widgets.composer.composer import Composer, Writing
from sidekicks_tui.widgets.footer import KeyLine
from sidekicks_tui.widgets.keys import Keymap, bindings
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.log_pane import LogPane
from sidekicks_tui.widgets.members import MembersPanel
from sidekicks_tui.widgets.permission import PermissionCard
from sidekicks_tui.widgets.timeline import Timeline


class ChatScreen(Screen[None], inherit_bindings=False):
    BINDINGS = bindings(Place.APP)
    AUTO_FOCUS = "Composer"
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (41, "-narrow"), (81, "-wide")]  # noqa: RUF012  Textual's own form

    DEFAULT_CSS = """
    ChatScreen {
        & > Horizontal { height: 1fr; }
        & #middle { width: 1fr; }
        & #middle > Timeline { height: 1fr; }
        & #banner { display: none; }
        &.-wide ChannelStrip { display: none; }
        &.-narrow ChannelList, &.-tiny ChannelList { display: none; }
        &.-narrow MembersPanel { width: 26; }
        &.-tiny ChannelStrip, &.-tiny #top, &.-tiny #header, &.-tiny MembersPanel { display: none; }
        &.bare ChannelList, &.bare ChannelStrip, &.bare MembersPanel { display: none; }
    }
    """

    def __init__(self, engine: Engine, keymap: Keymap) -> None:
        super().__init__()
        overview = Overview(engine.channels.unread)
        self._writing = Writing(Completions(engine, overview, lambda: self._writing.composer.text))
        self._desk = Desk(
            screen=self,
            engine=engine,
            overview=overview,
            keymap=keymap,
            timeline=Timeline(),
            composer=self._writing.composer,
            card=PermissionCard(),
        )
        self._top, self._header, self._banner = Line("top"), Line("header"), Line("banner")
        self._list, self._strip = ChannelList(), ChannelStrip()
        self._members, self._log, self._footer = MembersPanel(), LogPane(), KeyLine()
        self._footer.keymap = keymap
        self._painter = Painter(
            self._desk,
            top=self._top,
            header=self._header,
            channels=self._list,
            strip=self._strip,
            rule=self._writing.rule,
            footer=self._footer,
        )
        self._drafts = Drafts(self._desk)
        self._panes = Panes(self._desk, self._members, self._log, self._banner)
        self._navigation = Navigation(self._desk, self._drafts, self._painter)
        self._speech = Speech(self._desk, self._drafts, self._painter)
        self._follower = Follower(self._desk, self._painter, self._navigation, self._panes)
        self._actions: dict[str, Callable[[], object]] = actions(
            self._desk,
            self._painter,
            self._panes,
            self._navigation,
            self._speech,
            Management(self._desk, self._navigation),
            Lookup(self._desk, self._navigation, self.action_do),
        )

    def compose(self) -> ComposeResult:
        yield self._top
        yield self._banner
        yield self._strip
        with Horizontal():
            yield self._list
            with Vertical(id="middle"):
                yield self._header
                yield self._desk.timeline
                yield self._log
                yield self._desk.card
                yield self._writing
                yield self._desk.notice
            yield self._members
        yield self._footer

    def on_mount(self) -> None:
        self._desk.overview.set_agents(self._desk.engine.agents.list())
        self._painter.everything()
        # The engine starts when there is something to look at and to type into.
        self.call_after_refresh(self._desk.run, self._start())

    async def _start(self) -> None:
        engine, overview = self._desk.engine, self._desk.overview
        self.run_worker(self._follower.follow())
        await engine.start()
        overview.set_agents(engine.agents.list())
        overview.set_channels(engine.channels.list())
        self._panes.tell_what_is_new()
        self._panes.show_problems()
        await self._navigation.open_first()
        self._desk.started.set()

    async def keep_draft(self) -> None:
        """Write away what is being written; before the engine is closed."""
        await self._drafts.keep_now()

    def use_keymap(self, keymap: Keymap) -> None:
        """The configuration changed the keys."""
        self._desk.keymap = self._footer.keymap = keymap
        self._painter.everything()
        self._panes.show_problems()

    def action_do(self, action_id: str) -> None:
        """Do what the table of actions calls `action_id`."""
        if action_id not in self._actions:
            raise SkipAction
        if action_id != "app.escape":
            self._painter.arm(False)
        if action_id != "app.interrupt":
            self._speech.something_else()
        self._actions[action_id]()

    def on_composer_submitted(self, message: Composer.Submitted) -> None:
        self._desk.run(self._speech.send(message.text))

    def on_composer_edited(self) -> None:
        self._speech.something_else()
        self._painter.arm(False)
        self._drafts.edited()
        self._painter.turn()
        self._desk.notice.read()

    def on_composer_editor_wanted(self) -> None:
        self._desk.run(self._speech.edit())

    def on_permission_card_answered(self, message: PermissionCard.Answered) -> None:
        self._desk.run(self._speech.answer(message.request, message.option))

    def on_row_chosen(self, message: RowChosen) -> None:
        self._desk.run(self._navigation.open(message.key))

    def on_descendant_focus(self, _event: events.DescendantFocus) -> None:
        self._painter.footer()
