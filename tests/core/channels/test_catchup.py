from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.catchup import DROPPED, seen_after, tell, unseen
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.limits import CATCH_UP_LENGTH, CATCH_UP_MESSAGES
from sidekicks_tui.model.messages import Message, Role, TextPart, ThoughtPart

ROOM = Channel(id="c", name="room", members=("claude", "gemini"))
DIRECT = Channel(id="d", direct="claude", members=("claude",))


def said(identifier: str, by: str, text: str = "hello", **more: object) -> Message:
    role = Role.USER if by == "user" else Role.AGENT
    message = Message(
        id=identifier,
        channel="c",
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        role=role,
        agent="" if by == "user" else by,
        parts=(TextPart(text=text),),
    )
    return Message(**{name: getattr(message, name) for name in message.__struct_fields__} | more)


def ids(messages: tuple[Message, ...]) -> list[str]:
    return [message.id for message in messages]


def test_what_was_said_since_is_told_without_the_agents_own_words() -> None:
    history = [
        said("1", "user"),
        said("2", "claude"),
        said("3", "gemini"),
        said("4", "user"),
        said("5", "user"),
    ]
    assert ids(unseen(history, "claude", "1", "5")) == ["3", "4"]


def test_a_new_session_is_told_the_agents_own_words_too() -> None:
    history = [said("1", "user"), said("2", "claude"), said("3", "user")]
    assert ids(unseen(history, "claude", "", "3")) == ["1", "2"]


def test_only_words_that_were_received_count() -> None:
    history = [
        said("1", "user", error=DROPPED),
        said("2", "user", queued=True),
        said("3", "gemini", done=False),
        said("4", "gemini", parts=(ThoughtPart(text="hm"),)),
        said("5", "gemini", role=Role.SYSTEM),
        said("6", "gemini", error="gave up half way"),
    ]
    assert ids(unseen(history, "claude", "", "9")) == ["6"]


def test_at_most_twenty_messages_are_told_the_last_ones() -> None:
    history = [said(f"{number:03}", "user") for number in range(50)]
    missed = unseen(history, "claude", "", "049")
    assert ids(missed) == [f"{number:03}" for number in range(49 - CATCH_UP_MESSAGES, 49)]


def test_the_text_says_where_it_was_and_who_spoke() -> None:
    missed = (said("1", "user", "why?"), said("2", "gemini", "because"))
    assert tell(ROOM, "claude", missed, answers=()) == (
        "You are claude, in the channel #room with the user, gemini.\n\n"
        "What was said there since you were last told:\n\n"
        "[the user]\nwhy?\n\n[gemini]\nbecause\n\n"
        "The user's message to you follows."
    )
    assert "a direct conversation with the user" in tell(DIRECT, "claude", missed, answers=())


def test_answers_to_the_same_message_are_told_as_such() -> None:
    text = tell(ROOM, "claude", (said("1", "user", "why?"), said("3", "gemini", "because")), answers={"3"})
    assert text.index("why?") < text.index("Answers that others gave") < text.index("because")


def test_nothing_missed_nothing_told() -> None:
    assert tell(ROOM, "claude", (), answers=()) == ""


def test_each_message_is_cut() -> None:
    (line,) = [
        line
        for line in tell(ROOM, "claude", (said("1", "user", "x" * 5000),), answers=()).split("\n")
        if line.startswith("x")
    ]
    assert len(line) == CATCH_UP_LENGTH
    assert line.endswith("…")


def test_what_waits_in_the_queue_does_not_count_as_seen() -> None:
    assert seen_after(["1", "3"], [], "") == "3"
    assert seen_after(["1", "3"], ["2"], "") == "1"
    assert seen_after(["3"], ["2"], "1") == "1"


@given(
    st.lists(st.tuples(st.sampled_from(["user", "claude", "gemini"]), st.booleans()), max_size=15),
)
def test_nothing_is_ever_missed(script: list[tuple[str, bool]]) -> None:
    """Messages arrive, some after waiting in the queue; in the end claude knows every one of them."""
    history: list[Message] = []
    queue: list[Message] = []
    known: set[str] = set()
    seen = ""

    def serve(message: Message) -> None:
        nonlocal seen
        history.append(message)
        told = [
            *ids(unseen(sorted(history, key=lambda each: each.id), "claude", seen, message.id)),
            message.id,
        ]
        known.update(told)
        seen = seen_after(told, [each.id for each in queue], seen)

    for number, (speaker, waits) in enumerate(script):
        message = said(f"{number:03}", speaker)
        if speaker != "user":
            history.append(message)
        elif waits:
            queue.append(message)
        else:
            serve(message)
    while queue:
        serve(queue.pop(0))
    serve(said("999", "user"))
    missed = {message.id for message in history if message.agent != "claude"} - known
    assert not missed
