import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidekicks_tui.core.workspaces.local import LocalWorkspace, path_inside
from sidekicks_tui.model.errors import OutsideWorkspace, WorkspaceError
from sidekicks_tui.model.limits import EDITABLE_SIZE
from sidekicks_tui.system.containment import Place


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "work" / "sub").mkdir(parents=True)
    (tmp_path / "secret").write_text("outside")
    return tmp_path / "work"


@pytest.fixture
def work(folder: Path) -> LocalWorkspace:
    return LocalWorkspace(folder)


def names(work: LocalWorkspace, dir: str = "") -> list[str]:
    return [entry.name + "/" * entry.dir + "@" * entry.link for entry in work.list(dir)]


def test_folders_first_then_by_name(work: LocalWorkspace, folder: Path) -> None:
    for name in ("b", "A", "c", "Ä", ".hidden"):
        (folder / name).touch()
    (folder / "Zoo").mkdir()
    (folder / "in").symlink_to("sub")
    (folder / "out").symlink_to("..")
    (folder / "gone").symlink_to("nowhere")
    assert names(work) == ["in/@", "sub/", "Zoo/", ".hidden", "A", "b", "c", "gone@", "out@", "Ä"]


def test_an_entry_says_path_size_and_date(work: LocalWorkspace, folder: Path) -> None:
    (folder / "sub" / "file").write_text("12345")
    os.utime(folder / "sub" / "file", (1, 1_000_000.5))
    (entry,) = work.list("sub")
    assert (entry.path, entry.size, entry.mod_time, entry.dir) == ("sub/file", 5, 1_000_000.5, False)


def test_listing_what_is_no_folder(work: LocalWorkspace, folder: Path) -> None:
    (folder / "file").touch()
    told = {"file": "Not a directory", "none": "no such file", "/": "outside", "..": "outside"}
    for dir, words in told.items():
        with pytest.raises(WorkspaceError, match=words):
            work.list(dir)


def test_reading_and_saving_keep_the_form(work: LocalWorkspace, folder: Path) -> None:
    (folder / "run").write_bytes(b"\xef\xbb\xbfone\r\ntwo")
    (folder / "run").chmod(0o751)
    (folder / "link").symlink_to("run")
    opened = work.read("link")
    assert opened.content == "one\ntwo"
    saved = work.save("link", "one\nzwei\n", opened.version)
    assert not saved.conflict
    assert saved.version == work.read("run").version
    assert (folder / "run").read_bytes() == b"\xef\xbb\xbfone\r\nzwei\r\n"
    assert stat.S_IMODE((folder / "run").stat().st_mode) == 0o751
    assert (folder / "link").is_symlink()
    assert sorted(os.listdir(folder)) == ["link", "run", "sub"]  # noqa: PTH208


def test_a_save_that_meets_another_version_writes_nothing(work: LocalWorkspace, folder: Path) -> None:
    (folder / "file").write_text("first")
    opened = work.read("file")
    (folder / "file").write_text("theirs")
    saved = work.save("file", "mine", opened.version)
    assert saved.conflict
    assert (folder / "file").read_text() == "theirs"
    assert saved.version == work.read("file").version
    assert not work.save("file", "mine", "").conflict
    assert (folder / "file").read_text() == "mine"


def test_a_file_that_is_gone_is_a_conflict_as_well(work: LocalWorkspace, folder: Path) -> None:
    (folder / "file").write_text("first")
    version = work.read("file").version
    (folder / "file").unlink()
    assert work.save("file", "mine", version) == work.save("file", "mine", version)
    assert not (folder / "file").exists()
    assert not work.save("file", "mine", "").conflict
    assert (folder / "file").read_text() == "mine"


def test_a_write_while_ours_is_under_way_is_a_conflict(
    work: LocalWorkspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("first")
    version = work.read("file").version
    replace = Place.replace

    def slow(place: Place, data: bytes, like: os.stat_result | None, before: Callable[[], None]) -> None:
        (folder / "file").write_text("theirs")
        replace(place, data, like, before)

    monkeypatch.setattr(Place, "replace", slow)
    assert work.save("file", "mine", version).conflict
    assert sorted(os.listdir(folder)) == ["file", "sub"]  # noqa: PTH208
    assert (folder / "file").read_text() == "theirs"


def test_a_crash_while_saving_leaves_the_old_file(
    work: LocalWorkspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_text("first")

    def crash(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(WorkspaceError, match="No space left"):
        work.save("file", "mine", "")
    assert (folder / "file").read_text() == "first"
    assert sorted(os.listdir(folder)) == ["file", "sub"]  # noqa: PTH208


def test_what_cannot_be_edited_is_said(work: LocalWorkspace, folder: Path) -> None:
    (folder / "binary").write_bytes(b"\x7fELF\0")
    (folder / "large").write_bytes(b"x" * (EDITABLE_SIZE + 1))
    (folder / "most").write_bytes(b"x" * EDITABLE_SIZE)
    with pytest.raises(WorkspaceError, match="binary is no text file"):
        work.read("binary")
    with pytest.raises(WorkspaceError, match="large is larger than 1 MB"):
        work.read("large")
    version = work.read("most").version
    with pytest.raises(WorkspaceError, match="larger than 1 MB"):
        work.save("most", "x" * (EDITABLE_SIZE + 1), version)
    with pytest.raises(WorkspaceError):
        work.save("sub", "text", "")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_replaced(work: LocalWorkspace, folder: Path) -> None:
    (folder / "file").write_text("first")
    (folder / "file").chmod(0o444)
    with pytest.raises(WorkspaceError, match="read-only"):
        work.save("file", "mine", "")


def test_creating(work: LocalWorkspace, folder: Path) -> None:
    assert work.create("", "new.py") == "new.py"
    assert work.create("sub", "new.py") == "sub/new.py"
    assert (folder / "sub" / "new.py").read_text() == ""
    (folder / "dangling").symlink_to("elsewhere")
    for name in ("new.py", "sub", "dangling"):
        with pytest.raises(WorkspaceError, match="exists already"):
            work.create("", name)
    for name in ("", ".", "..", "a/b", "nul\0"):
        with pytest.raises(WorkspaceError, match="is no name"):
            work.create("", name)
    with pytest.raises(WorkspaceError):
        work.create("new.py", "below")
    assert not (folder / "elsewhere").exists()


def test_renaming(work: LocalWorkspace, folder: Path) -> None:
    (folder / "sub" / "old").write_text("text")
    (folder / "sub" / "taken").touch()
    assert work.rename("sub/old", "new") == "sub/new"
    assert (folder / "sub" / "new").read_text() == "text"
    with pytest.raises(WorkspaceError, match="taken exists already"):
        work.rename("sub/new", "taken")
    assert work.rename("sub/new", "new") == "sub/new"
    assert work.rename("sub", "moved") == "moved"
    (folder / "out").symlink_to("../secret")
    assert work.rename("out", "link") == "link"
    for path in ("", ".", "moved/..", "none"):
        with pytest.raises(WorkspaceError):
            work.rename(path, "x")


def test_removing_goes_to_the_trash(work: LocalWorkspace, folder: Path) -> None:
    (folder / "sub" / "file").write_text("kept")
    (folder / "out").symlink_to("../secret")
    work.remove("sub")
    work.remove("out")
    trash = folder.parent / "data" / "Trash" / "files"
    assert (trash / "sub" / "file").read_text() == "kept"
    assert (folder.parent / "secret").exists()
    assert list(folder.iterdir()) == []


def test_removing_for_good(work: LocalWorkspace, folder: Path) -> None:
    (folder / "sub" / "file").touch()
    work.remove("sub", for_good=True)
    assert list(folder.iterdir()) == []
    assert not (folder.parent / "data").exists()


@pytest.mark.parametrize("path", ["", ".", "/", "sub/..", "sub/.", "..", "none", "/etc/passwd"])
def test_the_folder_itself_stays(work: LocalWorkspace, folder: Path, path: str) -> None:
    for for_good in (False, True):
        with pytest.raises(WorkspaceError):
            work.remove(path, for_good=for_good)
    assert (folder / "sub").exists()


def test_images(work: LocalWorkspace, folder: Path) -> None:
    (folder / "dot.png").write_bytes(b"\x89PNG")
    (folder / "text.py").touch()
    picture = work.image("dot.png")
    assert (picture.mime, picture.data) == ("image/png", b"\x89PNG")
    with pytest.raises(WorkspaceError, match=r"text\.py is no image"):
        work.image("text.py")


def test_paths_seen_from_a_folder(folder: Path) -> None:
    (folder.parent / "alias").symlink_to("work")
    assert path_inside(folder, folder / "a" / "b") == "a/b"
    assert path_inside(folder.parent / "alias", folder / "a") == "a"
    assert path_inside(folder, folder.parent / "alias" / "a") == "a"
    assert path_inside(folder, folder) is None
    assert path_inside(folder, folder.parent / "secret") is None


STEPS = st.lists(st.sampled_from(["a", "b", "c", "..", "."]), min_size=1, max_size=5).map("/".join)
TREE = st.dictionaries(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map("/".join),
    st.sampled_from(["file", "folder"]) | STEPS | STEPS.map(lambda path: f"../{path}") | st.just("/etc"),
    max_size=8,
)
OPERATIONS: dict[str, Callable[[LocalWorkspace, str], object]] = {
    "list": lambda work, path: work.list(path),
    "read": lambda work, path: work.read(path),
    "save": lambda work, path: work.save(path, "mine", ""),
    "create": lambda work, path: work.create(path, "made"),
    "rename": lambda work, path: work.rename(path, "renamed"),
    "remove": lambda work, path: work.remove(path, for_good=True),
    "trash": lambda work, path: work.remove(path),
    "add": lambda work, path: work.add(path, "added", b"added"),
}


def plant(root: Path, tree: dict[str, str]) -> None:
    root.mkdir()
    for name, kind in sorted(tree.items()):
        path = root / name
        if path.parent.is_dir() and not path.parent.is_symlink() and not os.path.lexists(path):
            if kind == "folder":
                path.mkdir()
            elif kind == "file":
                path.write_text("inside")
            else:
                path.symlink_to(kind)


def surroundings(base: Path) -> dict[str, object]:
    """All that is beside the workspace."""
    return {
        str(path): path.read_bytes() if path.is_file() else sorted(os.listdir(path))  # noqa: PTH208
        for path in sorted(base.rglob("*"))
        if not path.is_relative_to(base / "root") and not path.is_relative_to(base / "data")
    }


@given(TREE, st.lists(st.tuples(st.sampled_from(sorted(OPERATIONS)), STEPS), max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_operation_leaves_the_folder(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    tree: dict[str, str],
    steps: list[tuple[str, str]],
) -> None:
    base = tmp_path_factory.mktemp("base")
    monkeypatch.setenv("XDG_DATA_HOME", str(base / "data"))
    plant(base / "root", tree)
    for name in ("a", "b"):
        (base / name).mkdir()
        (base / name / "c").write_text("outside")
    before = surroundings(base)
    work = LocalWorkspace(base / "root")
    for operation, path in steps:
        with suppress(WorkspaceError):
            result = OPERATIONS[operation](work, path)
            assert operation != "read" or "outside" not in str(result)
            assert operation != "list" or "hosts" not in str(result)
    assert surroundings(base) == before
    assert (base / "root").is_dir()


def test_links_that_change_meanwhile_lead_nowhere_else(folder: Path) -> None:
    """A link leads inside and outside in turn, all the while."""
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "file").write_text("outside")
    (folder / "link").symlink_to("sub")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            for target in (outside, Path("sub")):
                (folder / "next").symlink_to(target)
                (folder / "next").replace(folder / "link")

    swapping = threading.Thread(target=swap)
    swapping.start()
    work = LocalWorkspace(folder)
    try:
        for _ in range(300):
            for operation in ("save", "create", "rename", "remove", "trash", "add"):
                path = "link" if operation in ("create", "add") else "link/file"
                with suppress(WorkspaceError):
                    OPERATIONS[operation](work, path)
            with suppress(WorkspaceError):
                assert work.read("link/file").content != "outside"
    finally:
        done.set()
        swapping.join()
    assert os.listdir(outside) == ["file"]  # noqa: PTH208
    assert (outside / "file").read_text() == "outside"


def test_files_among_paths(work: LocalWorkspace, folder: Path) -> None:
    (folder / "sub" / "file").touch()
    (folder / "out").symlink_to("../secret")
    assert work.files_among(["sub/file", "sub", "none", "out", "../secret"]) == {"sub/file"}


def test_outside_is_told(work: LocalWorkspace) -> None:
    with pytest.raises(OutsideWorkspace):
        work.read("../secret")
