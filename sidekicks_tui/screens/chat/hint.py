"""What an empty conversation tells a newcomer: what to write, who is here, where to find more."""

from textual.content import Content

from sidekicks_tui.locale import _
from sidekicks_tui.screens.chat.overview import Overview
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign
from sidekicks_tui.widgets.keys import Keymap

_NAME_WIDTH = 14


def hint(overview: Overview, keymap: Keymap) -> list[Content]:
    """The lines, as long as nothing was said in the conversation in sight."""
    lines = [_what_to_write(overview), Content("")]
    lines += [_who(overview, name) for name in _names(overview)]
    lines += [Content(""), _keys(keymap)]
    return lines


def _names(overview: Overview) -> tuple[str, ...]:
    """Who is here; those who could be, where nobody is."""
    return overview.members(overview.current) or tuple(agent.name for agent in overview.agents)


def _what_to_write(overview: Overview) -> Content:
    members = overview.members(overview.current)
    if not members:
        words = _("Nobody is here yet. Write a message and mention an agent: it joins.")
    elif len(members) == 1:
        words = _("Write a message below; {agent} answers.").format(agent=members[0])
    else:
        words = _("Write a message below and mention who shall answer; without a name, the last one does.")
    return foreign(words)


def _who(overview: Overview, name: str) -> Content:
    agent = overview.agent(name)
    sign = foreign(f"@{name}".ljust(_NAME_WIDTH) + " ", ACCENT)
    return Content.assemble(sign, foreign(agent.description if agent else "", MUTED))


def _keys(keymap: Keymap) -> Content:
    told = [
        (keymap.first("app.help"), _("keys")),
        (keymap.first("app.palette"), _("everything that can be done")),
        ("/", _("what an agent knows to do")),
        ("$", _("join a file")),
    ]
    return Content("   ").join(Content.assemble((key, ACCENT), " ", (words, MUTED)) for key, words in told)
