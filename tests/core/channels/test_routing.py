import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.routing import Route, route
from sidekicks_tui.model.channels import Channel

AGENTS = ("claude", "claude-2", "gemini", "guide")
ROOM = Channel(id="1", name="room", members=("claude", "gemini"))
ALONE = Channel(id="2", name="alone", members=("gemini",))
EMPTY = Channel(id="3", name="empty")
DIRECT = Channel(id="4", direct="guide", members=("guide",))


@pytest.mark.parametrize(
    ("channel", "text", "last", "expected"),
    [
        (ROOM, "/gemini:review all of it", "", Route(recipients=("gemini",), command="/review all of it")),
        (ROOM, "/Claude:a", "", Route(recipients=("claude",), command="/a")),
        (ROOM, "/guide:find x", "", Route(recipients=("guide",), joins=("guide",), command="/find x")),
        (ROOM, "/mcp:tool x", "claude", Route(recipients=("claude",), command="/mcp:tool x")),
        (ROOM, "hi @gemini and @claude", "", Route(recipients=("gemini", "claude"))),
        (ROOM, "hi @guide", "claude", Route(recipients=("guide",), joins=("guide",))),
        (ROOM, "@claude @guide /x", "", Route(recipients=("claude", "guide"),
         joins=("guide",), command="/x")),
        (ROOM, "/x for @gemini", "claude", Route(recipients=("gemini",), command="/x for @gemini")),
        (ROOM, "hello", "gemini", Route(recipients=("gemini",))),
        (ROOM, "hello", "guide", Route()),
        (ROOM, "hello", "", Route()),
        (ROOM, "/help", "claude", Route(recipients=("claude",), command="/help")),
        (ALONE, "hello", "", Route(recipients=("gemini",))),
        (ALONE, "/help", "", Route(recipients=("gemini",), command="/help")),
        (EMPTY, "hello", "", Route()),
        (EMPTY, "@claude", "", Route(recipients=("claude",), joins=("claude",))),
        (DIRECT, "hi @claude", "", Route(recipients=("guide",))),
        (DIRECT, "/find x", "", Route(recipients=("guide",), command="/find x")),
        (DIRECT, "/guide:find x", "", Route(recipients=("guide",), command="/find x")),
        (DIRECT, "/claude:find x", "", Route(recipients=("guide",), command="/claude:find x")),
        (DIRECT, "@guide /find x", "", Route(recipients=("guide",))),
    ],
)  # fmt: skip
def test_who_answers(channel: Channel, text: str, last: str, expected: Route) -> None:
    assert route(text, channel, AGENTS, last) == expected


def test_nobody_answers_for_an_agent_that_left_the_configuration_unless_it_is_alone() -> None:
    assert route("hello", ALONE, (), "").recipients == ("gemini",)
    assert route("@gemini hello", ROOM, (), "").recipients == ()


@given(
    st.sampled_from([ROOM, ALONE, EMPTY, DIRECT]),
    st.text(st.sampled_from("/@:, claudeg\n`")),
    st.sampled_from(["", *AGENTS]),
)
def test_a_route_is_always_possible(channel: Channel, text: str, last: str) -> None:
    way = route(text, channel, AGENTS, last)
    assert len(set(way.recipients)) == len(way.recipients)
    assert set(way.joins) == set(way.recipients) - set(channel.members)
    assert way.command is None or way.command.startswith("/")
