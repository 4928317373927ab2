"""What the doctor found."""

from enum import StrEnum
from typing import Final

from sidekicks_tui.locale import _
from sidekicks_tui.model.base import Value
from sidekicks_tui.model.visible import visible_line


class Grade(StrEnum):
    OK = "ok"
    NOTE = "note"
    """It works, but not as well as it could."""
    ABSENT = "absent"
    """It is not there, and nothing needs it."""
    FAILED = "failed"
    """It does not work, and something needs it."""


_SIGNS: Final = {Grade.OK: "✓", Grade.NOTE: "!", Grade.ABSENT: "–", Grade.FAILED: "✗"}
_ASCII_SIGNS: Final = {Grade.OK: "+", Grade.NOTE: "!", Grade.ABSENT: "-", Grade.FAILED: "X"}
_NAME_WIDTH: Final = 14


class Finding(Value, frozen=True, kw_only=True):
    about: str
    """What it belongs to: `terminal`, `configuration`, `history`, `programs`, `agents`."""
    name: str
    grade: Grade = Grade.OK
    told: str
    advice: str = ""
    """What to do; empty when there is nothing to be done."""


def shown(finding: Finding, encoding: str = "utf-8") -> str:
    """A finding for people, as far as `encoding` goes: a line, and another with what to do."""
    is_rich = encoding.lower().startswith("utf")
    sign = (_SIGNS if is_rich else _ASCII_SIGNS)[finding.grade]
    line = f"  {sign} {finding.name:<{_NAME_WIDTH}} {finding.told}"
    arrow = "→" if is_rich else "->"
    advice = f"\n    {'':<{_NAME_WIDTH}} {arrow} {visible_line(finding.advice)}" if finding.advice else ""
    return visible_line(line) + advice


def summary(found: list[Finding]) -> str:
    """All findings in one sentence."""
    names = [f"{finding.about} {finding.name}" for finding in found if finding.grade is Grade.FAILED]
    if not names:
        return _("Everything that is needed works.")
    return visible_line(_("What is needed and does not work: {names}.").format(names=", ".join(names)))
