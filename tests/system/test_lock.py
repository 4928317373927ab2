import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from sidekicks_tui.system.lock import FileLock, freed

HOLD = """
import sys
from pathlib import Path
from sidekicks_tui.system.lock import FileLock, freed
lock = FileLock.acquire(Path(sys.argv[1]))
print(lock is not None, flush=True)
sys.stdin.read()
"""


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "lock"
    lock = FileLock.acquire(path)
    assert lock is not None

    assert FileLock.acquire(path) is None
    lock.release()
    lock.release()
    assert FileLock.acquire(path) is not None


def test_it_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"True\n"
        assert FileLock.acquire(path) is None
        holder.kill()

    assert FileLock.acquire(path) is not None


def test_a_lock_on_a_file_that_was_removed_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    removed = FileLock.acquire(path)
    path.unlink()

    assert removed is not None
    assert FileLock.acquire(path) is not None


async def test_who_waits_is_told_when_the_lock_is_free(tmp_path: Path) -> None:
    held = FileLock.acquire(tmp_path / "lock")
    assert held is not None
    one, two = (asyncio.create_task(freed(tmp_path / "lock")) for _ in range(2))
    given_up = asyncio.create_task(freed(tmp_path / "lock"))
    await asyncio.sleep(0)
    given_up.cancel()
    assert not one.done()
    held.release()
    await asyncio.gather(one, two)
    with pytest.raises(asyncio.CancelledError):
        await given_up


async def test_a_lock_that_cannot_be_waited_for_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await freed(tmp_path / "none")
