"""The chat once there is an engine: its widgets, and those who know what to do with keys and events."""

from textual.message import Message
from textual.worker import Worker

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.screens.chat.complete import Completions
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.doing import actions
from sidekicks_tui.screens.chat.drafts import Drafts
from sidekicks_tui.screens.chat.follow import Follower
from sidekicks_tui.screens.chat.login import Login
from sidekicks_tui.screens.chat.lookup import Lookup
from sidekicks_tui.screens.chat.manage import Management
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.panes import Panes
from sidekicks_tui.screens.chat.reading import Reading
from sidekicks_tui.screens.chat.screen import ChatScreen
from sidekicks_tui.screens.chat.setup import Setup
from sidekicks_tui.screens.chat.speak import Speech
from sidekicks_tui.screens.chat.take import Taking
from sidekicks_tui.screens.chat.waiting import Waiting
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.channel_list import ChannelList, ChannelStrip, RowChosen
from sidekicks_tui.widgets.conversation import Conversation
from sidekicks_tui.widgets.hint import Hint
from sidekicks_tui.widgets.keys import Keymap
from sidekicks_tui.widgets.log_pane import LogPane
from sidekicks_tui.widgets.notice import Tone
from sidekicks_tui.widgets.permission import PermissionCard
from sidekicks_tui.widgets.question.card import QuestionCard
from sidekicks_tui.widgets.search_bar import SearchBar
from sidekicks_tui.widgets.side_panel import SidePanel


class Chat:
    def __init__(self, screen: ChatScreen, engine: Engine, keymap: Keymap) -> None:
        self._screen = screen
        self._engine = engine
        self._list, self._strip = ChannelList(), ChannelStrip()
        self._log = LogPane()
        self._desk = desk = Desk(
            screen=screen,
            engine=engine,
            overview=Overview(engine.channels.unread),
            keymap=keymap,
            timeline=Conversation(self._title_of),
            composer=screen.writing.composer,
            hint=Hint(),
            card=Waiting(),
            search=SearchBar(),
            panel=SidePanel(),
            notice=screen.notice,
        )
        desk.composer.source = Completions(engine, desk.overview, lambda: desk.composer.text)
        self._painter = Painter(
            desk,
            top=screen.top,
            header=screen.header,
            channels=self._list,
            strip=self._strip,
            rule=screen.writing.rule,
            footer=screen.footer,
        )
        self._drafts = Drafts(desk)
        self._panes = Panes(desk, self._log, screen.banner)
        self._reading = Reading(desk)
        self._navigation = Navigation(desk, self._drafts, self._painter, self._reading)
        self._speech = Speech(desk, self._drafts, self._painter, self._reading)
        self._lookup = Lookup(desk, self._navigation, self._reading, self.do)
        self._taking = Taking(desk)
        self._setup = Setup(desk)
        self._follower = Follower(desk, self._painter, self._navigation, self._panes, self._reading)
        self._actions = actions(
            desk,
            self._painter,
            self._panes,
            self._navigation,
            self._speech,
            Management(desk, self._navigation),
            self._lookup,
            self._reading,
            self._taking,
            self._setup,
            Login(desk),
        )

    async def start(self) -> None:
        """Bring the widgets, start the engine, show a conversation."""
        screen, desk = self._screen, self._desk
        with screen.app.batch_update():
            await screen.list.mount(self._list)
            await screen.strip.mount(self._strip)
            await screen.conversation.mount(
                desk.hint, desk.timeline, self._log, desk.search, desk.card.permission, desk.card.question
            )
            await screen.columns.mount(desk.panel)
        self._following: Worker[None] = screen.run_worker(self._follower.follow)
        try:
            await self._engine.start()
        except HistoryError as error:
            desk.say(str(error), Tone.ERROR)
        desk.overview.set_agents(self._engine.agents.list())
        desk.overview.set_channels(self._engine.channels.list())
        self.use_keymap(desk.keymap)
        await self._navigation.open_first()
        self._panes.tell_what_is_new()
        screen.connected(self)

    async def keep_draft(self) -> None:
        """Write away what is being written; before the engine is closed."""
        await self._drafts.keep_now()

    def use_keymap(self, keymap: Keymap) -> None:
        """The configuration changed the keys, and maybe the language."""
        self._desk.keymap = self._screen.footer.keymap = keymap
        self._desk.composer.placeholder = _("Write a message")
        self._desk.composer.keys = keymap.actions(Place.COMPOSER)
        self._desk.search.keys = keymap.actions(Place.SEARCH)
        self._desk.card.question.keys = keymap.actions(Place.QUESTION)
        self._painter.everything()
        self._panes.show_problems()

    def do(self, action_id: str) -> bool:
        """Do what the table of actions calls `action_id`; whether it is known here."""
        if action_id not in self._actions:
            return False
        if action_id != "app.escape":
            self._painter.arm(False)
        if action_id != "app.interrupt":
            self._speech.something_else()
        self._actions[action_id]()
        return True

    def send(self, text: str) -> None:
        self._desk.run(self._speech.send(text))

    def edited(self) -> None:
        """What is being written changed."""
        self._speech.something_else()
        self._painter.arm(False)
        self._drafts.edited()
        self._painter.turn()
        self._desk.notice.read()

    def edit(self) -> None:
        self._desk.run(self._speech.edit())

    def focus_moved(self) -> None:
        self._painter.footer()

    def hear(self, message: Message) -> None:
        """What a widget tells that only makes sense with an engine."""
        match message:
            case PermissionCard.Answered():
                self._desk.run(self._speech.answer(message.request, message.option))
            case QuestionCard.Answered():
                self._desk.run(self._speech.answer_question(message.request, message.action, message.content))
            case QuestionCard.AddressWanted():
                self._desk.run(self._speech.address(message.request, message.address, open=message.open))
            case SidePanel.Chosen():
                change = self._setup.drop if message.drop else self._setup.change
                self._desk.run(change(message.key))
            case RowChosen():
                self._desk.run(self._navigation.open(message.key))
            case Conversation.OlderWanted():
                self._desk.run(self._reading.show_older(message.channel, message.before))
            case Conversation.ReadUpTo():
                self._desk.run(self._engine.channels.mark_read(message.channel, message.message_id))
            case Conversation.FileOpened():
                self._desk.run(self._taking.open_file(message.agent, message.location))
            case Conversation.Copied():
                self._taking.copy(message.text)
            case Conversation.Quoted():
                self._taking.quote(message.text)
            case Conversation.ExportWanted():
                self._desk.run(self._taking.export())
            case SearchBar.Changed():
                self._desk.search.tell(self._desk.timeline.find(message.words))
            case SearchBar.Stepped():
                self._desk.timeline.next_match(message.step)
            case SearchBar.Widened():
                self._desk.run(self._lookup.everywhere(message.words))

    def _title_of(self, name: str) -> str:
        agent = self._desk.overview.agent(name)
        return agent.title or name if agent else name
