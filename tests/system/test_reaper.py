import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from sidekicks_tui.system.reaper import Leftovers
from sidekicks_tui.system.tags import TAG_VARIABLE

OWNER = """
import subprocess, sys, os
from pathlib import Path
from sidekicks_tui.system.reaper import Leftovers
leftovers = Leftovers(Path(sys.argv[1]))
leftovers.remember("the-tag-of-a-test")
child = subprocess.Popen(sys.argv[2:], start_new_session=True, stdout=subprocess.PIPE,
                         env={**os.environ, "SIDEKICKS_SESSION": "the-tag-of-a-test"})
leftovers.spawned("the-tag-of-a-test", child.pid)
print(child.stdout.readline().decode(), end="", flush=True)
sys.stdin.read()
"""
KEEPS_ITS_TAG = ["sh", "-c", "echo $$; exec sleep 300"]
CLEARS_ITS_ENVIRONMENT = ["env", "-i", "PATH=/usr/bin:/bin", "sh", "-c", "setsid sleep 300 & echo $!; wait"]


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, TAG_VARIABLE: "the-tag-of-a-sleeper"}
    with subprocess.Popen(["sleep", "300"], env=environment) as process:
        yield process
        process.kill()


def _records(folder: Path) -> list[str]:
    return [path.read_text() for path in folder.glob("*.tags")]


@pytest.mark.parametrize("command", [KEEPS_ITS_TAG, CLEARS_ITS_ENVIRONMENT])
def test_what_a_killed_owner_left_is_ended_at_the_next_start(tmp_path: Path, command: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(tmp_path), *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as owner:
        assert owner.stdout is not None
        child = psutil.Process(int(owner.stdout.readline()))
        assert Leftovers(tmp_path).reap() == 0
        assert child.is_running()

        owner.kill()
        owner.wait()

    assert Leftovers(tmp_path).reap() == 1
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
    assert _records(tmp_path) == []


def test_our_own_record_is_never_reaped(tmp_path: Path, sleeper: subprocess.Popen[bytes]) -> None:
    leftovers = Leftovers(tmp_path / "run")
    leftovers.remember("the-tag-of-a-sleeper")

    assert leftovers.reap() == 0
    assert sleeper.poll() is None


def test_tags_are_recorded_until_they_are_forgotten(tmp_path: Path) -> None:
    leftovers = Leftovers(tmp_path / "run")

    leftovers.remember("b")
    leftovers.remember("a")
    assert _records(tmp_path / "run") == ["a\nb\n"]
    leftovers.forget("a")
    assert _records(tmp_path / "run") == ["b\n"]
    leftovers.close()
    assert _records(tmp_path / "run") == []


def test_a_process_that_only_has_the_pid_of_a_recorded_one_is_left_alone(
    tmp_path: Path, sleeper: subprocess.Popen[bytes]
) -> None:
    earlier = psutil.Process(sleeper.pid).create_time() - 60
    tmp_path.joinpath("1-x.tags").write_text(f"gone {sleeper.pid} {earlier:.2f}\nhalf {sleeper.pid}")

    assert Leftovers(tmp_path).reap() == 1
    assert sleeper.poll() is None


def test_what_was_spawned_is_recorded_with_the_time_of_its_start(
    tmp_path: Path, sleeper: subprocess.Popen[bytes]
) -> None:
    leftovers = Leftovers(tmp_path / "run")
    leftovers.remember("tag")
    leftovers.spawned("tag", sleeper.pid)

    [record] = _records(tmp_path / "run")
    assert record == f"tag {sleeper.pid} {psutil.Process(sleeper.pid).create_time():.2f}\n"
    leftovers.remember("a")
    leftovers.forget("tag")
    assert _records(tmp_path / "run") == ["a\n"]


def test_an_emergency_ends_what_has_lost_its_tag(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "300"], start_new_session=True) as process:
        seen = psutil.Process(process.pid)
        leftovers = Leftovers(tmp_path / "run")
        leftovers.remember("a-tag-that-it-does-not-carry")
        leftovers.spawned("a-tag-that-it-does-not-carry", process.pid)
        leftovers.end_all()
        ended = not seen.is_running() or seen.status() == psutil.STATUS_ZOMBIE
        process.kill()

    assert ended


def test_an_emergency_ends_all_of_ours(tmp_path: Path, sleeper: subprocess.Popen[bytes]) -> None:
    leftovers = Leftovers(tmp_path / "run")
    leftovers.end_all()
    assert sleeper.poll() is None

    leftovers.remember("the-tag-of-a-sleeper")
    leftovers.end_all()

    assert sleeper.wait() == -signal.SIGTERM


def test_a_folder_that_cannot_be_written_holds_nobody_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, sleeper: subprocess.Popen[bytes]
) -> None:
    (tmp_path / "run").write_text("a file in the place of the folder")
    leftovers = Leftovers(tmp_path / "run")

    leftovers.remember("the-tag-of-a-sleeper")
    assert "not recorded" in caplog.text
    assert leftovers.reap() == 0
    leftovers.end_all()

    assert sleeper.wait() == -signal.SIGTERM
