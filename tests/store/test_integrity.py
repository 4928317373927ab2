import os
from pathlib import Path

import lmdb
import pytest

from sidekicks_tui.store import integrity
from sidekicks_tui.store.environment import Environment
from sidekicks_tui.store.integrity import DATA_FILE, LOCK_FILE

PAGE = 4096


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    environment = Environment(tmp_path)
    for number in range(50):
        environment.write(
            lambda txn, n=number: txn.put(b"%02d" % n, os.urandom(900), db=environment.tables.notes)
        )
    environment.close()
    return tmp_path


def _scramble(folder: Path) -> int:
    """Overwrite every page but the two at the beginning; returns how many were written."""
    file = folder / DATA_FILE
    pages = file.stat().st_size // PAGE - 2
    with file.open("r+b") as data:
        data.seek(2 * PAGE)
        data.write(os.urandom(pages * PAGE))
    return pages


def test_a_file_that_is_as_it_was_left_is_not_looked_through(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity, "verify", lambda _: pytest.fail("looked through"))

    integrity.check_pages(folder)


def test_scrambled_pages_are_found(folder: Path) -> None:
    assert _scramble(folder) > 10

    with pytest.raises(lmdb.CorruptedError):
        integrity.check_pages(folder)


def test_a_large_file_does_not_hold_up_the_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _scramble(folder)
    monkeypatch.setattr(integrity, "_LOOKED_THROUGH", PAGE)

    integrity.check_pages(folder)


def test_after_a_crash_a_sound_file_is_sound(folder: Path) -> None:
    (folder / LOCK_FILE).write_text("")

    integrity.check_pages(folder)
    Environment(folder).close()
    assert (folder / LOCK_FILE).read_text() != ""


def test_what_is_no_file_of_lmdb_is_left_to_lmdb(folder: Path) -> None:
    (folder / DATA_FILE).write_bytes(os.urandom(10 * PAGE))

    integrity.check_pages(folder)
