import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.guide.commands import Find, Help, Plan, Read, Replace, Run, Write, parse
from sidekicks_tui.model.errors import UsageError

_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=60)
_PATH = st.text(
    st.characters(categories=["L", "N"], include_characters="./-_"), min_size=1, max_size=30
).filter(lambda path: path.strip() == path)


def quoted(text: str) -> str:
    for sign, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, escape)
    return f'"{text}"'


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/find *.py", Find("*.py")),
        ('/find "two words"', Find("two words")),
        ("/FIND x", Find("x")),
        ("  /find x  ", Find("x")),
        ("/read a.py", Read("a.py")),
        ("/read $src/a.py", Read("src/a.py")),
        ("/read my notes.txt", Read("my notes.txt")),
        ("/read 'my notes.txt' 3-4", Read("my notes.txt", 3, 4)),
        ("/read a.py 12", Read("a.py", 12, 12)),
        ("/read a.py:12", Read("a.py", 12, 12)),
        ("/read a.py 10-20", Read("a.py", 10, 20)),
        ("/read a.py 10-", Read("a.py", 10, None)),
        ('/read "2024"', Read("2024")),
        ("/edit a.py x => y", Replace("a.py", "x", "y")),
        ("/edit a.py x =>", Replace("a.py", "x", "")),
        ('/edit "my file" "a b " => "c\\n"', Replace("my file", "a b ", "c\n")),
        ('/edit a.py "a" + b => c', Replace("a.py", '"a" + b', "c")),
        ("/edit a.py 'say \"hi\"' => `x => y`", Replace("a.py", 'say "hi"', "x => y")),
        ('/edit a.py "x => y" => z', Replace("a.py", "x => y", "z")),
        ("/edit a.py\n```py\nx = 1\n```", Write("a.py", "x = 1\n")),
        ("/edit a.py\r\n```\r\nx\r\n```", Write("a.py", "x\n")),
        ("/edit a.md\n````\n```\ncode\n```\n````", Write("a.md", "```\ncode\n```\n")),
        ("/edit a.py\n~~~\n~~~", Write("a.py", "")),
        ("/edit a.py\n```\nold\n```\n\n```\nnew\n```", Replace("a.py", "old\n", "new\n")),
        ("/run pytest -q | tail", Run("pytest -q | tail")),
        ("/plan", Plan(())),
        ("/plan find x; read y\nrun z;", Plan(("find x", "read y", "run z"))),
        ("/help", Help("")),
        ("/help keys", Help("keys")),
    ],
)
def test_commands(text: str, command: object) -> None:
    assert parse(text) == command


@pytest.mark.parametrize("text", ["", "find x", "how do I /find?", "/usr/bin/env is a path", "/ find", "//x"])
def test_other_texts_are_no_commands(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/find", "/find PATTERN"),
        ("/run  ", "/run COMMAND"),
        ("/edit a.py", "FILE OLD => NEW"),
        ("/edit a.py old new", "=>"),
        ("/edit a.py => new", "empty"),
        ("/edit a.py\n```\nnever closed", "fenced"),
        ("/edit a.py\n```\na\n```\nmore", "fenced"),
        ("/edit a.py\n```\na\n```\n```\nb\n```\n```\nc\n```", "fenced"),
        ("/read a.py 0", "count from 1"),
        ("/read a.py 9-3", "count from 1"),
        ("/read 'a.py' lines", "lines"),
        ("/frobnicate", "`/find`"),
    ],
)
def test_what_makes_no_sense_is_told(text: str, words: str) -> None:
    with pytest.raises(UsageError) as told:
        parse(text)
    assert words in str(told.value)


@given(_PATH, _TEXT.filter(bool), _TEXT)
def test_quoted_edits_lose_nothing(path: str, old: str, new: str) -> None:
    assert parse(f"/edit {quoted(path)} {quoted(old)} => {quoted(new)}") == Replace(path, old, new)


@given(_PATH, st.lists(_TEXT.map(lambda text: text.replace("`", "")), max_size=5))
def test_fenced_files_lose_nothing(path: str, lines: list[str]) -> None:
    content = "".join(f"{line}\n" for line in lines)
    assert parse(f"/edit {path}\n```text\n{content}```") == Write(path.removeprefix("$"), content)


@given(st.text(max_size=200))
def test_any_edit_is_understood_or_refused(rest: str) -> None:
    try:
        command = parse(f"/edit {rest}")
    except UsageError:
        return
    assert isinstance(command, Replace | Write)
    assert command.path
