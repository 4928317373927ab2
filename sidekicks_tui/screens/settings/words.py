"""What the settings screen says of a text: its problems, and what saving it would change."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from sidekicks_tui.core.config_preview import Preview
from sidekicks_tui.locale import _, plural
from sidekicks_tui.model.settings import Problem
from sidekicks_tui.widgets.choices import Choice
from sidekicks_tui.widgets.content import ACCENT, MUTED, foreign

_WARNING: Final = "$text-warning"
_ERROR: Final = "$text-error"


def choices(problems: Sequence[Problem]) -> list[Choice]:
    """The problems to choose from, by their number."""
    return [
        Choice(
            str(number),
            f"{problem.line}:{problem.column}  {problem.message}",
            hint=_("warning") if problem.warning else _("error"),
        )
        for number, problem in enumerate(problems)
    ]


def count(problems: Sequence[Problem]) -> Content:
    """How many there are of each kind; empty when there are none."""
    errors = sum(not problem.warning for problem in problems)
    warnings = len(problems) - errors
    told = []
    if errors:
        told.append(Content.styled(plural("{n} error", "{n} errors", errors).format(n=errors), _ERROR))
    if warnings:
        words = plural("{n} warning", "{n} warnings", warnings).format(n=warnings)
        told.append(Content.styled(words, _WARNING))
    return Content(" · ").join(told)


def preview(seen: Preview | None, *, unsaved: bool, errors: bool) -> Content:
    """What a save would change, one thing a line; `seen` is None while that is not known."""
    title = Content.styled(_("A save would change"), MUTED)
    if seen is None:
        lines = [Content(_("nothing: a text with errors is not saved"))] if errors else []
    elif seen.nothing:
        lines = [Content(_("nothing that runs") if unsaved else _("nothing: all is saved"))]
    else:
        lines = _lines(seen)
    return Content("\n").join([title, Content(""), *lines])


def _lines(seen: Preview) -> list[Content]:
    told = [
        *((name, _("appears"), ACCENT) for name in seen.new),
        *((name, _("leaves and is stopped"), _ERROR) for name in seen.stopped),
        *((name, _("leaves"), _WARNING) for name in seen.gone if name not in seen.stopped),
        *((name, _("runs on, wants a restart"), _WARNING) for name in seen.outdated),
        *((name, _("starts differently"), MUTED) for name in seen.changed),
    ]
    lines = [Content.assemble(foreign(f"@{name}", "bold"), "  ", (what, style)) for name, what, style in told]
    lines += [
        Content.assemble(foreign(f"# {name}", "bold"), "  ", (_("is made"), ACCENT)) for name in seen.made
    ]
    lines += [Content.assemble((key, "bold"), "  ", (_("changes"), MUTED)) for key in seen.others]
    return lines
