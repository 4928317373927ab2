"""What was sent before, to be had again with Up."""

from collections.abc import Iterable


class Sent:
    """The messages of one channel, oldest first; looking through them keeps what was being written."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts: list[str] = []
        for text in texts:
            self.add(text)
        self._place = len(self._texts)
        self._draft = ""

    def add(self, text: str) -> None:
        """`text` was sent, or cleared: it is the newest. Twice the same in a row is once."""
        if text.strip() and text != (self._texts[-1] if self._texts else None):
            self._texts.append(text)
        self._place = len(self._texts)
        self._draft = ""

    def older(self, written: str) -> str | None:
        """The message before the one that is shown; `written` is what stands there now."""
        if self._place == 0:
            return None
        if self._place == len(self._texts):
            self._draft = written
        self._place -= 1
        return self._texts[self._place]

    def newer(self) -> str | None:
        """The message after the one that is shown; after the last, what was being written."""
        if self._place == len(self._texts):
            return None
        self._place += 1
        return self._draft if self._place == len(self._texts) else self._texts[self._place]
