"""What is chosen instead of written, and what it does to the file."""

from pathlib import Path

import pytest

from sidekicks_tui.config import load
from sidekicks_tui.core.config_choice import choose, remember
from sidekicks_tui.core.engine import Engine
from tests.screens.settings.conftest import TEXT, SettingsSeat, Sit


async def test_a_theme_is_seen_before_it_is_chosen(seat: SettingsSeat) -> None:
    await seat.set("Theme")
    await seat.type("sidekicks-light")
    assert seat.app.theme == "sidekicks-light"
    await seat.press("escape")
    assert seat.app.theme == "textual-dark"
    assert seat.path.read_text() == TEXT
    await seat.set("Theme")
    await seat.press("down", "enter")
    await seat.until("Saved.")
    assert seat.app.theme != "textual-dark"
    assert seat.path.read_text() == TEXT.replace("textual-dark", seat.app.theme)


async def test_the_language(seat: SettingsSeat) -> None:
    await seat.set("Language")
    await seat.type("Fran\n")
    while seat.now.config.settings.language != "fr":
        await seat.settle()
    assert seat.path.read_text() == TEXT.replace("language: en", "language: fr")


async def test_notifications(seat: SettingsSeat) -> None:
    await seat.set("Notifications")
    await seat.type("bell\n")
    await seat.until("Saved.")
    assert seat.path.read_text() == TEXT + "notifications:\n  bell: false\n"


async def test_a_choice_beside_unsaved_changes_is_not_saved(seat: SettingsSeat) -> None:
    await seat.rewrite("# more\n" + TEXT)
    await seat.set("Notifications")
    await seat.type("bell\n")
    await seat.until("not saved, like your other changes")
    assert seat.text == "# more\n" + TEXT + "notifications:\n  bell: false\n"
    assert seat.path.read_text() == TEXT


class TestKeys:
    async def asked(self, seat: SettingsSeat, action: str) -> None:
        await seat.set("Keys")
        await seat.type(f"{action}\n")
        await seat.until("Press it")

    async def test_a_key_is_pressed(self, seat: SettingsSeat) -> None:
        await self.asked(seat, "Search")
        await seat.press("ctrl+r")
        await seat.until("Saved.")
        assert seat.path.read_text() == TEXT + "keys:\n  app.search: ctrl+r\n"

    async def test_one_that_another_action_has_is_told(self, seat: SettingsSeat) -> None:
        await self.asked(seat, "Search")
        await seat.press("alt+l")
        assert "Alt+L of app.search is already the key of app.log" in seat.shown
        await seat.press("x")
        assert "x of app.search is needed for typing" in seat.shown
        await seat.press("escape")
        assert seat.path.read_text() == TEXT

    async def test_back_to_its_own(self, seat: SettingsSeat) -> None:
        await seat.rewrite(TEXT + "keys: {app.search: ctrl+r}\n")
        await seat.press("alt+s")
        await seat.until("Saved.")
        await self.asked(seat, "Search")
        assert "now Ctrl+R, its own Ctrl+F" in seat.shown
        await seat.press("backspace")
        while "ctrl+f" not in seat.path.read_text():
            await seat.settle()


class TestAnotherFile:
    @pytest.fixture
    def other(self, path: Path) -> Path:
        other = path.parent / "folder" / "other.yaml"
        other.parent.mkdir()
        other.write_text("theme: nord\nchannels: [{name: elsewhere}]\n")
        return other

    async def test_by_its_path(self, seat: SettingsSeat, other: Path) -> None:
        first = seat.now
        await seat.set("another configuration")
        await seat.type("~/fold\n")
        await seat.until("~/folder/other.yaml")
        await seat.press("enter")
        await seat.until("# elsewhere")
        assert seat.now is not first and seat.now.history.problem == ""
        assert seat.focused == "Composer"
        assert seat.app.theme == "nord"
        await seat.type("hello")
        assert "› hello" in seat.shown

    async def test_by_what_was_opened_before(self, sit: Sit, other: Path) -> None:
        remember(other)
        async with sit() as seat:
            await seat.set("another configuration")
            await seat.until("opened before")
            await seat.press("enter")
            await seat.until("# elsewhere")

    async def test_one_that_is_not_there_ends_nothing(self, sit: Sit, other: Path) -> None:
        remember(other)
        other.unlink()
        async with sit() as seat:
            first = seat.now
            await seat.set("another configuration")
            await seat.press("enter")
            await seat.until("the configuration file does not exist")
            assert seat.now is first


class TestDangerZone:
    async def begun(self, seat: SettingsSeat, choice: str) -> None:
        await seat.set("Danger")
        await seat.type(f"{choice}\n")
        await seat.until("To go on, type")

    async def test_it_says_what_it_keeps_where_and_waits_for_the_word(self, seat: SettingsSeat) -> None:
        await self.begun(seat, "Reset the settings")
        # What stands in the frame, where a long path is wrapped.
        inside = (row.partition("│")[2].rpartition("│")[0].strip() for row in seat.shown.splitlines())
        told = "".join(inside)
        assert str(seat.path) in told and "copies" in told
        await seat.type("history\n")
        assert "That is not the word" in seat.shown
        await seat.press("escape")
        assert seat.path.read_text() == TEXT

    async def test_settings(self, seat: SettingsSeat) -> None:
        await self.begun(seat, "Reset the settings")
        await seat.type("settings\n")
        await seat.until("What was reset is kept in")
        assert "# What Sidekicks knows" in seat.path.read_text()
        (copy,) = (seat.path.parent / ".config" / "sidekicks" / "copies").glob("*/config.yaml")
        assert copy.read_text() == TEXT

    async def test_history(self, seat: SettingsSeat) -> None:
        await seat.now.channels.create("mine", "")
        await self.begun(seat, "Reset the history")
        await seat.type("history\n")
        await seat.until("What was reset is kept in")
        assert [channel.name for channel in seat.now.channels.list()] == ["general"]


async def test_each_setting_is_in_the_palette_of_the_chat(seat: SettingsSeat) -> None:
    await seat.press("escape")
    await seat.choose("Danger")
    await seat.until("Reset what?")


async def test_the_history_of_a_sidekicks_that_has_ended_is_taken_over(sit: Sit, path: Path) -> None:
    first = Engine.open(choose(str(path), path.parent), load(path))
    async with sit() as seat:
        assert "another Sidekicks" in seat.now.history.problem
        await seat.press("escape")
        await first.close()
        await seat.until("The other Sidekicks has ended")
        await seat.choose("history on disk")
        await seat.until("# general")
        while seat.now.history.problem:
            await seat.settle()
