"""Prompts that are kept back, given context or changed; ends that are none yet; sessions."""

import json
from pathlib import Path
from typing import Any

import pytest

from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.messages import Role
from tests.core.hooks.support import hook, hooked, prints, said


def prompts(record: Path) -> list[list[str]]:
    """The texts of each prompt that the agent was sent."""
    sent = [json.loads(line) for line in record.read_text().splitlines()]
    return [
        [block["text"] for block in each["params"]["prompt"]]
        for each in sent
        if each.get("method") == "session/prompt"
    ]


def told(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


async def test_a_prompt_is_kept_back_and_told_to_nobody_later(tmp_path: Path) -> None:
    record = tmp_path / "record"
    guard = hook("UserPromptSubmit", "grep -q sk-123 && { echo 'a key!' >&2; exit 2; }; exit 0")
    async with hooked(tmp_path, guard, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "my key is sk-123")
        assert made.script(channel) == [
            "you: my key is sk-123 (cancelled)",
            "* hook a: Claude Code UserPromptSubmit kept the message back: a key!",
        ]
        await made.say(channel, "hello")
    assert "sk-123" not in record.read_text()
    assert prompts(record) == [["hello"]]


async def test_context_goes_with_the_prompt_and_waits_for_a_command(tmp_path: Path) -> None:
    record = tmp_path / "record"
    context = hook("UserPromptSubmit", "cat >/dev/null; echo the build is red")
    async with hooked(tmp_path, context, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "/a:review it")
        await made.say(channel, "hello")
    label = "[Claude Code UserPromptSubmit]\nthe build is red"
    command, prompt = prompts(record)
    assert command == ["/review it"]
    assert (prompt[:2], prompt[-1]) == ([label, label], "hello")


async def test_a_prompt_is_changed_before_it_leaves(tmp_path: Path) -> None:
    changed = hook("userPromptTransformed", prints({"modifiedTransformedPrompt": "goodbye"}), "copilot")
    async with hooked(tmp_path, changed) as (made, channel):
        assert await said(made, channel, "hello") == "You said: goodbye"


async def test_the_session_begins_with_context_and_rules(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("Be brief.\n")
    record = tmp_path / "record"
    start = hook("SessionStart", "cat >/dev/null; echo it is Monday", matcher="startup")
    rules = ({"vendor": "claude", "source": "RULES.md"},)
    async with hooked(tmp_path, start, rules=rules, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "hello")
        await made.say(channel, "again")
    first, second = prompts(record)
    assert first == [
        f"[claude rules: {tmp_path / 'RULES.md'}]\nBe brief.\n",
        "[Claude Code SessionStart]\nit is Monday",
        "hello",
    ]
    assert second == ["again"]


async def test_rules_for_paths_come_after_such_a_path_was_seen(tmp_path: Path) -> None:
    (tmp_path / "py.md").write_text("---\npaths: ['*.py']\n---\nType everything.\n")
    record = tmp_path / "record"
    rules = ({"vendor": "claude", "source": "py.md"},)
    async with hooked(tmp_path, rules=rules, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "hello")
        (tmp_path / "a" / "x.py").write_text("")
        await made.say(channel, "!read x.py")
        await made.say(channel, "again")
    first, _, third = prompts(record)
    assert first == ["hello"]
    assert "Type everything." in third[0]


async def test_a_stop_hook_sends_the_agent_back_until_it_is_content(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    again = f"cat >> {seen}; [ $(wc -l < {seen}) -ge 3 ] && exit 0; echo 'run the tests' >&2; exit 2"
    async with hooked(tmp_path, hook("Stop", again)) as (made, channel):
        await made.say(channel, "hello")
        answers = [each.text for each in made.messages(channel) if each.role is Role.AGENT]
        assert answers == ["You said: hello", "You said: run the tests", "You said: run the tests"]
        sent_back = "* hook a: Claude Code Stop sends a back to work: run the tests"
        assert made.script(channel).count(sent_back) == 2
    assert [each["stop_hook_active"] for each in told(seen)] == [False, True, True]
    assert told(seen)[0]["last_assistant_message"] == "You said: hello"


async def test_no_hook_sends_an_agent_back_for_ever(tmp_path: Path) -> None:
    async with hooked(tmp_path, hook("Stop", "echo again >&2; exit 2")) as (made, channel):
        await made.say(channel, "hello")
        answers = [each for each in made.messages(channel) if each.role is Role.AGENT]
        assert len(answers) == 1 + 8
        assert "more than 8 times" in made.script(channel)[-1]


async def test_an_answer_that_was_stopped_is_over(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    async with hooked(tmp_path, hook("Stop", f"cat >> {seen}")) as (made, channel):
        await made.channels.send(channel, "!slow 1000")
        await made.asked(channel)
        await made.channels.cancel(channel)
        await made.idle(channel)
    assert not seen.exists()


async def test_compacting_is_stopped_where_the_person_asks_for_it(tmp_path: Path) -> None:
    record = tmp_path / "record"
    no = hook("PreCompact", "echo 'not now' >&2; exit 2", matcher="manual")
    async with hooked(tmp_path, no, flags=(f"--record={record}",)) as (made, channel):
        await made.say(channel, "/a:compact")
        assert made.script(channel)[-1].endswith("kept the message back: not now")
    assert prompts(record) == []


async def test_a_command_of_the_agent_is_stopped(tmp_path: Path) -> None:
    no = hook("UserPromptExpansion", prints({"decision": "block", "reason": "no reviews"}), matcher="review")
    async with hooked(tmp_path, no) as (made, channel):
        await made.say(channel, "hello")
        await made.say(channel, "/a:review it")
        assert made.script(channel)[-1].endswith("kept the message back: no reviews")


async def test_a_switch_of_the_model_is_refused(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    no = hook("PreModelSwitch", f"cat > {seen}; echo 'too dear' >&2; exit 2")
    async with hooked(tmp_path, no) as (made, channel):
        await made.say(channel, "hello")
        with pytest.raises(UsageError, match="too dear"):
            await made.channels.set_model(channel, "a", "large")
        session = made.channels.session(channel, "a")
        assert session is not None and session.models is not None
        assert session.models.current == "small"
    (switch,) = told(seen)
    assert (switch["from_model"], switch["to_model"]) == ("small", "large")


async def test_the_end_of_a_session_is_told_before_everything_ends(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    async with hooked(tmp_path, hook("SessionEnd", f"cat > {seen}")) as (made, channel):
        await made.say(channel, "hello")
    assert told(seen)[0]["reason"] == "prompt_input_exit"


async def test_a_reload_of_the_configuration_exchanges_the_hooks(tmp_path: Path) -> None:
    async with hooked(tmp_path, hook("UserPromptSubmit", "exit 2")) as (made, channel):
        await made.say(channel, "hello")
        assert made.messages(channel)[-1].role is Role.SYSTEM
        await made.hooks.load(type(made.settings)(path=made.settings.path, agents=made.settings.agents))
        assert not made.hooks.active
        assert await said(made, channel, "hello") == "You said: hello"
