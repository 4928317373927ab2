"""Brings the catalogues up to date with the texts in the source: `python -m tools.texts`, `make texts`.

What is new in the source is added to every catalogue without a translation, what is gone is dropped, nothing
is guessed, and each catalogue is compiled. Places in the source are not noted: every change would move them.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sidekicks_tui import __version__, locale

SOURCE = Path(locale.__file__).parents[1]
KEYWORDS: dict[str, tuple[int, ...] | None] = {"_": None, "N_": None, "plural": (1, 2)}
TRANSLATED = [language for language in locale.LANGUAGES if language != "en"]
_PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}
"""By language; Babel's own for French has a third form, for millions."""
_NO_DATE = datetime.fromtimestamp(0, UTC)
"""The same texts give the same files, whenever they are written."""


def po_file(language: str) -> Path:
    return SOURCE / "locale" / language / "LC_MESSAGES" / "sidekicks.po"


def mo_file(language: str) -> Path:
    return po_file(language).with_suffix(".mo")


def extract() -> Catalog:
    """Every text that the source marks, in its order."""
    catalogue = Catalog()
    for path in sorted(SOURCE.rglob("*.py")):
        for _line, text, _comments, _context in extract_from_file("python", path, KEYWORDS):
            if text:
                catalogue.add(text)
    return catalogue


def read(language: str) -> Catalog:
    """The catalogue as it is kept; empty for a new language."""
    path = po_file(language)
    if path.exists():
        with path.open("rb") as file:
            return read_po(file, locale=language)
    new = Catalog(locale=language)
    new.mime_headers = [("Plural-Forms", _PLURALS[language])]
    return new


def update(known: Catalog, source: Catalog) -> Catalog:
    """The translations of `known` for the texts of `source`, and for no others."""
    new = Catalog(known.locale, project="Sidekicks", version=__version__, fuzzy=False)
    new.last_translator = new.language_team = new.msgid_bugs_address = ""
    new.mime_headers = [("Plural-Forms", known.plural_forms)]
    new.creation_date = new.revision_date = _NO_DATE
    new.header_comment = "# The texts of Sidekicks: `make texts` adds what is new."
    for message in source:
        if message.id:
            old = known.get(text_of(message))
            new.add(message.id, old.string if old else "")
    return new


def compiled(catalogue: Catalog) -> bytes:
    """As gettext reads it."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def text_of(message: Message) -> str:
    """The text that is looked up: of a plural, the singular."""
    return message.id if isinstance(message.id, str) else message.id[0]


def untranslated(catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and not all(forms):
            yield text_of(message)


def main() -> int:
    """Returns 1 when a text is not translated yet, after naming it."""
    source = extract()
    missing = 0
    for language in TRANSLATED:
        catalogue = update(read(language), source)
        path = po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, width=0, no_location=True)
        mo_file(language).write_bytes(compiled(catalogue))
        for text in untranslated(catalogue):
            missing += 1
            print(f"{language}: not translated: {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
