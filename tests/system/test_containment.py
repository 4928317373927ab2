import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidekicks_tui.core.client.files import read_text, write_text
from sidekicks_tui.model.errors import OutsideWorkspace, WorkspaceError
from sidekicks_tui.system.containment import Folders


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with a file, beside a folder with a secret."""
    folder = tmp_path / "work"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "file").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    (tmp_path / "workshop").mkdir()
    (tmp_path / "workshop" / "file").write_text("outside")
    return folder


def content(folders: Folders, path: str) -> str:
    return read_text(folders, path)


def test_paths_inside(workspace: Path) -> None:
    folders = Folders([workspace])
    (workspace / "link").symlink_to("sub/file")
    (workspace / "absolute").symlink_to(workspace / "sub")
    (workspace / "sub" / "up").symlink_to("..")
    for path in (
        "sub/file",
        f"{workspace}/sub/file",
        f"{workspace}//sub/./file",
        "sub/../sub/file",
        "link",
        "absolute/file",
        "sub/up/sub/up/link",
    ):
        assert content(folders, path) == "inside"


@pytest.mark.parametrize(
    "path",
    [
        "../secret",
        "sub/../../secret",
        "/etc/passwd",
        "{work}/../secret",
        "{work}shop/file",
        "{work}/../workshop/file",
    ],
)
def test_paths_outside_are_refused(workspace: Path, path: str) -> None:
    with pytest.raises(OutsideWorkspace, match="is outside of the agent's folders"):
        content(Folders([workspace]), path.format(work=workspace))


def test_links_that_leave_are_refused(workspace: Path) -> None:
    (workspace / "file-link").symlink_to("../secret")
    (workspace / "folder-link").symlink_to(workspace.parent)
    (workspace / "chain").symlink_to("folder-link")
    for path in ("file-link", "folder-link/secret", "chain/secret"):
        with pytest.raises(OutsideWorkspace):
            content(Folders([workspace]), path)
        with pytest.raises(OutsideWorkspace):
            write_text(Folders([workspace]), path, "overwritten")
    assert (workspace.parent / "secret").read_text() == "outside"


def test_a_link_may_lead_into_another_folder_of_the_agent(workspace: Path) -> None:
    (workspace / "other").symlink_to(workspace.parent / "workshop")
    assert content(Folders([workspace, workspace.parent / "workshop"]), "other/file") == "outside"


def test_the_workspace_may_be_named_by_a_link(workspace: Path) -> None:
    (workspace.parent / "alias").symlink_to(workspace)
    alias = workspace.parent / "alias"
    for folders in (Folders([workspace]), Folders([alias])):
        for name in (workspace, alias):
            assert content(folders, f"{name}/sub/file") == "inside"


def test_links_in_a_circle_end(workspace: Path) -> None:
    (workspace / "a").symlink_to("b")
    (workspace / "b").symlink_to("a")
    with pytest.raises(WorkspaceError, match="symbolic links"):
        content(Folders([workspace]), "a")


@pytest.mark.parametrize("path", ["sub", "sub/", ".", "", "pipe", "nul\0"])
def test_what_is_no_file_is_refused(workspace: Path, path: str) -> None:
    os.mkfifo(workspace / "pipe")
    with pytest.raises(WorkspaceError):
        content(Folders([workspace]), path)


def test_what_is_missing_is_said(workspace: Path) -> None:
    for path in ("nothing", "no/thing"):
        with pytest.raises(WorkspaceError, match="there is no such file"):
            content(Folders([workspace]), path)
    with pytest.raises(WorkspaceError, match="Not a directory"):
        content(Folders([workspace]), "sub/file/x")


def test_a_file_swapped_for_a_link_is_not_followed(workspace: Path) -> None:
    with pytest.raises(WorkspaceError), Folders([workspace]).place("sub/file") as place:
        (workspace / "sub" / "file").unlink()
        (workspace / "sub" / "file").symlink_to("../../secret")
        place.open(os.O_RDONLY)


def test_a_folder_swapped_for_a_link_is_not_followed(workspace: Path) -> None:
    with Folders([workspace]).place("sub/file") as place:
        (workspace / "sub").rename(workspace / "moved")
        (workspace / "sub").symlink_to("../workshop")
        with open(place.open(os.O_RDONLY)) as file:  # noqa: PTH123  a descriptor is no path
            assert file.read() == "inside"


def test_folders_for_commands(workspace: Path) -> None:
    folders = Folders([workspace])
    assert folders.folder("sub") == workspace / "sub"
    assert folders.folder(str(workspace)) == workspace
    with pytest.raises(WorkspaceError):
        folders.folder("sub/file")
    with pytest.raises(OutsideWorkspace):
        folders.folder("..")


NAMES = st.sampled_from(["a", "b", "c"])
STEPS = st.lists(st.sampled_from(["a", "b", "c", "..", "."]), min_size=1, max_size=6).map("/".join)
TARGETS = STEPS | STEPS.map(lambda path: f"{{root}}/{path}") | STEPS.map(lambda path: f"{{root}}/../{path}")
TREE = st.dictionaries(
    st.lists(NAMES, min_size=1, max_size=3).map("/".join),
    st.sampled_from(["file", "folder"]) | TARGETS,
    max_size=8,
)


def plant(root: Path, tree: dict[str, str]) -> None:
    root.mkdir()
    for name, kind in sorted(tree.items()):
        path = root / name
        if path.parent.is_dir() and not path.parent.is_symlink() and not os.path.lexists(path):
            if kind == "folder":
                path.mkdir()
            elif kind == "file":
                path.write_text(f"inside {name}")
            else:
                path.symlink_to(kind.format(root=root))


@given(TREE, TARGETS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_links_say_nothing_outside_is_reached(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, str], path: str
) -> None:
    base = tmp_path_factory.mktemp("tree")
    root = base / "root"
    plant(root, tree)
    for name in ("a", "b", "c"):
        (base / name).write_text("outside")
    path = path.format(root=root)
    real = Path(os.path.realpath(root / path))
    try:
        text = read_text(Folders([root]), path)
    except WorkspaceError:
        # Refused for its name alone, or because no file of ours stands there.
        there = os.path.isfile(os.path.join(root, path))  # noqa: PTH113, PTH118  Path would drop a final dot
        assert ".." in f"{path}{tree}" or not (real.is_relative_to(root) and there)
    else:
        assert text.startswith("inside")
        assert real.is_relative_to(root)
    with suppress(WorkspaceError):
        write_text(Folders([root]), path, "inside, written")
    assert all((base / name).read_text() == "outside" for name in ("a", "b", "c"))
    assert sorted(entry.name for entry in base.iterdir()) == ["a", "b", "c", "root"]
