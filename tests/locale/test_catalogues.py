"""Every text of the source is in every catalogue, translated for the same values, and compiled."""

import gettext
import re
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.catalog import Message

from tools import texts

each_language = pytest.mark.parametrize("language", texts.TRANSLATED)


def forms(string: object) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(map(str, string))  # type: ignore[call-overload]


def places(text: str) -> set[tuple[str | None, str | None]]:
    """What `format` puts in, and how it is written."""
    return {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}


def messages(language: str) -> list[Message]:
    """What is translated."""
    return [message for message in texts.read(language) if message.id and all(forms(message.string))]


@each_language
def test_a_catalogue_has_the_texts_of_the_source_and_no_others(language: str) -> None:
    marked = {texts.text_of(message) for message in texts.extract() if message.id}
    kept = {texts.text_of(message) for message in texts.read(language) if message.id}
    assert kept == marked, "run `make texts`"


@each_language
def test_every_text_is_translated(language: str) -> None:
    assert list(texts.untranslated(texts.read(language))) == []


@each_language
def test_translations_have_places_for_the_same_values(language: str) -> None:
    for message in messages(language):
        expected = places(forms(message.id)[-1])
        for form in forms(message.string):
            assert places(form) == expected, form


@each_language
def test_translations_begin_and_end_with_the_same_space(language: str) -> None:
    for message in messages(language):
        text, translated = forms(message.id)[0], forms(message.string)[0]
        for edge in (r"^ *", r"[ …]*$"):
            assert re.search(edge, text)[0] == re.search(edge, translated)[0], translated  # type: ignore[index]


@each_language
def test_the_compiled_catalogue_is_that_of_the_written_one(language: str) -> None:
    compiled = gettext.GNUTranslations(BytesIO(texts.mo_file(language).read_bytes()))
    for message in messages(language):
        one, *many = forms(message.string)
        assert compiled.gettext(texts.text_of(message)) == one
        if many:
            _one, *rest = forms(message.id)
            assert [compiled.ngettext(_one, rest[0], count) for count in (0, 1, 2)] == [one, one, many[0]]


def test_a_new_text_is_added_untranslated_and_an_old_one_dropped() -> None:
    known, source = texts.Catalog(locale="fr"), texts.Catalog()
    known.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n > 1);")]
    known.add("old", "vieux")
    known.add("kept", "gardé")
    source.add("kept")
    source.add("new")
    updated = texts.update(known, source)
    assert {message.id: message.string for message in updated if message.id} == {"kept": "gardé", "new": ""}
    assert list(texts.untranslated(updated)) == ["new"]
