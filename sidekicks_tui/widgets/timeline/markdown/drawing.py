"""A piece of Markdown as rows at a width.

Blocks that stand inside of others (a list in a quote, a fence in a list) are drawn at the width that is left
and given their prefix afterwards, so that every block needs to know only itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token

from sidekicks_tui.widgets.timeline.cells import fold, wrap
from sidekicks_tui.widgets.timeline.ink import BLANK, DIM, TEXT, Ink, Row, Runs, recolored
from sidekicks_tui.widgets.timeline.markdown.highlighting import highlight, lexer_named
from sidekicks_tui.widgets.timeline.markdown.inline import inline_runs
from sidekicks_tui.widgets.timeline.markdown.parsing import Environment, parse
from sidekicks_tui.widgets.timeline.markdown.tables import Table

_BULLETS: Final = "•◦▪"
_NARROWEST: Final = 8
"""What is nested deeper than the width allows is drawn this wide and clipped by the screen."""
CODE_TAB: Final = 4


def draw(source: str, width: int, environment: Environment, number: int | None = None) -> list[Row]:
    """The rows of `source` at `width` cells; `number` is that of its first item in a longer ordered list."""
    tokens = parse(source, environment)
    if number is not None and tokens and tokens[0].type == "ordered_list_open":
        tokens[0].attrs["start"] = number
    return _Drawing(source.split("\n")).blocks(tokens, width)


def code_rows(lines: Sequence[Runs], width: int) -> list[Row]:
    """Lines of code on their own ground, with a cell of air at the left; long lines are folded."""
    return [
        Row([(" ", _CODE), *part], ground="code-ground")
        for line in lines
        for part in fold(
            [(text, ink._replace(ground="code-ground")) for text, ink in line], max(1, width - 2)
        )
    ]


_CODE: Final = Ink("code", ground="code-ground")


@dataclass(frozen=True)
class _Drawing:
    lines: list[str]
    """The source, to see where its author left a line empty."""

    def blocks(self, tokens: Sequence[Token], width: int, depth: int = 0) -> list[Row]:
        """The rows of a run of sibling blocks."""
        width = max(_NARROWEST, width)
        rows: list[Row] = []
        before = ""
        index = 0
        while index < len(tokens):
            token = tokens[index]
            end = _end(tokens, index)
            drawn = self._block(tokens[index : end + 1], width, depth)
            if rows and drawn and self._apart(before, token):
                rows.append(BLANK)
            rows.extend(drawn)
            before = token.type
            index = end + 1
        return rows

    def _apart(self, before: str, token: Token) -> bool:
        """An empty row stands before `token`: its author left one, or its kind wants air."""
        if {before, token.type} & {"fence", "code_block", "table_open", "heading_open", "hr"}:
            return True
        line = token.map[0] if token.map else 0
        return line > 0 and not self.lines[line - 1].strip(" \t>")

    def _block(self, tokens: Sequence[Token], width: int, depth: int) -> list[Row]:
        token = tokens[0]
        inside = tokens[1:-1]
        match token.type:
            case "paragraph_open":
                return [Row(runs) for runs in wrap(inline_runs(inside[0].children or ()), width)]
            case "heading_open":
                return _heading(inside[0], int(token.tag[1:]), width)
            case "bullet_list_open":
                return self._list(inside, width, depth, lambda _: _BULLETS[depth % len(_BULLETS)])
            case "ordered_list_open":
                start = int(token.attrs.get("start", 1))
                return self._list(inside, width, depth, lambda place: f"{start + place}.")
            case "blockquote_open":
                return _prefixed(self.blocks(inside, width - 2, depth), [("▎ ", Ink("quote"))], "quote-text")
            case "fence" | "code_block":
                language = token.info.split()[0] if token.info.strip() else ""
                return _code(token.content, language, width)
            case "hr":
                return [Row([("─" * width, DIM)])]
            case "table_open":
                return table_of(tokens).draw(width)
        return [Row(runs) for runs in wrap([(token.content, TEXT)], width)]

    def _list(
        self, tokens: Sequence[Token], width: int, depth: int, marker: Callable[[int], str]
    ) -> list[Row]:
        rows: list[Row] = []
        index = place = 0
        indent = 0
        while index < len(tokens):
            end = _end(tokens, index)
            sign = marker(place)
            indent = max(indent, len(sign) + 1)
            inside = tokens[index + 1 : end]
            drawn = self.blocks(inside, width - indent, depth + 1)
            if rows and self._apart("", tokens[index]):
                rows.append(BLANK)
            rows.extend(_hung(drawn, sign, indent))
            index = end + 1
            place += 1
        return rows


def table_of(tokens: Sequence[Token]) -> Table:
    """The table that `tokens` spell, from its table_open on."""
    table = Table([], [])
    cells: list[Runs] = []
    for token in tokens:
        if token.type == "inline":
            cells.append(inline_runs(token.children or ()))
        elif token.type == "th_open":
            table.aligns.append(str(token.attrs.get("style", "text-align:left")).partition(":")[2])
        elif token.type == "tr_close":
            if table.header:
                table.rows.append(cells)
            else:
                table.header = cells
            cells = []
    return table


def _heading(inline: Token, level: int, width: int) -> list[Row]:
    ink = Ink("heading", underline=level == 1)
    rows = [Row(runs) for runs in wrap(inline_runs(inline.children or (), ink), width)]
    return rows or [Row(())]


def _code(content: str, language: str, width: int) -> list[Row]:
    lines = content.removesuffix("\n").expandtabs(CODE_TAB).split("\n")
    return code_rows(highlight(lexer_named(language), lines)[0], width)


def _hung(rows: list[Row], sign: str, indent: int) -> list[Row]:
    """`rows` beside the marker of their item; a task's box takes the place of its marker."""
    first = rows[0].runs if rows else ()
    ink = DIM
    if first and first[0][0][:4].lower() in ("[ ] ", "[x] "):
        text, text_ink = first[0]
        sign = "☑" if text[1] in "xX" else "☐"
        rows = [Row([(text[4:], text_ink), *first[1:]], rows[0].ground), *rows[1:]]
    if not rows:
        return [Row([(sign, ink)])]
    margin = (" " * indent, TEXT)
    hung = [Row([margin, *row.runs], row.ground) if row is not BLANK else row for row in rows]
    hung[0] = Row([(sign.ljust(indent), ink), *rows[0].runs], rows[0].ground)
    return hung


def _prefixed(rows: list[Row], prefix: Runs, role: str) -> list[Row]:
    return [Row([*prefix, *recolored(row.runs, role)], row.ground) for row in rows]


def _end(tokens: Sequence[Token], index: int) -> int:
    """Where the block that begins at `index` ends."""
    level = 0
    for place in range(index, len(tokens)):
        level += tokens[place].nesting
        if level == 0:
            return place
    return len(tokens) - 1
