"""The settings: what the person sees, and what becomes of the file."""

from pathlib import Path

import pytest

from tests.screens.settings.conftest import TEXT, SettingsSeat, Sit


async def test_the_file_is_there_to_be_written_in(seat: SettingsSeat) -> None:
    assert seat.focused == "YamlEditor"
    assert "5    - name: guide   # helps" in seat.shown
    assert "nothing: all is saved" in seat.shown
    await seat.type("x")
    assert "not saved" in seat.shown


async def test_problems_are_told_while_typing_and_gone_to(seat: SettingsSeat) -> None:
    await seat.rewrite("theem: nord\nagents: [{name: a, command: no-such-program}]\n")
    assert "1 error · 1 warning" in seat.shown
    assert '1:1  unknown key "theem"' in seat.shown
    assert "nothing: a text with errors is not" in seat.shown
    await seat.press("f8")
    assert seat.screen._editor.cursor_location == (1, 28)
    await seat.press("f8")
    assert seat.screen._editor.cursor_location == (0, 0)
    await seat.press("alt+p")
    await seat.type("program\n")
    assert seat.screen._editor.cursor_location == (1, 28)


async def test_names_that_only_the_screen_knows_are_checked(seat: SettingsSeat) -> None:
    await seat.rewrite("theme: nordd\nkeys:\n  app.serch: ctrl+r\n  app.search: alt+l\n")
    assert "1:8  there is no theme nordd, did you mean nord?" in seat.shown
    assert "3:14  there is no action app.serch, did you mean app.search?" in seat.shown
    assert "4:15  Alt+L of app.search is already the key of app.log" in seat.shown


async def test_what_a_save_would_change_is_told_before(seat: SettingsSeat) -> None:
    await seat.rewrite(
        "theme: nord\nagents: [{name: new, command: sidekicks guide}]\nchannels: [{name: team}]\n"
    )
    for line in ("@new  appears", "@guide  leaves", "# team  is made", "theme  changes"):
        assert line in seat.shown


async def test_a_save_takes_effect(seat: SettingsSeat) -> None:
    await seat.rewrite(TEXT + "  - name: team\n")
    await seat.press("alt+s")
    await seat.until("Saved.")
    assert seat.path.read_text() == TEXT + "  - name: team\n"
    assert "not saved" not in seat.shown
    assert [channel.name for channel in seat.now.channels.list()] == ["general", "team"]


async def test_an_invalid_text_is_not_saved(seat: SettingsSeat) -> None:
    await seat.rewrite("\n\nlimits: 4\n")
    await seat.press("alt+s")
    await seat.until("! 3:9")
    assert seat.path.read_text() == TEXT
    assert seat.screen._editor.cursor_location == (2, 8)


class TestConflict:
    MINE = TEXT.replace("# mine", "# my own")
    THEIRS = TEXT.replace("textual-dark", "nord")

    async def begun(self, seat: SettingsSeat) -> None:
        await seat.rewrite(self.MINE)
        seat.path.write_text(self.THEIRS)
        await seat.press("alt+s")
        await seat.until("The file was changed elsewhere meanwhile")

    async def test_both_texts_are_shown_and_mine_may_win(self, seat: SettingsSeat) -> None:
        await self.begun(seat)
        assert "-theme: nord" in seat.shown and "+theme: textual-dark" in seat.shown
        await seat.press("m")
        await seat.until("Saved.")
        assert seat.path.read_text() == self.MINE

    async def test_theirs_may_win_and_mine_is_not_lost(self, seat: SettingsSeat) -> None:
        await self.begun(seat)
        await seat.press("d")
        assert seat.text == seat.path.read_text() == self.THEIRS
        await seat.press("ctrl+z")
        assert seat.text == self.MINE

    async def test_neither(self, seat: SettingsSeat) -> None:
        await self.begun(seat)
        await seat.press("escape")
        assert seat.text == self.MINE and seat.path.read_text() == self.THEIRS


async def test_a_change_on_disk_is_taken_when_nothing_was_written_here(seat: SettingsSeat) -> None:
    seat.path.write_text(TEXT + "# theirs\n")
    await seat.now.config.reload()
    await seat.until("# theirs")
    assert "not saved" not in seat.shown


async def test_a_change_on_disk_does_not_take_away_what_was_written_here(seat: SettingsSeat) -> None:
    await seat.rewrite(TEXT + "# mine too\n")
    seat.path.write_text(TEXT + "# theirs\n")
    await seat.now.config.reload()
    await seat.until("The file was changed elsewhere: a save shows both.")
    assert seat.text == TEXT + "# mine too\n"
    await seat.set("as it is on disk")
    await seat.until("This is the file as it is on disk")
    assert seat.text == TEXT + "# theirs\n"


async def test_unsaved_text_is_there_again_after_leaving_and_after_a_restart(sit: Sit, path: Path) -> None:
    async with sit() as seat:
        await seat.rewrite(TEXT + "# later\n")
        await seat.press("escape")
        assert seat.focused == "Composer"
        await seat.open()
        assert "# later" in seat.shown and "Your unsaved text is here again." in seat.shown
        await seat.press("escape")
        await seat.press("escape")
    path.write_text(TEXT + "# theirs\n")
    async with sit() as seat:
        assert "# later" in seat.shown and "not saved" in seat.shown
        assert "the file was changed meanwhile" in seat.shown
    assert path.read_text() == TEXT + "# theirs\n"


async def test_a_text_that_the_editor_would_change_is_only_shown(sit: Sit, path: Path) -> None:
    path.write_text('# a\u2028b\ntheme: "nord"\n')
    async with sit() as seat:
        assert "change it in another editor" in seat.shown
        await seat.type("x")
        assert "not saved" not in seat.shown
        assert "\u2028" not in seat.shown


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20)])
async def test_a_small_terminal(sit: Sit, columns: int, rows: int) -> None:
    async with sit(columns, rows) as seat:
        assert "name: guide" in seat.shown
        assert "A save would change" not in seat.shown
        await seat.press("alt+v")
        await seat.until("nothing: all is saved")
