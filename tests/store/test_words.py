import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.model.messages import (
    Attachment,
    Diff,
    Location,
    PlanEntry,
    PlanPart,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolPart,
)
from sidekicks_tui.store.words import Query, fold, searchable, tokens
from tests.store.samples import message

# Letters that fold to others, scripts that are not spaced, marks, and what stands between words.
TEXT = st.text(st.sampled_from("aAbéÉßﬁ_- .\n中文字がカﾊﾞ한글ก็1０\u0301İ"), max_size=30)


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("parser", "The Parser is new", True),
        ("PARS", "the parser", True),
        ("arser", "the parser", False),
        ("resume", "un résumé", True),
        ("résumé", "a resume", True),
        ("config", "parse_config(path)", True),
        ("parse_config", "def parse_config():", True),
        ("parse_config", "config, then parse", False),
        ("src/parser.py", "look at $src/parser.py please", True),
        ("the new", "new things and the old", True),
        ("the missing", "new things and the old", False),
        ("strasse", "Straße", True),
        ("文", "中文字", True),
        ("文字", "中文字", True),
        ("中字", "中文字", False),
        ("中文 parser", "parser 的中文说明", True),
        ("한", "한글", True),
        ("x" * 100, "x" * 100, True),
        ("x" * 100, "x" * 99, False),
        ("--flag", "run --flag now", True),
        ("->", "a -> b", False),
        ("", "anything", False),
    ],
)
def test_a_word_is_found_where_a_word_begins(words: str, text: str, found: bool) -> None:
    assert Query(words).matches(fold(text)) is found


def test_a_query_without_letters_finds_nothing() -> None:
    assert not Query("-> !")
    assert not Query("  ")
    assert Query("a")


@given(TEXT)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(TEXT, TEXT)
def test_what_matches_has_a_token_for_each_token_of_the_query(words: str, text: str) -> None:
    query, folded = Query(words), fold(text)

    if query.matches(folded):
        present = tokens(folded)
        assert all(any(token.startswith(wanted) for token in present) for wanted in query.tokens)


@given(TEXT, st.data())
def test_a_message_is_found_by_any_word_of_it(text: str, data: st.DataObject) -> None:
    words = [word for word in text.split() if Query(word)]
    if words:
        assert Query(data.draw(st.sampled_from(words))).matches(fold(text))


def test_tokens_are_short_and_hold_no_line_feed() -> None:
    present = tokens(fold("a" * 1000 + "\nb-c\n中文"))

    assert present == {"a" * 24, "b", "c", "中文", "文"}


def test_all_that_a_person_can_see_of_a_message_is_found() -> None:
    tool = ToolCall(
        id="t",
        title="title",
        input="input",
        output="output" + " filler" * 1000 + " late",
        locations=(Location(path="location.py"),),
        diffs=(Diff(path="diff.py", old_text="", new_text="", new_file=True),),
    )
    parts = (
        TextPart(text="spoken"),
        ThoughtPart(text="thought"),
        ToolPart(tool=tool),
        PlanPart(entries=(PlanEntry(content="planned"),)),
    )
    whole = msgspec.structs.replace(
        message("1"), parts=parts, error="failed", attachments=(Attachment(agent="a", path="joined.txt"),)
    )
    text = searchable(whole)

    for word in [
        "spoken",
        "thought",
        "title",
        "input",
        "output",
        "location.py",
        "diff.py",
        "planned",
        "failed",
        "joined.txt",
    ]:
        assert Query(word).matches(text), word
    assert not Query("late").matches(text)
