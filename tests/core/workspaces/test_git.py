import subprocess
from pathlib import Path

import pytest

from sidekicks_tui.core.workspaces.git import git_state, ignored_paths, read_status
from sidekicks_tui.model.workspaces import GitMark, GitState


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "src" / "deep").mkdir(parents=True)
    for name in ("same", "src/changed", "src/deep/gone", "old"):
        (tmp_path / name).write_text(f"the text of {name}\n" * 20)
    (tmp_path / ".gitignore").write_text("*.log\nbuild/\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    (tmp_path / "src" / "changed").write_text("changed")
    (tmp_path / "src" / "deep" / "gone").unlink()
    git(tmp_path, "mv", "old", "näw name")
    (tmp_path / "staged").write_text("staged")
    git(tmp_path, "add", "staged")
    (tmp_path / "src" / "new").write_text("new")
    (tmp_path / "fresh").mkdir()
    (tmp_path / "fresh" / "file").write_text("new")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "out").write_text("made")
    (tmp_path / "x.log").write_text("log")
    return tmp_path


async def test_marks_of_files_and_of_the_folders_that_hold_them(repository: Path) -> None:
    state = await git_state(repository)
    assert state.branch == "main"
    assert {
        path: state.mark(path) for path in ("same", "src/changed", "src/deep/gone", "näw name", "staged")
    } == {
        "same": None,
        "src/changed": GitMark.MODIFIED,
        "src/deep/gone": GitMark.DELETED,
        "näw name": GitMark.RENAMED,
        "staged": GitMark.ADDED,
    }
    assert state.mark("src") == state.mark("src/deep") == GitMark.MODIFIED
    assert state.mark("src/new") == state.mark("fresh") == state.mark("fresh/file") == GitMark.UNTRACKED
    assert state.mark("x.log") == state.mark("build/out") == state.mark("build") == GitMark.IGNORED


async def test_a_folder_of_a_repository_sees_its_own_files(repository: Path) -> None:
    state = await git_state(repository / "src")
    assert state.mark("changed") is GitMark.MODIFIED
    assert state.mark("deep") is GitMark.MODIFIED
    assert state.mark("src/changed") is None


async def test_ignored_paths(repository: Path) -> None:
    assert await ignored_paths(repository) == {"x.log", "build"}


async def test_no_repository_and_no_folder_say_nothing(tmp_path: Path) -> None:
    assert await git_state(tmp_path) == GitState()
    assert await git_state(tmp_path / "none") == GitState()
    assert await ignored_paths(tmp_path) == frozenset()


async def test_looking_changes_nothing(repository: Path) -> None:
    index = repository / ".git" / "index"
    before = index.read_bytes()
    (repository / "same").touch()
    await git_state(repository)
    assert index.read_bytes() == before


async def test_no_program_of_the_repository_is_run(repository: Path) -> None:
    git(repository, "config", "core.fsmonitor", f"touch {repository}/ran; false")
    await git_state(repository)
    assert not (repository / "ran").exists()


def test_conflicts_and_a_detached_head() -> None:
    lines = [
        "# branch.oid 0123456789abcdef",
        "# branch.head (detached)",
        "u UU N... 100644 100644 100644 100644 h1 h2 h3 sub/with space",
        "1 MD N... 100644 100644 100644 h1 h2 sub/away",
        "",
    ]
    state = read_status("\0".join(lines).encode(), b"sub/")
    assert state == GitState(
        branch="01234567", marks={"with space": GitMark.CONFLICT, "away": GitMark.DELETED}
    )
