"""What stands beside the conversation in sight: its members and how they are set up, the plan, what waits."""

from textual.content import Content

from sidekicks_tui.core.channels.setup import ChoiceKind, option_for
from sidekicks_tui.locale import _
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.messages import PlanEntry
from sidekicks_tui.model.sessions import Choice, SessionInfo, SessionOption
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.screens.chat.paint import usage_words
from sidekicks_tui.widgets.channel_list import state_word
from sidekicks_tui.widgets.content import ACCENT, ERROR, FAINT, MUTED, foreign
from sidekicks_tui.widgets.line import EMPTY
from sidekicks_tui.widgets.side_panel import WIDTH, PanelLine

MODE, MODEL, OPTION, QUEUED = "mode", "model", "option", "queued"
"""What the keys of lines begin with."""
_BAR = 20
_PLAN_SIGNS = {"pending": ("☐", MUTED), "in_progress": ("◐", ACCENT), "completed": ("☑", MUTED)}


def lines(overview: Overview) -> list[PanelLine]:
    told = [_heading(_("MEMBERS"))]
    for name in overview.members(overview.current):
        told += [*_member(overview, name), PanelLine(EMPTY)]
    if overview.here.plan:
        told += [_heading(_("PLAN")), *map(_entry, overview.here.plan), PanelLine(EMPTY)]
    if overview.here.queued:
        told.append(_heading(_("QUEUED")))
        told += [
            PanelLine(foreign(" ".join(message.text.split())[: 2 * WIDTH]), key=(QUEUED, message.id))
            for message in overview.here.queued.values()
        ]
    return told


def _member(overview: Overview, name: str) -> list[PanelLine]:
    agent = overview.agent(name)
    if agent is None:
        return [PanelLine(foreign(name, "bold")), PanelLine(foreign(_("not in the configuration"), ERROR))]
    style = ERROR if agent.state is AgentState.ERROR else MUTED
    told = [PanelLine(foreign(name, "bold"), Content.styled(state_word(agent.state), style))]
    if agent.outdated:
        told.append(PanelLine(Content.styled(_("restart to apply changes"), ACCENT)))
    if agent.error:
        told.append(PanelLine(foreign(agent.error.splitlines()[0], ERROR)))
    session = overview.sessions.get((overview.current, name))
    if session is not None:
        told += _setup(name, session)
    return told + _usage(overview, name)


def _setup(name: str, session: SessionInfo) -> list[PanelLine]:
    told = [PanelLine(foreign(session.title, MUTED))] if session.title else []
    for kind, words, choices in ((MODE, _("mode"), session.modes), (MODEL, _("model"), session.models)):
        if choices is not None:
            told.append(_setting(words, _name(choices.current, choices.available), (kind, name)))
    stand_in = [option_for(session.options, kind) for kind in (ChoiceKind.MODE, ChoiceKind.MODEL)]
    return told + [
        _setting(option.name, option_words(option), (OPTION, name, option.id))
        for option in session.options
        if option not in stand_in
    ]


def _setting(name: str, value: str, key: tuple[str, ...]) -> PanelLine:
    return PanelLine(foreign(name, MUTED), foreign(value).truncate(WIDTH - 8, ellipsis=True), key)


def option_words(option: SessionOption) -> str:
    if isinstance(option.current, bool):
        return _("on") if option.current else _("off")
    return _name(option.current, option.choices)


def _name(current: str, choices: tuple[Choice, ...]) -> str:
    return next((choice.name for choice in choices if choice.id == current), current)


def _usage(overview: Overview, name: str) -> list[PanelLine]:
    used = overview.usage.get((overview.current, name))
    if used is None:
        return []
    told = []
    if used.size:
        filled = round(min(1.0, used.used / used.size) * _BAR)
        told.append(PanelLine(Content.assemble(("━" * filled, ACCENT), ("─" * (_BAR - filled), FAINT))))
    return [*told, PanelLine(Content.styled(usage_words(used), MUTED))]


def _entry(entry: PlanEntry) -> PanelLine:
    sign, style = _PLAN_SIGNS.get(entry.status, _PLAN_SIGNS["pending"])
    text_style = MUTED if entry.status == "completed" else ""
    return PanelLine(Content.assemble((f"{sign} ", style), foreign(entry.content, text_style)))


def _heading(text: str) -> PanelLine:
    return PanelLine(Content.styled(text, MUTED))
