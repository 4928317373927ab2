"""The editor: what keys do, what is offered, what is marked."""

from collections.abc import AsyncIterator

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from sidekicks_tui.config.completion import complete
from sidekicks_tui.model.settings import Problem
from sidekicks_tui.widgets.composer.popup import CompletionPopup
from sidekicks_tui.widgets.yaml_editor.editor import YamlEditor


class EditorApp(App[None]):
    def compose(self) -> ComposeResult:
        self.popup = CompletionPopup()
        self.editor = YamlEditor(self.popup, lambda lines, row, column: complete(lines, row, column, {}))
        yield self.popup
        yield self.editor


@pytest.fixture
async def pilot() -> AsyncIterator[Pilot[None]]:
    async with EditorApp().run_test(size=(60, 20)) as pilot:
        yield pilot


def editor(pilot: Pilot[None]) -> YamlEditor:
    return pilot.app.query_one(YamlEditor)


def popup(pilot: Pilot[None]) -> CompletionPopup:
    return pilot.app.query_one(CompletionPopup)


async def test_tab_takes_what_is_offered_while_typing(pilot: Pilot[None]) -> None:
    await pilot.press("l", "a", "n")
    assert popup(pilot).display
    await pilot.press("tab")
    assert editor(pilot).text == "language: "
    await pilot.press("f", "tab")
    assert editor(pilot).text == "language: fr"
    assert not popup(pilot).display


async def test_arrows_choose_among_what_is_offered(pilot: Pilot[None]) -> None:
    editor(pilot).complete()
    await pilot.pause()
    await pilot.press("down", "tab")
    assert editor(pilot).text == "language: "


async def test_tab_indents_where_nothing_was_typed(pilot: Pilot[None]) -> None:
    await pilot.press("tab")
    assert editor(pilot).text == "  "


@pytest.mark.parametrize(
    ("text", "indent"),
    [("agents:", 2), ("  - name: a", 4), ("    title: x", 4), ("# note:", 0), ("  - runtime:", 6)],
)
async def test_a_new_line_begins_where_it_belongs(pilot: Pilot[None], text: str, indent: int) -> None:
    editor(pilot).begin(text)
    editor(pilot).action_to_end()
    await pilot.press("enter")
    assert editor(pilot).text == f"{text}\n{' ' * indent}"


async def test_problems_are_marked_where_they_stand(pilot: Pilot[None]) -> None:
    editor(pilot).begin("theem: nord\nlanguage: xx\n")
    editor(pilot).mark(
        [Problem(line=1, column=1, message=""), Problem(line=2, column=11, message="", warning=True)]
    )
    for line, marked in ((0, "theem"), (1, "xx")):
        text = editor(pilot).get_line(line)
        underlined = [
            text.plain[span.start : span.end]
            for span in text.spans
            if getattr(span.style, "underline", False)
        ]
        assert underlined == [marked]


async def test_control_characters_never_reach_the_terminal(pilot: Pilot[None]) -> None:
    editor(pilot).begin("a: \x1b[31m\x9b\u202e\tb\n")
    shown = editor(pilot).get_line(0).plain
    assert not set(shown) & set("\x1b\x9b\u202e")
    assert len(shown) == len("a: \x1b[31m\x9b\u202e\tb")


async def test_what_a_program_puts_there_can_be_undone(pilot: Pilot[None]) -> None:
    editor(pilot).begin("one\n")
    editor(pilot).replace_all("two\n")
    await pilot.press("ctrl+z")
    assert editor(pilot).text == "one\n"
