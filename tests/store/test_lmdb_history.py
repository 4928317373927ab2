import asyncio
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import lmdb
import pytest

from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store import open_history
from sidekicks_tui.store.environment import Environment
from sidekicks_tui.store.integrity import DATA_FILE
from sidekicks_tui.store.lmdb_history import LmdbHistory
from sidekicks_tui.store.memory import MemoryHistory
from tests.store.samples import ids, message, stored

# Puts messages for ever and prints the id of each one that is finished.
WRITE = """
import asyncio, itertools, sys
from pathlib import Path
from sidekicks_tui.store import open_history
from tests.store.samples import message, stored

async def main():
    history = open_history(Path(sys.argv[1]))
    assert not history.problem, history.problem
    await history.put_channel(stored())
    async def put(number):
        await history.put_message(message(f"m{number:08}", f"text number{number} " + "filler " * 300))
        print(f"m{number:08}", flush=True)
    for first in itertools.count(int(sys.argv[2]), 10):
        await asyncio.gather(*(put(first + n) for n in range(10)))

asyncio.run(main())
"""
# Opens the history as it is told to, and prints what it sees.
SEE = """
import asyncio, sys
from pathlib import Path
from sidekicks_tui.store import open_history

async def main():
    history = open_history(Path(sys.argv[1]), read_only=sys.argv[2] == "reader")
    print(type(history).__name__, len(history.channels()), history.problem)
    print(",".join(message.id for message in await history.search("hello")))

asyncio.run(main())
"""


async def _run(script: str, *arguments: str) -> tuple[int, list[str]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, *arguments, stdout=subprocess.PIPE
    )
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode().splitlines()


async def test_what_was_put_is_there_at_the_next_start(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    await history.put_channel(stored())
    await history.put_message(message("m1"))
    await history.put_note("draft:c1", "half")
    await history.close()

    history = open_history(tmp_path)
    assert history.last_id == "m1"
    assert history.channels() == (stored(),)
    assert history.latest("c1").messages == (message("m1"),)
    assert history.note("draft:c1") == "half"
    await history.close()


async def test_a_kill_at_any_moment_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    finished: list[str] = []
    for round_number in range(10):
        # Each round is killed after another number of messages, so at another place of its work.
        with subprocess.Popen(
            [sys.executable, "-c", WRITE, str(tmp_path), str(round_number * 10000)], stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout is not None
            for _ in range(1 + round_number * 23):
                finished.append(writer.stdout.readline().decode().strip())
            writer.send_signal(signal.SIGKILL)
            finished += writer.stdout.read().decode().split()

    history = open_history(tmp_path)
    assert isinstance(history, LmdbHistory)
    kept: list[str] = []
    page = history.latest("c1")
    while page.messages:
        kept[:0] = ids(page.messages)
        page = await history.older("c1", page.messages[0].id)
    assert len(kept) == len(set(kept))
    assert set(finished) <= set(kept)
    for id in finished[::97]:
        assert ids(await history.search(f"number{int(id[1:])}"))[-1:] == [id]
    await history.close()


async def test_a_hundred_at_once_need_few_commits(tmp_path: Path) -> None:
    history = LmdbHistory(tmp_path)
    await history.put_channel(stored())
    await history.settle()
    before = history.transactions()

    await asyncio.gather(*(history.put_message(message(f"m{n:03}")) for n in range(100)))

    assert history.transactions() - before <= 5
    assert len(history.latest("c1").messages) == 100
    await history.close()


async def test_a_second_writer_keeps_its_messages_in_memory_and_says_why(tmp_path: Path) -> None:
    first = open_history(tmp_path)
    await first.put_channel(stored())

    second = open_history(tmp_path)

    assert isinstance(second, MemoryHistory)
    assert "another Sidekicks uses" in second.problem
    assert second.channels() == ()
    await first.close()
    third = open_history(tmp_path)
    assert third.problem == ""
    await third.close()


async def test_a_reader_sees_what_a_writer_elsewhere_puts(tmp_path: Path) -> None:
    history = open_history(tmp_path)
    await history.put_channel(stored())
    await history.put_message(message("m1"))

    assert await _run(SEE, str(tmp_path), "reader") == (0, ["LmdbHistory 1 ", "m1"])
    assert (await _run(SEE, str(tmp_path), "writer"))[1][0].startswith("MemoryHistory 0 another Sidekicks")
    await history.put_message(message("m2"))
    assert await _run(SEE, str(tmp_path), "reader") == (0, ["LmdbHistory 1 ", "m2,m1"])
    await history.close()


async def test_a_reader_writes_nothing(tmp_path: Path) -> None:
    missing = open_history(tmp_path / "missing", read_only=True)
    assert missing.channels() == ()
    assert missing.problem == ""
    assert not (tmp_path / "missing").exists()

    writer = open_history(tmp_path)
    await writer.close()
    reader = open_history(tmp_path, read_only=True)
    with pytest.raises(HistoryError, match="for reading"):
        await reader.put_channel(stored())
    await reader.close()


@pytest.mark.parametrize(
    ("damage", "told", "to_do"),
    [
        ("garbage", "is damaged", ": move the folder away to begin anew"),
        ("truncated", "is damaged", ": move the folder away to begin anew"),
        ("a folder", "cannot be used", ": Is a directory"),
    ],
)
async def test_a_damaged_file_is_told_and_left_alone(
    damage: str, told: str, to_do: str, tmp_path: Path
) -> None:
    history = open_history(tmp_path)
    await history.put_channel(stored())
    for number in range(20):
        await history.put_message(message(f"m{number:02}", os.urandom(2000).hex()))
    await history.close()
    file = tmp_path / DATA_FILE
    if damage == "garbage":
        file.write_bytes(os.urandom(file.stat().st_size))
    elif damage == "truncated":
        os.truncate(file, file.stat().st_size - 40960)
    else:
        file.unlink()
        file.mkdir()
    before = file.read_bytes() if file.is_file() else b""

    history = open_history(tmp_path)

    assert isinstance(history, MemoryHistory)
    assert history.problem.startswith(f"the history in {tmp_path} {told}")
    assert history.problem.endswith(to_do)
    await history.put_channel(stored("new"))
    assert len(history.channels()) == 1
    assert (file.read_bytes() if file.is_file() else b"") == before


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the place of the folder")

    history = open_history(tmp_path / "data")

    assert isinstance(history, MemoryHistory)
    assert "cannot be used" in history.problem


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody without rights")
async def test_no_rights_are_told(tmp_path: Path) -> None:
    history = open_history(tmp_path / "data")
    await history.close()
    modules = (
        "asyncio, concurrent.futures.thread, os, sidekicks_tui.store.lmdb_history, sidekicks_tui.store.memory"
    )
    as_nobody = f"import {modules}\nos.setuid(65534)\n{SEE}"

    status, lines = await _run(as_nobody, str(tmp_path / "data"), "writer")

    assert status == 0
    assert lines[0].startswith("MemoryHistory 0 the history in")
    assert "change the folder's rights" in lines[0]


@pytest.mark.parametrize("written", [0, 4096, 8192])
async def test_what_a_full_disk_kept_from_being_made_is_empty_and_made_again(
    written: int, tmp_path: Path
) -> None:
    with lmdb.open(str(tmp_path)):
        os.truncate(tmp_path / DATA_FILE, written)

    reader = open_history(tmp_path, read_only=True)
    assert (reader.problem, reader.channels()) == ("", ())
    await reader.close()
    assert (tmp_path / DATA_FILE).stat().st_size == written
    writer = open_history(tmp_path)
    assert isinstance(writer, LmdbHistory)
    await writer.put_channel(stored())
    await writer.close()


def full_disk(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def full_map(*_: object) -> NoReturn:
    raise lmdb.DiskError("mdb_txn_commit: No space left on device")


@pytest.mark.parametrize(
    ("owner", "name", "full"), [(Path, "write_bytes", full_disk), (Environment, "write", full_map)]
)
def test_a_disk_that_is_full_at_first_is_told(
    owner: type, name: str, full: Callable[..., NoReturn], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, full)
    assert open_history(tmp_path).problem == "the disk is full: free some space"


async def test_a_full_disk_fails_the_write_and_not_the_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = LmdbHistory(tmp_path)
    await history.put_channel(stored())
    write = history._environment.write

    def full(work: object) -> None:
        raise lmdb.Error("mdb_txn_commit: No space left on device", 28)

    monkeypatch.setattr(history._environment, "write", full)
    with pytest.raises(HistoryError, match="the disk is full"):
        await history.put_message(message("m1"))
    monkeypatch.setattr(history._environment, "write", write)
    await history.put_message(message("m2"))

    assert ids(history.latest("c1").messages) == ["m2"]
    await history.close()
    with pytest.raises(HistoryError, match="closed"):
        await history.put_message(message("m3"))


async def test_one_that_cannot_be_written_fails_alone(tmp_path: Path) -> None:
    history = LmdbHistory(tmp_path)
    await history.put_channel(stored())
    good = [history.put_message(message(f"m{n}")) for n in range(5)]
    bad = history.put_message(message("m" * 300))

    outcomes = await asyncio.gather(*good[:3], bad, *good[3:], return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [type(None)] * 3 + [HistoryError] + [type(None)] * 2
    assert len(history.latest("c1").messages) == 5
    await history.close()


async def test_who_no_longer_waits_does_not_undo_the_write(tmp_path: Path) -> None:
    history = LmdbHistory(tmp_path)
    await history.put_channel(stored())
    putting = asyncio.create_task(history.put_message(message("m1")))
    await asyncio.sleep(0)

    putting.cancel()
    await history.settle()

    assert ids(history.latest("c1").messages) == ["m1"]
    await history.close()
