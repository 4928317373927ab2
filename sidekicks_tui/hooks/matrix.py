"""What this version can ever do: each event of each vendor with its grade, which the served seams decide."""

from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

from sidekicks_tui.hooks.grades import CapabilityResult, Grade, Route
from sidekicks_tui.hooks.occasions import Mode, Occasion, Seam
from sidekicks_tui.hooks.vendors import VENDORS, Vendor
from sidekicks_tui.hooks.vendors.row import Row
from sidekicks_tui.model.base import Value

Served: TypeAlias = Mapping[Occasion, Collection[Seam]]
"""The seams that the engine gives: at which of them it asks, for each occasion."""
OF_ALL_ROWS: Final = (
    "The hook is started by Sidekicks and not by the vendor's program",
    "Where the agent runs the vendor's hooks itself, a file that it reads acts there and not here",
    "session_id is the ACP session's, and transcript_path is empty",
)
"""Losses that every row has, beside its own."""
_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "claude": ("Not system-level context", "Rules for paths and those of sub-folders come one prompt late"),
    "codex": ("Not developer-level context", "Starlark functions, load() and loops are carried, not run"),
    "workbuddy": (
        "Not system-level context",
        "Of rules for the model to ask for, only descriptions are sent",
    ),
    "opencode": ("Not system-level context", "Instructions at an address are not loaded"),
    "copilot": ("Not system-level context", "Instructions for paths come one prompt late"),
}
_RUNTIMES: Final[Mapping[str, str]] = {
    "claude": "Claude Code's mods and its http, mcp_tool, prompt and agent handlers need its own runtime",
    "codex": "Codex's mcp_tool handlers need its own runtime",
    "workbuddy": "CodeBuddy's prompt handlers and IDE extensions need its own runtime",
    "opencode": "OpenCode's plugins are JavaScript modules for its own runtime",
    "copilot": "Copilot's http and prompt handlers and its SDK's callbacks need its own runtime",
}


class MatrixRow(Value, frozen=True, kw_only=True):
    result: CapabilityResult
    mode: Mode
    payload: str = ""
    decision: str = ""


def grade(vendor: Vendor, row: Row, served: Served, identifier: str = "") -> CapabilityResult:
    """What a hook for the event is worth."""
    identifier = identifier or f"{vendor.name}:{row.event}"
    seams = tuple(seam.label for seam in row.seams if seam in served.get(row.occasion, ()))
    if row.occasion is Occasion.ANY and served:
        seams = tuple(dict.fromkeys(seam.label for each in served.values() for seam in each))
    if not seams:
        missing = " and ".join(seam.label for seam in row.seams)
        return CapabilityResult(
            id=identifier,
            vendor=vendor.name,
            event=row.event,
            grade=Grade.UNSUPPORTED,
            route=Route.NONE,
            reason=f"there is no seam for it: Sidekicks does not serve {missing} for this event",
        )
    absent = [
        seam.label for seam in row.seams if seam.label not in seams and row.occasion is not Occasion.ANY
    ]
    lost = (f"Does not act at {', '.join(absent)}: there is no such seam here",) if absent else ()
    return CapabilityResult(
        id=identifier,
        vendor=vendor.name,
        event=row.event,
        grade=Grade.ADAPTED,
        route=Route.GATE if row.mode is Mode.INTERCEPT else Route.OBSERVE,
        seams=seams,
        degradations=row.losses + lost,
    )


def rules_grade(vendor: Vendor, identifier: str = "") -> CapabilityResult:
    """What a rules file is worth."""
    return CapabilityResult(
        id=identifier or f"{vendor.name}:rules",
        vendor=vendor.name,
        event="rules",
        grade=Grade.CARRY,
        route=Route.CARRY,
        seams=(Seam.PROMPT.label,),
        degradations=_RULES[vendor.name],
    )


def unsupported(vendor: str, event: str, reason: str, identifier: str = "") -> CapabilityResult:
    return CapabilityResult(
        id=identifier or f"{vendor}:{event}",
        vendor=vendor,
        event=event,
        grade=Grade.UNSUPPORTED,
        route=Route.NONE,
        reason=reason,
    )


def matrix(served: Served) -> tuple[MatrixRow, ...]:
    """Every event of every vendor; then, by vendor, its rules and its runtime."""
    rows = [
        MatrixRow(
            result=grade(vendor, row, served), mode=row.mode, payload=row.payload, decision=row.decision
        )
        for vendor in VENDORS.values()
        for row in vendor.rows.values()
    ]
    rules = [MatrixRow(result=rules_grade(vendor), mode=Mode.OBSERVE) for vendor in VENDORS.values()]
    runtimes = [
        MatrixRow(result=unsupported(name, "runtime", reason), mode=Mode.OBSERVE)
        for name, reason in _RUNTIMES.items()
    ]
    return (*rows, *rules, *runtimes)
