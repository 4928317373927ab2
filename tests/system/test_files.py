import os
import stat
from pathlib import Path

import pytest

from sidekicks_tui.system.files import private_folder, write_atomically


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_is_private(tmp_path: Path) -> None:
    write_atomically(tmp_path / "new", b"text")

    assert (tmp_path / "new").read_bytes() == b"text"
    assert _mode(tmp_path / "new") == 0o600


def test_an_old_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"before")
    path.chmod(0o640)

    write_atomically(path, b"after")

    assert path.read_bytes() == b"after"
    assert _mode(path) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    target = tmp_path / "dotfiles" / "config.yaml"
    target.write_bytes(b"before")
    link = tmp_path / "config.yaml"
    link.symlink_to(target)

    write_atomically(link, b"after")

    assert link.is_symlink()
    assert target.read_bytes() == b"after"


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(path, b"after")

    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_folders_are_private_all_the_way(tmp_path: Path) -> None:
    private_folder(tmp_path / "a" / "b")
    private_folder(tmp_path / "a" / "b")

    assert _mode(tmp_path / "a") == _mode(tmp_path / "a" / "b") == 0o700


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")

    with pytest.raises(NotADirectoryError):
        private_folder(tmp_path / "a" / "b")
