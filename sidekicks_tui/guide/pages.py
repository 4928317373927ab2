"""The documentation that ships with Sidekicks."""

import re
from dataclasses import dataclass
from importlib import resources
from typing import Final

NAMES: Final = (
    "getting-started",
    "channels",
    "files",
    "keys",
    "permissions",
    "agents",
    "configuration",
    "containers",
    "command-line",
    "history",
    "logs",
    "guide",
    "troubleshooting",
)
"""The pages, in the order in which they are read."""

_HEADING: Final = re.compile(r"^## (.+)$", re.M)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under a heading of its own."""

    page: str
    """The page's name: its file name without `.md`."""
    title: str
    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class Page:
    name: str
    title: str
    text: str
    sections: tuple[Section, ...]


def load() -> tuple[Page, ...]:
    """The pages that ship with the package, in the order in which they are read."""
    folder = resources.files("sidekicks_tui.guide") / "pages"
    return tuple(page(name, (folder / f"{name}.md").read_text(encoding="utf-8")) for name in NAMES)


def page(name: str, text: str) -> Page:
    """A page from its Markdown: a `# Title`, then sections under `## Headings`."""
    title = text.split("\n", 1)[0].removeprefix("# ").strip()
    _, *rest = _HEADING.split(text)
    sections = tuple(
        Section(name, title, heading.strip(), body.strip())
        for heading, body in zip(rest[::2], rest[1::2], strict=True)
    )
    return Page(name, title, text, sections)
