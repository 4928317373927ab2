"""What the person is asked about entries of the tree: names, whether to delete, which file, which agent."""

from collections.abc import Sequence
from typing import Any

from textual.app import App

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import NoTrash
from sidekicks_tui.model.workspaces import Entry
from sidekicks_tui.screens.ask import Ask, Confirm
from sidekicks_tui.screens.chooser import Chooser, among
from sidekicks_tui.widgets.choices import Choice

_MOST_FOUND = 100


async def create(app: App[Any], engine: Engine, agent: str, folder: str) -> str:
    """Ask for a name and make the file; its path, empty when the person thought better of it."""
    made: list[str] = []

    async def submit(fields: tuple[str, ...]) -> None:
        made.append(await engine.workspaces.create(agent, folder, fields[0]))

    title = _("New file in {folder}").format(folder=folder or _("the folder"))
    await app.push_screen_wait(Ask(title, [(_("Name"), "")], submit))
    return made[-1] if made else ""


async def rename(app: App[Any], engine: Engine, agent: str, entry: Entry) -> str:
    """Ask for another name; the path then, empty when the person thought better of it."""
    renamed: list[str] = []

    async def submit(fields: tuple[str, ...]) -> None:
        renamed.append(await engine.workspaces.rename(agent, entry.path, fields[0]))

    title = _("Rename {path}").format(path=entry.path)
    await app.push_screen_wait(Ask(title, [(_("Name"), entry.name)], submit))
    return renamed[-1] if renamed else ""


async def remove(app: App[Any], engine: Engine, agent: str, entry: Entry, *, unsaved: bool) -> bool:
    """Ask, then delete: to the trash, and for good only when the person says so once more."""
    question = _("Delete {path}, with all that is in it?") if entry.dir else _("Delete {path}?")
    question = question.format(path=entry.path) + " " + _("It goes to the trash.")
    if unsaved:
        question += " " + _("What is not saved is lost.")
    if not await app.push_screen_wait(Confirm(question)):
        return False
    try:
        await engine.workspaces.remove(agent, entry.path)
    except NoTrash as error:
        if not await app.push_screen_wait(Confirm(_("{reason}. Delete it for good?").format(reason=error))):
            return False
        await engine.workspaces.remove(agent, entry.path, for_good=True)
    return True


async def find(app: App[Any], engine: Engine, agent: str) -> str:
    """A file of the folder by a few letters; empty when none is chosen."""

    async def source(query: str) -> Sequence[Choice]:
        found = await engine.workspaces.find(agent, query, _MOST_FOUND)
        return [Choice(file.path, file.path, positions=file.positions) for file in found]

    chooser = Chooser(_("Find a file"), source, nothing=_("No file has these letters."))
    chosen = await app.push_screen_wait(chooser)
    return chosen.key if chosen else ""


async def choose_change(app: App[Any], paths: Sequence[str]) -> str:
    """One of the changed files; empty when none is chosen."""
    choices = [Choice(path, path) for path in paths]
    chooser = Chooser(
        _("Changed since you last looked"), among(choices), nothing=_("Nothing has these letters.")
    )
    chosen = await app.push_screen_wait(chooser)
    return chosen.key if chosen else ""


async def choose_agent(app: App[Any], engine: Engine) -> str:
    """The agent whose folder is wanted; empty when none is."""
    choices = [
        Choice(agent.name, agent.name, str(agent.workspace)) for agent in engine.config.settings.agents
    ]
    chooser = Chooser(
        _("The folder of which agent?"), among(choices), nothing=_("Nothing has these letters.")
    )
    chosen = await app.push_screen_wait(chooser)
    return chosen.key if chosen else ""
