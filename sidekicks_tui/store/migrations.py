"""The version of the tables' layout, and the way from each older one to the next."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store.environment import Environment, Tables

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

VERSION: Final = 1
_KEY: Final = b"format"

Step = Callable[[Tables, "Transaction"], None]
STEPS: Final[Mapping[int, Step]] = {}
"""By the version that they start from."""


def migrate(environment: Environment, *, version: int = VERSION, steps: Mapping[int, Step] = STEPS) -> None:
    """Bring the tables to `version`, all in one commit. Raises `HistoryError` when there is no way."""

    def work(txn: "Transaction") -> None:
        found = _version(environment.tables, txn)
        for start in range(version if found is None else found, version):
            steps[start](environment.tables, txn)
        if found != version:
            txn.put(_KEY, str(version).encode(), db=environment.tables.meta)

    _check(environment, version)
    environment.write(work)


def check(environment: Environment, *, version: int = VERSION) -> None:
    """For a reader. Raises `HistoryError` when the tables have another version."""
    found = _check(environment, version)
    if found is not None and found < version:
        raise HistoryError(
            _("the history was kept by an older Sidekicks: start `sidekicks` once to convert it")
        )


def _check(environment: Environment, version: int) -> int | None:
    with environment.read() as txn:
        found = _version(environment.tables, txn)
    if found is not None and found > version:
        raise HistoryError(_("the history was kept by a newer Sidekicks: use that one to read it"))
    return found


def _version(tables: Tables, txn: "Transaction") -> int | None:
    """None in tables that are empty."""
    value = txn.get(_KEY, db=tables.meta)
    try:
        return None if value is None else int(value)
    except ValueError as error:
        raise HistoryError(_("the history is damaged: it does not tell its version")) from error
