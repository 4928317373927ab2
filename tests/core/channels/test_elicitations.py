"""Questions of agents (H36): they wait like permissions, and are answered, declined or cancelled."""

import asyncio
import json
from pathlib import Path

import pytest

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.channels.elicitations import Elicitations
from sidekicks_tui.model.elicitation import (
    ElicitationAction,
    ElicitationForm,
    ElicitationRequest,
    ElicitationUrl,
    FieldKind,
    FieldValue,
)
from sidekicks_tui.model.errors import UnfitAnswer, UnknownOption
from sidekicks_tui.model.events import (
    ElicitationCompleted,
    ElicitationRequested,
    ElicitationResolved,
    MessageDelta,
)
from sidekicks_tui.model.messages import StopReason
from tests.core.channels.bench import Bench, bench

CONTENT: dict[str, FieldValue] = {
    "name": "Ada",
    "colour": "red",
    "size": "l",
    "toppings": ("a", "c"),
    "count": 2,
    "sure": True,
}


async def asked(desk: Bench, text: str) -> tuple[str, ElicitationRequest]:
    """The direct conversation, and the question that waits in it."""
    direct = await desk.channels.direct("a")
    await desk.channels.send(direct.id, text)
    await desk.until(lambda: desk.channels.conversation(direct.id).elicitations)
    (request,) = desk.channels.conversation(direct.id).elicitations
    return direct.id, request


async def test_a_form_is_shown_with_all_of_its_fields(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, "!form")
        event = await desk.event(ElicitationRequested)
        assert (event.id, event.channel, event.agent) == (request.id, direct, "a")
        assert request.message_id == desk.messages(direct)[-1].id
        assert event.question == request.question
        assert isinstance(request.question, ElicitationForm)
        assert [(field.kind, field.required) for field in request.question.fields] == [
            (FieldKind.STRING, True),
            (FieldKind.CHOICE, False),
            (FieldKind.CHOICE, False),
            (FieldKind.CHOICES, False),
            (FieldKind.INTEGER, False),
            (FieldKind.BOOLEAN, True),
        ]
        assert desk.channels.elicitations() == (request,)
        await desk.channels.answer_elicitation(request.id, ElicitationAction.ACCEPT, CONTENT)
        await desk.idle(direct)
        told, _, answer = desk.messages(direct)[-1].text.partition("\n\n")
        assert told.startswith("“Tell me more”: Name: Ada")
        assert json.loads(answer) == {
            "action": "accept",
            "content": {**CONTENT, "toppings": ["a", "c"]},
        }
        assert desk.channels.elicitations() == ()
        resolved = [event for event in desk.events if isinstance(event, ElicitationResolved)]
        assert resolved == [ElicitationResolved(id=request.id, channel=direct)]


async def test_an_answer_that_does_not_fit_leaves_the_question_open(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, "!form")
        with pytest.raises(UnfitAnswer) as refused:
            await desk.channels.answer_elicitation(
                request.id, ElicitationAction.ACCEPT, {"name": "A", "count": 10}
            )
        assert set(refused.value.problems) == {"name", "count", "sure"}
        assert desk.channels.elicitations() == (request,)
        await desk.channels.answer_elicitation(request.id, ElicitationAction.DECLINE)
        with pytest.raises(UnknownOption):
            await desk.channels.answer_elicitation(request.id, ElicitationAction.ACCEPT, CONTENT)
        await desk.idle(direct)
        assert desk.messages(direct)[-1].text.endswith('{"action": "decline"}')


async def test_an_address_is_opened_and_its_end_is_told(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, "!url")
        assert request.question == ElicitationUrl(
            message="Log in", id="e-1", url="https://example.invalid/login?code=1"
        )
        await desk.channels.answer_elicitation(request.id, ElicitationAction.ACCEPT)
        done = await desk.event(ElicitationCompleted)
        assert (done.id, done.channel) == (request.id, direct)
        await desk.idle(direct)
        assert desk.messages(direct)[-1].text.endswith('{"action": "accept"}')
        assert len([event for event in desk.events if isinstance(event, ElicitationCompleted)]) == 1


async def test_an_address_that_is_done_before_it_was_answered_waits_no_more() -> None:
    waiting = Elicitations(Bus(), lambda: "e")
    question = ElicitationUrl(message="Log in", id="e-1", url="https://example.invalid/")
    answer = asyncio.ensure_future(waiting.ask(channel="c", agent="a", message="m", question=question))
    await asyncio.sleep(0)
    waiting.completed("b", "e-1")
    waiting.completed("a", "e-2")
    assert waiting.waits("m")
    waiting.completed("a", "e-1")
    assert (await answer).action is ElicitationAction.ACCEPT
    assert waiting.pending() == ()


@pytest.mark.parametrize("text", ["!form", "!url"])
async def test_stop_cancels_a_question(tmp_path: Path, text: str) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, text)
        await desk.channels.cancel(direct)
        assert desk.channels.elicitations() == ()
        await desk.event(ElicitationResolved, lambda event: event.id == request.id)
        with pytest.raises(UnknownOption):
            await desk.channels.answer_elicitation(request.id, ElicitationAction.DECLINE)
        await desk.idle(direct)
        assert '{"action": "cancel"}' in desk.messages(direct)[-1].text
        await desk.say(direct, "!messages")
        assert desk.messages(direct)[-1].stop_reason is StopReason.END_TURN


async def test_the_death_of_the_agent_takes_its_question_along(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, "!form")
        await desk.agents.stop("a")
        await desk.event(ElicitationResolved, lambda event: event.id == request.id)
        await desk.idle(direct)
        assert desk.channels.elicitations() == ()


async def test_the_deletion_of_the_channel_cancels_its_question(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, "!form")
        await desk.channels.delete(direct)
        await desk.event(ElicitationResolved, lambda event: event.id == request.id)
        again = await desk.channels.direct("a")
        await desk.say(again.id, "still here?")


async def test_a_question_that_the_agent_withdraws_is_gone(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct = await desk.channels.direct("a")
        answer = await desk.say(direct.id, "!form-withdrawn")
        assert answer.text == "withdrawn: -32800 Request cancelled"
        assert desk.channels.elicitations() == ()


async def test_what_follows_a_question_is_a_paragraph_of_its_own(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        direct, request = await asked(desk, "!form")
        await desk.channels.answer_elicitation(request.id, ElicitationAction.DECLINE)
        await desk.idle(direct)
        said = [event.text for event in desk.events if isinstance(event, MessageDelta)]
        assert "".join(said_text or "" for said_text in said) == desk.messages(direct)[-1].text


async def test_a_question_outside_of_all_channels() -> None:
    waiting = Elicitations(Bus(), lambda: "e")
    question = ElicitationForm(message="Which account?")
    answer = asyncio.ensure_future(waiting.ask(channel="", agent="a", message="", question=question))
    await asyncio.sleep(0)
    waiting.cancel(channel="c")
    waiting.cancel(message="")
    (request,) = waiting.pending("")
    assert waiting.pending("c") == ()
    waiting.answer(request.id, ElicitationAction.ACCEPT, None)
    assert (await answer).action is ElicitationAction.ACCEPT
