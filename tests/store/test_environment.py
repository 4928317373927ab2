import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store.environment import Environment, NothingThere
from sidekicks_tui.store.integrity import DATA_FILE

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

SMALL = 256 * 1024


def test_the_map_grows_by_itself(tmp_path: Path) -> None:
    environment = Environment(tmp_path, map_size=SMALL)
    notes = environment.tables.notes

    for number in range(20):
        environment.write(lambda txn, n=number: txn.put(b"%d" % n, bytes(SMALL), db=notes))

    with environment.read() as txn:
        assert txn.stat(notes)["entries"] == 20
    environment.close()


def test_the_map_grows_while_others_read(tmp_path: Path) -> None:
    environment = Environment(tmp_path, map_size=SMALL)
    notes = environment.tables.notes
    environment.write(lambda txn: txn.put(b"first", b"value", db=notes))
    reading, grown = threading.Event(), threading.Event()
    seen: list[bytes | None] = []

    def read() -> None:
        with environment.read() as txn:
            reading.set()
            grown.wait(0.2)  # it must wait for us: a reader's map may not change
            seen.append(txn.get(b"first", db=notes))

    reader = threading.Thread(target=read)
    reader.start()
    reading.wait()
    environment.write(lambda txn: txn.put(b"large", bytes(2 * SMALL), db=notes))
    assert seen == [b"value"]
    grown.set()
    reader.join()
    environment.close()


FOLLOW = """
import sys
from pathlib import Path
from sidekicks_tui.store.environment import Environment
environment = Environment(Path(sys.argv[1]), read_only=True, map_size=256 * 1024)
for key in sys.stdin:
    with environment.read() as txn:
        print(len(txn.get(key.strip().encode(), db=environment.tables.notes)), flush=True)
"""


def test_a_reader_elsewhere_follows_the_growth(tmp_path: Path) -> None:
    writer = Environment(tmp_path, map_size=SMALL)
    notes = writer.tables.notes
    writer.write(lambda txn: txn.put(b"small", b"value", db=notes))
    with subprocess.Popen(
        [sys.executable, "-c", FOLLOW, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as reader:
        assert reader.stdin is not None
        assert reader.stdout is not None
        print("small", file=reader.stdin, flush=True)
        assert reader.stdout.readline() == "5\n"

        writer.write(lambda txn: txn.put(b"large", bytes(10 * SMALL), db=notes))
        print("large", file=reader.stdin, flush=True)

        assert reader.stdout.readline() == f"{10 * SMALL}\n"
        reader.stdin.close()
    writer.close()


def test_its_files_are_private(tmp_path: Path) -> None:
    Environment(tmp_path / "data").close()

    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    for file in (tmp_path / "data").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_a_reader_finds_nothing_where_nobody_wrote(tmp_path: Path) -> None:
    with pytest.raises(NothingThere):
        Environment(tmp_path, read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_pages_that_are_missing_are_noticed_before_they_are_read(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    for number in range(30):
        environment.write(
            lambda txn, n=number: txn.put(b"%02d" % n, os.urandom(5000), db=environment.tables.notes)
        )
    environment.close()
    size = (tmp_path / DATA_FILE).stat().st_size

    for left in (size // 2, 8192):
        os.truncate(tmp_path / DATA_FILE, left)
        with pytest.raises(HistoryError, match="damaged"):
            Environment(tmp_path)


def test_what_work_raises_undoes_it(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    notes = environment.tables.notes

    def work(txn: "Transaction") -> None:
        txn.put(b"key", b"value", db=notes)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        environment.write(work)
    with environment.read() as txn:
        assert txn.get(b"key", db=notes) is None
    environment.close()
