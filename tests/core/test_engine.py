"""The engine as a whole, without a screen, with real agents."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from sidekicks_tui.config import load
from sidekicks_tui.core.config_choice import choose
from sidekicks_tui.core.engine import Engine
from sidekicks_tui.core.succession import Change, Succession
from sidekicks_tui.model.errors import ConfigError, UsageError
from sidekicks_tui.model.events import ChannelsChanged, HistoryFreed, MessageUpdated, TurnChanged
from sidekicks_tui.model.messages import Message, Role
from sidekicks_tui.model.settings import ResetChoice
from sidekicks_tui.store import open_history
from tests.support.fake_agent import agent_command


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration with two fake agents and a channel, in a home folder of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    path = tmp_path / "config.yaml"
    write(path, agents=("a", "b"), channels=("team",))
    return path


def write(path: Path, agents: tuple[str, ...], channels: tuple[str, ...]) -> None:
    command = json.dumps(agent_command())
    lines = ["agents:"]
    lines += [f"  - {{name: {name}, command: {command}, workspace: {path.parent}}}" for name in agents]
    lines += ["channels:"]
    lines += [f"  - {{name: {name}, members: [{agents[0]}]}}" for name in channels]
    path.write_text("\n".join(lines) + "\n")


@asynccontextmanager
async def engine_of(path: Path, recording: Path | None = None) -> AsyncIterator[Engine]:
    """A started engine; afterwards no process and no task of it is left."""
    before = asyncio.all_tasks()
    engine = Engine.open(choose(str(path), path.parent), load(path), recording)
    try:
        await engine.start()
        yield engine
    finally:
        await engine.close()
    assert asyncio.all_tasks() == before
    assert [
        child for child in psutil.Process().children() if child.is_running() and child_of(path, child)
    ] == []
    assert list((path.parent / ".config" / "sidekicks" / "run").glob("*")) == []


def child_of(path: Path, process: psutil.Process) -> bool:
    try:
        return process.cwd() == str(path.parent) and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


async def ask(engine: Engine, channel: str, text: str) -> Message:
    """The first answer to `text`, when it is finished."""
    async with engine.bus.subscribe(MessageUpdated, TurnChanged) as events:
        await engine.channels.send(channel, text)
        async for event in events:
            if isinstance(event, MessageUpdated) and event.message.role is Role.AGENT and event.message.done:
                answer = event.message
            elif isinstance(event, TurnChanged) and not event.busy:
                return answer
    raise AssertionError("the bus was closed")


def test_the_engine_needs_neither_the_screen_nor_the_sdk_to_be_imported() -> None:
    code = "import sidekicks_tui.core.engine, sys; print(*sys.modules)"
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"textual", "rich", "acp", "pydantic", "ruamel", "psutil"}.isdisjoint(imported.stdout.split())


async def test_a_conversation_survives_a_restart(config: Path) -> None:
    async with engine_of(config) as engine:
        (team,) = engine.channels.list()
        assert team.name == "team"
        answer = await ask(engine, team.id, "hello")
        assert answer.text == "You said: hello"
        assert engine.agents.list()[0].state == "ready"
    async with engine_of(config) as engine:
        (again,) = engine.channels.list()
        assert again == team
        assert engine.channels.conversation(team.id).messages[-1] == answer
        assert engine.agents.list()[0].state == "stopped"


async def test_a_second_engine_on_the_same_file_keeps_nothing_and_says_why(config: Path) -> None:
    async with engine_of(config) as engine:
        second = Engine.open(choose(str(config), config.parent), load(config))
        try:
            assert second.history.problem
            assert second.config.current().history_problem == second.history.problem
            assert engine.config.current().history_problem == ""
        finally:
            await second.close()


async def test_a_saved_configuration_takes_effect(config: Path) -> None:
    async with engine_of(config) as engine:
        await engine.agents.start("a")
        async with engine.bus.subscribe(ChannelsChanged) as events:
            write(config, agents=("b", "c"), channels=("team", "new"))
            changed = await anext(events)
        assert isinstance(changed, ChannelsChanged)
        assert [channel.name for channel in changed.channels] == ["team", "new"]
        assert [agent.name for agent in engine.agents.list()] == ["b", "c"]


async def test_closing_cuts_an_answer_off_and_leaves_nothing(config: Path) -> None:
    async with engine_of(config) as engine:
        (team,) = engine.channels.list()
        async with engine.bus.subscribe(TurnChanged) as events:
            await engine.channels.send(team.id, "!wait")
            async for event in events:
                if isinstance(event, TurnChanged) and event.answering:
                    break
    async with engine_of(config) as engine:
        said = engine.channels.conversation(team.id).messages
        assert [message.role for message in said if message.role is not Role.SYSTEM] == [Role.USER]


async def test_an_engine_that_never_started_can_be_closed(config: Path) -> None:
    engine = Engine.open(choose(str(config), config.parent), load(config))
    await engine.close()


async def test_everything_is_recorded_to_the_end(config: Path, tmp_path: Path) -> None:
    recording = tmp_path / "events.jsonl"
    async with engine_of(config, recording) as engine:
        await ask(engine, engine.channels.list()[0].id, "hello")
    events = [json.loads(line) for line in recording.read_text().splitlines()]
    assert events[0]["event"] == "channels:changed"
    assert events[-1] == {"event": "agent:state", "agent": "a", "state": "stopped"}
    assert any(event["event"] == "message:delta" for event in events)


async def test_an_emergency_ends_every_process(config: Path) -> None:
    async with engine_of(config) as engine:
        await engine.agents.start("a")
        await asyncio.to_thread(engine.end_now)
        assert not [child for child in psutil.Process(os.getpid()).children() if child_of(config, child)]


async def test_another_file_is_opened_by_an_engine_of_its_own_and_the_recording_goes_on(
    config: Path,
) -> None:
    other = config.with_name("other.yaml")
    write(other, agents=("z",), channels=("elsewhere",))
    recording = config.with_name("events.jsonl")
    first = Engine.open(choose(str(config), config.parent), load(config), recording)
    engines = [first]

    async def owner(change: Change) -> Succession:
        engine, succession = await engines[-1].succeed(change)
        engines.append(engine)
        await engine.start()
        return succession

    await first.start()
    first.config.when_succeeded(owner)
    await first.agents.start("a")
    with pytest.raises(ConfigError, match="does not exist"):
        await first.config.open(str(config.with_name("none.yaml")))
    assert first.agents.list()[0].state == "ready"
    await first.config.open(str(other))
    try:
        assert first.agents.list()[0].state == "stopped"
        assert [channel.name for channel in engines[-1].channels.list()] == ["elsewhere"]
        assert engines[-1].history.problem == ""
        assert engines[-1].config.recent() == (str(other),)
    finally:
        await engines[-1].close()
    kinds = [json.loads(line)["event"] for line in recording.read_text().splitlines()]
    assert kinds.count("channels:changed") == 2


async def test_a_reset_history_opens_empty_with_the_declared_channels(config: Path) -> None:
    first = Engine.open(choose(str(config), config.parent), load(config))
    engines = [first]

    async def owner(change: Change) -> Succession:
        engine, succession = await engines[-1].succeed(change)
        engines.append(engine)
        await engine.start()
        return succession

    first.config.when_succeeded(owner)
    await first.start()
    await first.channels.create("mine", "")
    (copy,) = await first.config.reset(ResetChoice.HISTORY)
    try:
        assert [channel.name for channel in engines[-1].channels.list()] == ["team"]
        assert engines[-1].history.problem == ""
    finally:
        await engines[-1].close()
    kept = open_history(copy, read_only=True)
    assert [stored.channel.name for stored in kept.channels()] == ["team", "mine"]
    await kept.close()


async def test_a_second_engine_is_told_when_the_first_has_ended_and_goes_on_on_disk(config: Path) -> None:
    first = Engine.open(choose(str(config), config.parent), load(config))
    await first.start()
    engines = [Engine.open(choose(str(config), config.parent), load(config))]

    async def owner(change: Change) -> Succession:
        engine, succession = await engines[-1].succeed(change)
        engines.append(engine)
        await engine.start()
        return succession

    await engines[0].start()
    engines[0].config.when_succeeded(owner)
    try:
        async with engines[0].bus.subscribe(HistoryFreed) as events:
            await first.close()
            assert await anext(aiter(events)) == HistoryFreed()
        await engines[0].config.open(str(config))
        assert engines[-1].history.problem == ""
    finally:
        await engines[-1].close()


async def test_without_an_owner_no_other_file_is_opened(config: Path) -> None:
    async with engine_of(config) as engine:
        with pytest.raises(UsageError, match="--config"):
            await engine.config.open(str(config))


async def test_shells_end_with_the_engine(config: Path) -> None:
    async with engine_of(config) as engine:
        terminal = await engine.terminals.open("a", 80, 24)
        await engine.terminals.write(terminal, b"(sleep 300 &); nohup sleep 300 & sleep 300\r")
        async with asyncio.timeout(20):
            while len(psutil.Process().children(recursive=True)) < 4:
                await asyncio.sleep(0.01)


async def test_hooks_of_the_configuration_act_and_follow_it(config: Path) -> None:
    hook = '  - {vendor: claude, event: PreToolUse, matcher: Bash, handler: "echo no >&2; exit 2"}\n'
    plain = config.read_text()
    config.write_text(f"{plain}hooks:\n{hook}")
    async with engine_of(config) as engine:
        direct = await engine.channels.direct("a")
        assert "no" in (await ask(engine, direct.id, "!terminal echo ran")).text
        await engine.config.save(plain)
        assert (await ask(engine, direct.id, "!terminal echo ran")).text == "ran\n[0]"
