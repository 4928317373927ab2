"""The Danger zone: what each reset does, what it keeps where, and the word that must be typed."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from sidekicks_tui.core.reset import Plan
from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.settings import ResetChoice
from sidekicks_tui.screens.box import Box
from sidekicks_tui.widgets.choices import Choice
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign

_NAMES = {
    ResetChoice.SETTINGS: (
        N_("Reset the settings"),
        N_("this file becomes the default one; recent files are forgotten"),
    ),
    ResetChoice.HISTORY: (
        N_("Reset the history"),
        N_("of this configuration; declared channels are made again"),
    ),
    ResetChoice.ALL_HISTORY: (N_("Reset all histories"), N_("of every configuration that was ever opened")),
    ResetChoice.EVERYTHING: (
        N_("Reset everything"),
        N_("settings, all histories, the agents' logs, hooks that you trusted"),
    ),
}


def choices() -> list[Choice]:
    return [Choice(choice, _(name), _(detail)) for choice, (name, detail) in _NAMES.items()]


class ConfirmReset(Box[bool | None]):
    """Gives True back once the choice's own word was typed."""

    def __init__(self, choice: ResetChoice, plan: Plan) -> None:
        super().__init__()
        self._choice = choice
        self._plan = plan
        self._input = Input(placeholder=choice, select_on_focus=False)
        self._input.cursor_blink = False
        self._told = Static(markup=False, classes="error")

    def compose(self) -> ComposeResult:
        name, detail = _NAMES[self._choice]
        with Vertical(classes="box"):
            yield Static(Content.assemble((_(name), "bold"), "  ", (_(detail), MUTED)))
            yield Static(_("Every answer and agent is ended first. Kept as copies:"), markup=False)
            yield Static(self._kept())
            yield Static(
                Content.assemble(
                    _("To go on, type "),
                    (self._choice.value, ACCENT),
                    _(" and press Enter; Esc leaves all as it is."),
                )
            )
            yield self._input
            yield self._told

    def on_mount(self) -> None:
        self._told.display = False
        self._input.focus()

    def on_input_submitted(self) -> None:
        if self._input.value.strip() == self._choice:
            self.dismiss(True)
        else:
            self._told.update(_("That is not the word: nothing was reset."))
            self._told.display = True

    def _kept(self) -> Content:
        sources = self._plan.sources
        if not sources:
            return Content.styled(_("nothing: there is nothing yet"), MUTED)
        lines = [foreign(f"  {source}") for source in sources]
        return Content("\n").join(
            [*lines, Content.assemble(("  → ", ACCENT), foreign(str(self._plan.copies)))]
        )
