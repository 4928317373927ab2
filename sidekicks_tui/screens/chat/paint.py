"""What the overview says, as the lists and lines of the chat show it: pure, one function for each of them."""

from collections.abc import Sequence
from pathlib import PurePath

from textual.content import Content

from sidekicks_tui.core.channels.routing import route
from sidekicks_tui.locale import _, plural
from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Usage
from sidekicks_tui.model.elicitation import ElicitationRequest, ElicitationUrl
from sidekicks_tui.model.settings import ConfigStatus
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.channel_list import Row
from sidekicks_tui.widgets.content import ACCENT, ERROR, MUTED, foreign
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP, Keymap

_SIGNS = {
    AgentState.STOPPED: "○",
    AgentState.STARTING: "◌",
    AgentState.READY: "●",
    AgentState.BUSY: "●",
    AgentState.ERROR: "✗",
}


def rows(overview: Overview) -> list[Row]:
    """The list of conversations."""
    entries = []
    for key in overview.keys:
        agent = overview.direct_agent(key)
        status = overview.agent(agent) if agent else None
        channel = overview.channel(key)
        entries.append(
            Row(
                key=key,
                name=agent or (channel.name if channel else key),
                direct=bool(agent),
                unread=0 if key == overview.current else overview.unread.get(key, 0),
                answering=overview.busy(key),
                asks=bool(overview.requests_of(key)),
                mentioned=key in overview.mentions,
                state=status.state if status else None,
            )
        )
    return entries


def window_title(overview: Overview) -> str:
    """`Sidekicks — #parser ●`: what is in sight; `●` while anybody answers, `!` when anybody asks."""
    title = f"Sidekicks — {overview.label(overview.current)}" if overview.current else "Sidekicks"
    if overview.requests:
        return f"{title} !"
    return f"{title} ●" if any(overview.busy(key) for key in overview.keys) else title


def top_left(overview: Overview) -> Content:
    """The program's name, and what waits elsewhere."""
    title = Content.styled("Sidekicks", "bold")
    waiting = asking(overview, but=overview.current)
    return Content.assemble(title, "   ", waiting) if waiting else title


def asking(overview: Overview, but: str = "") -> Content:
    """Which requests wait, and where; those of the conversation `but` are not told."""
    requests = [request for request in overview.requests if request.channel not in ("", but)]
    if not requests:
        return Content("")
    where = ", ".join(dict.fromkeys(overview.label(request.channel) for request in requests))
    words = _("{agent} asks in {channel}").format(agent=requests[0].agent, channel=where)
    if len(requests) > 1:
        words = plural(
            "{count} request waits in {channel}", "{count} requests wait in {channel}", len(requests)
        )
        words = words.format(count=len(requests), channel=where)
    return foreign(words, ACCENT)


def top_right(overview: Overview, config: ConfigStatus) -> Content:
    running = _("{running} of {count} running").format(running=overview.running, count=len(overview.agents))
    return Content.assemble((running, MUTED), "   ", foreign(PurePath(config.path).name, MUTED))


def header_left(overview: Overview) -> Content:
    """The conversation's name and description."""
    channel = overview.channel(overview.current)
    agent = overview.agent(overview.direct_agent(overview.current))
    description = channel.description if channel else ""
    if agent is not None:
        description = agent.description
    sign, name = overview.label(overview.current)[:1], overview.label(overview.current)[1:]
    return Content.assemble((f"{sign} ", MUTED), foreign(name, "bold"), "   ", foreign(description, MUTED))


def header_right(overview: Overview) -> Content:
    """The members with their state."""
    members = []
    for name in overview.members(overview.current):
        agent = overview.agent(name)
        state = agent.state if agent else AgentState.ERROR
        style = {AgentState.BUSY: ACCENT, AgentState.ERROR: ERROR}.get(state, MUTED)
        members.append(Content.assemble(foreign(name), " ", (_SIGNS[state], style)))
    return Content("  ").join(members)


def turn(overview: Overview, keymap: Keymap = DEFAULT_KEYMAP) -> str:
    """Who answers in the conversation in sight, and what waits there; empty when nobody does."""
    now = overview.turns.get(overview.current)
    if now is None or not now.busy:
        return ""
    if now.stuck:
        words = _("{agent} does not stop: {key} stops the agent itself").format(
            agent=now.answering, key=keymap.first("app.interrupt")
        )
    elif overview.current in overview.cancelling:
        words = _("cancelling…")
    elif now.waiting_for:
        words = _("{agent} answers in {channel} first").format(
            agent=now.answering, channel=overview.label(now.waiting_for)
        )
    elif now.answering:
        words = _("{agent} answers").format(agent=now.answering)
    else:
        words = _("answering")
    return f"{words} · " + _("{count} queued").format(count=now.queued) if now.queued else words


def who_answers(overview: Overview, text: str) -> str:
    """`→ gemini, joins`: who will answer `text`; empty while there is nothing to say."""
    channel = overview.channel(overview.current)
    if channel is None or channel.direct or not text.strip():
        return ""
    names = [agent.name for agent in overview.agents]
    way = route(text, channel, names, overview.last_answered.get(channel.id, ""))
    if not way.recipients:
        return _("→ nobody: mention an agent with @")
    told = [_("{agent}, joins").format(agent=name) if name in way.joins else name for name in way.recipients]
    return "→ " + ", ".join(told)


def usage(overview: Overview) -> str:
    """Context and cost of those who answer in the conversation in sight."""
    told = []
    for name in overview.members(overview.current):
        used = overview.usage.get((overview.current, name))
        if used is not None and (used.used or used.cost):
            told.append(f"{name} {usage_words(used)}")
    return "   ".join(told)


def usage_words(used: Usage) -> str:
    """`53k/200k · $0.42`."""
    context = _tokens(used.used) + (f"/{_tokens(used.size)}" if used.size else "")
    if used.cost is None:
        return context
    money = f"${used.cost:.2f}" if used.currency in ("", "USD") else f"{used.cost:.2f} {used.currency}"
    return f"{context} · {money}"


def _tokens(count: int) -> str:
    if count < 1000:
        return str(count)
    if count < 1_000_000:
        return f"{round(count / 1000)}k"
    return f"{count / 1_000_000:.1f}M"


_KEYS_BY_PLACE = {
    Place.PERMISSION: ("permission.answer", "permission.back"),
    Place.PANEL: ("panel.change", "panel.drop", "panel.back"),
    Place.QUESTION: ("question.send", "question.decline", "question.cancel", "question.back"),
    Place.MESSAGES: ("messages.open", "messages.copy", "messages.quote", "messages.file", "permission.back"),
    Place.SEARCH: ("search.above", "search.below", "search.everywhere", "permission.back"),
}


def footer(overview: Overview, place: Place, *, armed: bool) -> Sequence[str]:
    """The few actions that matter now, at `place`. `armed`: the next Esc stops the answer."""
    if place is Place.QUESTION and _asks_for_an_address(overview):
        return ("question.open", "question.copy", *_KEYS_BY_PLACE[place])
    if place in _KEYS_BY_PLACE:
        return _KEYS_BY_PLACE[place]
    always = ["app.switch", "app.palette", "app.help"]
    if overview.requests or overview.waiting():
        always.insert(0, "app.next_waiting")
    if overview.busy(overview.current):
        always.insert(0, "app.escape" if armed else "app.interrupt")
    return always


def _asks_for_an_address(overview: Overview) -> bool:
    first = next(iter(overview.requests_here), None)
    return isinstance(first, ElicitationRequest) and isinstance(first.question, ElicitationUrl)
