import threading
from pathlib import Path

import pytest

from sidekicks_tui.guide.survey import TypeCount, count_lines, list_files, opening, readme


def test_files_and_lines(folder: Path) -> None:
    (folder / "Makefile").write_text("all:\n\ttrue")
    (folder / "data.bin").write_bytes(b"\0")
    entries = list_files(folder, threading.Event())
    assert [entry.name for entry in entries] == ["Makefile", "README.md", "data.bin", "src/parser.py"]
    assert count_lines(entries, threading.Event()) == [
        TypeCount(".py", 1, 5),
        TypeCount(".md", 1, 3),
        TypeCount("Makefile", 1, 2),
    ]
    assert readme(entries) == "README.md"


def test_only_the_folders_own_readme_counts(folder: Path) -> None:
    (folder / "README.md").rename(folder / "src" / "README.md")
    assert readme(list_files(folder, threading.Event())) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Name\n\nWhat it is.\n\nMore.", "**Name**\n\nWhat it is."),
        ("[![ci](x)](y)\n\n# Name\n\n<img>\n\n## Use\n\nText.", "**Name**\n\nText."),
        ("# Name", "Name"),
        ("", ""),
    ],
)
def test_opening(text: str, expected: str) -> None:
    assert opening(text) == expected
