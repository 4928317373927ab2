import asyncio
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.permissions import Permissions
from sidekicks_tui.model.errors import UnknownOption
from sidekicks_tui.model.events import Event, PermissionRequested, PermissionResolved
from sidekicks_tui.model.messages import ToolCall
from sidekicks_tui.model.permissions import PermissionKind, PermissionOption

OPTIONS = (
    PermissionOption(id="yes", name="Allow", kind=PermissionKind.ALLOW_ONCE),
    PermissionOption(id="", name="Project", kind=PermissionKind.ALLOW_ALWAYS),
    PermissionOption(id="0", name="User", kind=PermissionKind.ALLOW_ALWAYS),
    PermissionOption(id="no", name="Reject", kind=PermissionKind.REJECT_ONCE),
)


class Desk:
    """Permissions, and what the bus heard of them."""

    def __init__(self) -> None:
        numbers = count(1)
        self.events: list[Event] = []
        self.bus = Bus()
        self.bus.publish = self.events.append  # type: ignore[method-assign]  a subscriber that never sleeps
        self.permissions = Permissions(self.bus, lambda: f"p{next(numbers)}")

    def ask(self, message: str = "m", channel: str = "c") -> "asyncio.Task[str | None]":
        return asyncio.create_task(
            self.permissions.ask(
                channel=channel,
                agent="a",
                message=message,
                tool_call=ToolCall(id="t", title="rm"),
                options=OPTIONS,
            )
        )


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_a_request_is_announced_answered_and_gone() -> None:
    desk = Desk()
    asked = desk.ask()
    await settle()
    (request,) = desk.permissions.pending("c")
    assert desk.permissions.pending("other") == ()
    assert desk.permissions.waits("m")
    desk.permissions.answer(request.id, "yes")
    assert await asked == "yes"
    assert desk.permissions.pending("c") == ()
    assert [type(event) for event in desk.events] == [PermissionRequested, PermissionResolved]


@pytest.mark.parametrize("option", [option.id for option in OPTIONS])
async def test_the_exact_id_of_the_option_goes_back(option: str) -> None:
    desk = Desk()
    asked = desk.ask()
    await settle()
    desk.permissions.answer("p1", option)
    assert await asked == option


async def test_the_first_answer_wins() -> None:
    desk = Desk()
    asked = desk.ask()
    await settle()
    desk.permissions.answer("p1", "no")
    with pytest.raises(UnknownOption, match="waits no more"):
        desk.permissions.answer("p1", "yes")
    desk.permissions.cancel(channel="c")
    assert await asked == "no"


async def test_only_its_own_options_answer_it() -> None:
    desk = Desk()
    asked = desk.ask()
    await settle()
    with pytest.raises(UnknownOption, match="has no option maybe"):
        desk.permissions.answer("p1", "maybe")
    assert not asked.done()
    desk.permissions.cancel(channel="c")
    assert await asked is None


async def test_what_was_withdrawn_cannot_be_granted() -> None:
    desk = Desk()
    asked = desk.ask()
    await settle()
    asked.cancel()
    with pytest.raises(UnknownOption):
        desk.permissions.answer("p1", "yes")
    await asyncio.wait([asked])
    assert asked.cancelled()
    assert isinstance(desk.events[-1], PermissionResolved)


async def test_refusals_are_counted_for_the_answer_under_way() -> None:
    desk = Desk()
    for number, expected in enumerate([0, 1, 2, 2], 1):
        asked = desk.ask()
        await settle()
        (request,) = desk.permissions.pending("c")
        assert request.rejections == expected
        desk.permissions.answer(f"p{number}", "no" if number < 3 else "yes")
        await asked
    desk.permissions.forget("m")
    desk.ask()
    await settle()
    assert desk.permissions.pending("c")[0].rejections == 0
    desk.permissions.cancel(channel="c")


async def test_cancelling_hits_its_channel_or_message_alone() -> None:
    desk = Desk()
    here, there, same = desk.ask("m1", "c1"), desk.ask("m2", "c2"), desk.ask("m3", "c1")
    await settle()
    desk.permissions.forget("m1")
    assert await here is None
    assert [request.message_id for request in desk.permissions.pending("c1")] == ["m3"]
    desk.permissions.cancel(channel="c1")
    assert await same is None
    assert not there.done()
    desk.permissions.cancel(channel="c2")
    await there


STEPS = st.lists(
    st.tuples(st.sampled_from(["ask", "answer", "wrong", "cancel", "withdraw", "run"]), st.integers(0, 5)),
    max_size=30,
)


@given(STEPS)
def test_a_request_is_granted_by_its_own_answer_alone(steps: list[tuple[str, int]]) -> None:
    async def scenario() -> None:
        desk = Desk()
        tasks: list[asyncio.Task[str | None]] = []
        given_answers: dict[int, str] = {}
        for step, number in steps:
            if step == "ask":
                tasks.append(desk.ask())
                await settle()
            elif step == "cancel":
                desk.permissions.cancel(channel="c")
            elif step == "withdraw" and number < len(tasks):
                tasks[number].cancel()
            elif step == "run":
                await settle()
            elif step in ("answer", "wrong"):
                try:
                    desk.permissions.answer(f"p{number + 1}", "yes" if step == "answer" else "never")
                except UnknownOption:
                    continue
                assert number not in given_answers
                given_answers[number] = "yes"
        desk.permissions.cancel(channel="c")
        await settle()
        for number, task in enumerate(tasks):
            outcome = None if task.cancelled() else task.result()
            # A withdrawal that comes right behind an answer may still win: nobody is left to hear it.
            assert outcome == given_answers.get(number) or (task.cancelled() and outcome is None)
        requested = [event.id for event in desk.events if isinstance(event, PermissionRequested)]
        resolved = [event.id for event in desk.events if isinstance(event, PermissionResolved)]
        assert sorted(requested) == sorted(resolved)
        assert len(requested) == len(tasks)

    asyncio.run(scenario())
