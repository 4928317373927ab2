import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.model.agents import AgentState, Move, move
from sidekicks_tui.model.errors import IllegalMove

S, M = AgentState, Move
LEGAL = {
    (S.STOPPED, M.START): S.STARTING,
    (S.ERROR, M.START): S.STARTING,
    (S.STARTING, M.SHOOK_HANDS): S.READY,
    (S.STARTING, M.START_FAILED): S.ERROR,
    (S.STARTING, M.STOPPED): S.STOPPED,
    (S.READY, M.USED): S.BUSY,
    (S.READY, M.STOPPED): S.STOPPED,
    (S.READY, M.ENDED): S.ERROR,
    (S.BUSY, M.RELEASED): S.READY,
    (S.BUSY, M.STOPPED): S.STOPPED,
    (S.BUSY, M.ENDED): S.ERROR,
}
"""The contract's table of transitions."""


@pytest.mark.parametrize("state", S)
@pytest.mark.parametrize("event", M)
def test_every_move(state: AgentState, event: Move) -> None:
    if (state, event) in LEGAL:
        assert move(state, event) is LEGAL[state, event]
    else:
        with pytest.raises(IllegalMove, match=f"an agent that is {state} cannot be {event}"):
            move(state, event)


@given(st.lists(st.sampled_from(Move)))
def test_no_order_of_events_leads_astray(events: list[Move]) -> None:
    """An illegal event leaves the state as it was, and a process is had only behind a start."""
    state = S.STOPPED
    for event in events:
        before = state
        try:
            state = move(state, event)
        except IllegalMove:
            assert state is before
            continue
        if state.running and not before.running:
            assert event is M.START and state is S.STARTING
        if state is S.BUSY:
            assert before is S.READY
        if event in (M.STOPPED, M.ENDED, M.START_FAILED):
            assert not state.running


def test_which_states_have_a_process() -> None:
    assert {state for state in S if state.running} == {S.STARTING, S.READY, S.BUSY}


@pytest.mark.parametrize("state", S)
def test_the_wire_has_the_contracts_words(state: AgentState) -> None:
    assert state == state.name.lower()
