"""What an action is, and where its key acts. The table of them is in `actions`."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sidekicks_tui.locale import N_, _


class Place(StrEnum):
    """Where a key acts."""

    APP = "app"
    """Anywhere on the main screens."""
    COMPOSER = "composer"
    """While writing."""
    MESSAGES = "messages"
    """While the cursor is among the messages."""
    SEARCH = "search"
    """While searching in the conversation."""
    PERMISSION = "permission"
    """While a permission request has the focus."""
    PANEL = "panel"
    """While the panel beside the conversation has the focus."""
    QUESTION = "question"
    """While the question of an agent has the focus."""
    AGENTS = "agents"
    """On the screen of the agents."""
    FILES = "files"
    """On the screen of the files."""
    EDITOR = "editor"
    """While a file is being edited."""
    TERMINAL = "terminal"
    """On the screen of the terminals, outside of the shell."""
    SETTINGS = "settings"
    """On the screen of the settings."""

    @property
    def heading(self) -> str:
        return _(_HEADINGS[self])


_HEADINGS = {
    Place.APP: N_("Everywhere"),
    Place.COMPOSER: N_("Writing"),
    Place.MESSAGES: N_("Among the messages"),
    Place.SEARCH: N_("Searching"),
    Place.PERMISSION: N_("A permission request"),
    Place.PANEL: N_("Members, plan, queued messages"),
    Place.QUESTION: N_("The question of an agent"),
    Place.AGENTS: N_("The agents"),
    Place.FILES: N_("The files"),
    Place.EDITOR: N_("Editing a file"),
    Place.TERMINAL: N_("The terminals"),
    Place.SETTINGS: N_("The settings"),
}


@dataclass(frozen=True)
class Action:
    id: str
    keys: str
    """As Textual spells them, several with commas; empty when only the palette has it."""
    _name: str
    _help: str
    in_palette: bool = True
    short: str = ""
    """Its name in the footer."""
    rebindable: bool = True
    """False: the key means this only at times (the first line, an open request), so a widget looks at it."""
    shown_keys: str = ""
    """How help shows its keys when the list itself says too little; empty for the keys."""

    @property
    def place(self) -> Place:
        return Place(self.id.partition(".")[0])

    @property
    def name(self) -> str:
        """In the palette."""
        return _(self._name)

    @property
    def help(self) -> str:
        """One line of the help."""
        return _(self._help)

    @property
    def footer(self) -> str:
        return _(self.short)


def keyed(place: Place, *actions: tuple[str, str, str]) -> Iterator[Action]:
    """Actions of `place` that only have a key: name behind the dot, keys, one text for all uses."""
    for name, keys, text in actions:
        yield Action(f"{place}.{name}", keys, text, text, in_palette=False, short=text)
