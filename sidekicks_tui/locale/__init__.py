"""Texts of the screen and of the command line in the person's language.

`_` marks a text and translates it. The catalogue is chosen once, when the program starts (`use`), as gettext
itself has it: this is the one place with state of its own, because a text is asked for everywhere.
"""

import gettext
import os
import re
from pathlib import Path

LANGUAGES = ("en", "fr")
_DOMAIN = "sidekicks"
_FOLDER = Path(__file__).parent
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""As gettext asks them: the first that is set decides."""
_chosen: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> str:
    """Choose `language` (`auto`: the locale's); returns the one that is used, `en` when there is no other."""
    global _chosen  # noqa: PLW0603  the catalogue is chosen once, at the start
    if language == "auto":
        language = _of_locale()
    if language not in LANGUAGES:
        language = "en"
    _chosen = gettext.translation(_DOMAIN, _FOLDER, [language], fallback=True)
    return language


def lend() -> None:
    """Let the standard library (argparse) find its texts, in the locale's language, in our catalogue."""
    gettext.bindtextdomain(_DOMAIN, str(_FOLDER))
    gettext.textdomain(_DOMAIN)


def _of_locale() -> str:
    wanted = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "en")
    names = [re.split("[_.@]", name)[0].lower() for name in wanted.split(":")]
    return next((name for name in names if name in LANGUAGES), "en")


def _(text: str) -> str:
    """`text` in the chosen language."""
    # gettext keeps what describes a catalogue under the empty text.
    return _chosen.gettext(text) if text else ""


def plural(one: str, many: str, count: int) -> str:
    """`one` or `many`, as `count` wants it, in the chosen language."""
    return _chosen.ngettext(one, many, count)


def N_(text: str) -> str:
    """Mark `text`, which a table holds; whoever shows it translates it with `_`."""
    return text
