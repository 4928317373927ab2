"""Agents that let nobody in without a login."""

import asyncio
from pathlib import Path

import pytest

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.elicitation import ElicitationAction
from sidekicks_tui.model.errors import AgentRefused, UsageError
from sidekicks_tui.model.events import AgentStateChanged, ElicitationRequested
from tests.core.channels.bench import agent, bench


async def test_an_agent_that_wants_a_login_says_what_to_do(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--auth")]) as desk:
        direct = await desk.channels.direct("a")
        told = await desk.say(direct.id, "hello")
        assert told.code == "agent-unavailable"
        assert "Authentication required" in told.error
        assert "API key: set FAKE_KEY" in told.error
        info = desk.agents.info("a")
        assert info is not None
        assert [method.id for method in info.auth_methods] == ["key"]
        await desk.agents.authenticate("a", "key")
        assert (await desk.say(direct.id, "again")).text == "You said: again"


async def test_a_login_that_is_wanted_by_the_prompt_says_what_to_do(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--auth=late")]) as desk:
        direct = await desk.channels.direct("a")
        told = await desk.say(direct.id, "hello")
        assert (told.code, told.agent) == ("agent-unavailable", "a")
        assert "set FAKE_KEY" in told.error
        assert desk.messages(direct.id)[-2].error == "Please run /login"
        await desk.agents.authenticate("a", "key")
        assert (await desk.say(direct.id, "again")).text.endswith("You said: again")


async def test_logging_out(tmp_path: Path) -> None:
    flags = ("--auth",)
    async with bench(tmp_path, [agent("a", tmp_path, *flags), agent("b", tmp_path, "--plain")]) as desk:
        assert desk.agents.info("a") is None
        await desk.agents.authenticate("a", "key")
        with pytest.raises(AgentRefused, match="no such method"):
            await desk.agents.authenticate("a", "carrier pigeon")
        await desk.agents.logout("a")
        direct = await desk.channels.direct("a")
        assert (await desk.say(direct.id, "hello")).code == "agent-unavailable"
        with pytest.raises(UsageError, match="b has no logout"):
            await desk.agents.logout("b")


async def test_a_login_that_is_given_up_is_withdrawn_and_frees_the_agent(tmp_path: Path) -> None:
    record = tmp_path / "record"
    async with bench(tmp_path, [agent("a", tmp_path, "--login=waits", f"--record={record}")]) as desk:
        login = asyncio.create_task(desk.agents.authenticate("a", "key"))
        await desk.event(AgentStateChanged, lambda event: event.state is AgentState.BUSY)
        login.cancel()
        with pytest.raises(asyncio.CancelledError):
            await login
        direct = await desk.channels.direct("a")
        assert (await desk.say(direct.id, "hello")).text == "You said: hello"
        assert '"$/cancel_request"' in record.read_text()


async def test_a_login_may_ask_the_person_outside_of_all_channels(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--auth", "--login=asks")]) as desk:
        login = asyncio.create_task(desk.agents.authenticate("a", "key"))
        asked = await desk.event(ElicitationRequested)
        assert (asked.channel, asked.agent, asked.message_id) == ("", "a", "")
        assert [request.id for request in desk.channels.elicitations()] == [asked.id]
        await desk.channels.answer_elicitation(asked.id, ElicitationAction.DECLINE)
        with pytest.raises(AgentRefused, match="No account was chosen"):
            await login
        login = asyncio.create_task(desk.agents.authenticate("a", "key"))
        asked = await desk.event(ElicitationRequested, lambda event: event.id != asked.id)
        await desk.channels.answer_elicitation(asked.id, ElicitationAction.ACCEPT, {"account": "mine"})
        await login


async def test_the_death_of_the_agent_ends_its_login(tmp_path: Path) -> None:
    async with bench(tmp_path, [agent("a", tmp_path, "--auth", "--login=asks")]) as desk:
        login = asyncio.create_task(desk.agents.authenticate("a", "key"))
        await desk.event(ElicitationRequested)
        await desk.agents.stop("a")
        with pytest.raises(Exception, match="ended"):
            await login
        assert desk.channels.elicitations() == ()
