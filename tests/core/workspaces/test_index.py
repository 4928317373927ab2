import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.fuzzy import match
from sidekicks_tui.core.workspaces.index import FileIndex, index_files


def index(*paths: str, late: tuple[str, ...] = ()) -> FileIndex:
    return FileIndex(paths, lambda path: path in late)


def found(files: FileIndex, query: str, limit: int = 10) -> list[str]:
    return [one.path for one in files.find(query, limit)]


def test_names_go_before_paths() -> None:
    files = index("parser/readme", "src/parser.py", "src/my_parser.py", "other")
    assert found(files, "parser") == ["src/parser.py", "src/my_parser.py", "parser/readme"]


def test_letters_that_stand_apart_are_found() -> None:
    files = index("src/core/config_service.py", "src/core/service.py")
    assert found(files, "confserv") == ["src/core/config_service.py"]
    assert found(files, "src/conf") == ["src/core/config_service.py"]
    assert found(files, "zz") == []


def test_late_files_come_last_however_well_they_match() -> None:
    files = index("node/parser.py", "a/xparserx.py", late=("node/parser.py",))
    assert found(files, "parser.py") == ["a/xparserx.py", "node/parser.py"]
    assert found(files, "parser") == ["a/xparserx.py", "node/parser.py"]
    assert found(files, "") == ["a/xparserx.py", "node/parser.py"]


def test_positions_are_those_of_the_path() -> None:
    one = index("src/parser.py").find("prs", 1)[0]
    assert "".join(one.path[place] for place in one.positions) == "prs"
    assert min(one.positions) >= len("src/")


NAMES = st.text("abc.-_/é", min_size=1, max_size=8)


@given(st.sets(NAMES, max_size=30), st.text("abcé", min_size=1, max_size=4))
def test_all_that_match_are_found(paths: set[str], query: str) -> None:
    assert set(found(index(*paths), query, 100)) == {path for path in paths if match(query, path)}


def test_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("src/a.py", ".hidden/b.py", "build/deep/c.py", "x.log", ".git/config", ".env"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "linked.py").symlink_to("src/a.py")
    (tmp_path / "out").symlink_to("/etc")
    files = index_files(tmp_path, frozenset({"build", "x.log", "out"}))
    everything = found(files, "", 20)
    assert set(everything[:2]) == {"src/a.py", "linked.py"}
    assert set(everything[2:]) == {".env", ".hidden/b.py", "build/deep/c.py", "x.log"}


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    assert len(index_files(tmp_path / "missing", frozenset())) == 0
    path = tmp_path
    for _ in range(120):
        path = path / "d"
        os.mkdir(path)  # noqa: PTH102
    (tmp_path / "top").touch()
    assert found(index_files(tmp_path, frozenset()), "") == ["top"]
