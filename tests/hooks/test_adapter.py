"""From a declaration to what is decided, with hooks that are one line of shell."""

import json
import timeit
from pathlib import Path
from typing import Any

import pytest

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.grades import Grade, Route
from sidekicks_tui.hooks.occasions import Occasion, Seam
from sidekicks_tui.hooks.outcomes import Decision
from sidekicks_tui.hooks.tools import Act, ToolFacts
from sidekicks_tui.model.settings import AgentSettings, Settings
from tests.hooks.support import adapter, before, moment, shell

DENY = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "not here"}}
GUARD = "grep -q 'rm -rf' && { echo 'no rm -rf' >&2; exit 2; }; exit 0"


def hook(
    event: str = "PreToolUse", handler: object = "true", vendor: str = "claude", **more: Any
) -> dict[str, Any]:
    return {"vendor": vendor, "event": event, "handler": handler, **more}


def prints(value: object) -> str:
    return f"cat >/dev/null; printf %s '{json.dumps(value)}'"


# Registering


def test_a_hook_is_graded(tmp_path: Path) -> None:
    result = adapter(tmp_path).register_hook(hook(matcher="Bash"))
    assert result.grade is Grade.ADAPTED
    assert result.route is Route.GATE
    assert result.degradations
    assert result.id.startswith("claude:PreToolUse:")


def test_one_that_can_only_see_is_routed_to_observe(tmp_path: Path) -> None:
    assert adapter(tmp_path).register_hook(hook("PostToolUse")).route is Route.OBSERVE


@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        (hook(vendor="clod"), HookCode.UNKNOWN_VENDOR),
        (hook("PreToolUs"), HookCode.UNKNOWN_EVENT),
        (hook(matcher=7), HookCode.INVALID_MATCHER),
        (hook(handler={"type": "http", "url": "x"}), HookCode.INVALID_HANDLER),
        (hook(handler={"type": "mcp_tool"}), HookCode.INVALID_HANDLER),
        (hook(handler={"type": "prompt"}), HookCode.INVALID_HANDLER),
        (hook(handler={"type": "agent"}), HookCode.INVALID_HANDLER),
        (hook(handler={"type": "wasm"}), HookCode.INVALID_HANDLER),
        (hook(handler=None), HookCode.INVALID_HANDLER),
        (hook(handler="  "), HookCode.INVALID_HANDLER),
        (hook(handler={"command": "x", "timeout": -1}), HookCode.INVALID_HANDLER),
        (hook(handler={"command": "x", "args": "y"}), HookCode.INVALID_HANDLER),
        (hook(agents="a"), HookCode.INVALID_DECLARATION),
        (hook(wrong=1), HookCode.INVALID_DECLARATION),
        ({"vendor": "claude", "handler": "true"}, HookCode.INVALID_DECLARATION),
    ],
)
def test_what_cannot_be_processed_is_refused_with_its_code(
    tmp_path: Path, declaration: dict[str, Any], code: HookCode
) -> None:
    made = adapter(tmp_path)
    with pytest.raises(HookError) as raised:
        made.register_hook(declaration)
    assert raised.value.code is code
    assert made.status().hooks == ()


@pytest.mark.parametrize(
    "declaration",
    [
        hook(handler=print),
        hook(handler={"type": "module", "path": "x.ts"}),
        hook("tool.execute.before", "./plugin.ts", "opencode"),
        hook("preToolUse", "true", "copilot", matcher="edit("),
    ],
)
async def test_foreign_code_is_unsupported_and_never_mounted(
    tmp_path: Path, declaration: dict[str, Any]
) -> None:
    made = adapter(tmp_path)
    result = made.register_hook(declaration)
    assert result.grade is Grade.UNSUPPORTED
    assert result.reason
    assert not made.listens(Occasion.TOOL_BEFORE)
    assert made.status().executable == ()
    assert [each.result for each in made.status().hooks] == [result]


def test_an_event_whose_seam_is_not_served_is_unsupported(tmp_path: Path) -> None:
    made = adapter(tmp_path, served={Occasion.TOOL_BEFORE: (Seam.FS_WRITE,)})
    result = made.register_hook(hook("MessageDisplay"))
    assert result.grade is Grade.UNSUPPORTED
    assert "ui" in result.reason
    partly = made.register_hook(hook())
    assert partly.seams == ("fs.write",)
    assert "permission.request" in partly.degradations[-1]


async def test_a_disposed_adapter_takes_nothing_more(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook())
    await made.dispose()
    assert not made.listens(Occasion.TOOL_BEFORE)
    with pytest.raises(HookError) as raised:
        made.register_hook(hook())
    assert raised.value.code is HookCode.ADAPTER_DISPOSED


def test_a_configuration_is_taken_as_far_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x")
    made = adapter(tmp_path)
    made.load(
        Settings(
            path=tmp_path / "config.yaml",
            hooks=(hook(id="guard"), hook("Nonsense"), {"vendor": "copilot", "file": "gone.json"}),
            rules=({"vendor": "codex", "source": "a.md"}, {"vendor": "codex", "source": "gone.md"}),
        )
    )
    status = made.status()
    assert [each.result.id for each in status.hooks] == ["guard"]
    assert [(each.path, each.bytes) for each in status.rules] == [(str(tmp_path / "a.md"), 1)]
    assert len(status.problems) == 3


def test_ids_are_unique(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook(id="guard"))
    with pytest.raises(HookError, match="two hooks"):
        made.register_hook(hook(id="guard"))


# Asking


async def test_a_guard_refuses_what_it_is_against_and_nothing_else(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook(handler=GUARD, matcher="Bash"))
    refused = await made.ask(before(tmp_path))
    assert (refused.decision, refused.reason) == (Decision.DENY, "no rm -rf")
    assert refused.by == "Claude Code PreToolUse"
    assert (await made.ask(before(tmp_path, shell("ls")))).decision is Decision.NONE
    read = ToolFacts(id="c", act=Act.READ, path="/rm -rf")
    assert (await made.ask(before(tmp_path, read))).silent
    await made.dispose()


async def test_a_hook_is_told_in_its_vendors_words(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    events = {
        "claude": "PreToolUse",
        "codex": "PreToolUse",
        "copilot": "preToolUse",
        "opencode": "tool.execute.before",
    }
    for vendor, event in events.items():
        made.register_hook(hook(event, f"cat > {vendor}.json", vendor))
    await made.ask(before(tmp_path, shell("ls")))
    told = {vendor: json.loads((tmp_path / f"{vendor}.json").read_text()) for vendor in events}
    assert told["claude"] == {
        "session_id": "s-1", "transcript_path": "", "cwd": str(tmp_path), "permission_mode": "plan",
        "hook_event_name": "PreToolUse", "prompt_id": "t-1", "tool_name": "Bash",
        "tool_input": {"command": "ls"}, "tool_use_id": "call-1",
    }  # fmt: skip
    assert told["codex"]["turn_id"] == "t-1"
    assert told["codex"]["model"] == "m"
    assert told["codex"]["transcript_path"] is None
    assert told["copilot"]["toolName"] == "bash"
    assert told["copilot"]["toolArgs"] == {"command": "ls"}
    assert isinstance(told["copilot"]["timestamp"], int)
    assert told["opencode"] == {
        "hook": "tool.execute.before",
        "input": {"tool": "bash", "sessionID": "s-1", "callID": "call-1"},
        "output": {"args": {"command": "ls"}},
    }
    await made.dispose()


async def test_a_copilot_event_in_pascal_case_is_told_as_claude_does(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook("PreToolUse", "cat > told.json", "copilot", matcher="Bash"))
    await made.ask(before(tmp_path, shell("ls")))
    told = json.loads((tmp_path / "told.json").read_text())
    assert (told["hook_event_name"], told["tool_name"], told["session_id"]) == ("PreToolUse", "Bash", "s-1")
    await made.dispose()


async def test_deny_goes_before_ask_before_allow(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    for decision in ("allow", "deny", "ask"):
        answer = {"permissionDecision": decision, "permissionDecisionReason": decision}
        made.register_hook(hook(handler=prints({"hookSpecificOutput": answer})))
    outcome = await made.ask(before(tmp_path))
    assert (outcome.decision, outcome.reason) == (Decision.DENY, "deny")
    await made.dispose()


async def test_identical_hooks_run_once_and_others_side_by_side(tmp_path: Path) -> None:
    """Each of two waits for the other: one after the other, neither would end."""
    made = adapter(tmp_path)
    for mine, other in (("a", "b"), ("b", "a")):
        wait = f"touch {mine}; until [ -e {other} ]; do sleep 0.01; done; echo {mine} >> runs"
        made.register_hook(hook(handler=wait))
        made.register_hook(hook(handler=wait))
    await made.ask(before(tmp_path))
    assert sorted((tmp_path / "runs").read_text().split()) == ["a", "b"]
    await made.dispose()


async def test_copilots_hooks_run_in_turn_each_seeing_what_was_changed(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook("preToolUse", prints({"modifiedArgs": {"command": "first"}}), "copilot"))
    made.register_hook(hook("preToolUse", "cat > told.json", "copilot"))
    outcome = await made.ask(before(tmp_path))
    assert outcome.tool is not None
    assert outcome.tool.command == "first"
    assert json.loads((tmp_path / "told.json").read_text())["toolArgs"]["command"] == "first"
    await made.dispose()


async def test_copilots_later_permission_decision_counts(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    for behaviour in ("deny", "allow"):
        made.register_hook(hook("permissionRequest", prints({"behavior": behaviour}), "copilot"))
    asked = moment(Occasion.PERMISSION, Seam.PERMISSION, tmp_path)
    assert (await made.ask(asked)).decision is Decision.ALLOW
    await made.dispose()


async def test_a_hook_acts_on_the_agents_that_it_names(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook(handler=prints(DENY), agents=["b"]))
    assert (await made.ask(before(tmp_path))).silent
    await made.dispose()


async def test_context_is_labelled(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook("UserPromptSubmit", "echo the build is red"))
    outcome = await made.ask(moment(Occasion.PROMPT, Seam.PROMPT, tmp_path, {"prompt": "hello"}))
    assert outcome.context == ("[Claude Code UserPromptSubmit]\nthe build is red",)
    await made.dispose()


async def test_opencodes_event_is_told_of_all_that_it_has_a_name_for(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook("event", "cat >> told; echo >> told", "opencode"))
    await made.ask(moment(Occasion.SESSION_IDLE, Seam.AGENT_STATE, tmp_path))
    await made.ask(before(tmp_path))
    assert json.loads((tmp_path / "told").read_text()) == {
        "type": "session.idle",
        "properties": {"sessionID": "s-1"},
    }
    await made.dispose()


async def test_environment_variables_are_the_vendors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER", "x")
    made = adapter(tmp_path)
    made.register_hook(hook(handler={"command": "env > env", "env": {"MINE": "1"}}))
    await made.ask(before(tmp_path))
    variables = (tmp_path / "env").read_text().splitlines()
    assert {f"CLAUDE_PROJECT_DIR={tmp_path}", "MINE=1"} <= set(variables)
    assert not any(each.startswith("OTEL_") for each in variables)
    await made.dispose()


async def test_a_program_with_arguments_runs_without_a_shell(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    handler = {"command": "touch", "args": ["${CLAUDE_PROJECT_DIR}/a file; $(x)"]}
    made.register_hook(hook(handler=handler))
    await made.ask(before(tmp_path))
    assert (tmp_path / "a file; $(x)").exists()
    await made.dispose()


async def test_the_tally_tells_runs_failures_and_the_last_verdict(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    made.register_hook(hook(handler=GUARD))
    made.register_hook(hook(handler="exit 7"))
    await made.ask(before(tmp_path))
    guard, broken = made.status().hooks
    assert (guard.runs, guard.failures, guard.last) == (1, 0, "deny: no rm -rf")
    assert (broken.runs, broken.failures) == (1, 1)
    await made.dispose()


def test_an_event_that_nobody_mounted_costs_next_to_nothing(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    runs = 20_000
    seconds = min(timeit.repeat(lambda: made.listens(Occasion.TOOL_AFTER), number=runs, repeat=5)) / runs
    assert seconds < 20e-6  # 1 µs is the aim; the machine may be busy


# Files of vendors, trust, native agents


def repository(folder: Path) -> Path:
    path = folder / "repo" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    guard = {"matcher": "Bash", "hooks": [{"type": "command", "command": GUARD}]}
    path.write_text(json.dumps({"hooks": {"PreToolUse": [guard], "Nonsense": [guard]}}))
    return path


async def test_hooks_of_a_repository_are_listed_and_not_run_until_they_are_trusted(tmp_path: Path) -> None:
    path = repository(tmp_path)
    made = adapter(tmp_path)
    (result,) = made.register_file("claude", path)
    assert [problem for problem in made.status().problems if "Nonsense" in problem]
    assert not made.status().hooks[0].trusted
    assert made.status().executable == ()
    assert (await made.ask(before(tmp_path))).silent
    with pytest.raises(HookError, match="not trusted"):
        await made.try_hook(result.id, {})

    made.trust([result.id])
    assert (await made.ask(before(tmp_path))).decision is Decision.DENY
    await made.dispose()

    again = adapter(tmp_path)
    again.register_file("claude", path)
    assert again.status().hooks[0].trusted
    path.write_text(path.read_text().replace("exit 2", "exit  2"))
    changed = adapter(tmp_path)
    changed.register_file("claude", path)
    assert not changed.status().hooks[0].trusted


async def test_a_permission_table_of_a_repository_grants_nothing_unasked(tmp_path: Path) -> None:
    path = tmp_path / "repo" / "opencode.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"permission": {"bash": "allow"}}))
    made = adapter(tmp_path)
    (result,) = made.register_file("opencode", path)
    assert (await made.ask(before(tmp_path))).silent
    made.trust([result.id])
    assert (await made.ask(before(tmp_path))).decision is Decision.ALLOW


async def test_what_the_person_has_set_up_for_all_folders_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = repository(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "repo"))
    made = adapter(tmp_path)
    made.register_file("claude", path)
    assert made.status().hooks[0].trusted


async def test_an_agent_that_runs_the_file_itself_is_left_to_it(tmp_path: Path) -> None:
    path = repository(tmp_path)
    repo = tmp_path / "repo"
    native = AgentSettings(name="a", command=("npx", "@zed-industries/claude-agent-acp@1"), workspace=repo)
    other = AgentSettings(name="b", command=("gemini",), workspace=repo)
    made = adapter(tmp_path, native, other)
    (result,) = made.register_file("claude", path)
    made.trust([result.id])
    (status,) = made.status().hooks
    assert status.native_for == ("a",)
    assert (await made.ask(before(tmp_path))).silent
    made.register_hook(hook(handler=prints(DENY)))
    assert (await made.ask(before(tmp_path))).decision is Decision.DENY
    await made.dispose()


async def test_force_runs_it_all_the_same(tmp_path: Path) -> None:
    path = repository(tmp_path)
    native = AgentSettings(name="a", command=("claude-agent-acp",), workspace=tmp_path / "repo")
    made = adapter(tmp_path, native)
    made.load(Settings(path=tmp_path / "c", hooks=({"vendor": "claude", "file": str(path), "force": True},)))
    made.trust([each.result.id for each in made.status().hooks])
    assert (await made.ask(before(tmp_path))).decision is Decision.DENY
    await made.dispose()


async def test_a_prefix_rule_is_enforced_and_its_file_carried(tmp_path: Path) -> None:
    (tmp_path / "default.rules").write_text('prefix_rule(pattern=["rm"], decision="forbidden")\n')
    made = adapter(tmp_path)
    assert made.register_rules({"vendor": "codex", "source": "*.rules"}).grade is Grade.CARRY
    outcome = await made.ask(before(tmp_path))
    assert (outcome.decision, outcome.by) == (Decision.DENY, "OpenAI Codex PreToolUse (default.rules)")
    assert [file.path.name for file in made.rules_for("a")] == ["default.rules"]


# Trying


async def test_a_hook_is_tried_on_a_sample(tmp_path: Path) -> None:
    made = adapter(tmp_path)
    result = made.register_hook(hook(handler=GUARD))
    trial = await made.try_hook(result.id, {"tool_input": {"command": "rm -rf x"}})
    assert (trial.decision, trial.reason, trial.status) == ("deny", "no rm -rf", 2)
    assert made.status().hooks[0].runs == 0
    await made.dispose()


async def test_one_that_is_not_there_cannot_be_tried(tmp_path: Path) -> None:
    with pytest.raises(HookError, match="there is no such hook"):
        await adapter(tmp_path).try_hook("x", {})


def test_the_matrix_has_every_event_the_rules_and_the_runtimes(tmp_path: Path) -> None:
    rows = adapter(tmp_path).matrix()
    grades = [row.result.grade for row in rows]
    assert len(rows) == 112 + 5 + 5
    assert grades.count(Grade.DIRECT) == 0
    assert grades.count(Grade.CARRY) == 5
    assert grades.count(Grade.ADAPTED) == 112  # with every seam that there may be


def test_a_matrix_without_seams_promises_nothing(tmp_path: Path) -> None:
    events = adapter(tmp_path, served={}).matrix()[:112]
    assert {row.result.grade for row in events} == {Grade.UNSUPPORTED}
