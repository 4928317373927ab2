import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.guide.folder import Folder, Text
from sidekicks_tui.model.errors import OutsideWorkspace, WorkspaceError
from sidekicks_tui.model.limits import EDITABLE_SIZE


@pytest.mark.parametrize(
    "name", ["../secret.txt", "src/../../secret.txt", "/etc/passwd", "~/x", "out/secret.txt", "out"]
)
def test_what_lies_outside_is_refused(folder: Path, name: str) -> None:
    (folder / "out").symlink_to(folder.parent)
    with pytest.raises(OutsideWorkspace, match="outside of my folder"):
        Folder(folder).resolve(name)


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "loop/x"])
def test_unusable_names_are_told(folder: Path, name: str) -> None:
    (folder / "loop").symlink_to("loop")
    with pytest.raises(WorkspaceError):
        files = Folder(folder)
        files.size(files.resolve(name))


def test_absolute_paths_links_and_additional_folders_inside_are_taken(folder: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (folder / "link.py").symlink_to("src/parser.py")
    files = Folder(folder, [more])
    assert files.resolve("link.py") == files.resolve(str(folder / "src/parser.py"))
    assert files.shown(files.resolve(str(more / "x"))) == str(more / "x")
    assert files.shown(files.resolve("./src/../README.md")) == "README.md"


@pytest.mark.parametrize("cwd", ["relative", "/nowhere/at/all"])
def test_a_folder_that_is_none_is_refused(cwd: str) -> None:
    with pytest.raises(WorkspaceError, match=cwd):
        Folder(Path(cwd))


def test_only_text_files_of_a_fair_size_are_read(folder: Path) -> None:
    files = Folder(folder)
    (folder / "picture.png").write_bytes(b"\x89PNG\0\0")
    (folder / "large.txt").write_bytes(b"x" * (EDITABLE_SIZE + 1))
    os.mkfifo(folder / "pipe")
    for name, words in (
        ("picture.png", "no text"),
        ("large.txt", "MB large"),
        ("src", "is a folder"),
        ("pipe", "no ordinary file"),
    ):
        with pytest.raises(WorkspaceError, match=words):
            files.size(files.resolve(name))
    assert files.size(files.resolve("missing/file")) is None
    (folder / "latin.txt").write_bytes(b"caf\xe9")
    with pytest.raises(WorkspaceError, match="UTF-8"):
        files.read(files.resolve("latin.txt"))


def test_writing_makes_folders_and_keeps_the_mode(folder: Path) -> None:
    files = Folder(folder)
    files.write(files.resolve("new/deep/file.txt"), "hello\n")
    assert (folder / "new/deep/file.txt").read_text() == "hello\n"
    script = folder / "run.sh"
    script.write_text("old")
    script.chmod(0o755)
    files.write(files.resolve("run.sh"), "new")
    assert script.stat().st_mode & 0o777 == 0o755
    with pytest.raises(WorkspaceError, match="cannot be written"):
        files.write(files.resolve("README.md/x"), "")


@given(st.text(st.sampled_from("ab\r\n\ufeff"), max_size=12))
def test_a_text_that_is_not_changed_keeps_its_bytes(raw: str) -> None:
    text = Text.of(raw)
    assert text.raw(text.content) == raw


def test_line_ends_and_mark_are_kept() -> None:
    text = Text.of("\ufeffa\r\nb\r\n")
    assert text.content == "a\nb\n"
    assert text.raw("a\nx\n") == "\ufeffa\r\nx\r\n"
