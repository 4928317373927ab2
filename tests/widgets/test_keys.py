"""The table of actions and its keys: what is spelled how, what the configuration may change."""

from pathlib import Path

import pytest

from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import ACTIONS, BY_ID
from sidekicks_tui.widgets.keys import DEFAULT_KEYMAP, character_key, is_typed, read_keymap, show
from sidekicks_tui.widgets.keys_page import page

TAKEN_BY_TERMINALS = {f"ctrl+{letter}" for letter in "sqabhim"} | {"ctrl+left_square_bracket"}


def test_every_action_has_an_id_of_its_own_and_a_help_line() -> None:
    assert len(BY_ID) == len(ACTIONS)
    assert all(action.help for action in ACTIONS if not action.id.startswith("app.channel_"))


def test_no_main_action_sits_on_a_key_that_terminals_take() -> None:
    used = {key for action in ACTIONS for key in action.keys.split(",")}
    assert not used & TAKEN_BY_TERMINALS


def test_no_two_actions_share_a_key_where_both_act() -> None:
    for place in Place:
        actions = [each for each in ACTIONS if each.place in (place, Place.APP) and each.rebindable]
        # screens and cards of their own
        if place in (
            Place.AGENTS,
            Place.PERMISSION,
            Place.FILES,
            Place.EDITOR,
            Place.TERMINAL,
            Place.SETTINGS,
        ):
            actions = [each for each in actions if each.place is place]
        keys = [key for each in actions for key in each.keys.split(",") if key]
        assert len(keys) == len(set(keys)), place


def test_every_action_with_no_key_is_in_the_palette() -> None:
    assert all(each.keys or each.shown_keys or each.in_palette for each in ACTIONS)


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("alt+up", "Alt+Up"),
        ("ctrl+k", "Ctrl+K"),
        ("question_mark", "?"),
        ("f1", "F1"),
        ("pageup", "PageUp"),
        ("j", "j"),
    ],
)
def test_how_a_key_is_shown(key: str, shown: str) -> None:
    assert show(key) == shown


@pytest.mark.parametrize(("character", "key"), [("a", "a"), ("?", "question_mark"), ("-", "minus")])
def test_the_key_of_a_character(character: str, key: str) -> None:
    assert character_key(character) == key
    assert is_typed(key)


@pytest.mark.parametrize("text", ["ctrl+r", "CTRL+R", " ctrl+r "])
def test_a_changed_key_takes_the_place_of_the_old(text: str) -> None:
    keymap = read_keymap({"app.search": text})
    assert keymap.problems == ()
    assert keymap.keys(BY_ID["app.search"]) == ["ctrl+r"]
    assert keymap.first("app.search") == "Ctrl+R"
    assert keymap.keys(BY_ID["app.log"]) == ["alt+l"]


def test_two_actions_may_swap_their_keys() -> None:
    keymap = read_keymap({"app.switch": "ctrl+p", "app.palette": "ctrl+k"})
    assert keymap.problems == ()
    assert keymap.first("app.switch") == "Ctrl+P"


def test_a_letter_may_be_a_second_key_for_where_nothing_is_written() -> None:
    assert read_keymap({"app.help": "f2,?"}).problems == ()


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (("app.serch", "ctrl+r"), "did you mean app.search"),
        (("permission.answer", "x"), "no action permission.answer"),
        (("app.search", "ctrl+banana"), "is no key"),
        (("app.search", ""), "is no key"),
        (("app.search", "s"), "needed for typing"),
        (("composer.newline", "alt+enter,x"), "needed for typing"),
        (("app.search", "alt+l"), "already the key of app.log"),
        (("composer.send", "ctrl+k"), "already the key of app.switch"),
    ],
)
def test_an_entry_that_cannot_be_taken_is_told_and_changes_nothing(
    entry: tuple[str, str], words: str
) -> None:
    keymap = read_keymap(dict([entry]))
    assert len(keymap.problems) == 1
    assert words in keymap.problems[0]
    assert keymap.changed == DEFAULT_KEYMAP.changed


def test_the_page_of_the_keys_is_what_the_table_says() -> None:
    path = Path(__file__).parents[2] / "docs" / "keys.md"
    assert path.read_text() == page(), (
        "write it again: python -m sidekicks_tui.widgets.keys_page > docs/keys.md"
    )
