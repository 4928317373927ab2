"""What became of a tool's work, in the answer's own words."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from sidekicks_tui.guide.finding import Found
from sidekicks_tui.guide.markdown import code, counted, fenced, language, plain
from sidekicks_tui.guide.running import Ended
from sidekicks_tui.guide.tools import Change, Excerpt

_NAMES: Final = 20
_HITS: Final = 40
_TAIL: Final = 15


def found_words(pattern: str, found: Found, shown: Callable[[Path], str]) -> str:
    """`shown` writes a path as the person does."""
    scope = f"I looked at {counted(found.files, 'file')}{', and left out the rest' * found.cut}"
    if not found.names and not found.hits:
        return f"Nothing here is named {code(pattern)} or holds it. {scope}.\n"
    if found.guessed:
        lines = [f"Nothing here is named {code(pattern)} or holds it. These names come near:", ""]
    else:
        names, hits = counted(len(found.names), "file"), counted(len(found.hits), "line")
        lines = [f"Found {names} named so, and {hits} with {code(pattern)}. {scope}.", ""]
    lines += [f"- {code(shown(path))}" for path in found.names[:_NAMES]]
    lines += _more(len(found.names) - _NAMES, "name")
    lines += [f"- {code(f'{shown(hit.path)}:{hit.line}')} {code(hit.text)}" for hit in found.hits[:_HITS]]
    lines += _more(len(found.hits) - _HITS, "line")
    return "\n".join(lines) + "\n"


def read_words(excerpt: Excerpt) -> str:
    if not excerpt.total:
        return f"{code(excerpt.name)} is empty.\n"
    part = f"lines {excerpt.first}–{excerpt.last} of {excerpt.total}"
    if (excerpt.first, excerpt.last) == (1, excerpt.total):
        part = counted(excerpt.total, "line")
    shown = f"{code(excerpt.name)}, {part}:\n\n{fenced(excerpt.text, language(excerpt.name))}"
    if excerpt.last == excerpt.total:
        return shown
    name = f'"{excerpt.name}"' if " " in excerpt.name else excerpt.name
    return f"{shown}\n{code(f'/read {name} {excerpt.last + 1}-')} shows the rest.\n"


def change_words(change: Change) -> str:
    if change.new:
        return f"I made {code(change.name)}.\n"
    return f"I changed {code(change.name)} (line {change.line}).\n"


def run_words(command: str, ended: Ended) -> str:
    words = f"{code(command)} {ended.words}."
    lines = plain(ended.output).rstrip().splitlines()
    if not lines:
        return f"{words} It printed nothing.\n"
    cut = f" The last {_TAIL} of its {len(lines)} lines:" if len(lines) > _TAIL else " It printed:"
    return f"{words}{cut}\n\n" + fenced("\n".join(lines[-_TAIL:]), "text")


def _more(number: int, noun: str) -> list[str]:
    return [f"- … and {counted(number, f'{noun}')} more"] if number > 0 else []
