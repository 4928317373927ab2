"""Who is in the conversation: state, mode, and how much of its context each has used."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widget import Widget

from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.widgets.channel_list import state_word
from sidekicks_tui.widgets.content import ACCENT, ERROR, MUTED, foreign

_BAR = 20


@dataclass(frozen=True)
class Member:
    name: str
    state: AgentState
    error: str = ""
    outdated: bool = False
    mode: str = ""
    usage: str = ""
    fill: float = 0.0
    """The part of its context that is used, 0 to 1; 0 when it is unknown."""


class MembersPanel(Widget):
    DEFAULT_CSS = """
    MembersPanel { width: 30; padding: 0 1; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._members: Sequence[Member] = ()

    def show(self, members: Sequence[Member]) -> None:
        if tuple(members) != self._members:
            self._members = tuple(members)
            self.refresh(layout=True)

    def render(self) -> Content:
        blocks = [Content.styled(_("MEMBERS"), MUTED)]
        blocks += [Content("\n").join(self._member(member)) for member in self._members]
        return Content("\n\n").join(blocks)

    def _member(self, member: Member) -> list[Content]:
        style = ERROR if member.state is AgentState.ERROR else MUTED
        lines = [Content.assemble(foreign(member.name, "bold"), "  ", (state_word(member.state), style))]
        if member.outdated:
            lines.append(Content.styled(_("restart to apply changes"), ACCENT))
        if member.error:
            lines.append(foreign(member.error.splitlines()[0], ERROR))
        if member.mode:
            lines.append(foreign(_("mode {mode}").format(mode=member.mode), MUTED))
        if member.fill:
            filled = round(min(1.0, member.fill) * _BAR)
            lines.append(Content.assemble(("█" * filled, ACCENT), ("░" * (_BAR - filled), MUTED)))
        if member.usage:
            lines.append(Content.styled(member.usage, MUTED))
        return lines
