"""The overview follows the events, and what it says is what the lists and lines show."""

from datetime import UTC, datetime

from sidekicks_tui.model.agents import AgentState, AgentStatus
from sidekicks_tui.model.channels import Channel, Conversation, Usage
from sidekicks_tui.model.events import (
    ChannelsChanged,
    MessageUpdated,
    PermissionRequested,
    PermissionResolved,
    TurnChanged,
    UsageChanged,
)
from sidekicks_tui.model.messages import Message, Role, TextPart, ToolCall
from sidekicks_tui.screens.chat import paint
from sidekicks_tui.screens.chat.overview import Overview, Touched
from sidekicks_tui.widgets.action import Place

GENERAL = Channel(id="1", name="general", members=("claude", "gemini"))
PARSER = Channel(id="2", name="parser", description="API of the new parser", members=("claude",))
CLAUDE = Channel(id="3", direct="claude", members=("claude",))


def agent(name: str, state: AgentState = AgentState.STOPPED) -> AgentStatus:
    return AgentStatus(
        name=name,
        title="",
        icon="",
        description=f"about {name}",
        state=state,
        error="",
        outdated=False,
        runtime="local",
        can_stop_sandbox=False,
        can_remove_sandbox=False,
    )


def conversation(channel: Channel) -> Conversation:
    return Conversation(
        channel=channel,
        messages=(),
        more=False,
        busy=False,
        queued=0,
        answering="",
        usage={},
        permissions=(),
    )


def overview() -> Overview:
    unread = {"1": 3, "2": 0, "3": 0}
    made = Overview(lambda channel: unread[channel])
    made.set_agents([agent("claude", AgentState.BUSY), agent("gemini", AgentState.READY), agent("guide")])
    made.set_channels([GENERAL, PARSER, CLAUDE])
    made.opened(conversation(PARSER))
    return made


def asks(id: str, channel: str) -> PermissionRequested:
    return PermissionRequested(
        id=id,
        channel=channel,
        agent="claude",
        message_id="m",
        tool_call=ToolCall(id="t", title="Run"),
        options=(),
        rejections=0,
    )


def turn(channel: str, *, busy: bool = True, queued: int = 0, waiting_for: str = "") -> TurnChanged:
    return TurnChanged(
        channel=channel, busy=busy, queued=queued, answering="claude" if busy else "", waiting_for=waiting_for
    )


def answer(channel: str, agent: str) -> MessageUpdated:
    message = Message(
        id="m9",
        channel=channel,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        role=Role.AGENT,
        agent=agent,
        parts=(TextPart(text="done"),),
    )
    return MessageUpdated(channel=channel, message=message)


def test_channels_come_first_then_every_agent_whether_its_conversation_exists_or_not() -> None:
    assert overview().keys == ["1", "2", "3", "@gemini", "@guide"]


def test_rows_tell_unread_answering_asking_and_states() -> None:
    view = overview()
    view.apply(turn("2"))
    view.apply(asks("p", "3"))
    general, parser, claude, gemini, guide = paint.rows(view)
    assert general.unread == 3
    assert parser.answering
    assert claude.asks
    assert claude.state is AgentState.BUSY
    assert (gemini.name, gemini.direct, gemini.state) == ("gemini", True, AgentState.READY)
    assert guide.state is AgentState.STOPPED


def test_the_conversation_in_sight_has_nothing_unread() -> None:
    view = overview()
    view.opened(conversation(GENERAL))
    assert paint.rows(view)[0].unread == 0


def test_a_request_elsewhere_is_told_in_the_top_line_until_it_is_resolved() -> None:
    view = overview()
    assert paint.top_left(view).plain == "Sidekicks"
    assert Touched.LIST in view.apply(asks("p", "1"))
    assert "claude asks in #general" in paint.top_left(view).plain
    view.apply(asks("q", "3"))
    assert "2 requests wait in #general, @claude" in paint.top_left(view).plain
    view.apply(PermissionResolved(id="p", channel="1"))
    view.apply(PermissionResolved(id="q", channel="3"))
    assert paint.top_left(view).plain == "Sidekicks"


def test_a_request_here_touches_the_card() -> None:
    view = overview()
    assert Touched.REQUESTS in view.apply(asks("p", "2"))
    assert [request.id for request in view.requests_of("2")] == ["p"]


def test_what_waits_is_a_request_before_an_unread_message() -> None:
    view = overview()
    assert view.waiting() == "1"
    view.apply(asks("p", "3"))
    assert view.waiting() == "3"


def test_the_turn_says_who_answers_what_waits_and_that_it_is_being_stopped() -> None:
    view = overview()
    assert paint.turn(view) == ""
    view.apply(turn("2", queued=2))
    assert paint.turn(view) == "claude answers · 2 queued"
    view.apply(turn("2", waiting_for="1"))
    assert paint.turn(view) == "claude answers in #general first"
    view.cancelling.add("2")
    assert paint.turn(view) == "cancelling…"
    view.apply(turn("2", busy=False))
    assert paint.turn(view) == ""
    view.apply(turn("2"))
    assert paint.turn(view) == "claude answers"


def test_who_will_answer_is_told_before_sending() -> None:
    view = overview()
    assert paint.who_answers(view, "") == ""
    assert paint.who_answers(view, "hello") == "→ claude"
    assert paint.who_answers(view, "hello @gemini") == "→ gemini, joins"
    view.opened(conversation(GENERAL))
    assert paint.who_answers(view, "hello").startswith("→ nobody")
    view.apply(answer("1", "gemini"))
    assert paint.who_answers(view, "hello") == "→ gemini"
    view.opened(conversation(CLAUDE))
    assert paint.who_answers(view, "hello") == ""


def test_usage_of_the_members_in_sight() -> None:
    view = overview()
    assert paint.usage(view) == ""
    view.apply(UsageChanged(channel="2", agent="claude", usage=Usage(used=53_400, size=200_000, cost=0.42)))
    assert paint.usage(view) == "claude 53k/200k · $0.42"


def test_a_deleted_channel_takes_everything_of_it_along() -> None:
    view = overview()
    view.apply(asks("p", "1"))
    view.apply(turn("1"))
    view.apply(ChannelsChanged(channels=(PARSER,)))
    assert view.keys == ["2", "@claude", "@gemini", "@guide"]
    assert not view.requests
    assert not view.busy("1")


def test_the_footer_shows_what_matters_now() -> None:
    view = overview()
    view.unread.clear()
    assert paint.footer(view, Place.COMPOSER, armed=False)[0] == "app.switch"
    view.apply(asks("p", "1"))
    assert paint.footer(view, Place.COMPOSER, armed=False)[0] == "app.next_waiting"
    view.apply(turn("2"))
    assert paint.footer(view, Place.COMPOSER, armed=False)[0] == "app.interrupt"
    assert paint.footer(view, Place.COMPOSER, armed=True)[0] == "app.escape"
    assert paint.footer(view, Place.PERMISSION, armed=False)[0] == "permission.answer"
