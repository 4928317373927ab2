"""The rows of the vendors' differences that are about what a run says."""

import json

import pytest

from sidekicks_tui.hooks.dialects.base import Dialect, Heard
from sidekicks_tui.hooks.dialects.claude import Claude
from sidekicks_tui.hooks.dialects.codex import Codex
from sidekicks_tui.hooks.dialects.copilot import Copilot
from sidekicks_tui.hooks.dialects.opencode import OpenCode
from sidekicks_tui.hooks.dialects.workbuddy import WorkBuddy
from sidekicks_tui.hooks.outcomes import Decision, Outcome
from sidekicks_tui.hooks.runner import Run
from sidekicks_tui.hooks.vendors import find_row, find_vendor

DIALECTS: dict[str, Dialect] = {
    "claude": Claude(),
    "codex": Codex(),
    "workbuddy": WorkBuddy(),
    "opencode": OpenCode(),
    "copilot": Copilot(),
}
BEFORE = {
    "claude": "PreToolUse",
    "codex": "PreToolUse",
    "workbuddy": "PreToolUse",
    "opencode": "tool.execute.before",
    "copilot": "preToolUse",
}


def read(vendor: str, event: str, run: Run) -> Outcome:
    row = find_row(find_vendor(vendor), event)
    return DIALECTS[vendor].read(Heard(event, row.occasion, run))


def says(vendor: str, event: str, answer: object = "", status: int = 0, stderr: str = "") -> Outcome:
    stdout = answer if isinstance(answer, str) else json.dumps(answer)
    return read(vendor, event, Run(status=status, stdout=stdout, stderr=stderr))


def specific(**fields: object) -> dict[str, object]:
    return {"hookSpecificOutput": fields}


def permits(decision: str, reason: str = "no") -> dict[str, object]:
    return specific(permissionDecision=decision, permissionDecisionReason=reason)


# Denials


@pytest.mark.parametrize("vendor", ["claude", "codex", "workbuddy"])
def test_a_deny_is_specific_output(vendor: str) -> None:
    outcome = says(vendor, "PreToolUse", permits("deny", "not here"))
    assert (outcome.decision, outcome.reason) == (Decision.DENY, "not here")


def test_copilots_deny_stands_at_the_top() -> None:
    answer = {"permissionDecision": "deny", "permissionDecisionReason": "not here"}
    outcome = says("copilot", "preToolUse", answer)
    assert (outcome.decision, outcome.reason) == (Decision.DENY, "not here")


@pytest.mark.parametrize(("vendor", "event"), BEFORE.items())
def test_exit_2_denies_with_what_standard_error_says(vendor: str, event: str) -> None:
    outcome = says(vendor, event, status=2, stderr="not here\n")
    assert (outcome.decision, outcome.reason) == (Decision.DENY, "not here")


def test_the_text_of_exit_2_is_chosen_as_each_vendor_does() -> None:
    both = {"status": 2, "stderr": "from stderr"}
    assert says("claude", "PreToolUse", "from stdout", **both).reason == "from stderr"  # type: ignore[arg-type]
    assert says("codex", "PreToolUse", "from stdout", **both).reason == "from stderr"  # type: ignore[arg-type]
    assert says("workbuddy", "PreToolUse", "from stdout", **both).reason == "from stdout"  # type: ignore[arg-type]
    assert says("copilot", "preToolUse", "from stdout", **both).reason == "from stdout"  # type: ignore[arg-type]
    assert says("claude", "PreToolUse", permits("deny", "from JSON"), **both).reason == "from JSON"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("vendor", "decision"),
    [
        ("claude", Decision.NONE),
        ("codex", Decision.NONE),
        ("workbuddy", Decision.NONE),
        ("opencode", Decision.NONE),
        ("copilot", Decision.DENY),
    ],
)
def test_another_status_lets_the_call_go_on_but_for_copilot(vendor: str, decision: Decision) -> None:
    outcome = says(vendor, BEFORE[vendor], status=1, stderr="a traceback")
    assert outcome.decision is decision
    assert bool(outcome.problem) is (decision is Decision.NONE)


def test_json_counts_for_claude_whatever_the_status() -> None:
    assert says("claude", "PreToolUse", permits("deny"), status=1).decision is Decision.DENY


def test_copilot_denies_on_failure_even_if_the_output_allows() -> None:
    outcome = says("copilot", "preToolUse", {"permissionDecision": "allow"}, status=1)
    assert outcome.decision is Decision.DENY


@pytest.mark.parametrize(
    ("vendor", "decision"),
    [
        ("claude", Decision.NONE),  # documented: open
        ("copilot", Decision.NONE),  # documented: open, even before a tool
        ("codex", Decision.ASK),  # not documented: the person decides
        ("workbuddy", Decision.ASK),
        ("opencode", Decision.ASK),
    ],
)
def test_a_timeout_is_what_the_vendor_says_and_otherwise_the_person_decides(
    vendor: str, decision: Decision
) -> None:
    outcome = read(vendor, BEFORE[vendor], Run(timed_out=True, seconds=3))
    assert outcome.decision is decision
    assert outcome.problem


def test_a_switch_of_the_model_waits_for_no_late_hook() -> None:
    assert read("claude", "PreModelSwitch", Run(timed_out=True)).decision is Decision.DENY


def test_exit_2_is_not_honoured_for_claudes_permission_requests() -> None:
    assert says("claude", "PermissionRequest", status=2, stderr="no").decision is Decision.NONE
    assert says("copilot", "permissionRequest", status=2, stderr="no").decision is Decision.DENY


# Asking and allowing


def test_ask_is_known_to_all_but_codex_which_fails_the_run() -> None:
    assert says("claude", "PreToolUse", permits("ask")).decision is Decision.ASK
    assert says("workbuddy", "PreToolUse", permits("ask")).decision is Decision.ASK
    assert says("copilot", "preToolUse", {"permissionDecision": "ask"}).decision is Decision.ASK
    outcome = says("codex", "PreToolUse", permits("ask"))
    assert outcome.decision is Decision.NONE
    assert "ask" in outcome.problem


def test_claudes_older_words_still_count_before_a_tool() -> None:
    assert says("claude", "PreToolUse", {"decision": "approve"}).decision is Decision.ALLOW
    assert says("claude", "PreToolUse", {"decision": "block", "reason": "x"}).decision is Decision.DENY
    assert says("claude", "PreToolUse", permits("defer")).decision is Decision.ASK


def test_a_permission_request_is_decided_by_behaviour() -> None:
    deny = specific(decision={"behavior": "deny", "message": "no", "interrupt": True})
    outcome = says("claude", "PermissionRequest", deny)
    assert (outcome.decision, outcome.reason, outcome.stop) == (Decision.DENY, "no", True)
    assert says("codex", "PermissionRequest", deny).decision is Decision.DENY  # interrupt fails closed
    allow = {"behavior": "allow"}
    assert says("codex", "PermissionRequest", specific(decision=allow)).decision is Decision.ALLOW
    assert says("copilot", "permissionRequest", allow).decision is Decision.ALLOW
    asked = says("opencode", "permission.asked", {"reply": "reject"})
    assert asked.decision is Decision.DENY


# Changes of the input


def test_changes_are_whole_but_for_codebuddy() -> None:
    changes = {"command": "ls"}
    claude = says("claude", "PreToolUse", specific(updatedInput=changes))
    assert (claude.changes, claude.partial) == (changes, False)
    codex = says("codex", "PreToolUse", specific(permissionDecision="allow", updatedInput=changes))
    assert (codex.changes, codex.partial) == (changes, False)
    buddy = says("workbuddy", "PreToolUse", specific(modifiedInput=changes))
    assert (buddy.changes, buddy.partial) == (changes, True)
    assert says("copilot", "preToolUse", {"modifiedArgs": changes}).changes == changes
    assert says("opencode", "tool.execute.before", {"args": changes}).changes == changes


def test_codex_takes_changes_only_with_allow() -> None:
    assert says("codex", "PreToolUse", specific(updatedInput={"command": "ls"})).problem
    assert says("codex", "PreToolUse", specific(permissionDecision="allow")).problem


# Context


@pytest.mark.parametrize(
    ("vendor", "event", "given"),
    [
        ("claude", "SessionStart", True),
        ("claude", "UserPromptSubmit", True),
        ("claude", "UserPromptExpansion", True),
        ("claude", "PostModelSwitch", True),
        ("claude", "Setup", False),
        ("claude", "PreToolUse", False),
        ("codex", "SessionStart", True),
        ("codex", "UserPromptSubmit", True),
        ("codex", "SubagentStart", True),
        ("workbuddy", "SessionStart", True),
        ("workbuddy", "UserPromptSubmit", True),
        ("workbuddy", "PreCompact", True),
        ("copilot", "sessionStart", False),
        ("copilot", "userPromptSubmitted", False),
    ],
)
def test_plain_output_is_context_where_the_vendor_says_so(vendor: str, event: str, given: bool) -> None:
    assert says(vendor, event, "the build is red\n").context == (("the build is red",) if given else ())


def test_plain_output_of_a_stop_hook_is_ignored_and_invalid_for_codex() -> None:
    assert says("claude", "Stop", "done").silent
    assert says("workbuddy", "Stop", "done").silent
    assert says("codex", "Stop", "done").problem


def test_a_text_is_cut_at_ten_thousand_characters() -> None:
    (text,) = says("claude", "UserPromptSubmit", "x" * 20_000).context
    assert text.startswith("x" * 10_000 + "\n[cut")


def test_copilots_prompt_hook_is_dropped_as_the_reference_says() -> None:
    assert says("copilot", "userPromptSubmitted", {"additionalContext": "x"}).context == ()
    assert says("copilot", "sessionStart", {"additionalContext": "x"}).context == ("x",)


# The end of a turn


def test_continue_false_at_stop_stops_everything_but_for_codebuddy_which_works_on() -> None:
    answer = {"continue": False, "stopReason": "enough"}
    claude = says("claude", "Stop", answer)
    assert (claude.decision, claude.stop) == (Decision.NONE, True)
    codex = says("codex", "Stop", {**answer, "decision": "block", "reason": "more"})
    assert (codex.decision, codex.stop) == (Decision.NONE, True)
    buddy = says("workbuddy", "Stop", answer)
    assert (buddy.decision, buddy.reason, buddy.stop) == (Decision.DENY, "enough", False)


def test_continue_false_at_a_prompt() -> None:
    answer = {"continue": False, "stopReason": "enough"}
    assert says("claude", "UserPromptSubmit", answer).stop
    assert says("codex", "UserPromptSubmit", answer).stop
    buddy = says("workbuddy", "UserPromptSubmit", answer)
    assert (buddy.decision, buddy.stop) == (Decision.DENY, False)


@pytest.mark.parametrize(
    ("vendor", "event"), [("claude", "Stop"), ("codex", "Stop"), ("copilot", "agentStop")]
)
def test_a_block_sends_the_agent_back(vendor: str, event: str) -> None:
    outcome = says(vendor, event, {"decision": "block", "reason": "run the tests"})
    assert (outcome.decision, outcome.reason) == (Decision.DENY, "run the tests")


# Output of a wrong shape


def test_codex_fails_a_run_with_fields_that_it_does_not_know() -> None:
    outcome = says("codex", "PreToolUse", {**permits("deny"), "extra": 1})
    assert outcome.decision is Decision.NONE
    assert "extra" in outcome.problem
    assert says("codex", "Stop", specific(additionalContext="x")).problem
    assert says("codex", "PreToolUse", {**permits("deny"), "suppressOutput": True}).problem


def test_claude_goes_on_when_its_json_is_broken() -> None:
    outcome = says("claude", "PreToolUse", '{"decision": ')
    assert outcome.decision is Decision.NONE
    assert outcome.problem


def test_copilot_reads_one_object_after_its_progress() -> None:
    progress = json.dumps({"type": "progress", "message": "…"})
    deny = json.dumps({"permissionDecision": "deny"})
    assert says("copilot", "preToolUse", f"{progress}\n{progress}\n{deny}").decision is Decision.DENY
    assert says("copilot", "preToolUse", f"{deny}\n{deny}").decision is Decision.NONE
    pretty = json.dumps({"permissionDecision": "deny"}, indent=2)
    assert says("copilot", "preToolUse", pretty).decision is Decision.DENY


def test_an_opencode_command_throws_by_an_error() -> None:
    outcome = says("opencode", "tool.execute.before", {"error": "not here"})
    assert (outcome.decision, outcome.reason) == (Decision.DENY, "not here")
    assert says("opencode", "tool.execute.before", {"status": "allow"}).decision is Decision.NONE
    assert says("opencode", "permission", {"status": "allow"}).decision is Decision.ALLOW


def test_opencodes_environment_is_json_or_lines() -> None:
    assert says("opencode", "shell.env", {"env": {"A": "1"}}).env == {"A": "1"}
    assert says("opencode", "shell.env", "A=1\nB=two words\n").env == {"A": "1", "B": "two words"}


@pytest.mark.parametrize(
    ("vendor", "event", "seconds"),
    [
        ("claude", "PreToolUse", 600), ("claude", "UserPromptSubmit", 30), ("claude", "SessionEnd", 1.5),
        ("claude", "MessageDisplay", 10), ("claude", "PreModelSwitch", 30), ("codex", "PreToolUse", 600),
        ("codex", "SessionEnd", 1), ("codex", "Interrupt", 1), ("workbuddy", "PreToolUse", 60),
        ("copilot", "preToolUse", 30),
    ],
)  # fmt: skip
def test_the_default_timeouts_are_the_vendors(vendor: str, event: str, seconds: float) -> None:
    assert DIALECTS[vendor].timeout(event) == seconds


@pytest.mark.parametrize("vendor", DIALECTS)
@pytest.mark.parametrize(
    "stdout", ["", "[]", "null", "{}", '{"hookSpecificOutput": 3, "decision": [], "continue": "no"}', "\x00"]
)
@pytest.mark.parametrize("status", [0, 1, 2, -9, 127])
def test_no_output_breaks_a_reader(vendor: str, stdout: str, status: int) -> None:
    for event in find_vendor(vendor).rows:
        assert says(vendor, event, stdout, status).decision is not Decision.ALLOW
