import os
import sys
from pathlib import Path

import pytest

from sidekicks_tui.system.lock import FileLock
from sidekicks_tui.system.lock_holder import lock_holder


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_the_holder_is_told_as_long_as_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert lock_holder(path) == 0
    lock = FileLock.acquire(path)
    assert lock is not None
    assert lock_holder(path) == os.getpid()
    lock.release()
    assert lock_holder(path) == 0
