"""What the person reads is marked for translation, as far as the source tells."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidekicks_tui.model import errors

SOURCE = Path(errors.__file__).parents[1]
FILES = sorted(SOURCE.rglob("*.py"))
MARKS = ("_", "N_", "plural")
SEEN = ("app", "cli", "screens", "widgets")
"""Packages whose sentences the person reads, whatever is done with them."""
FOREIGN = ("guide", "hooks", "model")
"""The guide speaks as agents do, the adapter in the words of its vendors, and values say nothing."""
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+[.:?!…]")
STYLES = re.compile(r"^\s+[A-Z]\w+.*\{")
NO_SENTENCES = {
    "windows terminal": "a terminal's name",
    "set -s set-clipboard on": "a command of tmux",
    "set -s focus-events on": "a command of tmux",
}
ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type)} - {
    # the agent's own words
    "AgentRefused",
    "AuthRequired",
}


def files(*packages: str) -> list[Path]:
    return [path for path in FILES if path.relative_to(SOURCE).parts[0] in packages]


def name_of(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_logged(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and "logg" in ast.unparse(function.value).lower()


def texts(node: ast.AST) -> Iterator[ast.Constant]:
    """The literal texts in `node` that are neither marked nor documentation."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Call() if name_of(node) in MARKS or is_logged(node):
            return
        case ast.Constant(value=str()):
            yield node
    for child in ast.iter_child_nodes(node):
        yield from texts(child)


def unmarked(source: str) -> list[str]:
    """The sentences in `source` that are not marked."""
    return [
        f"line {text.lineno}: {text.value!r}"
        for text in texts(ast.parse(source))
        if SENTENCE.search(text.value) and not STYLES.match(text.value) and text.value not in NO_SENTENCES
    ]


def unmarked_errors(source: str) -> list[str]:
    """The errors in `source` that are raised with a sentence that is not marked."""
    return [
        f"line {call.lineno}: {ast.unparse(argument)}"
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and name_of(call) in ERRORS
        for argument in call.args[:1]
        if isinstance(argument, ast.Constant | ast.JoinedStr)
        and any(SENTENCE.search(text.value) for text in texts(argument))
    ]


def shadowed(source: str) -> list[int]:
    """The lines of functions that call `_` and use the name for something else as well."""
    return [
        function.lineno
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if any(isinstance(node, ast.Call) and name_of(node) == "_" for node in ast.walk(function))
        if any(
            (isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store))
            or (isinstance(node, ast.arg) and node.arg == "_")
            for node in ast.walk(function)
        )
    ]


def not_extracted(source: str) -> list[str]:
    """Marked texts that no extraction finds, because they are put together before."""
    return [
        ast.unparse(call)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and name_of(call) in MARKS
        for argument in call.args[: 2 if name_of(call) == "plural" else 1]
        if isinstance(argument, ast.JoinedStr | ast.BinOp | ast.Call)
    ]


def test_these_checks_find_what_they_look_for() -> None:
    assert unmarked('say("Nothing waits here.")') == ["line 1: 'Nothing waits here.'"]
    assert unmarked('say(f"{agent} waits here")') == ["line 1: ' waits here'"]
    assert unmarked('say(_("Nothing waits here.")); logger.error("It went wrong")') == []
    assert unmarked_errors('raise UsageError(f"no such {thing} here")') != []
    assert unmarked_errors('raise UsageError(_("no such thing")) from UsageError(str(error))') == []
    assert shadowed("def f():\n for _ in x: _('text')") == [1]
    assert not_extracted('_(f"{a} b"); _("a".format()); _("a").format(b=1); _(table[key])') == [
        "_(f'{a} b')",
        "_('a'.format())",
    ]


@pytest.mark.parametrize("path", files(*SEEN), ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_sentence_of_the_screen_is_marked(path: Path) -> None:
    if path.name != "keys_page.py":  # it writes a page of the documentation
        assert unmarked(path.read_text()) == []


def test_every_error_that_the_person_reads_is_marked() -> None:
    found = {str(path): unmarked_errors(path.read_text()) for path in FILES if path not in files(*FOREIGN)}
    assert {path: errors for path, errors in found.items() if errors} == {}


def test_nothing_else_has_the_name_of_the_mark() -> None:
    found = {str(path): shadowed(path.read_text()) for path in FILES}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_marked_texts_are_literal() -> None:
    found = {str(path): not_extracted(path.read_text()) for path in FILES}
    assert {path: calls for path, calls in found.items() if calls} == {}
