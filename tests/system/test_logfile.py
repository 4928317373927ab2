import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.system.logfile import RotatingLog
from sidekicks_tui.system.logtail import follow, tail


def _write(path: Path, size: int, lines: list[str]) -> None:
    log = RotatingLog(path, size)
    for line in lines:
        log.append(line)
    log.close()


def test_lines_are_appended_to_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "guide.log"
    _write(path, 1000, ["one", "zwei é"])
    _write(path, 1000, ["three"])

    assert path.read_text() == "one\nzwei é\nthree\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_full_file_becomes_the_predecessor(tmp_path: Path) -> None:
    path = tmp_path / "guide.log"
    log = RotatingLog(path, 10)
    for number in range(6):
        log.append(f"line{number}")
        log.flush()
    log.close()

    assert path.read_text() == "line5\n"
    assert path.with_name("guide.log.1").read_text() == "line4\n"


@given(
    lines=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=40), max_size=60)
)
def test_no_file_is_larger_than_its_size_and_the_last_lines_are_there(
    lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("logs") / "guide.log"
    size = 200
    _write(path, size, lines)

    files = [file for file in (path.with_name("guide.log.1"), path) if file.exists()]
    assert all(file.stat().st_size <= size for file in files)
    written = b"".join(file.read_bytes() for file in files)
    assert "".join(f"{line}\n" for line in lines).encode().endswith(written)
    assert bool(written) == bool(lines)


def test_a_disk_that_is_full_costs_lines_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "logs").write_text("a file in the place of the folder")
    log = RotatingLog(tmp_path / "logs" / "guide.log", 1000)
    log.append("lost")
    log.flush()
    (tmp_path / "logs").unlink()
    log.append("kept")
    log.close()

    assert (tmp_path / "logs" / "guide.log").read_text() == "kept\n"
    assert "1 lines are missing" in caplog.text


def test_a_log_that_was_removed_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "guide.log"
    log = RotatingLog(path, 1000)
    log.append("one")
    log.flush()
    path.unlink()
    log.append("two")
    log.close()
    log.append("after the end")

    assert path.read_text() == "two\n"


def test_the_tail_reaches_back_into_the_predecessor(tmp_path: Path) -> None:
    path = tmp_path / "guide.log"
    assert tail(path, 5) == ()

    path.with_name("guide.log.1").write_text("one\ntwo\n")
    path.write_text("three\nfour\n")

    assert tail(path, 0) == ()
    assert tail(path, 1) == ("four",)
    assert tail(path, 3) == ("two", "three", "four")
    assert tail(path, 9) == ("one", "two", "three", "four")


class _Script:
    """Does one thing at each pause; then there is nothing more to wait for."""

    def __init__(self, *steps: object) -> None:
        self._steps = list(steps)

    def __call__(self) -> None:
        if not self._steps:
            raise StopAsyncIteration
        step = self._steps.pop(0)
        assert callable(step)
        step()


def _follow(path: Path, count: int, *steps: object) -> list[str]:
    lines: list[str] = []
    with pytest.raises(StopAsyncIteration):
        for line in follow(path, count, _Script(*steps)):
            lines.append(line)
    return lines


def test_following_goes_through_rotations_and_restarts(tmp_path: Path) -> None:
    path = tmp_path / "guide.log"
    written = [f"line {number}" for number in range(40)]
    first = RotatingLog(path, 40)

    def write(log: RotatingLog, start: int, end: int) -> None:
        for line in written[start:end]:
            log.append(line)
            log.flush()

    def restart() -> None:
        first.close()
        write(RotatingLog(path, 40), 20, 23)

    steps = [lambda start=start: write(first, start, start + 4) for start in range(0, 20, 4)]

    assert _follow(path, 10, *steps, restart) == written[:23]


def test_following_shows_the_last_lines_first_and_waits_for_whole_ones(tmp_path: Path) -> None:
    path = tmp_path / "guide.log"
    path.write_text("one\ntwo\nthr")

    def more() -> None:
        with path.open("a") as file:
            file.write("ee\nfour\n")

    def emptied() -> None:
        path.write_text("new\n")

    assert _follow(path, 1, more, emptied) == ["two", "three", "four", "new"]
