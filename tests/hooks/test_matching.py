"""The rows of the vendors' differences that are about matchers."""

import pytest

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.matching import compile_matcher
from sidekicks_tui.hooks.vendors import find_row, find_vendor


def matches(vendor_name: str, event: str, matcher: object, *names: str) -> bool:
    vendor = find_vendor(vendor_name)
    compiled = compile_matcher(vendor, find_row(vendor, event), event, matcher)
    assert compiled is not None
    return compiled(names)


@pytest.mark.parametrize(
    ("vendor", "event", "matcher", "name", "meant"),
    [
        # A plain word
        ("claude", "PreToolUse", "Write", "Write", True),
        ("claude", "PreToolUse", "Write", "NotebookWrite", False),
        ("codex", "PreToolUse", "Bash", "Bash", True),
        ("codex", "PreToolUse", "Bash", "BashOutput", False),
        ("workbuddy", "PreToolUse", "Write", "NotebookWrite", True),
        ("copilot", "preToolUse", "edit", "edit", True),
        ("copilot", "preToolUse", "edit", "multiedit", False),
        # A list
        ("claude", "PreToolUse", "Write|Edit", "Edit", True),
        ("claude", "PreToolUse", "Write, Edit", "Edit", True),
        ("codex", "PreToolUse", "Bash|apply_patch", "apply_patch", True),
        ("workbuddy", "PreToolUse", "Write|Edit", "Edit", True),
        ("copilot", "preToolUse", "bash|edit", "edit", True),
        ("copilot", "preToolUse", "bash|edit", "edited", False),
        # A regular expression, and where it is looked for
        ("claude", "PreToolUse", "mcp__.*", "mcp__files__read", True),
        ("claude", "PreToolUse", "Note.*", "MyNotebook", True),
        ("codex", "PreToolUse", "Write, Edit", "Edit", False),
        ("codex", "PreToolUse", "mcp__.*__read", "mcp__files__read", True),
        ("copilot", "preToolUse", "ed.*", "edit", True),
        ("copilot", "preToolUse", "di", "edit", False),
        # Claude's narrow set
        ("claude", "StopFailure", "rate-limit", "a rate-limit", True),
        ("claude", "PreToolUse", "rate-limit", "a rate-limit", False),
        # Case
        ("claude", "PreToolUse", "write", "Write", False),
        ("workbuddy", "PreToolUse", "write", "Write", False),
        ("copilot", "preToolUse", "Edit", "edit", False),
        # A Copilot event in PascalCase has Claude's rules
        ("copilot", "PreToolUse", "Write, Edit", "Edit", True),
        # Everything
        ("claude", "PreToolUse", "*", "Anything", True),
        ("claude", "PreToolUse", "", "Anything", True),
        ("codex", "PreToolUse", None, "Anything", True),
        # Ignored
        ("claude", "UserPromptSubmit", "Bash", "", True),
        ("codex", "Stop", "Bash", "", True),
        ("copilot", "agentStop", "bash", "", True),
    ],
)
def test_a_matcher_means_what_its_vendor_says(
    vendor: str, event: str, matcher: object, name: str, meant: bool
) -> None:
    assert matches(vendor, event, matcher, name) is meant


def test_every_name_of_a_tool_counts() -> None:
    assert matches("codex", "PreToolUse", "Write", "apply_patch", "Edit", "Write")
    assert matches("workbuddy", "PreToolUse", "execute_command", "Bash", "execute_command")


@pytest.mark.parametrize("matcher", [7, ["Write"], True])
def test_a_matcher_that_is_no_text_is_refused(matcher: object) -> None:
    with pytest.raises(HookError) as raised:
        matches("claude", "PreToolUse", matcher, "Write")
    assert raised.value.code is HookCode.INVALID_MATCHER


@pytest.mark.parametrize("vendor", ["claude", "codex", "workbuddy"])
def test_a_broken_expression_is_refused(vendor: str) -> None:
    with pytest.raises(HookError) as raised:
        matches(vendor, "PreToolUse", "Write(", "Write")
    assert raised.value.code is HookCode.INVALID_MATCHER


def test_copilot_skips_a_hook_with_a_broken_expression() -> None:
    copilot = find_vendor("copilot")
    assert compile_matcher(copilot, find_row(copilot, "preToolUse"), "preToolUse", "edit(") is None


def test_opencode_has_no_matchers() -> None:
    with pytest.raises(HookError, match="OpenCode has no matchers"):
        matches("opencode", "tool.execute.before", "bash", "bash")
