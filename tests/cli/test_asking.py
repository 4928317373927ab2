import asyncio
import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidekicks_tui.cli.asking import Asker, choose_option, chosen, question
from sidekicks_tui.model.events import PermissionRequested
from sidekicks_tui.model.messages import Diff, ToolCall
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption

ALWAYS = PermissionOption(id="proceed_always", name="Always", kind=PermissionKind.ALLOW_ALWAYS)
ONCE = PermissionOption(id="proceed_once", name="Once", kind=PermissionKind.ALLOW_ONCE)
NEVER = PermissionOption(id="never", name="Never", kind=PermissionKind.REJECT_ALWAYS)
NO = PermissionOption(id="no", name="No", kind=PermissionKind.REJECT_ONCE)


def request(*options: PermissionOption) -> PermissionRequested:
    tool = ToolCall(
        id="t", title="Edit a.py", input='{"x":"\x1b[31m"}',
        diffs=(Diff(path="a.py", old_text="one\n", new_text="two\n", new_file=False),),
    )  # fmt: skip
    return PermissionRequested(
        id="1", channel="c", agent="claude", message_id="m", tool_call=tool, options=options, rejections=0
    )


@pytest.fixture
def terminal() -> Iterator[tuple[int, Path]]:
    """A terminal that somebody sits at: their end, and the path of the other."""
    person, device = pty.openpty()
    yield person, Path(os.ttyname(device))
    os.close(person)
    os.close(device)


def test_the_least_option_of_its_kind_is_taken() -> None:
    options = (ALWAYS, ONCE, NEVER, NO)
    assert choose_option(options, allow=True) == "proceed_once"
    assert choose_option(options, allow=False) == "no"
    assert choose_option((ALWAYS, NEVER), allow=True) == "proceed_always"
    assert choose_option((ALWAYS, NEVER), allow=False) == "never"
    assert choose_option((ALWAYS,), allow=False) is None


def test_the_question_shows_all_that_would_be_done_as_text() -> None:
    text = question(request(ONCE, NO))
    assert "claude asks for permission: Edit a.py" in text
    assert "-one" in text
    assert "+two" in text
    assert "  1  Once\n  2  No\n" in text
    assert "\x1b" not in text


@pytest.mark.parametrize("line", ["", "\n", "0", "3", "yes", "-1", "1 2", "²"])
def test_only_a_number_of_an_option_answers(line: str) -> None:
    assert chosen(line, (ONCE, NO)) is None


async def test_the_person_answers_on_the_terminal(terminal: tuple[int, Path]) -> None:
    person, device = terminal
    asker = Asker(device)
    asking = asyncio.create_task(asker.ask(request(ONCE, NO)))
    os.write(person, b"what?\n2\n")
    assert await asking == "no"
    asker.close()
    shown = b""
    while b"from 1 to 2" not in shown:
        shown += os.read(person, 4096)


async def test_the_end_of_the_input_answers_nothing(terminal: tuple[int, Path]) -> None:
    person, device = terminal
    asker = Asker(device)
    os.write(person, b"\x04")
    assert await asker.ask(request(ONCE, NO)) is None
    asker.close()


async def test_a_question_can_be_given_up(terminal: tuple[int, Path]) -> None:
    asker = Asker(terminal[1])
    asking = asyncio.create_task(asker.ask(request(ONCE)))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    asker.close()


def test_without_a_terminal_there_is_nobody_to_ask(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        Asker(tmp_path / "no-terminal")
