import threading
from pathlib import Path

import pytest

from sidekicks_tui.guide import finding
from sidekicks_tui.guide.finding import Found, search, walk


def find(root: Path, pattern: str) -> Found:
    return search([root.resolve()], pattern, threading.Event())


def names(root: Path, found: Found) -> list[str]:
    return [path.relative_to(root.resolve()).as_posix() for path in found.names]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.py", ["src/parser.py"]),
        ("src/*", ["src/parser.py"]),
        ("PARSER.*", []),
        ("readme", ["README.md"]),
        ("README", ["README.md"]),
        ("[rp]*.md", ["README.md"]),
    ],
)
def test_names(folder: Path, pattern: str, expected: list[str]) -> None:
    assert names(folder, find(folder, pattern)) == expected


def test_lines_with_their_numbers(folder: Path) -> None:
    hits = find(folder, "def parse").hits
    assert [(hit.path.name, hit.line, hit.text) for hit in hits] == [("parser.py", 4, "def parse(text):")]


def test_capitals_count_when_there_are_some(folder: Path) -> None:
    assert find(folder, "reads things").hits
    assert not find(folder, "READS things").hits


def test_a_near_name_is_offered_only_when_nothing_fits(folder: Path) -> None:
    found = find(folder, "prsr")
    assert found.guessed
    assert names(folder, found) == ["src/parser.py"]
    assert not find(folder, "parser").guessed


def test_tool_folders_ignored_files_binaries_and_links_are_passed_over(folder: Path, tmp_path: Path) -> None:
    for name in (".git/config", "node_modules/x/parser.js", "build/parser.o", "src/deep/build/parser.o"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("needle")
    (folder / ".gitignore").write_text("/build\n*.log\n")
    (folder / "parser.log").write_text("needle")
    (folder / "data.bin").write_bytes(b"\0needle")
    (folder / "secret").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    assert names(folder, find(folder, "parser")) == ["src/parser.py", "src/deep/build/parser.o"]
    assert [hit.path.name for hit in find(folder, "needle").hits] == ["parser.o"]
    assert not find(folder, "secret").names


def test_bounds_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "FILES", 1)
    found = find(folder, "zzz")
    assert found.files == 1
    assert found.cut


def test_many_hits_are_cut(folder: Path) -> None:
    for number in range(30):
        (folder / f"{number}.txt").write_text("needle\n" * 100)
    found = find(folder, "needle")
    assert len(found.hits) == 200
    assert found.cut


def test_a_stop_ends_it(folder: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert list(walk(folder, stop)) == []


def test_unreadable_folders_are_passed_over(tmp_path: Path) -> None:
    assert list(walk(tmp_path / "nowhere", threading.Event())) == []
