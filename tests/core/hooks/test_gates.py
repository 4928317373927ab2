"""Calls that are refused, allowed and changed, from a script to what the agent is told."""

import asyncio
import json
from pathlib import Path

import pytest

from sidekicks_tui.core.hooks.options import allowing, rejecting
from sidekicks_tui.model.events import MessageUpdated, PermissionRequested
from sidekicks_tui.model.messages import SystemCode
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from tests.core.hooks.support import CLAUDE_GUARD, asked, hook, hooked, last_said, prints, said, specific

GUARD = hook("PreToolUse", CLAUDE_GUARD, matcher="Bash")


async def test_a_guard_refuses_at_a_permission_with_the_agents_own_option(tmp_path: Path) -> None:
    async with hooked(tmp_path, GUARD) as (made, channel):
        answer = await said(made, channel, "!permission rm -rf build/")
        assert answer == "You chose reject."
        assert asked(made) == []
        told = "* hook a: Claude Code PreToolUse refused rm -rf build/: no rm -rf here"
        assert told in made.script(channel)


async def test_what_a_guard_has_nothing_against_is_the_persons_to_decide(tmp_path: Path) -> None:
    async with hooked(tmp_path, GUARD) as (made, channel):
        await made.channels.send(channel, "!permission ls")
        request = await made.event(PermissionRequested)
        await made.channels.answer_permission(request.id, "allow")
        await made.idle(channel)
        assert last_said(made, channel) == "You chose allow."


async def test_the_same_guard_refuses_at_a_terminal_and_the_reason_reaches_the_agent(tmp_path: Path) -> None:
    (tmp_path / "a" / "build").mkdir(parents=True)
    async with hooked(tmp_path, GUARD) as (made, channel):
        answer = await said(made, channel, "!terminal rm -rf build")
        assert answer.startswith("refused: ")
        assert "no rm -rf here" in answer
        assert (tmp_path / "a" / "build").exists()
        assert await said(made, channel, "!terminal echo fine") == "fine\n[0]"


async def test_the_refusal_of_a_permission_is_told_with_the_next_prompt(tmp_path: Path) -> None:
    record = tmp_path / "record"
    async with hooked(tmp_path, GUARD, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "!permission rm -rf build/")
        await made.say(channel, "and now?")
    sent = [json.loads(line) for line in record.read_text().splitlines()]
    blocks = [each["params"]["prompt"] for each in sent if each.get("method") == "session/prompt"][-1]
    assert "rm -rf build/ was refused: no rm -rf here" in blocks[0]["text"]
    assert blocks[-1]["text"] == "and now?"


async def test_a_write_is_refused_and_its_reason_reaches_the_agent(tmp_path: Path) -> None:
    deny = specific(permissionDecision="deny", permissionDecisionReason="no writes")
    async with hooked(tmp_path, hook("PreToolUse", prints(deny), matcher="Write|Edit")) as (made, channel):
        answer = await said(made, channel, "!write new.txt text")
        assert answer.startswith("refused: ")
        assert "no writes" in answer
        assert not (tmp_path / "a" / "new.txt").exists()


async def test_a_read_is_refused(tmp_path: Path) -> None:
    deny = specific(permissionDecision="deny", permissionDecisionReason="secret")
    async with hooked(tmp_path, hook("PreToolUse", prints(deny), matcher="Read")) as (made, channel):
        (tmp_path / "a" / ".env").write_text("KEY=1")
        answer = await said(made, channel, "!read .env")
        assert "secret" in answer
        assert "KEY" not in answer


async def test_what_is_read_is_changed(tmp_path: Path) -> None:
    changed = specific(updatedToolOutput="KEY=***")
    async with hooked(tmp_path, hook("PostToolUse", prints(changed), matcher="Read")) as (made, channel):
        (tmp_path / "a" / ".env").write_text("KEY=1")
        assert await said(made, channel, "!read .env") == "KEY=***"


async def test_a_command_is_changed_before_it_runs(tmp_path: Path) -> None:
    changed = specific(permissionDecision="allow", updatedInput={"command": "echo changed"})
    async with hooked(tmp_path, hook("PreToolUse", prints(changed), matcher="Bash")) as (made, channel):
        assert await said(made, channel, "!terminal echo first") == "changed\n[0]"


async def test_the_content_of_a_file_is_changed_before_it_is_written(tmp_path: Path) -> None:
    changed = specific(modifiedInput={"content": "changed"})
    guard = hook("PreToolUse", prints(changed), "workbuddy", matcher="Write")
    async with hooked(tmp_path, guard) as (made, channel):
        await made.say(channel, "!write new.txt first")
        assert (tmp_path / "a" / "new.txt").read_text() == "changed"


async def test_a_hook_leads_no_write_out_of_the_folder(tmp_path: Path) -> None:
    changed = specific(updatedInput={"file_path": str(tmp_path / "out.txt"), "content": "x"})
    async with hooked(tmp_path, hook("PreToolUse", prints(changed))) as (made, channel):
        answer = await said(made, channel, "!write new.txt first")
        assert "outside" in answer
        assert not (tmp_path / "out.txt").exists()


async def test_a_hook_may_leave_a_terminal_to_the_person(tmp_path: Path) -> None:
    ask = specific(permissionDecision="ask", permissionDecisionReason="are you sure?")
    async with hooked(tmp_path, hook("PreToolUse", prints(ask), matcher="Bash")) as (made, channel):
        for choice, said in (("reject", "the person refused it"), ("allow", "done\n[0]")):
            before = len(made.events)
            await made.channels.send(channel, "!terminal echo done")
            request = await made.event(PermissionRequested, after=before)
            await made.channels.answer_permission(request.id, choice)
            await made.idle(channel)
            assert said in last_said(made, channel)


async def test_an_allow_answers_once_and_is_told(tmp_path: Path) -> None:
    allow = specific(permissionDecision="allow")
    async with hooked(tmp_path, hook("PreToolUse", prints(allow))) as (made, channel):
        assert await said(made, channel, "!permission ls") == "You chose allow."
        assert asked(made) == []
        assert "* hook a: Claude Code PreToolUse allowed ls" in made.script(channel)


async def test_a_guard_that_its_vendor_fails_open_leaves_the_person_to_decide(tmp_path: Path) -> None:
    async with hooked(tmp_path, hook("PreToolUse", "exit 1")) as (made, channel):
        await made.channels.send(channel, "!permission ls")
        request = await made.event(PermissionRequested)
        await made.channels.answer_permission(request.id, "reject")
        await made.idle(channel)


async def test_copilots_guard_that_fails_refuses(tmp_path: Path) -> None:
    async with hooked(tmp_path, hook("preToolUse", "exit 1", "copilot")) as (made, channel):
        assert await said(made, channel, "!permission ls") == "You chose reject."


async def test_a_permission_request_is_decided_by_its_own_event(tmp_path: Path) -> None:
    deny = specific(decision={"behavior": "deny", "message": "not now"})
    async with hooked(tmp_path, hook("PermissionRequest", prints(deny))) as (made, channel):
        assert await said(made, channel, "!permission ls") == "You chose reject."


async def test_a_stop_drops_the_hooks_that_its_gates_wait_for(tmp_path: Path) -> None:
    started = tmp_path / "started"
    async with hooked(tmp_path, hook("PreToolUse", f"touch {started}; sleep 600")) as (made, channel):
        await made.channels.send(channel, "!permission ls")
        while not started.exists():
            await asyncio.sleep(0.01)
        await made.channels.cancel(channel)
        await made.idle(channel)
        assert made.messages(channel)[-1].stop_reason == "cancelled"
        assert asked(made) == []


async def test_the_tool_is_called_as_the_agent_calls_it(tmp_path: Path) -> None:
    """A hook of Codex for its shell is not asked about what it does not hook."""
    seen = tmp_path / "seen"
    async with hooked(tmp_path, hook("PreToolUse", f"cat >> {seen}", "codex")) as (made, channel):
        (tmp_path / "a" / "x").write_text("x")
        await made.say(channel, "!read x")
        await made.say(channel, "!terminal echo y")
        (told,) = [json.loads(line) for line in seen.read_text().splitlines()]
        assert (told["tool_name"], told["tool_input"]) == ("Bash", {"command": "echo y"})


async def test_the_status_tells_which_calls_passed_no_gate(tmp_path: Path) -> None:
    async with hooked(tmp_path, GUARD) as (made, channel):
        await made.say(channel, "!permission rm -rf build/")
        await made.say(channel, "!raw")
        (coverage,) = made.hooks.status().agents
        assert coverage.gated == 1
        assert coverage.ungated == 6


async def test_variables_are_added_to_a_terminal(tmp_path: Path) -> None:
    env = hook("shell.env", "echo ADDED=yes", "opencode")
    async with hooked(tmp_path, env) as (made, channel):
        assert await said(made, channel, "!terminal echo $ADDED") == "yes\n[0]"


async def test_every_decision_is_a_message_of_the_system(tmp_path: Path) -> None:
    async with hooked(tmp_path, GUARD) as (made, channel):
        await made.say(channel, "!permission rm -rf build/")
        messages = [event.message for event in made.events if isinstance(event, MessageUpdated)]
        assert [each.agent for each in messages if each.code is SystemCode.HOOK] == ["a"]


def option(identifier: str, kind: PermissionKind, name: str = "") -> PermissionOption:
    return PermissionOption(id=identifier, name=name, kind=kind)


ONCE, NO = PermissionKind.ALLOW_ONCE, PermissionKind.REJECT_ONCE


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ([option("abort", NO), option("denied", NO, "No, continue without")], "denied"),
        ([option("cancel", NO), option("x", NO)], "x"),
        ([option("abort", NO)], "abort"),
        ([option("never", PermissionKind.REJECT_ALWAYS)], None),
        ([option("yes", ONCE)], None),
    ],
)
def test_a_refusal_is_the_least_harmful_option_and_never_for_always(
    options: list[PermissionOption], chosen: str | None
) -> None:
    found = rejecting(options)
    assert (None if found is None else found.id) == chosen


def test_an_allowance_is_never_for_always() -> None:
    always = option("always", PermissionKind.ALLOW_ALWAYS)
    assert allowing([always]) is None
    assert allowing([always, option("once", ONCE)]) == option("once", ONCE)
