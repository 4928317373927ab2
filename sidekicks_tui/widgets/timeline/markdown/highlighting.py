"""Code in colours, a few lines at a time.

Pygments lexes whole texts. A listing that streams, or that is 6,000 lines long with 40 in sight, must be
lexed in pieces, and the state between two pieces (inside of a string, a comment) must be carried over. A
`RegexLexer` keeps that state in a stack of the names of its rule tables, so `lex` walks those tables itself
and hands the stack back. Lexers of other kinds start anew at each piece.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Thread
from typing import Any, Final

from pygments.lexer import Lexer, RegexLexer
from pygments.lexers import find_lexer_class_for_filename, get_lexer_by_name
from pygments.token import Error, Token, Whitespace, _TokenType
from pygments.util import ClassNotFound

from sidekicks_tui.widgets.timeline.ink import Ink, Runs

Stack = tuple[str, ...]
Tokens = list[tuple[_TokenType, str]]
START: Final[Stack] = ("root",)
_IN_COMMENT: Final = "/*"
"""On top of the stack: a comment is open."""
LONGEST_LINE: Final = 500
"""Longer lines are generated ones; they stay without colours."""

_PLAIN: Final = Ink("code")
_ROLES: Final = {
    Token.Comment: "code-comment",
    Token.Comment.Preproc: "code-keyword",
    Token.Keyword: "code-keyword",
    Token.Keyword.Constant: "code-number",
    Token.Operator.Word: "code-keyword",
    Token.Literal.String: "code-string",
    Token.Literal.String.Interpol: "code",
    Token.Literal.Number: "code-number",
    Token.Name.Function: "code-name",
    Token.Name.Class: "code-name",
    Token.Name.Decorator: "code-name",
    Token.Name.Builtin: "code-builtin",
    Token.Name.Builtin.Pseudo: "code-builtin",
    Token.Name.Exception: "code-builtin",
    Token.Name.Tag: "code-keyword",
    Token.Name.Attribute: "code-name",
    Token.Generic.Deleted: "error",
    Token.Generic.Inserted: "success",
    Token.Generic.Heading: "code-name",
    Token.Generic.Subheading: "code-name",
    Token.Generic.Prompt: "code-comment",
}


@lru_cache(maxsize=64)
def lexer_named(language: str) -> Lexer | None:
    """The lexer of a fence's language, None for one that nobody knows."""
    if not language:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=64)
def lexer_for_path(name: str) -> Lexer | None:
    """The lexer of a file by its name, without its folders."""
    found = find_lexer_class_for_filename(name)
    return found(stripnl=False, ensurenl=False) if found else None


class Lexers:
    """Finds lexers in a thread: to import one and compile its rules takes up to 100 ms."""

    def __init__(self) -> None:
        self._found: dict[str, Lexer | None] = {"": None}
        self._asked: set[str] = set()

    def ready(self, language: str) -> bool:
        """Whether the lexer of a language is at hand; asking is what makes it so, some time later."""
        if language in self._found:
            return True
        if language not in self._asked:
            self._asked.add(language)
            Thread(target=self._find, args=(language,), name=f"lexer {language}", daemon=True).start()
        return False

    def __getitem__(self, language: str) -> Lexer | None:
        """The lexer of a language that is ready; None for one that nobody knows."""
        return self._found[language]

    def _find(self, language: str) -> None:
        self._found[language] = lexer_named(language)


LEXERS: Final = Lexers()
"""One for the process, as the modules are that it imports."""


def highlight(lexer: Lexer | None, lines: list[str], stack: Stack = START) -> tuple[list[Runs], Stack]:
    """The runs of each of `lines`, and the stack with which the lines after them begin."""
    if lexer is None or any(len(line) > LONGEST_LINE for line in lines):
        return [[(line, _PLAIN)] if line else [] for line in lines], START
    text = "".join(line + "\n" for line in lines)
    try:
        tokens, stack = _around_comments(lexer, text, stack)
    except Exception:  # hundreds of foreign lexers: one that fails on odd text costs the colours, no more
        return [[(line, _PLAIN)] if line else [] for line in lines], START
    return list(_split(tokens, len(lines))), stack


def _around_comments(lexer: Lexer, text: str, stack: Stack) -> tuple[Tokens, Stack]:
    """`text` in tokens, where a comment between slashes and stars may begin before it or end behind it.

    Lexers take such a comment with one expression, which does not match a part of it.
    """
    before: Tokens = []
    if stack[-1:] == (_IN_COMMENT,):
        end = text.find("*/")
        if end < 0:
            return [(Token.Comment, text)], stack
        before = [(Token.Comment, text[: end + 2])]
        text, stack = text[end + 2 :], stack[:-1]
    tokens, after = _tokens(lexer, text, stack)
    start = text.rfind("/*")
    if start >= 0 and "*/" not in text[start:] and _has_comments(lexer) and _begins_comment(tokens, start):
        tokens, after = _tokens(lexer, text[:start], stack)
        tokens.append((Token.Comment, text[start:]))
        after = (*after, _IN_COMMENT)
    return before + tokens, after


def _begins_comment(tokens: Tokens, offset: int) -> bool:
    """Whether the slash and star at `offset` are not text of a string or of another comment."""
    begin = 0
    for kind, value in tokens:
        if offset < begin + len(value):
            inside = _within(kind, Token.Literal.String) or _within(kind, Token.Comment)
            return begin == offset or not inside
        begin += len(value)
    return False


@lru_cache(maxsize=64)
def _has_comments(lexer: Lexer) -> bool:
    return any(_within(kind, Token.Comment) for kind, _ in lexer.get_tokens("/* a */"))


def _within(kind: _TokenType, parent: _TokenType) -> bool:
    return kind[: len(parent)] == tuple(parent)


def _tokens(lexer: Lexer, text: str, stack: Stack) -> tuple[Tokens, Stack]:
    if type(lexer).get_tokens_unprocessed is RegexLexer.get_tokens_unprocessed:
        return _lex(lexer, text, stack)
    return [(kind, value) for _, kind, value in lexer.get_tokens_unprocessed(text)], START


def _lex(lexer: Any, text: str, start: Stack) -> tuple[Tokens, Stack]:
    """The tokens of `text`, lexed from the state `start`; and the state at its end."""
    tables = lexer._tokens
    stack = list(start)
    tokens: Tokens = []
    position = 0
    while position < len(text):
        for match, action, move in tables[stack[-1]]:
            found = match(text, position)
            if found is None:
                continue
            if isinstance(action, _TokenType):
                tokens.append((action, found.group()))
            elif action is not None:
                tokens.extend((kind, value) for _, kind, value in action(lexer, found))
            position = found.end()
            if move is not None:
                _move(stack, move)
            break
        else:
            character = text[position]
            if character == "\n":
                stack = ["root"]
            tokens.append((Whitespace if character == "\n" else Error, character))
            position += 1
    return tokens, tuple(stack)


def _move(stack: list[str], move: Any) -> None:
    """What a rule does to the stack: names to push, or how many to pop; the last name always stays."""
    for step in move if isinstance(move, tuple) else (move,):
        if step == "#push":
            stack.append(stack[-1])
        elif step == "#pop" or isinstance(step, int):
            count = 1 if step == "#pop" else abs(step)
            del stack[max(1, len(stack) - count) :]
        else:
            stack.append(step)


def _split(tokens: Iterable[tuple[_TokenType, str]], count: int) -> Iterator[Runs]:
    """The tokens as the runs of `count` lines."""
    line: Runs = []
    left = count
    for kind, value in tokens:
        ink = _ink(kind)
        first, *others = value.split("\n")
        if first:
            _add(line, first, ink)
        for other in others:
            if left:
                left -= 1
                yield line
            line = []
            if other:
                _add(line, other, ink)
    while left:
        left -= 1
        yield line
        line = []


def _add(line: Runs, text: str, ink: Ink) -> None:
    if line and (line[-1][1] is ink or text.isspace()):
        line[-1] = (line[-1][0] + text, line[-1][1])
    else:
        line.append((text, ink))


@lru_cache(maxsize=512)
def _ink(kind: _TokenType) -> Ink:
    while kind is not Token:
        if kind in _ROLES:
            return Ink(_ROLES[kind])
        kind = kind.parent or Token
    return _PLAIN
