"""The guide with a language model, which a fake service on the loopback address plays."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from sidekicks_tui.guide.service import Service
from sidekicks_tui.model.settings import ModelSettings
from tests.guide.driver import ClientError, Driver, answering
from tests.guide.fake_service import HANG, FakeService, calls, delta, says, serving


@pytest.fixture
def service() -> Iterator[FakeService]:
    with serving() as fake:
        yield fake


@pytest.fixture
async def guide(service: FakeService) -> AsyncIterator[Driver]:
    driver = Driver()
    await driver.connect(Service(service.url, "small", "secret-key"))
    await driver.initialize()
    yield driver
    await driver.close()


def results(service: FakeService) -> list[str]:
    """What the model was told of its tool calls, in its last request."""
    return [message["content"] for message in service.requests[-1]["messages"] if message["role"] == "tool"]


async def test_an_answer_streams(guide: Driver, service: FakeService, folder: Path) -> None:
    service.answers = [[delta(reasoning_content="hm"), *says("Press ", "Ctrl+C.")]]
    assert await guide.prompt(await guide.session(folder), "how do I quit?") == "end_turn"
    assert guide.text() == "Press Ctrl+C."
    assert guide.text("agent_thought_chunk") == "hm"
    [request] = service.requests
    assert (request["model"], request["stream"], service.keys) == ("small", True, ["Bearer secret-key"])
    system, user = request["messages"]
    assert "Leaving Sidekicks" in system["content"]
    assert str(folder) in system["content"]
    assert user == {"role": "user", "content": "how do I quit?"}


async def test_it_remembers_the_session_and_no_other(
    guide: Driver, service: FakeService, folder: Path
) -> None:
    service.answers = [says("One."), says("Two."), says("Other.")]
    session = await guide.session(folder)
    await guide.prompt(session, "first")
    await guide.prompt(session, "second")
    await guide.prompt(await guide.session(folder), "elsewhere")
    told = [[message["content"] for message in request["messages"][1:]] for request in service.requests]
    assert told == [["first"], ["first", "One.", "second"], ["elsewhere"]]


async def test_what_was_said_and_joined_is_told(guide: Driver, service: FakeService, folder: Path) -> None:
    service.answers = [says("ok")]
    joined = {"type": "resource", "resource": {"uri": "file:///w/a.py", "text": "x = 1"}}
    link = {"type": "resource_link", "name": "b.py", "uri": "file:///w/b.py"}
    await guide.prompt(await guide.session(folder), "said before", "the question", joined, link)
    assert (
        service.requests[0]["messages"][1]["content"]
        == "said before\n\n[a.py]\nx = 1\n\n[b.py]\n\nthe question"
    )


async def test_it_finds_and_reads(guide: Driver, service: FakeService, folder: Path) -> None:
    service.answers = [
        calls("find", pattern="parse"),
        calls("read", path="src/parser.py", first=4, last=5),
        says("It parses."),
    ]
    await guide.prompt(await guide.session(folder), "what does the parser do?")
    assert [tool["kind"] for tool in guide.of("tool_call")] == ["search", "read"]
    assert results(service)[0].splitlines()[0] == "src/parser.py"
    assert results(service)[1] == "lines 4 to 5 of 5\ndef parse(text):\n    return text\n"
    assert guide.text() == "It parses."
    called = service.requests[-1]["messages"][2]["tool_calls"][0]
    assert called["function"] == {"name": "find", "arguments": '{"pattern": "parse"}'}


async def test_it_edits_writes_and_runs_when_allowed(
    guide: Driver, service: FakeService, folder: Path
) -> None:
    guide.handlers["session/request_permission"] = answering("allow_once")
    service.answers = [
        calls("edit", path="README.md", old="things", new="files"),
        calls("write", path="new.txt", content="hello\n"),
        calls("run", command="cat new.txt; exit 3"),
        says("Done."),
    ]
    await guide.prompt(await guide.session(folder), "do it")
    assert len(guide.asked("session/request_permission")) == 3
    assert "Reads files." in (folder / "README.md").read_text()
    assert results(service) == ["edited, line 3", "written", "ended with status 3\nhello\n"]


def badly_called(arguments: str) -> list[Any]:
    return [delta("stop", tool_calls=[{"function": {"name": "find", "arguments": arguments}}])]


@pytest.mark.parametrize(
    ("call", "result"),
    [
        (calls("edit", path="README.md", old="things", new="x"), "error: You refused, so I did nothing."),
        (calls("read", path="../secret.txt"), "error: `../secret.txt` lies outside of my folder"),
        (calls("read"), "error: the argument path is missing"),
        (calls("dance", path="x"), "error: there is no tool dance"),
        (badly_called("{"), "error: the arguments are no JSON"),
        (badly_called("[]"), "error: the arguments are no JSON"),
    ],
)
async def test_what_goes_wrong_is_told_to_the_model(
    guide: Driver, service: FakeService, folder: Path, call: list[Any], result: str
) -> None:
    guide.handlers["session/request_permission"] = answering("reject_once")
    service.answers = [call, says("I see.")]
    assert await guide.prompt(await guide.session(folder), "try") == "end_turn"
    assert results(service)[0].startswith(result)
    assert "things" in (folder / "README.md").read_text()


@pytest.mark.parametrize(("finish", "reason"), [("length", "max_tokens"), ("content_filter", "refusal")])
async def test_stop_reasons(
    guide: Driver, service: FakeService, folder: Path, finish: str, reason: str
) -> None:
    service.answers = [says("Half an", finish=finish)]
    assert await guide.prompt(await guide.session(folder), "go") == reason


async def test_a_model_that_calls_for_ever_is_stopped(
    guide: Driver, service: FakeService, folder: Path
) -> None:
    service.answers = [calls("find", pattern="x") for _ in range(25)]
    assert await guide.prompt(await guide.session(folder), "go") == "max_turn_requests"
    assert len(service.requests) == 25


async def test_a_cancel_hangs_up(guide: Driver, service: FakeService, folder: Path) -> None:
    service.answers = [[delta(content="Well"), HANG], says("Fresh.")]
    session = await guide.session(folder)
    turn = asyncio.create_task(guide.prompt(session, "first"))
    await guide.until(lambda: guide.text() == "Well")
    guide.notify("session/cancel", {"sessionId": session})
    assert await turn == "cancelled"
    assert await asyncio.to_thread(service.hung_up.wait, 10)
    assert await guide.prompt(session, "second") == "end_turn"
    assert [message["content"] for message in service.requests[1]["messages"][1:]] == ["second"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((401, {"error": {"message": "bad key secret-key"}}), "answered 401: bad key …"),
        ((404, {"error": "no model small"}), "answered 404: no model small"),
        ((500, {}), "answered 500: {}"),
        ([{"error": {"message": "out of memory"}}], "The model service failed: out of memory"),
        (["no json"], "no answer of an OpenAI-compatible service"),
        ([[1, 2]], "no answer of an OpenAI-compatible service"),
        ([delta(content="Well")], "broke off in the middle"),
    ],
)
async def test_a_service_that_fails_is_told_and_the_pages_answer(
    guide: Driver, service: FakeService, folder: Path, answer: Any, sentence: str
) -> None:
    service.answers = [answer]
    assert await guide.prompt(await guide.session(folder), "how do I quit?") == "end_turn"
    assert sentence in guide.text()
    assert "secret-key" not in guide.text()
    assert "## Leaving Sidekicks" in guide.text()


async def test_a_service_that_is_not_there_is_told(folder: Path) -> None:
    with serving() as gone:
        pass
    driver = Driver()
    await driver.connect(Service(gone.url, "small"))
    await driver.initialize()
    await driver.prompt(await driver.session(folder), "how do I quit?")
    assert f"The model service at {gone.url} cannot be reached: Connection refused" in driver.text()
    await driver.close()


async def test_a_model_without_tools_talks(guide: Driver, service: FakeService, folder: Path) -> None:
    service.answers = [(400, {"error": {"message": "small does not support tools"}}), says("Hello.")]
    await guide.prompt(await guide.session(folder), "hello")
    assert guide.text() == "Hello."
    assert "tools" in service.requests[0]
    assert "tools" not in service.requests[1]


async def test_commands_need_no_model_and_help_names_it(
    guide: Driver, service: FakeService, folder: Path
) -> None:
    session = await guide.session(folder)
    await guide.prompt(session, "/read README.md")
    await guide.prompt(session, "/help")
    assert not service.requests
    assert "Questions go to the language model `small`" in guide.text()


async def test_a_session_with_a_memory_cannot_be_resumed(guide: Driver, folder: Path) -> None:
    session = await guide.session(folder)
    capabilities = (await guide.initialize())["agentCapabilities"]["sessionCapabilities"]
    assert "resume" not in capabilities
    with pytest.raises(ClientError):
        await guide.request("session/resume", {"sessionId": session, "cwd": str(folder), "mcpServers": []})


def test_the_service_comes_from_the_environment() -> None:
    settings = ModelSettings(base_url="http://x/v1/", name="m", key="MY_KEY")
    assert Service.of({}) is None
    assert Service.of(settings.environment() | {"MY_KEY": "k\n"}) == Service("http://x/v1", "m", "k")
    assert Service.of(settings.environment()) == Service("http://x/v1", "m", "")
    assert "'k'" not in repr(Service.of(settings.environment() | {"MY_KEY": "k"}))


async def test_a_key_that_cannot_be_sent_is_not_shown(folder: Path, service: FakeService) -> None:
    with pytest.raises(Exception, match="address or key") as told:
        async for _ in Service(service.url, "m", "se\ncret").stream([], []):
            pass
    assert "cret" not in str(told.value)
