"""Writing: what the keys do to the text, and what leaves the composer."""

from collections.abc import Sequence

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from sidekicks_tui.widgets.composer.asked import Asked, Candidate, Kind
from sidekicks_tui.widgets.composer.composer import Composer, Writing


class Source:
    async def candidates(self, asked: Asked) -> Sequence[Candidate]:
        names = {Kind.AGENT: ("claude", "gemini"), Kind.COMMAND: ("plan",)}.get(asked.kind, ())
        sign = asked.kind.value
        return [Candidate(f"{sign}{name} ", f"{sign}{name}") for name in names if asked.fragment in name]


class Desk(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []

    def compose(self) -> ComposeResult:
        writing = Writing()
        writing.composer.source = Source()
        yield writing

    def on_composer_submitted(self, message: Composer.Submitted) -> None:
        self.sent.append(message.text)

    @property
    def composer(self) -> Composer:
        return self.query_one(Composer)


async def written(pilot: Pilot[None], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    assert isinstance(pilot.app, Desk)
    return pilot.app.composer.text


@pytest.fixture
async def pilot():
    app = Desk()
    async with app.run_test(size=(60, 20)) as pilot:
        app.composer.focus()
        await pilot.pause()
        yield pilot


def composer(pilot: Pilot[None]) -> Composer:
    assert isinstance(pilot.app, Desk)
    return pilot.app.composer


def sent(pilot: Pilot[None]) -> list[str]:
    assert isinstance(pilot.app, Desk)
    return pilot.app.sent


async def paste(pilot: Pilot[None], text: str) -> None:
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


async def test_enter_sends_and_makes_room_for_the_next(pilot: Pilot[None]) -> None:
    assert await written(pilot, "h", "i", "enter") == ""
    assert sent(pilot) == ["hi"]


async def test_nothing_but_space_is_not_sent(pilot: Pilot[None]) -> None:
    await written(pilot, "space", "enter")
    assert sent(pilot) == []


@pytest.mark.parametrize("key", ["shift+enter", "alt+enter", "ctrl+j"])
async def test_a_new_line(pilot: Pilot[None], key: str) -> None:
    assert await written(pilot, "a", key, "b") == "a\nb"
    assert sent(pilot) == []


async def test_up_on_the_first_line_leads_through_what_was_sent_and_down_back(pilot: Pilot[None]) -> None:
    composer(pilot).load("new", ["first", "second"])
    assert await written(pilot, "up") == "second"
    assert await written(pilot, "up") == "first"
    assert await written(pilot, "up") == "first"
    assert await written(pilot, "down") == "second"
    assert await written(pilot, "down") == "new"


async def test_up_within_several_lines_moves_the_caret(pilot: Pilot[None]) -> None:
    composer(pilot).load("one\ntwo", ["before"])
    assert await written(pilot, "up", "x") == "onex\ntwo"


async def test_tab_completes_and_arrows_choose(pilot: Pilot[None]) -> None:
    assert await written(pilot, "@", "tab") == "@claude "
    composer(pilot).load("")
    assert await written(pilot, "@", "down", "tab") == "@gemini "
    composer(pilot).load("")
    assert await written(pilot, "/", "p", "tab") == "/plan "


async def test_enter_sends_unless_the_choice_was_moved(pilot: Pilot[None]) -> None:
    await written(pilot, "@", "enter")
    assert sent(pilot) == ["@"]
    composer(pilot).load("")
    assert await written(pilot, "@", "down", "enter") == "@gemini "
    assert sent(pilot) == ["@"]


async def test_the_popup_shows_what_is_offered_and_closes(pilot: Pilot[None]) -> None:
    await written(pilot, "@", "g")
    popup = pilot.app.query_one(Writing).popup
    assert popup.display
    assert "@gemini" in popup.render().plain
    assert composer(pilot).close_popup()
    assert not popup.display
    assert not composer(pilot).close_popup()


async def test_what_is_loaded_opens_no_popup(pilot: Pilot[None]) -> None:
    composer(pilot).load("@")
    await pilot.pause()
    assert not pilot.app.query_one(Writing).popup.display


async def test_a_paste_of_several_lines_is_a_draft(pilot: Pilot[None]) -> None:
    await paste(pilot, "one\ntwo\nthree")
    assert composer(pilot).written == "one\ntwo\nthree"
    assert sent(pilot) == []


async def test_a_long_paste_is_folded_and_sent_whole(pilot: Pilot[None]) -> None:
    long = "\n".join(f"line {number}" for number in range(60_000))
    await written(pilot, "a", "space")
    await paste(pilot, long)
    assert composer(pilot).text == "a [pasted text #1, 60,000 lines]"
    await pilot.press("enter")
    await pilot.pause()
    assert sent(pilot) == [f"a {long}"]


async def test_a_folded_paste_is_deleted_with_one_key(pilot: Pilot[None]) -> None:
    await paste(pilot, "x\n" * 100)
    assert await written(pilot, "backspace") == ""


async def test_escape_sequences_in_a_paste_are_text(pilot: Pilot[None]) -> None:
    await paste(pilot, "\x1b[31mred\x07")
    assert "\x1b" not in composer(pilot).text
    assert "[31mred" in composer(pilot).text


@pytest.mark.parametrize("character", ["👨‍👩‍👧‍👦", "🇫🇷", "e\u0301", "⏺️", "好", "วั"])
async def test_one_key_deletes_one_visible_character(pilot: Pilot[None], character: str) -> None:
    composer(pilot).load(f"a{character}")
    assert await written(pilot, "backspace") == "a"
    composer(pilot).load(f"a{character}b")
    assert await written(pilot, "left", "left", "delete") == "ab"


async def test_it_grows_with_the_text_up_to_eight_lines(pilot: Pilot[None]) -> None:
    composer(pilot).load("one\ntwo\nthree")
    await pilot.pause()
    assert composer(pilot).size.height == 3
    composer(pilot).load("\n" * 15)
    await pilot.pause()
    assert composer(pilot).size.height == 8


async def test_the_caret_does_not_blink(pilot: Pilot[None]) -> None:
    assert not composer(pilot).cursor_blink
