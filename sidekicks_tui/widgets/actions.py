"""The one table of actions: what can be done, with which key, and how it is called.

Bindings, footer, palette, help, `docs/keys.md` and the `keys:` of the configuration all read it. An action's
id is what `keys:` names; what stands before its dot says where its key acts.
"""

from collections.abc import Iterable
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


CHANNEL_PLACES = range(1, 10)
"""Alt and one of these digits leads to the channel at that place of the list."""

ACTIONS: tuple[Action, ...] = (
    Action(
        "app.next_waiting",
        "alt+a",
        N_("Go to what waits"),
        N_("to the permission, mention or unread that waits; again when nothing waits: back"),
        short=N_("next waiting"),
    ),
    Action(
        "app.switch",
        "ctrl+k",
        N_("Switch to…"),
        N_("a few letters of a channel, agent or command lead there"),
        short=N_("switch"),
    ),
    Action(
        "app.palette",
        "ctrl+p",
        N_("All actions"),
        N_("every action by its name"),
        in_palette=False,
        short=N_("actions"),
    ),
    Action(
        "app.goto",
        "ctrl+g",
        N_("Go to a screen"),
        N_("then a letter: the letters show while it waits"),
        short=N_("go to"),
    ),
    Action("app.agents", "", N_("Agents: states, start, stop, log"), N_("the screen of the agents")),
    Action("app.files", "", N_("Files of the channel's agent"), N_("the folder of the channel's agent")),
    Action(
        "app.terminals", "", N_("Terminals: shells in the agents' folders"), N_("the screen of the terminals")
    ),
    Action(
        "app.terminal",
        "alt+t",
        N_("Terminal of the channel's agent"),
        N_("a shell in the folder of the channel's agent"),
    ),
    Action("app.settings", "", N_("Settings: the configuration file"), N_("the screen of the settings")),
    Action("app.previous_channel", "alt+up", N_("Channel before"), N_("the channel before")),
    Action("app.next_channel", "alt+down", N_("Channel after"), N_("the channel after")),
    *(
        Action(
            f"app.channel_{place}",
            f"alt+{place}",
            N_("Channel by its place"),
            N_("the channel at that place of the list") if place == 1 else "",
            in_palette=False,
            shown_keys="Alt+1…9" if place == 1 else "",
        )
        for place in CHANNEL_PLACES
    ),
    Action("app.page_up", "pageup", N_("Page up"), N_("scroll up, from the composer too"), in_palette=False),
    Action(
        "app.page_down",
        "pagedown",
        N_("Page down"),
        N_("scroll down, from the composer too"),
        in_palette=False,
    ),
    Action("app.top", "alt+home", N_("To the oldest message shown"), N_("to the oldest message")),
    Action("app.bottom", "alt+end", N_("To the newest message"), N_("to the newest message")),
    Action(
        "app.messages",
        "ctrl+up",
        N_("Move among the messages"),
        N_("the cursor leaves the composer for the messages"),
    ),
    Action(
        "app.search",
        "ctrl+f",
        N_("Search"),
        N_("search in this channel; Tab: everywhere"),
        short=N_("search"),
    ),
    Action(
        "app.escape",
        "escape",
        N_("Close what is open"),
        N_("closes what is open; nothing open and an answer runs: a second one stops it"),
        in_palette=False,
        short=N_("stop"),
    ),
    Action(
        "app.interrupt",
        "ctrl+c",
        N_("Stop, clear, quit"),
        N_("stops the answer; nothing runs: clears what you write; again: quits"),
        in_palette=False,
        short=N_("stop"),
    ),
    Action("app.stop_answer", "", N_("Stop the answer"), N_("stops the answer under way")),
    Action("app.next_mode", "shift+tab", N_("Next mode of the agent"), N_("the next mode of the agent")),
    Action("app.export", "", N_("Export the conversation"), N_("as Markdown, or as JSON")),
    Action(
        "app.log", "alt+l", N_("Log of the channel's agent"), N_("the agent's log, below the conversation")
    ),
    Action(
        "app.members",
        "alt+m",
        N_("Members, plan, queued messages"),
        N_("beside the conversation: members and how they are set up, the plan, what waits"),
    ),
    Action(
        "app.bare",
        "alt+b",
        N_("Bare: side panes and mouse off"),
        N_("side panes and mouse off, for the terminal's own selection"),
    ),
    Action("app.mark_read", "", N_("Mark everything as read"), N_("in all channels")),
    Action("app.log_in", "", N_("Log in to an agent…"), N_("by one of the ways that it offers")),
    Action("app.create_channel", "", N_("Create a channel"), N_("asks for its name")),
    Action("app.rename_channel", "", N_("Rename this channel"), N_("asks for its name and description")),
    Action("app.delete_channel", "", N_("Delete this channel"), N_("with its whole history; asks first")),
    Action("app.invite", "", N_("Invite an agent"), N_("an agent joins this channel")),
    Action("app.remove_member", "", N_("Remove an agent"), N_("an agent leaves this channel")),
    Action("app.start_agent", "", N_("Start an agent"), N_("starts one that does not run")),
    Action("app.stop_agent", "", N_("Stop an agent"), N_("stops one that runs")),
    Action("app.restart_agent", "", N_("Restart an agent"), N_("stops and starts it")),
    Action("app.problems", "", N_("Problems of configuration and history"), N_("each with its place")),
    Action(
        "app.help",
        "f1,question_mark",
        N_("Keys that act here"),
        N_("the keys that act here; ? when you are not writing"),
        short=N_("help"),
    ),
    Action(
        "app.suspend",
        "alt+z",
        N_("To the shell"),
        N_("stops Sidekicks until fg brings it back; agents go on"),
    ),
    Action("app.quit", "", N_("Quit"), N_("stops the agents and leaves")),
    Action("composer.send", "enter", N_("Send"), N_("send"), in_palette=False),
    Action(
        "composer.newline", "shift+enter,alt+enter,ctrl+j", N_("New line"), N_("new line"), in_palette=False
    ),
    Action(
        "composer.complete",
        "tab",
        N_("Complete"),
        N_("completes @agent, /command, /agent:command and $path"),
        in_palette=False,
    ),
    Action(
        "composer.editor",
        "ctrl+e",
        N_("Write in your editor"),
        N_("opens what you write in $EDITOR"),
    ),
    Action(
        "composer.older",
        "up",
        N_("Message before"),
        N_("on the first line: what you sent before"),
        in_palette=False,
        rebindable=False,
    ),
    Action(
        "composer.newer",
        "down",
        N_("Message after"),
        N_("on the last line: what you sent after"),
        in_palette=False,
        rebindable=False,
    ),
    Action(
        "permission.answer",
        "",
        N_("Answer"),
        N_("the option with that number or letter"),
        in_palette=False,
        short=N_("answer"),
        rebindable=False,
        shown_keys="1…9, a…z",
    ),
    Action(
        "permission.back",
        "escape",
        N_("Back to writing"),
        N_("back to writing; the request keeps waiting"),
        in_palette=False,
        rebindable=False,
        short=N_("back to writing"),
    ),
    *(
        Action(f"panel.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("up", "up,k", N_("the line above")),
            ("down", "down,j", N_("the line below")),
            ("change", "enter", N_("change; a message: edit it")),
            ("drop", "x,delete", N_("a message: do not send it")),
        )
    ),
    Action(
        "panel.back",
        "escape",
        N_("Back to writing"),
        N_("back to writing; the panel stays"),
        in_palette=False,
        rebindable=False,
        short=N_("back to writing"),
    ),
    *(
        Action(f"question.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("next", "enter", N_("the next field; after the last: send")),
            ("above", "up", N_("the field above")),
            ("below", "down,tab", N_("the field below")),
            ("send", "alt+enter", N_("send")),
            ("decline", "alt+d", N_("decline")),
            ("cancel", "alt+c", N_("not now")),
            ("open", "o", N_("open in the browser")),
            ("copy", "y", N_("copy the address")),
        )
    ),
    Action(
        "question.choose",
        "space",
        N_("Choose"),
        N_("chooses the option at the cursor"),
        in_palette=False,
        short=N_("choose"),
        rebindable=False,
    ),
    Action(
        "question.back",
        "escape",
        N_("Back to writing"),
        N_("back to writing; the question keeps waiting"),
        in_palette=False,
        rebindable=False,
        short=N_("back to writing"),
    ),
    *(
        Action(f"messages.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("up", "k,up", N_("the part above")),
            ("down", "j,down", N_("the part below")),
            ("open", "enter", N_("opens or folds")),
            ("copy", "y", N_("copies")),
            ("quote", "q", N_("quotes into the message")),
            ("file", "o", N_("opens the file")),
            ("prompt", "p", N_("my prompt before")),
            ("export", "e", N_("exports the conversation")),
        )
    ),
    *(
        Action(f"search.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("above", "enter,up", N_("the match above")),
            ("below", "down", N_("the match below")),
            ("everywhere", "tab", N_("search everywhere")),
        )
    ),
    *(
        Action(f"agents.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("up", "up,k", N_("the agent above")),
            ("down", "down,j", N_("the agent below")),
            ("start", "s", N_("start")),
            ("stop", "x", N_("stop")),
            ("restart", "r", N_("restart")),
            ("open", "enter", N_("conversation")),
            ("back", "escape", N_("back")),
        )
    ),
    Action(
        "terminal.out",
        "ctrl+right_square_bracket",
        N_("Out of the shell"),
        N_("out of the shell; again: typed into it"),
        in_palette=False,
        short=N_("out of the shell"),
    ),
    Action(
        "terminal.scroll",
        "",
        N_("Scroll"),
        N_("scroll, in the shell as well"),
        in_palette=False,
        rebindable=False,
        shown_keys="Shift+PageUp, Shift+PageDown, Shift+Home, Shift+End",
    ),
    *(
        Action(f"files.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("open", "enter,right", N_("open")),
            ("fold", "left", N_("fold")),
            ("up", "up,k", N_("the entry above")),
            ("down", "down,j", N_("the entry below")),
            ("page_up", "pageup", N_("a page up")),
            ("page_down", "pagedown", N_("a page down")),
            ("other", "tab", N_("tree, file")),
            ("find", "f", N_("find a file")),
            ("changes", "c", N_("what changed")),
            ("search", "slash", N_("search")),
            ("next_match", "n", N_("the match below")),
            ("previous_match", "N", N_("the match above")),
            ("edit", "e", N_("edit")),
            ("save", "w", N_("save")),
            ("difference", "d", N_("difference")),
            ("preview", "p", N_("preview")),
            ("create", "a", N_("new file")),
            ("rename", "r", N_("rename")),
            ("remove", "x,delete", N_("delete")),
            ("copy", "y", N_("copies the path")),
            ("attach", "dollar_sign", N_("join")),
            ("agent", "o", N_("another agent's folder")),
            ("back", "escape", N_("back")),
        )
    ),
    *(
        Action(f"editor.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("save", "alt+s", N_("save")),
            ("search", "ctrl+f", N_("search")),
            ("done", "escape", N_("read")),
        )
    ),
    *(
        Action(f"terminal.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("shell", "enter", N_("into the shell")),
            ("previous", "left,h", N_("the terminal before")),
            ("next", "right,l", N_("the terminal after")),
            ("new", "n", N_("new")),
            ("restart", "r", N_("restart")),
            ("close", "x", N_("close")),
            ("search", "slash", N_("search")),
            ("up", "up,k", N_("a line up")),
            ("down", "down,j", N_("a line down")),
            ("page_up", "pageup", N_("a page up")),
            ("page_down", "pagedown", N_("a page down")),
            ("top", "home", N_("to the oldest line")),
            ("bottom", "end", N_("to the end")),
            ("copy", "y", N_("copies the selection, or what is in sight")),
            ("quote", "q", N_("quotes it into the message")),
            ("back", "escape", N_("back")),
        )
    ),
    Action(
        "settings.complete",
        "ctrl+@",
        N_("Complete"),
        N_("offers what may stand here; Tab takes it"),
        in_palette=False,
        short=N_("complete"),
        shown_keys="Ctrl+Space",
    ),
    *(
        Action(f"settings.{name}", key, title, title, in_palette=False, short=title)
        for name, key, title in (
            ("save", "alt+s", N_("save")),
            ("preview", "alt+v", N_("what a save changes")),
            ("next_problem", "f8,alt+n", N_("to the next problem")),
            ("problems", "alt+p", N_("problems")),
            ("back", "escape", N_("back")),
        )
    ),
    Action("settings.theme", "", N_("Theme…"), N_("the colours, shown while you choose")),
    Action("settings.language", "", N_("Language…"), N_("the language of the screen")),
    Action("settings.keys", "", N_("Keys…"), N_("another key for an action, by pressing it")),
    Action("settings.notifications", "", N_("Notifications…"), N_("bell and desktop, on or off")),
    Action("settings.open", "", N_("Open another configuration file…"), N_("ends everything of this one")),
    Action(
        "settings.history",
        "",
        N_("Open the history on disk again"),
        N_("when another Sidekicks had it, and has ended"),
    ),
    Action("settings.read_again", "", N_("Take the file as it is on disk"), N_("gives up unsaved changes")),
    Action("settings.reset", "", N_("Danger zone…"), N_("resets settings or history; copies are kept")),
)

BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}


def of_place(place: Place) -> Iterable[Action]:
    return (action for action in ACTIONS if action.place is place)
