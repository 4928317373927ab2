"""What each action of the table does in the chat."""

from collections.abc import Callable
from functools import partial

from sidekicks_tui.locale import _
from sidekicks_tui.screens.chat import paint
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.escape import Escape
from sidekicks_tui.screens.chat.folders import visit_files
from sidekicks_tui.screens.chat.login import Login
from sidekicks_tui.screens.chat.lookup import Lookup
from sidekicks_tui.screens.chat.manage import Management
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.screens.chat.painter import Painter
from sidekicks_tui.screens.chat.panes import Panes
from sidekicks_tui.screens.chat.reading import Reading
from sidekicks_tui.screens.chat.setup import Setup
from sidekicks_tui.screens.chat.shells import visit
from sidekicks_tui.screens.chat.speak import Speech
from sidekicks_tui.screens.chat.take import Taking
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import CHANNEL_PLACES, of_place


def actions(
    desk: Desk,
    painter: Painter,
    panes: Panes,
    navigation: Navigation,
    speech: Speech,
    management: Management,
    lookup: Lookup,
    reading: Reading,
    taking: Taking,
    setup: Setup,
    login: Login,
) -> dict[str, Callable[[], object]]:
    """By id: what is done at once, or begun as a command beside the screen."""
    run = desk.run
    return {
        "app.next_waiting": navigation.next_waiting,
        "app.switch": lambda: run(lookup.switch()),
        "app.palette": lambda: run(lookup.palette()),
        "app.goto": lambda: run(_go_to(desk, navigation, taking)),
        "app.agents": lambda: run(_agents(desk, navigation)),
        "app.files": lambda: run(visit_files(desk, navigation)),
        "app.terminals": lambda: run(visit(desk, navigation, taking, or_any=True)),
        "app.terminal": lambda: run(visit(desk, navigation, taking, or_any=False)),
        "app.settings": lambda: run(_settings(desk, navigation)),
        **{
            action.id: partial(_setting, desk, navigation, action.id)
            for action in of_place(Place.SETTINGS)
            if action.in_palette
        },
        "app.previous_channel": lambda: run(navigation.step(-1)),
        "app.next_channel": lambda: run(navigation.step(1)),
        **{f"app.channel_{place}": partial(_at, desk, navigation, place) for place in CHANNEL_PLACES},
        "app.page_up": lambda: _page(desk, -1),
        "app.page_down": lambda: _page(desk, 1),
        "app.top": desk.timeline.to_start,
        "app.bottom": reading.to_end,
        "app.messages": desk.timeline.focus,
        "app.search": desk.search.open,
        "app.escape": Escape(desk, painter, panes, speech, login),
        "app.interrupt": lambda: run(speech.interrupt()),
        "app.stop_answer": lambda: run(speech.stop()),
        "app.next_mode": lambda: run(setup.next_mode()),
        "app.export": lambda: run(taking.export()),
        "app.log": panes.toggle_log,
        "app.members": panes.toggle_panel,
        "app.mark_read": lambda: run(reading.mark_all_read()),
        "app.log_in": lambda: run(login.log_in()),
        "app.bare": panes.toggle_bare,
        "app.create_channel": lambda: run(management.create_channel()),
        "app.rename_channel": lambda: run(management.rename_channel()),
        "app.delete_channel": lambda: run(management.delete_channel()),
        "app.invite": lambda: run(management.invite()),
        "app.remove_member": lambda: run(management.remove_member()),
        "app.start_agent": lambda: run(management.start_agent()),
        "app.stop_agent": lambda: run(management.stop_agent()),
        "app.restart_agent": lambda: run(management.restart_agent()),
        "app.problems": lambda: _show_problems(desk, panes),
        "app.help": lambda: _show_help(desk),
        "app.suspend": desk.screen.app.action_suspend_process,
        "app.quit": partial(_quit, desk),
    }


def _at(desk: Desk, navigation: Navigation, place: int) -> None:
    desk.run(navigation.at(place))


def _page(desk: Desk, direction: int) -> None:
    """What is asked for scrolls while it has the focus, the conversation otherwise."""
    if desk.place is Place.PERMISSION:
        desk.card.permission.scroll_page(direction)
    else:
        desk.timeline.scroll_page(direction)


def _quit(desk: Desk) -> None:
    desk.screen.app.exit()


async def _go_to(desk: Desk, navigation: Navigation, taking: Taking) -> None:
    from sidekicks_tui.screens.goto import GoTo

    match await desk.screen.app.push_screen_wait(GoTo()):
        case "agents":
            await _agents(desk, navigation)
        case "files":
            await visit_files(desk, navigation)
        case "terminals":
            await visit(desk, navigation, taking, or_any=True)
        case "settings":
            await _settings(desk, navigation)


async def _agents(desk: Desk, navigation: Navigation) -> None:
    from sidekicks_tui.screens.agents import AgentsScreen

    screen = AgentsScreen(desk.engine, desk.keymap, lambda: paint.asking(desk.overview))
    agent = await desk.screen.app.push_screen_wait(screen)
    if agent == "":
        navigation.next_waiting()
    direct = [key for key in desk.overview.keys if agent and desk.overview.direct_agent(key) == agent]
    if direct:
        await navigation.open(direct[0])


def _setting(desk: Desk, navigation: Navigation, action_id: str) -> None:
    desk.run(_settings(desk, navigation, action_id))


async def _settings(desk: Desk, navigation: Navigation, first: str = "") -> None:
    """The screen of the settings, where `first` is done at once."""
    from sidekicks_tui.screens.settings.screen import SettingsScreen

    screen = SettingsScreen(desk.engine, desk.keymap, lambda: paint.asking(desk.overview), first)
    if await desk.screen.app.push_screen_wait(screen):
        navigation.next_waiting()


def _show_help(desk: Desk) -> None:
    from sidekicks_tui.screens.help import KeyHelp, Reader

    text = KeyHelp(desk.keymap, [desk.place, Place.APP])
    desk.screen.app.push_screen(Reader(_("Keys that act here"), text))


def _show_problems(desk: Desk, panes: Panes) -> None:
    from textual.content import Content
    from textual.widgets import Static

    from sidekicks_tui.screens.help import Reader
    from sidekicks_tui.widgets.content import foreign

    told = [foreign(problem) for problem in panes.problems()]
    text = Content("\n\n").join(told) if told else Content(_("There are none."))
    desk.screen.app.push_screen(Reader(_("Problems"), Static(text)))
