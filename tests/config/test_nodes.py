"""YAML's own mistakes, each at its place and in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.config.nodes import Mapping, Scalar, Sequence, parse, plain


def told(text: str) -> list[str]:
    _, faults = parse(text)
    places = []
    for fault in sorted(faults, key=lambda fault: fault.at):
        line = text.count("\n", 0, fault.at) + 1
        column = fault.at - (text.rfind("\n", 0, fault.at) + 1) + 1
        places.append(f"{line}:{column}: {fault.sentence}")
    return places


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a:\n\tb: 1\n", ["2:1: a tab may not stand here: indent and separate with spaces"]),
        ("a:\tb\n", ["1:3: a tab may not stand here: indent and separate with spaces"]),
        ("a: b: c\n", ['1:5: a ":" may not stand here: mend the indentation, or put the value in quotes']),
        ("a:\n  - b: 1\n   c: 2\n", ["3:4: this is not indented like what begins on line 2"]),
        (
            "a: [b, c\nd: e\n",
            ['2:2: the list that begins on line 1 lacks a "," or its closing "]" before this'],
        ),
        ("a: {b: c\nd: e\n", ['2:2: the "{" on line 1 lacks a "," or its closing "}" before this']),
        ('a: "b\nc: d\n', ["1:4: the quotation mark that stands here is never closed"]),
        ("a: 'b\nc: d\n", ["1:4: the quotation mark that stands here is never closed"]),
        ("a: 1\nb\nc: 1\n", ['2:1: a ":" is missing after this key']),
        ("a: @b\n", ["1:4: a value cannot begin with @: put it in quotes"]),
        ("a: `b`\n", ["1:4: a value cannot begin with `: put it in quotes"]),
        ('a: "\\q"\n', ["1:6: this is no escape: write \\\\ for a backslash, or use single quotes"]),
        ('a: "\\xZZ"\n', ["1:7: this escape lacks hexadecimal digits"]),
        ("a: - b\n", ['1:4: a "-" may not stand here: begin the list on a line of its own']),
        ("a: 1\n---\nb: 2\n", ['2:1: the file holds one document: delete the "---"']),
        ("a: !!python/object:os.system x\n", ["1:4: tags (!name) are not allowed: delete it"]),
        ("a: !h!x y\n", ["1:4: tags (!name) are not allowed: delete it"]),
        ("a: x\x07y\n", ["1:5: the control character U+0007 may not stand here: delete it"]),
        ('a: "\\0"\n', ["1:4: a text may not hold U+0000 or half of a surrogate pair"]),
        ("[a]: b\n", ["1:1: a key must be a single text"]),
        (
            "a: 1\nb: 2\na: 3\na: 4\n",
            ['3:1: the key "a" stands already on line 1', '4:1: the key "a" stands already on line 1'],
        ),
        (
            "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n",
            [
                "1:4: anchors (&name) are not allowed: delete it",
                "2:4: aliases (*name) are not allowed: write the value again",
                "4:3: merge keys (<<) are not allowed: write the keys out",
                "4:7: aliases (*name) are not allowed: write the value again",
            ],
        ),
        ("a: *nowhere\n", ["1:4: aliases (*name) are not allowed: write the value again"]),
    ],
)
def test_mistakes(text: str, problems: list[str]) -> None:
    assert told(text) == problems


@pytest.mark.parametrize("text", ['a: "\t"\n', "# \t\n", "a: |\n  b\tc\n"])
def test_tabs_inside_of_quotes_and_comments_may_stay(text: str) -> None:
    assert told(text) == []


def test_every_tab_is_told_and_what_stands_beside_it() -> None:
    assert [problem.split(" ")[0] for problem in told("a:\n\t- b: 1\n\t  b: 2\nc:\td\n")] == [
        "2:1:",
        "3:1:",
        "3:4:",
        "4:3:",
    ]


def test_no_nesting_is_too_deep() -> None:
    assert told("[" * 100_000) == ["1:26: this is nested too deeply: 24 levels are the limit"]
    assert told("- " * 100_000) == ["1:51: this is nested too deeply: 24 levels are the limit"]


def test_aliases_do_not_grow() -> None:
    bomb = "a0: &a0 [x]\n" + "".join(
        f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, 9)
    )
    root, _ = parse(bomb)
    assert root is not None and len(str(plain(root))) < 10_000


def test_values() -> None:
    root, faults = parse("[x, '1', 1, -2, 0x1F, 0o17, 007, 1_000, 1.5, 1e3, true, False, null, ~, yes, no]")
    assert faults == []
    assert root is not None
    assert plain(root) == [
        *("x", "1", 1, -2, 31, 15, 7, 1000, 1.5, 1000.0, True, False, None, None, "yes", "no")
    ]


def test_a_value_that_is_missing_stands_behind_its_key() -> None:
    text = "a:\n  b :   # nothing\n\nc: x\n"
    root, _ = parse(text)
    assert isinstance(root, Mapping)
    inner = root.get("a")
    assert isinstance(inner, Mapping)
    missing = inner.get("b")
    assert missing is not None and text[: missing.start].endswith("b :")


def test_where_things_stand() -> None:
    text = 'a:\r\n  - b: "🧭 é"\n    c: [d]\n'
    root, _ = parse(text)
    assert isinstance(root, Mapping)
    listed = root.get("a")
    assert isinstance(listed, Sequence) and not listed.flow
    item = listed.items[0]
    assert isinstance(item, Mapping)
    icon, letters = item.get("b"), item.get("c")
    assert isinstance(icon, Scalar) and text[icon.start : icon.end] == '"🧭 é"'
    assert isinstance(letters, Sequence) and text[letters.start : letters.end] == "[d]"


@given(st.text())
def test_faults_stand_in_the_text(text: str) -> None:
    _, faults = parse(text)
    assert all(0 <= fault.at <= len(text) for fault in faults)
