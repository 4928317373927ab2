"""Permissions as agents ask for them."""

import json
from pathlib import Path

import pytest

from sidekicks_tui.model.errors import UnknownOption
from sidekicks_tui.model.events import PermissionRequested, PermissionResolved
from sidekicks_tui.model.messages import ToolPart
from sidekicks_tui.model.permissions import PermissionKind
from tests.core.channels.bench import bench


async def test_a_request_is_joined_with_the_call_that_was_announced(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission rm -rf build/")
        event = await desk.event(PermissionRequested)
        assert (event.agent, event.rejections) == ("a", 0)
        assert event.message_id == desk.messages(direct.id)[-1].id
        assert event.tool_call.title == "rm -rf build/"
        assert event.tool_call.input == '{"command":"rm -rf build/"}'
        assert [option.kind for option in event.options] == [
            PermissionKind.ALLOW_ONCE,
            PermissionKind.ALLOW_ALWAYS,
            PermissionKind.REJECT_ONCE,
        ]
        (request,) = desk.channels.conversation(direct.id).permissions
        assert request.id == event.id
        with pytest.raises(UnknownOption):
            await desk.channels.answer_permission(request.id, "never offered")
        await desk.channels.answer_permission(request.id, "always")
        await desk.idle(direct.id)
        assert desk.messages(direct.id)[-1].text == "You chose always."
        assert desk.channels.conversation(direct.id).permissions == ()


async def test_a_call_that_goes_on_leaves_its_request_open(tmp_path: Path) -> None:
    """H06."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission-race")
        request = await desk.event(PermissionRequested)
        await desk.until(lambda: "in_progress" in status(desk.messages(direct.id)[-1].parts))
        await desk.channels.answer_permission(request.id, "allow")
        await desk.idle(direct.id)
        assert desk.messages(direct.id)[-1].text == "You chose allow."


@pytest.mark.parametrize("option", ["", "allow with spaces\n", "0", "Ünï[/]"])
async def test_every_option_can_be_chosen_and_goes_back_as_it_came(tmp_path: Path, option: str) -> None:
    """H08."""
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission-odd")
        request = await desk.event(PermissionRequested)
        assert len(request.options) == 4
        await desk.channels.answer_permission(request.id, option)
        await desk.idle(direct.id)
        assert json.loads(desk.messages(direct.id)[-1].text) == option


async def test_a_request_for_a_call_that_was_never_announced_is_shown(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        await desk.channels.send(direct.id, "!permission-ghost")
        request = await desk.event(PermissionRequested)
        assert (request.tool_call.title, request.tool_call.output) == ("A ghost", "It haunts /srv.")
        (call,) = [p.tool for p in desk.messages(direct.id)[-1].parts if isinstance(p, ToolPart)]
        assert (call.title, call.output) == ("A ghost", "")
        await desk.channels.answer_permission(request.id, "reject")
        await desk.idle(direct.id)


async def test_refusals_are_counted_in_one_answer(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        counts = []
        await desk.channels.send(direct.id, "!permissions 3")
        for number in range(3):
            await desk.until(lambda: desk.channels.conversation(direct.id).permissions)
            (request,) = desk.channels.conversation(direct.id).permissions
            counts.append(request.rejections)
            await desk.channels.answer_permission(request.id, "reject" if number else "allow")
        await desk.idle(direct.id)
        assert counts == [0, 0, 1]
        assert desk.messages(direct.id)[-1].text == "allow reject reject"
        await desk.channels.send(direct.id, "!permission")
        request = await desk.event(PermissionRequested, after=len(desk.events))
        assert request.rejections == 0
        await desk.channels.cancel(direct.id)
        await desk.idle(direct.id)


async def test_a_request_that_the_agent_withdraws_is_gone(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, "!permission-withdrawn")
        assert "withdrawn" in answer.text
        assert desk.channels.conversation(direct.id).permissions == ()
        requested = [event.id for event in desk.events if isinstance(event, PermissionRequested)]
        resolved = [event.id for event in desk.events if isinstance(event, PermissionResolved)]
        assert requested == resolved


def status(parts: object) -> list[str]:
    assert isinstance(parts, tuple)
    return [part.tool.status for part in parts if isinstance(part, ToolPart)]
