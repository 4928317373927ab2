"""What is worth a notification."""

from datetime import UTC, datetime

from sidekicks_tui.model.elicitation import ElicitationForm
from sidekicks_tui.model.events import (
    ElicitationRequested,
    ElicitationResolved,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    TurnChanged,
)
from sidekicks_tui.model.messages import Message, Role, StopReason, SystemCode, ToolCall
from sidekicks_tui.widgets.notifications.occasions import Occasion, Occasions


def turn(busy: bool) -> TurnChanged:
    return TurnChanged(channel="c", busy=busy, queued=0, answering="claude" if busy else "")


def said(**fields: object) -> MessageUpdated:
    told: dict[str, object] = {"role": Role.AGENT, "agent": "claude", "done": True, **fields}
    message = Message(id="m", channel="c", created_at=datetime(2026, 1, 2, tzinfo=UTC), **told)  # type: ignore[arg-type]
    return MessageUpdated(channel="c", message=message)


def asks(identifier: str) -> PermissionRequested:
    call = ToolCall(id="t", title="rm -rf build")
    return PermissionRequested(
        id=identifier, channel="c", agent="claude", message_id="m", tool_call=call, options=(), rejections=0
    )


def questions(identifier: str) -> ElicitationRequested:
    form = ElicitationForm(message="Which one?")
    return ElicitationRequested(id=identifier, channel="c", agent="claude", message_id="", question=form)


def test_an_answer_is_told_when_the_last_agent_is_done() -> None:
    occasions = Occasions()
    for event in (turn(True), said(agent="claude"), turn(True), said(agent="gemini")):
        assert occasions.tell(event) is None
    assert occasions.tell(turn(False)) == Occasion("c", "gemini has answered")


def test_a_message_that_still_streams_ends_nothing() -> None:
    occasions = Occasions()
    occasions.tell(turn(True))
    occasions.tell(said(done=False))
    assert occasions.tell(turn(False)) is None


def test_what_the_person_stopped_they_know_of() -> None:
    occasions = Occasions()
    occasions.tell(turn(True))
    occasions.tell(said(stop_reason=StopReason.CANCELLED))
    assert occasions.tell(turn(False)) is None


def test_failures_are_told_with_their_reason() -> None:
    occasions = Occasions()
    occasions.tell(turn(True))
    occasions.tell(said(error="no credit"))
    assert occasions.tell(turn(False)) == Occasion("c", "claude failed: no credit")
    occasions.tell(turn(True))
    occasions.tell(said(role=Role.SYSTEM, code=SystemCode.AGENT_UNAVAILABLE, error="not on PATH"))
    assert occasions.tell(turn(False)) == Occasion("c", "claude failed: not on PATH")


def test_the_requests_of_a_channel_call_once_while_one_waits() -> None:
    occasions = Occasions()
    assert occasions.tell(asks("1")) == Occasion("c", "claude asks for permission: rm -rf build")
    assert occasions.tell(asks("2")) is None
    assert occasions.tell(questions("3")) is None
    occasions.tell(PermissionResolved(id="1", channel="c"))
    occasions.tell(PermissionResolved(id="2", channel="c"))
    assert occasions.tell(asks("4")) is None
    occasions.tell(ElicitationResolved(id="3", channel="c"))
    occasions.tell(PermissionResolved(id="4", channel="c"))
    assert occasions.tell(questions("5")) == Occasion("c", "claude asks: Which one?")
