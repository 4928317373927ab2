import asyncio
from pathlib import Path

import pytest

from sidekicks_tui.cli.asking import ask_permission, choose_option, chosen, question
from sidekicks_tui.cli.terminal import Terminal
from sidekicks_tui.model.events import PermissionRequested
from sidekicks_tui.model.messages import Diff, ToolCall
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption
from tests.cli.sitting import Person

ALWAYS = PermissionOption(id="proceed_always", name="Always", kind=PermissionKind.ALLOW_ALWAYS)
ONCE = PermissionOption(id="proceed_once", name="Once", kind=PermissionKind.ALLOW_ONCE)
NEVER = PermissionOption(id="never", name="Never", kind=PermissionKind.REJECT_ALWAYS)
NO = PermissionOption(id="no", name="No", kind=PermissionKind.REJECT_ONCE)


def request(*options: PermissionOption) -> PermissionRequested:
    tool = ToolCall(
        id="t", title="Edit a.py", input='{"x":"\x1b[31m"}', output="outside of\nthe sandbox",
        diffs=(Diff(path="a.py", old_text="one\n", new_text="two\n", new_file=False),),
    )  # fmt: skip
    return PermissionRequested(
        id="1", channel="c", agent="claude", message_id="m", tool_call=tool, options=options, rejections=0
    )


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
    assert "  outside of\n  the sandbox\n" in text
    assert "-one" in text
    assert "+two" in text
    assert "  1  Once\n  2  No\n" in text
    assert "\x1b" not in text


@pytest.mark.parametrize("line", ["", "\n", "0", "3", "yes", "-1", "1 2", "²"])
def test_only_a_number_of_an_option_answers(line: str) -> None:
    assert chosen(line, (ONCE, NO)) is None


async def test_the_person_answers_on_the_terminal(person: Person) -> None:
    asking = asyncio.create_task(ask_permission(person.terminal, request(ONCE, NO)))
    await person.answer("Number: ", "what?")
    await person.answer("from 1 to 2: ", "2")
    assert await asking == "no"


async def test_what_was_typed_before_the_question_answers_nothing(person: Person) -> None:
    person.type("1\n")
    asking = asyncio.create_task(ask_permission(person.terminal, request(ONCE, NO)))
    await person.answer("Number: ", "2")
    assert await asking == "no"


async def test_the_end_of_the_input_answers_nothing(person: Person) -> None:
    asking = asyncio.create_task(ask_permission(person.terminal, request(ONCE, NO)))
    await person.sees("Number: ")
    person.type("\x04")
    assert await asking is None


async def test_a_question_can_be_given_up(person: Person) -> None:
    asking = asyncio.create_task(ask_permission(person.terminal, request(ONCE)))
    await person.sees("Number: ")
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()


def test_without_a_terminal_there_is_nobody_to_ask(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        Terminal(tmp_path / "no-terminal")


async def test_a_terminal_that_is_gone_is_an_error(person: Person) -> None:
    person.leave()
    with pytest.raises(OSError):
        await ask_permission(person.terminal, request(ONCE))
