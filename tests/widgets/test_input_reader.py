"""The terminal's bytes as messages: what Textual's own parser gets wrong, and that nothing gets lost."""

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from sidekicks_tui.widgets.input_reader import SETTLED_AFTER, InputReader


def told(*chunks: str) -> list[str]:
    """Keys by name, pastes as `paste:TEXT`, of what arrives in these reads."""
    reader = InputReader()
    messages = [message for chunk in chunks for message in reader.feed(chunk)]
    time.sleep(SETTLED_AFTER if chunks and chunks[-1].endswith("\x1b") else 0)
    messages += reader.tick()
    return [
        f"paste:{message.text}" if isinstance(message, events.Paste) else message.key
        for message in messages
        if isinstance(message, (events.Paste, events.Key))
    ]


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("\x1ba", ["alt+a"]),
        ("\x1b\r", ["alt+enter"]),
        ("\x1b1", ["alt+1"]),
        ("\x1b\x7f", ["alt+backspace"]),
        ("\x1bA", ["alt+shift+a"]),
        ("\x1b?", ["alt+question_mark"]),
        ("\x1b[1;3A", ["alt+up"]),
        ("\x1b[13;2u", ["shift+enter"]),
        ("\x1b[13;3u", ["alt+enter"]),
        ("\x1b[97;3u", ["alt+a"]),
        ("\x1bOP", ["f1"]),
        ("\n", ["ctrl+j"]),
        ("\r", ["enter"]),
        ("ls\r", ["l", "s", "enter"]),
        ("\x1b", ["escape"]),
        ("a\x1bbc", ["a", "alt+b", "c"]),
    ],
)
def test_keys(sent: str, keys: list[str]) -> None:
    assert told(sent) == keys


def test_a_sequence_may_be_cut_anywhere() -> None:
    assert told("\x1b[1", ";3A") == ["alt+up"]


def test_a_sequence_that_the_parser_stumbles_over_costs_no_more_than_itself() -> None:
    assert told("\x1b[47:63;2;63u", "x") == ["x"]


def test_several_lines_at_once_are_a_paste_with_or_without_marks() -> None:
    assert told("one\rtwo\rthree") == ["paste:one\ntwo\nthree"]
    assert told("one\r\ntwo\r") == ["paste:one\ntwo\n"]
    assert told("\x1b[200~one\rtwo\r\x1b[201~") == ["paste:one\ntwo\n"]


def test_a_paste_without_marks_is_one_also_with_a_key_behind_it() -> None:
    assert told("one\rtwo\x1b\rthree\r") == ["paste:one\ntwo", "alt+enter", *"three", "enter"]
    assert told("one\rtwo\x1b[A") == ["paste:one\ntwo", "up"]


def test_what_a_paste_contains_is_no_key() -> None:
    assert told("\x1b[200~\x1ba\x1b[A\x1b[201~b") == ["paste:\x1ba\x1b[A", "b"]


@given(st.text(alphabet="ab\r\x1b[201~é", max_size=40), st.lists(st.integers(0, 60), max_size=5))
def test_a_paste_arrives_whole_however_it_is_cut(content: str, cuts: list[int]) -> None:
    if "\x1b[201~" in content:
        return
    sent = f"\x1b[200~{content}\x1b[201~!"
    # The first mark stays whole: where it is cut, Textual's parser takes the paste.
    places = [0, *sorted(6 + cut for cut in cuts if 6 + cut < len(sent)), len(sent)]
    chunks = [sent[start:end] for start, end in itertools.pairwise(places)]
    if len(chunks) > 1 and len(chunks[0]) == 0:
        chunks = chunks[1:]
    assert told(*chunks) == [f"paste:{content.replace(chr(13), chr(10))}", "exclamation_mark"]


@given(st.text(max_size=60))
def test_nothing_that_a_terminal_sends_ends_the_reader(rubbish: str) -> None:
    reader = InputReader()
    list(reader.feed(rubbish))
    list(reader.feed("\x1b[201~\x1b[201~"))
    list(reader.tick())
    list(reader.feed("\x1b[201~"))
    assert [message.key for message in reader.feed("zq") if isinstance(message, events.Key)][-1] == "q"
