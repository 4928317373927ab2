"""What hooks are told of and cannot help."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidekicks_tui.core.hooks.failures import error_class
from sidekicks_tui.model.errors import AgentError, AgentGone, AgentRefused, AuthRequired
from tests.core.hooks.support import hook, hooked, prints, specific
from tests.core.hooks.test_turns import prompts


async def until(happened: Callable[[], object]) -> None:
    """Hooks that can only see are not waited for by anybody else."""
    async with asyncio.timeout(20):
        while not happened():
            await asyncio.sleep(0.01)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def into(path: Path) -> str:
    return f"cat >> {path}"


async def test_a_call_that_ended_is_told_once_with_what_came_of_it(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    async with hooked(tmp_path, hook("PostToolUse", into(seen), matcher="Bash")) as (made, channel):
        await made.say(channel, "!terminal echo done")
        await until(lambda: lines(seen))
    (told,) = lines(seen)
    assert told["tool_input"]["command"] == "echo done"
    assert told["tool_response"] == "done\n"
    assert told["hook_event_name"] == "PostToolUse"


async def test_a_call_that_failed_has_an_event_of_its_own(tmp_path: Path) -> None:
    after, failed = tmp_path / "after", tmp_path / "failed"
    hooks = (hook("PostToolUse", into(after)), hook("PostToolUseFailure", into(failed)))
    async with hooked(tmp_path, *hooks) as (made, channel):
        await made.say(channel, "!streamed")
        await until(lambda: lines(failed))
    assert lines(after) == []
    assert [each["error"] for each in lines(failed)] == ["one\ntwo\n"]


async def test_feedback_and_context_come_with_the_next_prompt(tmp_path: Path) -> None:
    record = tmp_path / "record"
    answer = {"decision": "block", "reason": "format it", **specific(additionalContext="it is Monday")}
    after = hook("PostToolUse", prints(answer), matcher="Bash")
    async with hooked(tmp_path, after, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "!terminal echo done")
        await made.say(channel, "and now?")
    context, feedback, message = prompts(record)[-1]
    assert (context, feedback) == (
        "[Claude Code PostToolUse]\nit is Monday",
        "[Claude Code PostToolUse]\nformat it",
    )
    assert message == "and now?"


async def test_files_that_were_edited_are_named(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    edited = hook("file.edited", f"{into(seen)}; echo >> {seen}", "opencode")
    async with hooked(tmp_path, edited) as (made, channel):
        await made.say(channel, "!write new.txt text")
        await until(seen.exists)
    (told,) = [line for line in lines_of(seen) if line]
    assert json.loads(told)["properties"] == {"file": str(tmp_path / "a" / "new.txt")}


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


async def test_entries_of_a_plan_are_tasks(tmp_path: Path) -> None:
    created, completed = tmp_path / "created", tmp_path / "completed"
    hooks = (hook("TaskCreated", into(created)), hook("TaskCompleted", into(completed)))
    async with hooked(tmp_path, *hooks) as (made, channel):
        await made.say(channel, "!plan")
        await until(lambda: len(lines(completed)) == 3)
    for path in (created, completed):
        subjects = [each["task_subject"] for each in lines(path)]
        assert subjects == ["errors module", "parser", "tests"]


async def test_a_stop_of_the_person_is_told(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    # A login shell may take longer than the second that Codex gives it.
    handler = {"command": "sh", "args": ["-c", into(seen)], "timeout": 3}
    async with hooked(tmp_path, hook("Interrupt", handler, "codex")) as (made, channel):
        await made.channels.send(channel, "!slow 1000")
        await made.asked(channel)
        await made.channels.cancel(channel)
        await made.idle(channel)
        await until(lambda: lines(seen))
    assert [each["hook_event_name"] for each in lines(seen)] == ["Interrupt"]


async def test_a_turn_that_failed_is_told(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    async with hooked(tmp_path, hook("StopFailure", into(seen))) as (made, channel):
        await made.say(channel, "!error")
        await until(lambda: lines(seen))
    (told,) = lines(seen)
    assert told["error_details"]


async def test_a_session_is_busy_then_idle(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    record = f"{into(seen)}; echo >> {seen}"
    hooks = (hook("session.status", record, "opencode"), hook("session.idle", record, "opencode"))
    async with hooked(tmp_path, *hooks) as (made, channel):
        await made.say(channel, "hello")
        await made.say(channel, "hello")
    told = [json.loads(line) for line in lines_of(seen) if line]
    states = [each["properties"].get("status", {}).get("type", "-") for each in told]
    assert states[:3] == ["busy", "idle", "-"]


async def test_a_model_that_was_switched_is_told(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    async with hooked(tmp_path, hook("PostModelSwitch", into(seen))) as (made, channel):
        await made.say(channel, "hello")
        await made.channels.set_model(channel, "a", "large")
        await made.say(channel, "hello")
    assert [(each["from_model"], each["to_model"]) for each in lines(seen)] == [("small", "large")]


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (AuthRequired("log in first"), "authentication_failed"),
        (AgentRefused("Rate limit reached"), "rate_limit"),
        (AgentRefused("Overloaded"), "overloaded"),
        (AgentRefused("bad", -32602), "invalid_request"),
        (AgentRefused("oops", -32603), "server_error"),
        (AgentGone("the agent exited with status 1"), "unknown"),
    ],
)
def test_an_error_has_claudes_class(error: AgentError, name: str) -> None:
    assert error_class(error) == name
