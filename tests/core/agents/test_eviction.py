import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sidekicks_tui.core.agents.eviction import Occupant, who_idled_too_long, who_makes_room
from sidekicks_tui.model.errors import TooManyAgents


def idle(name: str, last_used: float = 0) -> Occupant:
    return Occupant(name, True, last_used)


def busy(name: str) -> Occupant:
    return Occupant(name, False, 0)


def test_nobody_leaves_while_there_is_room() -> None:
    assert who_makes_room([idle("a"), busy("b")], 3) == ()


def test_the_least_recently_used_idle_one_leaves() -> None:
    assert who_makes_room([busy("x"), idle("new", 9), idle("old", 2), idle("middle", 5)], 4) == ("old",)


def test_a_lowered_limit_is_reached_at_once() -> None:
    assert who_makes_room([idle("a", 3), idle("b", 1), idle("c", 2)], 2) == ("b", "c")


def test_the_refusal_names_who_is_busy() -> None:
    with pytest.raises(TooManyAgents) as refusal:
        who_makes_room([busy("claude"), busy("gemini")], 2)
    assert str(refusal.value) == "too many agents running: 2 agent(s) busy (claude, gemini), the limit is 2"


occupants = st.lists(
    st.builds(Occupant, st.text(min_size=1, max_size=3), st.booleans(), st.floats(0, 100)),
    unique_by=lambda agent: agent.name,
)


@given(occupants, st.integers(1, 8))
def test_room_is_made_from_idle_ones_only_and_no_more_than_needed(
    running: list[Occupant], limit: int
) -> None:
    idle_names = {agent.name for agent in running if agent.idle}
    assume(len(running) - len(idle_names) < limit)
    leaving = who_makes_room(running, limit)
    assert set(leaving) <= idle_names
    assert len(leaving) == max(0, len(running) + 1 - limit)


def test_who_idled_too_long() -> None:
    running = [idle("a", 10), idle("b", 11), busy("c")]
    assert who_idled_too_long(running, now=40, after=30) == ("a",)
    assert who_idled_too_long(running, now=40, after=None) == ()
