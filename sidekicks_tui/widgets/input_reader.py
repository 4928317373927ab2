"""What the terminal sends, as messages: in front of Textual's parser, for what that gets wrong or slow.

- A pasted text is taken whole. Textual's parser takes it character by character: 2.5 s for 60,000 lines.
- Several lines that arrive at once without the marks of a bracketed paste are a paste as well: nobody types
  an Enter and the next line within one read, and a paste must never be sent.
- Alt with a key is ESC and the key where the terminal has no better protocol. Textual waits a tenth of a
  second for more, then tells Alt+Enter as Enter and Alt+1 as `¡`.
- A sequence that its parser stumbles over ends the parser, not the program.
"""

import re
from collections.abc import Generator, Iterator
from typing import Final

from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.message import Message

from sidekicks_tui.widgets.keys import character_key

SETTLED_AFTER: Final = 0.12
"""Seconds without input after which `tick` is due: a lone ESC is then the Escape key."""

_SPECIAL: Final = re.compile(
    rf"{re.escape(BRACKETED_PASTE_START)}|\x1b([^\x1b\[O\x00-\x07\x0b\x0c\x0e-\x1f])"
)
_NAMED: Final = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\t": "tab"}
_PASTED_LINES: Final = re.compile(r"[^\x1b\r\n]*[\r\n]+[^\x1b\r\n][^\x1b]*")


class InputReader:
    """`feed` it what was read; `tick` it once after `SETTLED_AFTER` seconds of silence."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._paste: list[str] | None = None
        """What has come of a bracketed paste that has not ended; None outside of one."""

    def feed(self, text: str) -> Iterator[Message]:
        while text:
            if self._paste is not None:
                text = yield from self._continue_paste(text)
            elif found := _SPECIAL.match(text):
                text = text[found.end() :]
                if found[1] is None:
                    self._paste = []
                else:
                    yield _alt(found[1])
            else:
                # A piece reaches to the next ESC; the one that it begins with is a sequence for the parser.
                end = text.find("\x1b", 1)
                piece, text = (text, "") if end < 0 else (text[:end], text[end:])
                if _PASTED_LINES.fullmatch(piece):
                    yield paste(piece)
                else:
                    yield from self._parse(piece)

    def tick(self) -> Iterator[Message]:
        yield from self._parser.tick()

    def _continue_paste(self, text: str) -> Generator[Message, None, str]:
        """Take in what belongs to the paste; returns what follows it."""
        assert self._paste is not None
        # The mark may be cut by the end of a read: look for it across the seam.
        seam = self._paste.pop() if self._paste else ""
        content, mark, rest = (seam + text).partition(BRACKETED_PASTE_END)
        if mark:
            message = paste("".join([*self._paste, content]))
            self._paste = None
            yield message
            return rest
        cut = max(0, len(content) - len(BRACKETED_PASTE_END) + 1)
        self._paste += [content[:cut], content[cut:]]
        return ""

    def _parse(self, text: str) -> Iterator[Message]:
        try:
            yield from self._parser.feed(text)
        except Exception:  # whatever a foreign terminal sends: a lost key is better than a lost session
            self._parser = XTermParser()


def paste(text: str) -> events.Paste:
    """A paste, with line feeds whatever the terminal made of them."""
    return events.Paste(text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", ""))


def _alt(character: str) -> events.Key:
    if character in _NAMED:
        return events.Key(f"alt+{_NAMED[character]}", None)
    name = character_key(character)
    if name.isalpha() and name.isupper():
        name = f"shift+{name.lower()}"
    return events.Key(f"alt+{name}", None)
