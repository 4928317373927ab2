"""From the chat to the terminals and back."""

from sidekicks_tui.screens.chat import paint
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.navigate import Navigation
from sidekicks_tui.screens.chat.take import Taking


async def visit(desk: Desk, navigation: Navigation, taking: Taking, *, or_any: bool) -> None:
    """Show the terminal of the agent that answers here, or answered last, or of the first member.

    `or_any`: or whichever terminal there is. What the person quotes from it is taken back.
    """
    from sidekicks_tui.screens.terminal.screen import TerminalScreen

    agent = desk.overview.agent_here
    screen = TerminalScreen(
        desk.engine, desk.keymap, lambda: paint.asking(desk.overview), agent, or_any=or_any
    )
    quoted = await desk.screen.app.push_screen_wait(screen)
    if quoted == "":
        navigation.next_waiting()
    elif quoted is not None:
        taking.quote(quoted)
