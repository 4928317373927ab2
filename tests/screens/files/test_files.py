"""The screen of the files, by what the person sees and presses."""

import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidekicks_tui.core.workspaces import service
from sidekicks_tui.screens.files.screen import FilesScreen
from sidekicks_tui.widgets.files.area import FileArea
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat, sit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(service, "WATCH_QUIET", 0.05)
    folder = tmp_path / "work"
    (folder / "src" / "deep").mkdir(parents=True)
    (folder / "src" / "parser.py").write_text("def parse(text):\n    return text\n")
    (folder / "src" / "deep" / "end.txt").write_text("the end\n")
    (folder / "notes.md").write_text("# Heading\n\nSome *text*.\n")
    return folder


@pytest.fixture
def engine(folder: Path) -> FakeEngine:
    return FakeEngine(folder)


@pytest.fixture
async def seat(engine: FakeEngine) -> AsyncIterator[Seat]:
    async with sit(engine) as seat:
        await visit(seat)
        yield seat


async def visit(seat: Seat) -> None:
    await seat.press("ctrl+g")
    await seat.press("f")
    await seat.until("notes.md")


async def open_file(seat: Seat, letters: str, words: str) -> None:
    await seat.press("f")
    await seat.until("Find a file")
    await seat.type(letters)
    await seat.press("enter")
    await seat.until(words)


def area(seat: Seat) -> FileArea:
    return seat.pilot.app.screen.query_one(FileArea)


def marked(seat: Seat, name: str, mark: str) -> bool:
    return any(name in row and mark in row.partition(name)[2][:40] for row in seat.rows())


async def until_row(seat: Seat, name: str, mark: str) -> None:
    """Until the tree's row of `name` bears `mark`."""
    while not marked(seat, name, mark):
        await seat.pilot.pause(0.01)


async def until_gone(seat: Seat, words: str) -> None:
    while words in seat.shown:
        await seat.pilot.pause(0.01)


async def test_folders_open_and_close(seat: Seat) -> None:
    assert "▸ src" in seat.shown
    await seat.press("enter")
    await seat.until("parser.py")
    assert "▾ src" in seat.shown
    await seat.press("down", "enter")
    await seat.until("end.txt")
    await seat.press("left")
    await until_gone(seat, "end.txt")
    await seat.press("left", "left")
    await until_gone(seat, "parser.py")


async def test_a_file_is_found_read_and_left(seat: Seat) -> None:
    await open_file(seat, "prs", "def parse")
    assert "src/parser.py" in seat.shown
    assert "▾ src" in seat.shown
    assert "1  def parse(text):" in seat.shown
    await seat.press("x")
    assert area(seat).content.startswith("def parse")
    await seat.press("escape", "escape")
    assert not isinstance(seat.pilot.app.screen, FilesScreen)


async def test_editing_and_saving(seat: Seat, folder: Path) -> None:
    await open_file(seat, "prs", "def parse")
    await seat.press("e")
    await seat.type("# first\n")
    assert "● not saved" in seat.shown
    await seat.press("alt+s")
    await seat.until("Saved.")
    assert (folder / "src" / "parser.py").read_text().startswith("# first\ndef parse")
    assert "not saved" not in seat.shown
    await seat.press("ctrl+z", "ctrl+z", "escape")
    assert "● not saved" in seat.shown


async def test_a_file_keeps_its_form(seat: Seat, folder: Path) -> None:
    (folder / "odd.txt").write_bytes(b"\xef\xbb\xbfone\x0c\r\ntwo\x1b[31m\xc2\x85")
    await seat.press("a")  # a new file beside it, so that the finder knows the folder anew
    await seat.type("other\n")
    await seat.until("other")
    await seat.press("escape")
    await open_file(seat, "odd", "one␌")
    await seat.press("e")
    await seat.type("x")
    await seat.press("alt+s")
    await seat.until("Saved.")
    assert (folder / "odd.txt").read_bytes() == b"\xef\xbb\xbfxone\x0c\r\ntwo\x1b[31m\xc2\x85"


async def test_what_is_not_saved_outlives_the_screen(engine: FakeEngine, folder: Path) -> None:
    async with sit(engine) as seat:
        await visit(seat)
        await open_file(seat, "prs", "def parse")
        await seat.press("e")
        await seat.type("mine ")
    async with sit(engine) as seat:
        await visit(seat)
        await open_file(seat, "prs", "mine def parse")
        assert "● not saved" in seat.shown
        await seat.press("w")
        await seat.until("Saved.")
    assert (folder / "src" / "parser.py").read_text().startswith("mine def")
    assert not engine.history.note("files:claude")


async def test_another_file_does_not_lose_what_is_not_saved(seat: Seat) -> None:
    await open_file(seat, "prs", "def parse")
    await seat.press("e")
    await seat.type("mine ")
    await seat.press("escape")
    await open_file(seat, "notes", "Heading")
    await until_row(seat, "parser.py", "●")
    await open_file(seat, "prs", "mine def parse")


async def test_a_file_that_somebody_else_writes_is_shown_anew(seat: Seat, folder: Path) -> None:
    await open_file(seat, "prs", "def parse")
    (folder / "src" / "parser.py").write_text("theirs\n")
    await seat.until("1  theirs")
    assert "not saved" not in seat.shown


@pytest.mark.parametrize(
    ("key", "shown", "written"), [("m", "mine def parse", "mine def"), ("t", "theirs", "theirs")]
)
async def test_both_texts_are_there_when_two_write_a_file(
    seat: Seat, folder: Path, key: str, shown: str, written: str
) -> None:
    await open_file(seat, "prs", "def parse")
    await seat.press("e")
    await seat.type("mine ")
    (folder / "src" / "parser.py").write_text("theirs\n")
    await seat.press("alt+s")
    await seat.until("keep mine")
    assert "theirs" in seat.shown
    assert "mine def parse" in seat.shown
    await seat.press(key)
    await until_gone(seat, "keep mine")
    await seat.until(f"1  {shown}")
    await until_gone(seat, "somebody else")
    assert (folder / "src" / "parser.py").read_text().startswith(written)


async def test_a_conflict_can_wait(seat: Seat, folder: Path) -> None:
    await open_file(seat, "prs", "def parse")
    await seat.press("e")
    await seat.type("mine ")
    (folder / "src" / "parser.py").unlink()
    await seat.until("changed by somebody else")
    await seat.type("still ")
    await seat.press("escape", "d")
    await seat.until("keep mine")
    await seat.press("escape")
    assert "mine still def parse" in seat.shown
    await seat.press("w")
    await seat.until("keep mine")
    await seat.press("m")
    await seat.until("Saved over")
    assert (folder / "src" / "parser.py").read_text().startswith("mine still")


async def test_a_difference_to_what_git_has(seat: Seat, folder: Path) -> None:
    for command in ("init -q", "add .", "-c user.name=n -c user.email=e commit -qm first"):
        subprocess.run(["git", *command.split()], cwd=folder, check=True)
    (folder / "src" / "parser.py").write_text("def parse(text):\n    return text.strip()\n")
    await open_file(seat, "prs", "strip")
    await seat.press("d")
    await seat.until("return text.strip()")
    await seat.until("+")
    await seat.press("escape")
    assert "1  def parse" in seat.shown


async def test_markdown_has_a_preview(seat: Seat) -> None:
    await open_file(seat, "notes", "# Heading")
    await seat.press("p")
    await until_gone(seat, "# Heading")
    assert "Some text." in seat.shown
    await seat.press("p")
    await seat.until("# Heading")


async def test_searching_in_a_file(seat: Seat) -> None:
    await open_file(seat, "prs", "def parse")
    await seat.press("slash")
    await seat.type("TEXT")
    await seat.until("2 found")
    await seat.press("down")
    assert area(seat).selection.start == (0, 10)
    await seat.press("escape", "n")
    assert area(seat).selection.start == (1, 11)
    await seat.press("n")
    assert area(seat).selection.start == (0, 10)


async def test_creating_renaming_deleting(seat: Seat, folder: Path) -> None:
    await seat.press("a")
    await seat.until("New file")
    await seat.type("notes.md\n")
    await seat.until("exists already")
    await seat.press("escape", "a")
    await seat.until("New file")
    await seat.type("made.txt\n")
    await seat.until("Alt+S")
    assert (folder / "made.txt").exists()
    await seat.press("escape", "escape", "r")
    await seat.until("Rename made.txt")
    await seat.type("2\n")
    await seat.until("made.txt2")
    await seat.press("x")
    await seat.until("Delete made.txt2?")
    await seat.press("y")
    await seat.until("Deleted: made.txt2")
    assert not (folder / "made.txt2").exists()
    assert (folder.parent / "data" / "Trash" / "files" / "made.txt2").exists()


async def test_without_a_trash_it_is_deleted_for_good_when_the_person_says_so(
    seat: Seat, folder: Path
) -> None:
    (folder.parent / "data").write_text("no folder")
    await seat.press("end", "down", "down", "x")
    await seat.until("Delete notes.md?")
    await seat.press("y")
    await seat.until("for good?")
    assert (folder / "notes.md").exists()
    await seat.press("y")
    await seat.until("Deleted: notes.md")
    assert not (folder / "notes.md").exists()


async def test_a_file_is_joined_to_the_message(seat: Seat) -> None:
    await open_file(seat, "prs", "def parse")
    await seat.press("dollar_sign")
    await seat.settle()
    assert seat.chat._desk.composer.text == "$src/parser.py "


async def test_a_file_with_a_space_is_copied_to_be_joined(seat: Seat, folder: Path) -> None:
    (folder / "a b.txt").write_text("text")
    await seat.until("a b.txt")
    await seat.press("down")
    await seat.press("dollar_sign")
    await seat.settle()
    while not seat.chat._desk.composer.text:
        await seat.pilot.pause(0.01)
    assert seat.chat._desk.composer.text == "$attachments/a-b.txt "


async def test_what_changed_since_the_last_look_is_marked(engine: FakeEngine, folder: Path) -> None:
    async with sit(engine) as seat:
        await visit(seat)
        (folder / "src" / "parser.py").write_text("changed\n")
        await until_row(seat, "src", "changed")
        await seat.press("c")
        await seat.until("Changed since you last looked")
        await seat.press("enter")
        await seat.until("1  changed")
        assert not marked(seat, "parser.py", "changed")
        await seat.press("escape", "escape")
        (folder / "notes.md").write_text("since\n")
        await visit(seat)
        await until_row(seat, "notes.md", "changed")


async def test_what_is_no_text_is_said(seat: Seat, folder: Path) -> None:
    (folder / "dot.png").write_bytes(b"\x89PNG\0" * 500)
    await seat.until("dot.png")
    await seat.press("down", "enter")
    await seat.until("A picture: image/png, 2 KB")
    await seat.press("e")
    await seat.until("can only be looked at")


async def test_another_agents_folder(seat: Seat) -> None:
    await seat.press("o")
    await seat.until("The folder of which agent?")
    await seat.type("gem\n")
    await seat.until("Files   gemini")


async def test_in_a_small_terminal_tree_and_file_take_turns(engine: FakeEngine) -> None:
    async with sit(engine, 40, 20) as seat:
        await visit(seat)
        await open_file(seat, "prs", "def parse")
        assert "▾ src" not in seat.shown
        await seat.press("tab")
        await seat.until("▾ src")
        assert "def parse" not in seat.shown
        await seat.press("tab", "escape")
        await seat.until("▾ src")
        await seat.press("escape")
        assert not isinstance(seat.pilot.app.screen, FilesScreen)
