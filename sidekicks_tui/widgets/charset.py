"""The characters that the terminal can show, by the locale.

Nearly every terminal is UTF-8, and then nothing is done here. Where the locale names another charset, what
it cannot spell is written with signs that it can, each as wide as what it stands for: nothing moves.
"""

import codecs
import re
from collections.abc import Callable, Mapping
from typing import Final

_FOREIGN: Final = re.compile("[^\x00-\x7f]+")
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("●•▪■◉", "*"),
        **dict.fromkeys("○◌◦", "o"),
        **dict.fromkeys("◐⋯", "~"),
        **dict.fromkeys("✓✔☑", "v"),
        **dict.fromkeys("✗✘×", "x"),
        **dict.fromkeys("☐▢", "."),
        **dict.fromkeys("▸→›»▶", ">"),
        **dict.fromkeys("←‹«◀", "<"),
        **dict.fromkeys("▾↓▼", "v"),
        **dict.fromkeys("▴↑▲", "^"),
        **dict.fromkeys("─━‐‑‒–—―−", "-"),
        **dict.fromkeys("│┃║▌▐▎▏▍▊▉▋", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛╔╗╚╝┠┨", "+"),
        **dict.fromkeys("█▓▒▇▆▅▄", "#"),
        **dict.fromkeys("░▃▂▁", "_"),
        **dict.fromkeys("’‘‛′", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict.fromkeys("·…", "."),
        "\u00a0": " ",
        "\u202f": " ",
    }
)
_NOT_UTF_8: Final = ("C", "POSIX")


class Charset:
    """`codec` is what the terminal sends and understands; `spell` writes a text with its characters."""

    def __init__(self, codec: str) -> None:
        self.codec = codec
        self.spell: Callable[[str], str] = _as_it_is if codec == "utf-8" else self._spell

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "Charset":
        """The charset that the locale in `environ` names; UTF-8 where it names none.

        `LC_ALL=C` is somebody's word that there is no Unicode. `LANG=C`, or nothing, is what containers and
        SSH leave behind, and Python takes it for UTF-8 as well.
        """
        if environ.get("LC_ALL") in _NOT_UTF_8:
            return cls("ascii")
        name = next((environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(key)), "")
        try:
            return cls(codecs.lookup(name.partition("@")[0].partition(".")[2] or "utf-8").name)
        except LookupError:
            return cls("utf-8")

    def _spell(self, text: str) -> str:
        return _FOREIGN.sub(self._spell_foreign, text)

    def _spell_foreign(self, found: re.Match[str]) -> str:
        from rich.cells import split_graphemes

        text = found[0]
        if self._knows(text):
            return text
        spans, _width = split_graphemes(text)
        return "".join(self._spell_one(text[start:end], width) for start, end, width in spans)

    def _spell_one(self, grapheme: str, width: int) -> str:
        if self._knows(grapheme):
            return grapheme
        sign = grapheme.translate(_SIGNS)
        return sign if self._knows(sign) and len(sign) == width else "?" * width

    def _knows(self, text: str) -> bool:
        try:
            text.encode(self.codec)
        except UnicodeEncodeError:
            return False
        return True


def _as_it_is(text: str) -> str:
    return text
