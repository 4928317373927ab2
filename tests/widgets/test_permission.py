"""The permission card: what is in sight, and that only a key meant for it answers."""

import json

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input

from sidekicks_tui.model.limits import PERMISSION_PAUSE
from sidekicks_tui.model.messages import Diff, ToolCall, ToolKind
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption, PermissionRequest
from sidekicks_tui.widgets.permission import PermissionCard
from sidekicks_tui.widgets.permission_text import letters

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
        strips = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@pytest.fixture
async def pilot():
    async with Desk().run_test(size=(100, 30)) as pilot:
        yield pilot


def desk(pilot: Pilot[None]) -> Desk:
    assert isinstance(pilot.app, Desk)
    return pilot.app


async def show(pilot: Pilot[None], *requests: PermissionRequest, settled: bool = True) -> None:
    desk(pilot).card.show(requests[0], "Alt+A", len(requests))
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


async def test_a_change_is_shown_as_the_conversation_shows_it(pilot: Pilot[None]) -> None:
    diff = Diff(path="src/a.py", old_text="one\ntwo\n", new_text="one\n2\n", new_file=False)
    tool = ToolCall(id="t", title="Edit src/a.py", kind=ToolKind.EDIT, diffs=(diff,))
    await show(pilot, request("1", tool))
    shown = desk(pilot).shown()
    assert "− two" in shown
    assert "+ 2" in shown
    assert shown.count("src/a.py") == 1


async def test_all_that_goes_into_a_call_is_in_sight(pilot: Pilot[None]) -> None:
    fields = {"command": "rm -rf build/", "cwd": "/srv", "why": "it is old"}
    tool = ToolCall(id="t", title="Run", kind=ToolKind.EXECUTE, input=json.dumps(fields))
    await show(pilot, request("1", tool))
    for words in ("rm -rf build/", "cwd: /srv", "why: it is old"):
        assert words in desk(pilot).shown()
    await show(pilot, request("2", ToolCall(id="t", title="lookup", input='{"table":"people"}')))
    assert "lookup" in desk(pilot).shown()
    assert "table: people" in desk(pilot).shown()
    await show(pilot, request("3", ToolCall(id="t", title="lookup", output="It needs the network.")))
    assert "It needs the network." in desk(pilot).shown()


async def test_what_is_longer_than_the_card_is_scrolled_with_the_focus(pilot: Pilot[None]) -> None:
    old, new = ("".join(f"{word} {n}\n" for n in range(300)) for word in ("old", "new"))
    diff = Diff(path="a.py", old_text=old, new_text=new, new_file=False)
    await show(pilot, request("1", ToolCall(id="t", title="Edit a.py", kind=ToolKind.EDIT, diffs=(diff,))))
    assert "old 0" in desk(pilot).shown()
    assert "1 Allow" in desk(pilot).shown()
    desk(pilot).card.focus()
    await pilot.press("down")
    assert "a.py" not in desk(pilot).shown()
    await pilot.press("up")
    assert "a.py" in desk(pilot).shown()
    while "more ↓" in desk(pilot).shown():
        desk(pilot).card.scroll_page(1)
        await pilot.pause()
    assert "new 299" in desk(pilot).shown()
    assert desk(pilot).answers == []


@pytest.mark.parametrize("width", [100, 30])
async def test_the_options_stand_side_by_side_where_they_fit(width: int) -> None:
    async with Desk().run_test(size=(width, 30)) as pilot:
        await show(pilot, request("1"))
        rows = [row for row in desk(pilot).shown().splitlines() if "1 Allow" in row or "4 Reject" in row]
        assert len(rows) == (1 if width == 100 else 2)
        await pilot.resize_terminal(130 - width, 30)
        await pilot.pause()
        rows = [row for row in desk(pilot).shown().splitlines() if "1 Allow" in row or "4 Reject" in row]
        assert len(rows) == (2 if width == 100 else 1)


def test_each_option_has_a_letter_of_its_own() -> None:
    assert letters(OPTIONS) == ["a", "l", "w", "r"]
    many = [PermissionOption(id=str(n), name="Allow", kind=PermissionKind.OTHER) for n in range(30)]
    given = [letter for letter in letters(many) if letter]
    assert len(given) == len(set(given)) == 26
