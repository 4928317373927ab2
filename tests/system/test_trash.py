import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidekicks_tui.model.errors import NoTrash
from sidekicks_tui.system import trash
from sidekicks_tui.system.trash import delete, move_to_trash

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the Finder's trash is the person's own")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "Trash"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.fixture
def folder(work: Path) -> Iterator[int]:
    descriptor = os.open(work, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def test_a_file_can_be_put_back(home: Path, work: Path, folder: int) -> None:
    (work / "a né").write_text("kept")
    move_to_trash(folder, "a né", work / "a né")
    assert (home / "files" / "a né").read_text() == "kept"
    note = (home / "info" / "a né.trashinfo").read_text().splitlines()
    assert note[:2] == ["[Trash Info]", f"Path={work}/a%20n%C3%A9"]
    assert note[2].startswith("DeletionDate=2")
    assert list(work.iterdir()) == []
    assert home.stat().st_mode & 0o777 == 0o700


def test_nothing_in_the_trash_is_replaced(home: Path, work: Path, folder: int) -> None:
    for text in ("first", "second", "third"):
        (work / "name").write_text(text)
        move_to_trash(folder, "name", work / "name")
        (home / "info" / "name.trashinfo").unlink(missing_ok=True)  # only what lies there is left
    kept = {path.name: path.read_text() for path in (home / "files").iterdir()}
    assert kept == {"name": "first", "name.2": "second", "name.3": "third"}


def test_folders_and_links_go_as_they_are(home: Path, work: Path, folder: int) -> None:
    (work / "sub").mkdir()
    (work / "sub" / "file").touch()
    (work / "dangling").symlink_to("nowhere")
    for name in ("sub", "dangling"):
        move_to_trash(folder, name, work / name)
    assert (home / "files" / "sub" / "file").exists()
    assert os.readlink(home / "files" / "dangling") == "nowhere"  # noqa: PTH115


def test_a_long_name_fits(home: Path, work: Path, folder: int) -> None:
    name = "é" * 127
    (work / name).touch()
    move_to_trash(folder, name, work / name)
    assert len(list((home / "files").iterdir())) == len(list((home / "info").iterdir())) == 1


@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="needs a second disk")
def test_a_trash_on_another_disk_is_none(work: Path, folder: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if Path("/dev/shm").stat().st_dev == work.stat().st_dev:
        pytest.skip("needs a second disk")
    other = Path("/dev/shm") / f"trash-test-{os.getpid()}"
    monkeypatch.setenv("XDG_DATA_HOME", str(other))
    (work / "file").touch()
    try:
        with pytest.raises(NoTrash, match="file cannot go to the trash, which is on another disk"):
            move_to_trash(folder, "file", work / "file")
    finally:
        descriptor = os.open("/dev/shm", os.O_RDONLY)
        delete(descriptor, other.name)
        os.close(descriptor)
    assert (work / "file").exists()


def test_a_trash_that_cannot_be_made_is_none(home: Path, work: Path, folder: int, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    (work / "file").touch()
    with pytest.raises(NoTrash, match="cannot go to the trash"):
        move_to_trash(folder, "file", work / "file")
    assert (work / "file").exists()


def test_a_rename_that_fails_leaves_no_note(
    home: Path, work: Path, folder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (work / "file").touch()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(trash.os, "rename", refuse)
    with pytest.raises(PermissionError):
        move_to_trash(folder, "file", work / "file")
    assert list((home / "info").iterdir()) == []


def test_deleting_for_good_follows_no_link(work: Path, folder: int, tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").touch()
    (work / "sub" / "deep").mkdir(parents=True)
    (work / "sub" / "out").symlink_to(tmp_path / "precious")
    (work / "out").symlink_to(tmp_path / "precious")
    for name in ("sub", "out"):
        delete(folder, name)
    assert list(work.iterdir()) == []
    assert (tmp_path / "precious" / "file").exists()
