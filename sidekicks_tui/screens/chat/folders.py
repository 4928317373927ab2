"""From the chat to the files of an agent's folder and back."""

from sidekicks_tui.screens.chat import paint
from sidekicks_tui.screens.chat.complete import folder_owner
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.screens.chat.navigate import Navigation


async def visit_files(desk: Desk, navigation: Navigation) -> None:
    """Show the folder of the agent that answers here, or answered last, or of the first member.

    A file that the person joins there is named in the message being written.
    """
    from sidekicks_tui.screens.files.screen import FilesScreen

    owner = folder_owner(desk.overview, desk.composer.text)
    agents = desk.engine.config.settings.agents
    agent = desk.overview.agent_here or owner or next((each.name for each in agents), "")
    screen = FilesScreen(
        desk.engine, desk.keymap, lambda: paint.asking(desk.overview), agent, owner=owner or agent
    )
    joined = await desk.screen.app.push_screen_wait(screen)
    if joined == "":
        navigation.next_waiting()
    elif joined is not None:
        before = desk.composer.before_cursor
        space = " " if before and not before[-1].isspace() else ""
        desk.composer.insert(f"{space}{joined} ")
        desk.focus(desk.composer)
