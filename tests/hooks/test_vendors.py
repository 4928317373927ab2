from collections import Counter

import pytest

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.occasions import Mode, Occasion
from sidekicks_tui.hooks.vendors import VENDORS, find_row, find_vendor


def test_there_are_112_events() -> None:
    counts = {name: len(vendor.rows) for name, vendor in VENDORS.items()}
    assert counts == {"claude": 33, "codex": 12, "workbuddy": 24, "opencode": 29, "copilot": 14}
    assert sum(counts.values()) == 112


@pytest.mark.parametrize("vendor", VENDORS.values(), ids=lambda vendor: vendor.name)
def test_each_event_names_its_seams_and_what_is_lost(vendor: object) -> None:
    for row in VENDORS[vendor.name].rows.values():  # type: ignore[attr-defined]  a vendor
        assert row.seams
        assert row.losses and all(loss.strip() for loss in row.losses), row.event
        assert row.payload and row.decision, row.event


def test_events_that_decide_are_as_many_as_the_research_says() -> None:
    modes = Counter(row.mode for vendor in VENDORS.values() for row in vendor.rows.values())
    assert modes[Mode.INTERCEPT] == 43


def test_a_vendor_has_one_event_for_an_occasion() -> None:
    for vendor in VENDORS.values():
        occasions = Counter(row.occasion for row in vendor.rows.values())
        double = {occasion for occasion, number in occasions.items() if number > 1}
        # OpenCode's permission table looks at the calls that its hook before a tool looks at.
        assert double <= ({Occasion.TOOL_BEFORE} if vendor.name == "opencode" else set())


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("claude-code", "claude"), ("cc", "claude"), ("openai-codex", "codex"), ("codebuddy", "workbuddy"),
        ("github-copilot", "copilot"),
    ],
)  # fmt: skip
def test_documented_aliases_are_known(alias: str, name: str) -> None:
    assert find_vendor(alias).name == name


def test_an_unknown_vendor_names_the_nearest() -> None:
    with pytest.raises(HookError, match=r'"claud".*did you mean "claude"') as raised:
        find_vendor("claud")
    assert raised.value.code is HookCode.UNKNOWN_VENDOR


def test_an_unknown_event_names_the_nearest() -> None:
    with pytest.raises(HookError, match=r'"PreTooluse".*did you mean "PreToolUse"') as raised:
        find_row(find_vendor("claude"), "PreTooluse")
    assert raised.value.code is HookCode.UNKNOWN_EVENT


def test_copilot_takes_the_names_of_claude() -> None:
    copilot = find_vendor("copilot")
    assert find_row(copilot, "PreToolUse") is find_row(copilot, "preToolUse")
    assert find_row(copilot, "Stop") is find_row(copilot, "agentStop")
