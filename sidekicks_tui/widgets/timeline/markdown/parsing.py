"""The one Markdown parser: CommonMark, tables and strike-through, without HTML."""

from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

Environment = dict[str, object]
"""What pieces of one text share: the link references that were defined so far."""

_LINKED = frozenset(("http", "https", "mailto", "file"))


@cache
def parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable(["html_block", "html_inline"])
    # Every address is let through here, because one that is refused would change how the text around it is
    # read; `safe_link` decides what becomes a link.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # the documented way to replace it
    return parser


def parse(source: str, environment: Environment) -> list[Token]:
    return parser().parse(source, environment)


def references(environment: Environment) -> dict[str, object]:
    """The link definitions that were met."""
    found = environment.get("references")
    return found if isinstance(found, dict) else {}


def snapshot(environment: Environment) -> Environment:
    """A copy to draw with: what is defined in a text that is not complete must not stay defined."""
    return {"references": dict(references(environment))}


def safe_link(address: str) -> str:
    """`address` if a terminal may open it, otherwise nothing."""
    if not (address.isascii() and address.isprintable()) or any(mark in address for mark in " ;\\"):
        return ""
    try:
        scheme = urlsplit(address).scheme
    except ValueError:
        return ""
    return address if scheme in _LINKED else ""
