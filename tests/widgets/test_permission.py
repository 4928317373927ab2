"""The permission card: what is in sight, and that only a key meant for it answers."""

import json

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input, Static

from sidekicks_tui.model.limits import PERMISSION_PAUSE
from sidekicks_tui.model.messages import Diff, ToolCall, ToolKind
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption, PermissionRequest
from sidekicks_tui.widgets.permission import PermissionCard
from sidekicks_tui.widgets.permission_text import letters, subject

OPTIONS = (
    PermissionOption(id="0", name="Allow", kind=PermissionKind.ALLOW_ONCE),
    PermissionOption(id="always/a", name="Always allow", kind=PermissionKind.ALLOW_ALWAYS),
    PermissionOption(id="always b", name="Always in this folder", kind=PermissionKind.ALLOW_ALWAYS),
    PermissionOption(id="", name="Reject", kind=PermissionKind.REJECT_ONCE),
)
RUN = ToolCall(id="t", title="Run", kind=ToolKind.EXECUTE, input=json.dumps({"command": "rm -rf build/"}))


def request(id: str, tool: ToolCall = RUN, agent: str = "claude") -> PermissionRequest:
    return PermissionRequest(
        id=id, channel="c", agent=agent, message_id="m", tool_call=tool, options=OPTIONS, rejections=2
    )


class Desk(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.card = PermissionCard(clock=lambda: self.now)
        self.answers: list[tuple[str, str]] = []

    def compose(self) -> ComposeResult:
        yield Input()
        yield self.card

    def on_permission_card_answered(self, message: PermissionCard.Answered) -> None:
        self.answers.append((message.request.id, message.option))

    def shown(self) -> str:
        texts = [str(widget.render()) for widget in self.card.query(Static)]
        return "\n".join(texts)


@pytest.fixture
async def pilot():
    async with Desk().run_test(size=(100, 30)) as pilot:
        yield pilot


def desk(pilot: Pilot[None]) -> Desk:
    assert isinstance(pilot.app, Desk)
    return pilot.app


async def show(pilot: Pilot[None], *requests: PermissionRequest, settled: bool = True) -> None:
    desk(pilot).card.show(requests, "Alt+A")
    desk(pilot).now += PERMISSION_PAUSE if settled else 0
    await pilot.pause()


async def test_everything_that_matters_is_in_sight(pilot: Pilot[None]) -> None:
    await show(pilot, request("1"), request("2"))
    shown = desk(pilot).shown()
    for words in (
        "claude wants to run",
        "rm -rf build/",
        "1 Allow",
        "4 Reject",
        "refused 2×",
        "1 of 2",
        "Alt+A",
    ):
        assert words in shown


async def test_keys_typed_elsewhere_answer_nothing(pilot: Pilot[None]) -> None:
    pilot.app.query_one(Input).focus()
    await show(pilot, request("1"))
    await pilot.press(*"always1", "escape", "enter")
    assert desk(pilot).answers == []
    assert pilot.app.query_one(Input).value == "always1"


@pytest.mark.parametrize(
    ("key", "option"), [("1", "0"), ("2", "always/a"), ("3", "always b"), ("4", ""), ("a", "0"), ("r", "")]
)
async def test_with_the_focus_a_number_or_a_letter_gives_the_exact_option_back(
    pilot: Pilot[None], key: str, option: str
) -> None:
    await show(pilot, request("1"))
    desk(pilot).card.focus()
    await pilot.press(key)
    assert desk(pilot).answers == [("1", option)]


async def test_with_the_focus_it_says_no_more_how_to_reach_it(pilot: Pilot[None]) -> None:
    await show(pilot, request("1"))
    assert "Alt+A to answer" in desk(pilot).shown()
    desk(pilot).card.focus()
    await pilot.pause()
    assert "Alt+A to answer" not in desk(pilot).shown()


async def test_other_keys_answer_nothing(pilot: Pilot[None]) -> None:
    await show(pilot, request("1"))
    desk(pilot).card.focus()
    await pilot.press("5", "z", "enter", "space", "tab")
    assert desk(pilot).answers == []


async def test_no_key_counts_while_the_next_request_is_new(pilot: Pilot[None]) -> None:
    await show(pilot, request("1"), request("2"))
    desk(pilot).card.focus()
    await pilot.press("1")
    await show(pilot, request("2"), settled=False)
    await pilot.press("1")
    assert desk(pilot).answers == [("1", "0")]
    assert desk(pilot).card.has_focus
    desk(pilot).now += PERMISSION_PAUSE
    await pilot.press("1")
    assert desk(pilot).answers == [("1", "0"), ("2", "0")]


async def test_the_same_request_shown_again_begins_no_new_pause(pilot: Pilot[None]) -> None:
    await show(pilot, request("1"))
    desk(pilot).card.focus()
    await show(pilot, request("1"), request("2"), settled=False)
    await pilot.press("4")
    assert desk(pilot).answers == [("1", "")]


async def test_foreign_text_is_text(pilot: Pilot[None]) -> None:
    tool = ToolCall(id="t", title="[@click=app.quit]x[/] [/ \x1b[31m")
    await show(pilot, request("1", tool, agent="[b + "))
    assert "[@click=app.quit]x[/] [/ ␛[31m" in desk(pilot).shown()
    assert "[b +  asks" in desk(pilot).shown()


def test_a_change_is_shown_as_what_changes() -> None:
    diff = Diff(path="a.py", old_text="one\ntwo\n", new_text="one\n2\n", new_file=False)
    text = subject(ToolCall(id="t", title="Edit a.py", kind=ToolKind.EDIT, diffs=(diff,))).plain
    assert "-two" in text
    assert "+2" in text
    assert "a.py" in text


def test_each_option_has_a_letter_of_its_own() -> None:
    assert letters(OPTIONS) == ["a", "l", "w", "r"]
    many = [PermissionOption(id=str(n), name="Allow", kind=PermissionKind.OTHER) for n in range(30)]
    given = [letter for letter in letters(many) if letter]
    assert len(given) == len(set(given)) == 26
