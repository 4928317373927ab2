"""What opens beside the conversation: members, the agent's log, the line that tells of problems."""

from pathlib import Path

from textual.content import Content

from sidekicks_tui.locale import _, plural
from sidekicks_tui.screens.chat import panel
from sidekicks_tui.screens.chat.desk import Desk
from sidekicks_tui.widgets.content import MUTED, foreign
from sidekicks_tui.widgets.driver import set_mouse
from sidekicks_tui.widgets.line import Line
from sidekicks_tui.widgets.log_pane import LogPane


class Panes:
    def __init__(self, desk: Desk, log: LogPane, banner: Line) -> None:
        self._desk = desk
        self._log = log
        self._banner = banner
        self._bare = False

    def toggle_panel(self) -> None:
        """Open it, go to it, close it: whichever is next."""
        panel = self._desk.panel
        if panel.has_focus:
            panel.display = False
            self._desk.focus(self._desk.composer)
        else:
            panel.display = True
            self.changed()
            self._desk.focus(panel)

    def toggle_bare(self) -> None:
        """Side panes and mouse off, so that the terminal's own selection works; and on again."""
        self._bare = not self._bare
        self._desk.screen.set_class(self._bare, "bare")
        if set_mouse(self._desk.screen.app, not self._bare) and self._bare:
            self._desk.say(
                _("The mouse is the terminal's. {key} takes it back.").format(
                    key=self._desk.keymap.first("app.bare")
                )
            )

    def toggle_log(self) -> None:
        """The log of the agent that answers here, or answered last, or of the first member."""
        if self._log.close():
            return
        agent = self._desk.overview.agent_here
        if not agent:
            self._desk.say(_("Nobody is in this channel: there is no log to show."))
            return
        self._log.open(agent, self._desk.engine.agents.logs(agent))

    def logged(self, agent: str, line: str) -> None:
        self._log.append(agent, line)

    def close(self) -> bool:
        """Close what is open, the last first; whether anything was."""
        if self._log.close():
            return True
        if self._desk.panel.display:
            self._desk.panel.display = False
            return True
        return False

    def changed(self) -> None:
        """Something that the panel shows may have changed."""
        if self._desk.panel.display:
            self._desk.panel.show(panel.lines(self._desk.overview))

    def tell_what_is_new(self) -> None:
        """On the first start: where the configuration is."""
        status = self._desk.engine.config.current()
        if status.created:
            self._desk.say(_("Welcome. Your configuration is {path}").format(path=status.path))

    def problems(self) -> list[str]:
        """Everything that is wrong with the configuration, the keys and the history, one sentence each."""
        status = self._desk.engine.config.current()
        name = Path(status.path).name
        told = [
            f"{name}:{problem.line}:{problem.column}: {problem.message}"
            for problem in (*status.problems, *status.warnings)
        ]
        told += self._desk.keymap.problems
        if status.theme not in self._desk.screen.app.available_themes:
            told.append(_("theme: there is no theme {name}").format(name=status.theme))
        if status.history_problem:
            told.insert(0, _("The history is kept in memory only: {why}").format(why=status.history_problem))
        return told

    def show_problems(self) -> None:
        """One line for all of them; no line when there are none."""
        problems = self.problems()
        self._banner.display = bool(problems)
        if problems:
            more = len(problems) - 1
            words = plural("and {count} more", "and {count} more", more).format(count=more) if more else ""
            hint = _("{key}: Problems").format(key=self._desk.keymap.first("app.palette"))
            self._banner.put(
                Content.assemble(("! ", "$text-warning"), foreign(problems[0], "$text-warning")),
                Content.styled("   ".join(part for part in (words, hint) if part), MUTED),
            )
