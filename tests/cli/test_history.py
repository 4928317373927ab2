import json
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from sidekicks_tui.cli.history import oldest_first
from sidekicks_tui.model.messages import Message, Role
from tests.cli.running import Home
from tests.support.fake_agent import agent_command


@pytest.fixture(scope="module")
def talked(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home in which two messages were answered; nobody writes there any more."""
    home = Home(tmp_path_factory.mktemp("home"))
    command = json.dumps(agent_command())
    home.write_config(
        f"agents:\n  - {{name: a, command: {command}}}\nchannels:\n  - {{name: team, members: [a]}}\n"
    )
    home.run("send", "team", "about apples")
    home.run("send", "team", "about pears")
    return home


def test_a_conversation_is_printed_as_markdown(talked: Home) -> None:
    done = talked.run("history", "team")
    assert done.returncode == 0
    headings = [line.split(",")[0] for line in done.stdout.splitlines() if line.startswith("## ")]
    assert headings == ["## you", "## a", "## you", "## a"]
    assert "\n\nYou said: about apples\n" in done.stdout


def test_a_conversation_is_printed_as_one_array(talked: Home) -> None:
    messages = json.loads(talked.run("history", "#team", "--format", "json").stdout)
    assert [message["role"] for message in messages] == ["user", "agent", "user", "agent"]


def test_a_search_finds_the_messages_with_all_the_words(talked: Home) -> None:
    found = json.loads(talked.run("history", "team", "--search", "PEARS about", "--format", "json").stdout)
    texts = ["".join(part["text"] for part in message["parts"]) for message in found]
    assert texts == ["about pears", "You said: about pears"]


def test_a_channel_that_does_not_exist_is_told(talked: Home) -> None:
    done = talked.run("history", "@a")
    assert done.returncode == 2
    assert done.stderr == "sidekicks: there is no channel @a (channels: #team)\n"


def test_before_the_first_conversation_there_is_nothing(home: Home) -> None:
    home.write_config("agents:\n  - {name: a, command: [sh]}\n")
    assert (home.run("channels").returncode, home.run("channels").stdout) == (0, "")
    assert home.run("channels", "--json").stdout == "[]\n"
    assert "none yet" in home.run("history", "team").stderr


def test_reading_loads_neither_the_screen_nor_the_wire(talked: Home) -> None:
    assert talked.imported("history", "team") == {"lmdb"}
    assert talked.imported("channels") == {"lmdb"}
    assert talked.imported("agents") == {"ruamel"}


@pytest.mark.parametrize("count", [0, 1, 3, 4, 10])
async def test_a_long_conversation_comes_in_pieces_oldest_first(count: int) -> None:
    now = datetime(2025, 1, 1, tzinfo=UTC)
    kept = [Message(id=f"{n:03}", channel="c", created_at=now, role=Role.USER) for n in range(count)]
    late = Message(id="999", channel="c", created_at=now, role=Role.USER)

    async def fetch(before: str) -> Sequence[Message]:
        """Three at once; somebody writes a new one after the first look."""
        older = [message for message in kept if not before or message.id < before]
        if late not in kept:
            kept.append(late)
        return older[-3:]

    pieces = [piece async for piece in oldest_first(fetch)]
    assert [message.id for piece in pieces for message in piece] == [f"{n:03}" for n in range(count)]
    assert all(len(piece) <= 3 for piece in pieces)


def test_an_empty_conversation_is_an_empty_array(talked: Home) -> None:
    found = talked.run("history", "team", "--search", "nowhere", "--format", "json")
    assert json.loads(found.stdout) == []


def test_a_damaged_history_is_one_sentence(home: Home) -> None:
    home.write_config(f"agents:\n  - {{name: a, command: {json.dumps(agent_command())}}}\n")
    home.run("send", "@a", "hello")
    (data,) = (home.path / ".config" / "sidekicks" / "data").glob("*/data.mdb")
    data.write_bytes(b"x" * 10_000)
    for command in (["history", "@a"], ["channels"], ["send", "@a", "again"]):
        done = home.run(*command)
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "is damaged: move the folder away" in line
