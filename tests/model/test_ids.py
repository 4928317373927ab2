import re

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.model.ids import IdSource

FORM = re.compile("[0-9A-HJKMNP-TV-Z]{26}")


class Clock:
    def __init__(self, *times: float) -> None:
        self._times = list(times)

    def __call__(self) -> float:
        return self._times.pop(0) if len(self._times) > 1 else self._times[0]


@given(st.lists(st.floats(min_value=0, max_value=4_000_000_000), min_size=1))
def test_identifiers_sort_as_they_were_made_whatever_the_clock_does(times: list[float]) -> None:
    new = IdSource(Clock(*times))
    made = [new() for _ in range(len(times) + 3)]
    assert made == sorted(set(made))
    assert all(FORM.fullmatch(identifier) for identifier in made)


def test_many_within_a_millisecond() -> None:
    new = IdSource(Clock(1_000_000.0))
    made = [new() for _ in range(1000)]
    assert made == sorted(set(made))


def test_two_programs_do_not_make_the_same_one() -> None:
    clock = Clock(1_000_000.0)
    assert len({IdSource(clock)() for _ in range(1000)}) == 1000


def test_later_programs_sort_later() -> None:
    assert IdSource(Clock(1_000_000.0))() < IdSource(Clock(1_000_000.001))()


def test_all_follow_the_last_one_of_the_history() -> None:
    future = IdSource(Clock(4_000_000_000.0))()
    new = IdSource(Clock(1_000_000.0), after=future)
    first = new()
    assert future < first < new()


def test_follow_never_goes_back() -> None:
    new = IdSource(Clock(2_000_000.0))
    first = new()
    new.follow(IdSource(Clock(1_000_000.0))())
    assert new() > first
    future = IdSource(Clock(4_000_000_000.0))()
    new.follow(future)
    assert new() > future
