import pytest

from sidekicks_tui.system import orphans
from sidekicks_tui.system.orphans import SpawnedChildren


def test_a_child_that_is_being_spawned_is_no_orphan() -> None:
    children = SpawnedChildren()
    with children.spawning() as add:
        add(1)
    assert children.are_all(1)
    with children.spawning() as add:
        # It may well be in the process table already: what ends 1 must not take it for one that 1 has left.
        assert not children.are_all(1)
        add(2)
    assert not children.are_all(1)
    children.ended(2)
    assert children.are_all(1)


def test_reaping_hides_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    children, told = SpawnedChildren(), []

    def look() -> set[int]:
        told.append(children.are_all(1))  # as a look at a tree in another thread does
        return set()

    monkeypatch.setattr(orphans, "_children", look)
    children.reap_adopted()
    with children.spawning():
        told.append(children.are_all(1))
    assert told == [True, False]
