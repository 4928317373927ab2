from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store import open_history
from sidekicks_tui.store.environment import Environment, Tables
from sidekicks_tui.store.memory import MemoryHistory
from sidekicks_tui.store.migrations import VERSION, check, migrate

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction


def _rename(tables: Tables, txn: "Transaction") -> None:
    value = txn.pop(b"old name", db=tables.notes)
    assert value is not None
    txn.put(b"new name", value, db=tables.notes)


def _upper(tables: Tables, txn: "Transaction") -> None:
    value = txn.get(b"new name", db=tables.notes)
    assert value is not None
    txn.put(b"new name", value.upper(), db=tables.notes)


def _fail(tables: Tables, txn: "Transaction") -> None:
    raise HistoryError("no way")


def _note(environment: Environment, key: bytes) -> bytes | None:
    with environment.read() as txn:
        return txn.get(key, db=environment.tables.notes)


@pytest.fixture
def old(tmp_path: Path) -> Environment:
    """A history of the made-up version 1, where a note has its old name."""
    environment = Environment(tmp_path)
    migrate(environment, version=1, steps={})
    environment.write(lambda txn: txn.put(b"old name", b"value", db=environment.tables.notes))
    return environment


def test_an_older_history_goes_all_the_steps(old: Environment) -> None:
    migrate(old, version=3, steps={1: _rename, 2: _upper})
    migrate(old, version=3, steps={1: _fail, 2: _fail})

    assert _note(old, b"new name") == b"VALUE"
    old.close()


def test_a_step_that_fails_leaves_everything_as_it_was(old: Environment) -> None:
    with pytest.raises(HistoryError, match="no way"):
        migrate(old, version=3, steps={1: _rename, 2: _fail})

    assert _note(old, b"old name") == b"value"
    check(old, version=1)
    old.close()


def test_a_reader_leaves_the_conversion_to_who_may_write(old: Environment) -> None:
    check(old, version=1)
    with pytest.raises(HistoryError, match="start `sidekicks` once"):
        check(old, version=2)
    old.close()


def test_a_newer_history_is_left_alone(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    migrate(environment, version=VERSION + 1, steps={})
    with pytest.raises(HistoryError, match="newer Sidekicks"):
        check(environment)
    environment.close()

    history = open_history(tmp_path)

    assert isinstance(history, MemoryHistory)
    assert "newer Sidekicks" in history.problem


def test_every_version_has_a_way_to_this_one(tmp_path: Path) -> None:
    from sidekicks_tui.store.migrations import STEPS

    assert sorted(STEPS) == list(range(1, VERSION))
