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
