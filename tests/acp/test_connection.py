"""The connection and a real process at its other end."""

import asyncio
import json
from pathlib import Path

import pytest

from sidekicks_tui.acp.blocks import ImageBlock, LinkBlock, ResourceBlock, TextBlock
from sidekicks_tui.acp.connection import AgentConnection, load_sdk
from sidekicks_tui.acp.updates import (
    Chunk,
    ChunkKind,
    CommandsUpdate,
    ModelUpdate,
    ModeUpdate,
    OptionsUpdate,
    PlanUpdate,
    TitleUpdate,
    UsageUpdate,
)
from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationAnswer, FieldKind
from sidekicks_tui.model.errors import AgentGone, AgentRefused, AuthRequired, StartError
from sidekicks_tui.model.messages import StopReason, ToolStatus
from sidekicks_tui.model.sessions import AuthMethod, AuthVariable, SessionInfo
from sidekicks_tui.model.settings import McpServer
from tests.support.acp_client import MemoryWire, RecordingClient, fake_agent


async def _opened(connection: AgentConnection) -> str:
    await connection.initialize()
    return (await connection.new_session("/project")).id


async def _prompt(connection: AgentConnection, session: str, text: str) -> StopReason:
    async with asyncio.timeout(20):
        return await connection.prompt(session, [TextBlock(text=text)])


async def _said(text: str, *flags: str) -> RecordingClient:
    """What a fresh agent does when it is told `text`."""
    async with fake_agent(*flags) as (connection, client):
        session = await _opened(connection)
        client.updates.clear()
        await _prompt(connection, session, text)
        return client


# The handshake


async def test_the_handshake_tells_what_the_agent_can_do() -> None:
    async with fake_agent() as (connection, _):
        info = await connection.initialize()
        assert (info.title, info.version, info.image, info.load_session) == ("Fake", "1.0", True, False)
        assert connection.info is info


async def test_an_agent_of_another_version_is_not_started() -> None:
    async with fake_agent("--protocol=2") as (connection, _):
        with pytest.raises(StartError, match="speaks ACP protocol 2, Sidekicks speaks 1"):
            await connection.initialize()


async def test_an_agent_that_refuses_the_handshake_is_not_started() -> None:
    async with fake_agent("--refuse") as (connection, _):
        with pytest.raises(StartError, match="Unsupported protocol version"):
            await connection.initialize()


async def test_an_agent_that_dies_at_once_is_gone() -> None:
    async with fake_agent("--die=no such model") as (connection, _):
        with pytest.raises(AgentGone):
            await connection.initialize()


async def test_a_silent_agent_can_be_given_up() -> None:
    async with fake_agent("--silent") as (connection, _):
        await load_sdk()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await connection.initialize()


async def test_nothing_can_be_asked_before_the_handshake_or_after_the_end() -> None:
    connection = AgentConnection(MemoryWire(), RecordingClient())
    with pytest.raises(AgentGone):
        await connection.cancel("s")
    async with fake_agent() as (connection, _):
        session = await _opened(connection)
        await connection.close()
        with pytest.raises(AgentGone):
            await _prompt(connection, session, "hello")
        with pytest.raises(AgentGone):
            await connection.cancel(session)


# Sessions


async def test_a_session_is_opened_with_what_the_agent_can_take() -> None:
    servers = (
        McpServer(name="files", command=("mcp", "."), env={"A": "b"}),
        McpServer(name="far", type="http", url="https://example.invalid/"),
        McpServer(name="old", type="sse", url="https://example.invalid/"),
    )
    async with fake_agent() as (connection, client):
        await connection.initialize()
        session = await connection.new_session("/project", ["/shared"], servers)
        assert session.modes is not None
        assert session.models is not None
        assert (session.modes.current, session.models.current) == ("ask", "small")
        assert [option.current for option in session.options] == ["low", False]
        await _prompt(connection, session.id, "!session")
        params = json.loads(client.text)
        assert (params["cwd"], params["additionalDirectories"]) == ("/project", ["/shared"])
        assert [server["name"] for server in params["mcpServers"]] == ["files", "far"]


async def test_a_plain_agent_is_asked_for_nothing_that_it_did_not_announce() -> None:
    async with fake_agent("--plain") as (connection, client):
        await connection.initialize()
        session = await connection.new_session(
            "/project", ["/shared"], [McpServer(name="far", type="http", url="u")]
        )
        assert session == SessionInfo(id=session.id)
        await _prompt(connection, session.id, "!session")
        assert json.loads(client.text) == {"cwd": "/project", "mcpServers": []}


async def test_updates_come_before_the_session_that_they_are_about() -> None:
    async with fake_agent("--early") as (connection, client):
        session = await _opened(connection)
        assert [(name, type(update)) for name, update in client.updates] == [
            (session, UsageUpdate),
            (session, CommandsUpdate),
        ]


async def test_stored_sessions(tmp_path: Path) -> None:
    store = f"--store={tmp_path / 'sessions.json'}"
    async with fake_agent(store) as (connection, _):
        session = await _opened(connection)
        await _prompt(connection, session, "remember me")
        stored = await connection.list_sessions()
        assert [(item.id, item.cwd) for item in stored] == [(session, "/project")]
    replayed = [(ChunkKind.USER, "remember me"), (ChunkKind.TEXT, "Answered: remember me")]

    def texts(client: RecordingClient) -> list[tuple[ChunkKind, str]]:
        return [(update.kind, update.text) for _, update in client.updates if isinstance(update, Chunk)]

    async with fake_agent(store) as (connection, client):
        await connection.initialize()
        opened = await connection.load_session(session, "/project")
        assert (opened.id, texts(client)) == (session, replayed)
    async with fake_agent(store, "--load=after") as (connection, client):
        await connection.initialize()
        await connection.load_session(session, "/project")
        assert texts(client) == []
        await connection.list_sessions()
        assert texts(client) == replayed
    async with fake_agent(store, "--load=fail") as (connection, client):
        await connection.initialize()
        with pytest.raises(AgentRefused, match="No previous sessions"):
            await connection.load_session(session, "/project")
        assert (await connection.resume_session(session, "/project")).id == session
        assert texts(client) == []
        await connection.close_session(session)
        await connection.delete_session(session)
        assert await connection.list_sessions() == ()
        with pytest.raises(AgentRefused, match="Resource not found"):
            await connection.resume_session(session, "/project")


async def test_an_endless_list_of_sessions_ends() -> None:
    wire = MemoryWire()
    connection = AgentConnection(wire, RecordingClient())
    starting = asyncio.create_task(connection.initialize())
    wire.say({"id": (await wire.sent())["id"], "result": {"protocolVersion": 1}})
    await starting
    listing = asyncio.create_task(connection.list_sessions())
    asked = 0
    while not listing.done():
        request = asyncio.create_task(wire.sent())
        await asyncio.wait((request, listing), return_when=asyncio.FIRST_COMPLETED)
        if request.done():
            asked += 1
            page = {"sessions": [{"sessionId": f"s{asked}", "cwd": "/"}], "nextCursor": f"c{asked}"}
            wire.say({"id": request.result()["id"], "result": page})
        else:
            request.cancel()
    assert asked == len(listing.result()) == 100
    await connection.close()


async def test_what_is_chosen_is_told_as_an_update() -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        client.updates.clear()
        await connection.set_mode(session, "code")
        await connection.set_model(session, "large")
        await connection.set_option(session, "effort", "high")
        await connection.set_option(session, "fast", True)
        told = [update for _, update in client.updates if not isinstance(update, CommandsUpdate)]
        assert told[:2] == [ModeUpdate(current="code"), ModelUpdate(current="large")]
        assert isinstance(told[3], OptionsUpdate)
        assert [option.current for option in told[3].options] == ["high", True]
        await _prompt(connection, session, "!chosen")
        assert json.loads(client.text) == {
            "mode": "code",
            "model": "large",
            "options": {"effort": "high", "fast": True},
        }
        with pytest.raises(AgentRefused, match="no such mode: dance"):
            await connection.set_mode(session, "dance")


async def test_a_login() -> None:
    async with fake_agent("--auth") as (connection, _):
        info = await connection.initialize()
        variable = AuthVariable(name="FAKE_KEY")
        method = AuthMethod(id="key", name="API key", kind="env_var", variables=(variable,))
        assert info.auth_methods == (method,)
        with pytest.raises(AuthRequired) as asked:
            await connection.new_session("/project")
        assert asked.value.methods == (method,)
        with pytest.raises(AgentRefused, match="no such method"):
            await connection.authenticate("carrier pigeon")
        await connection.authenticate("key")
        assert (await connection.new_session("/project")).id
        await connection.logout()
        with pytest.raises(AuthRequired):
            await connection.new_session("/project")


async def test_a_login_that_nobody_waits_for_is_withdrawn() -> None:
    async with fake_agent("--login=waits") as (connection, _):
        await connection.initialize()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await connection.authenticate("key")
        assert (await connection.new_session("/project")).id


# Turns


async def test_an_answer_is_complete_when_the_turn_ends() -> None:
    client = await _said("!chunks 3000 20")
    assert client.text == "".join(f"{number} ".ljust(20, ".") for number in range(3000))


async def test_every_kind_of_block_arrives() -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        blocks = [
            ImageBlock(data=b"abc", mime="image/png", uri="file:///a.png"),
            ResourceBlock(uri="file:///a", mime="text/plain", text="inside"),
            LinkBlock(uri="file:///b", name="b", size=3),
            TextBlock(text="!blocks"),
        ]
        await connection.prompt(session, blocks)
        assert [block["type"] for block in json.loads(client.text)] == [
            "image",
            "resource",
            "resource_link",
            "text",
        ]


@pytest.mark.parametrize(
    ("said", "reason", "notes"),
    [
        ("max_tokens", StopReason.MAX_TOKENS, 0),
        ("refusal", StopReason.REFUSAL, 0),
        ("boredom", StopReason.END_TURN, 1),
    ],
)
async def test_stop_reasons(said: str, reason: StopReason, notes: int) -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        assert await _prompt(connection, session, f"!reason {said}") is reason
        assert len(client.notes) == notes


@pytest.mark.parametrize("shape", ["plain", "string", "details", "message", "list", "null", "json"])
async def test_errors_keep_the_agents_words(shape: str) -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        with pytest.raises(AgentRefused, match=r"The model is on strike$"):
            await _prompt(connection, session, f"!error {shape}")
        assert client.text == "Until here. "
        assert await _prompt(connection, session, "and now?") is StopReason.END_TURN


async def test_a_cancel_ends_the_turn() -> None:
    async with fake_agent() as (connection, _):
        session = await _opened(connection)
        turn = asyncio.create_task(_prompt(connection, session, "!wait"))
        await asyncio.sleep(0)
        await connection.cancel(session)
        assert await turn is StopReason.CANCELLED


async def test_what_comes_after_the_end_of_the_turn_comes_after_it() -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        await _prompt(connection, session, "!late")
        assert client.text == "In time. "
        client.updates.clear()
        await client.until(lambda: len(client.updates) == 3)
        assert [type(update) for _, update in client.updates] == [Chunk, UsageUpdate, TitleUpdate]


async def test_thoughts_plans_and_usage() -> None:
    client = await _said("!thought")
    assert [update.kind for _, update in client.updates if isinstance(update, Chunk)] == [
        "thought",
        "thought",
        "text",
    ]
    plans = [update for _, update in (await _said("!plan")).updates if isinstance(update, PlanUpdate)]
    assert [entry.status for entry in plans[-1].entries] == ["completed"] * 3
    usage = [
        update.usage for _, update in (await _said("!usage 5 9")).updates if isinstance(update, UsageUpdate)
    ]
    assert (usage[0].used, usage[0].size, usage[0].cost, usage[0].currency) == (5, 9, 0.42, "USD")


async def test_tools() -> None:
    assert [tool.status for tool in (await _said("!tool")).tools] == [
        ToolStatus.PENDING,
        ToolStatus.IN_PROGRESS,
        ToolStatus.COMPLETED,
    ]
    changed = (await _said("!diff")).tools
    assert [[diff.new_file for diff in tool.diffs or ()] for tool in changed] == [[], [False, True], []]
    streamed = (await _said("!streamed")).tools
    assert "".join(tool.more_output for tool in streamed) == "one\ntwo\n"
    assert (streamed[0].terminal, streamed[-1].exit_status) == ("own-1", 2)
    outputs = [tool.output for tool in (await _said("!raw")).tools if tool.status is ToolStatus.COMPLETED]
    assert outputs == ["a string", "from stdout", '{"answer":42}', '["a","list"]', "7", None]


# Misbehaviour


async def test_noise_between_messages() -> None:
    client = await _said("!noise")
    assert client.text == "before after"
    assert client.noises == [
        '"hi"', "42", "[1]", '{"level":"info"}', "a banner", '{"id":null,"error":{"code":-1}}',
        "\ufffd\ufffd \x1b[2J",
    ]  # fmt: skip


@pytest.mark.parametrize(("megabytes", "shown"), [(1, True), (20, False)])
async def test_a_long_line_is_shown_or_refused_and_the_agent_goes_on(megabytes: int, shown: bool) -> None:
    client = await _said(f"!big {megabytes}")
    assert client.text.endswith("done")
    assert (len(client.text) > megabytes * 1_000_000) is shown
    assert len(client.notes) == (0 if shown else 1)


async def test_unknown_things_are_noted_and_nulls_are_nothing() -> None:
    client = await _said("!unknown")
    assert client.text == "known"
    assert len(client.notes) == 2
    assert client.noises == []


@pytest.mark.parametrize("flags", [(), ("--string-ids",)])
async def test_requests_of_wrong_types_are_answered(flags: tuple[str, ...]) -> None:
    assert (await _said("!bad-requests", *flags)).text == "-32601 -32601 -32602 -32602 -32602 -32602 -32602"


@pytest.mark.parametrize("how", ["crash", "killed"])
async def test_death_in_the_middle_of_an_answer(how: str) -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        with pytest.raises(AgentGone, match="ended before it answered"):
            await _prompt(connection, session, f"!{how}")
        assert client.text == "Half of the ans"
        with pytest.raises(AgentGone):
            await _prompt(connection, session, "hello?")


# What it asks of us


@pytest.mark.parametrize("flags", [(), ("--string-ids",)])
async def test_permissions(flags: tuple[str, ...]) -> None:
    assert (await _said("!permission", *flags)).text == "You chose allow."
    assert (await _said("!permission-race", *flags)).text == "You chose allow."
    assert (await _said("!permission-odd", *flags)).text == '""'


@pytest.mark.parametrize("flags", [(), ("--string-ids",)])
async def test_a_permission_that_the_agent_takes_back(flags: tuple[str, ...]) -> None:
    async with fake_agent(*flags) as (connection, client):
        session = await _opened(connection)
        client.hold.clear()
        await _prompt(connection, session, "!permission-withdrawn")
        assert client.text == "withdrawn: -32800 Request cancelled"


async def test_a_permission_outlives_what_is_said_of_its_call() -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        client.hold.clear()
        turn = asyncio.create_task(_prompt(connection, session, "!permission-race"))
        await client.until(lambda: len(client.tools) == 2)
        assert client.tools[-1].status is ToolStatus.IN_PROGRESS
        assert len(client.permissions) == 1
        client.hold.set()
        assert await turn is StopReason.END_TURN
        assert client.text == "You chose allow."


async def test_death_while_a_permission_waits() -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        client.hold.clear()
        asking = asyncio.create_task(_prompt(connection, session, "!permission"))
        await asyncio.wait_for(client.asked.wait(), 5)
        other = (await connection.new_session("/project")).id
        with pytest.raises(AgentGone):
            await _prompt(connection, other, "!crash")
        with pytest.raises(AgentGone):
            await asking
        assert client.cancelled_permissions == 1


async def test_questions() -> None:
    async with fake_agent() as (connection, client):
        session = await _opened(connection)
        client.answer = ElicitationAnswer(
            action=ElicitationAction.ACCEPT, content={"name": "Ada", "toppings": ("a", "b"), "sure": True}
        )
        await _prompt(connection, session, "!form")
        form = client.questions[0]
        assert [field.kind for field in getattr(form, "fields", ())] == [
            FieldKind.STRING,
            FieldKind.CHOICE,
            FieldKind.CHOICE,
            FieldKind.CHOICES,
            FieldKind.INTEGER,
            FieldKind.BOOLEAN,
        ]
        answer = {"action": "accept", "content": {"name": "Ada", "toppings": ["a", "b"], "sure": True}}
        assert json.loads(client.text) == answer
        client.updates.clear()
        client.answer = ElicitationAnswer(action=ElicitationAction.CANCEL)
        await _prompt(connection, session, "!url")
        assert json.loads(client.text) == {"action": "cancel"}
