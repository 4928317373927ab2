from pathlib import Path

import pytest

from sidekicks_tui.core.channels.joined import joined_paths
from sidekicks_tui.core.workspaces.attach import attach, joinable_name
from sidekicks_tui.core.workspaces.local import LocalWorkspace
from sidekicks_tui.model.errors import WorkspaceError
from sidekicks_tui.model.limits import ATTACHMENT_SIZE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def test_a_file_of_the_folder_stays_where_it_is(folder: Path) -> None:
    (folder / "src").mkdir()
    (folder / "src" / "a.py").touch()
    (folder.parent / "alias").symlink_to("work")
    for path in (folder / "src" / "a.py", folder.parent / "alias" / "src" / "a.py"):
        assert attach(LocalWorkspace(folder), path) == "src/a.py"
    assert not (folder / "attachments").exists()


@pytest.mark.parametrize("name", ["a b.py", ".env", "1.png", "what.md?"])
def test_a_file_of_the_folder_that_cannot_be_named_there_is_copied(folder: Path, name: str) -> None:
    (folder / name).write_text("text")
    path = attach(LocalWorkspace(folder), folder / name)
    assert path.startswith("attachments/")
    assert joined_paths(f"${path}") == (path,)
    assert (folder / path).read_text() == "text"


def test_other_files_are_copied_under_a_free_name(folder: Path) -> None:
    for text in ("one", "two", "three"):
        (folder.parent / "my photo.tar.gz").write_text(text)
        attach(LocalWorkspace(folder), folder.parent / "my photo.tar.gz")
    kept = {path.name: path.read_text() for path in (folder / "attachments").iterdir()}
    assert kept == {"my-photo.tar.gz": "one", "my-photo.tar-2.gz": "two", "my-photo.tar-3.gz": "three"}


def test_what_is_too_large_or_not_there_is_said(folder: Path) -> None:
    (folder.parent / "large").write_bytes(b"x" * (ATTACHMENT_SIZE + 1))
    with pytest.raises(WorkspaceError, match="large is larger than 5 MB"):
        attach(LocalWorkspace(folder), folder.parent / "large")
    with pytest.raises(WorkspaceError, match="none cannot be read: No such file"):
        attach(LocalWorkspace(folder), folder.parent / "none")
    with pytest.raises(WorkspaceError, match="cannot be read"):
        attach(LocalWorkspace(folder), folder.parent)
    assert list(folder.iterdir()) == []


def test_attachments_that_lead_out_of_the_folder_are_refused(folder: Path) -> None:
    (folder.parent / "outside").mkdir()
    (folder.parent / "file").touch()
    (folder / "attachments").symlink_to("../outside")
    with pytest.raises(WorkspaceError, match="outside"):
        attach(LocalWorkspace(folder), folder.parent / "file")
    assert list((folder.parent / "outside").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "joinable"),
    [
        ("a b\tc", "a-b-c"),
        ("plain.py", "plain.py"),
        ("é!", "é-"),
        ("end.", "end"),
        ("...", "file"),
        ("_", "_"),
    ],
)
def test_names_that_can_be_joined(name: str, joinable: str) -> None:
    assert joinable_name(name) == joinable
