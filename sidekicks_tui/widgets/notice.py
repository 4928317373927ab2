"""One calm line for what went wrong, or was done: no window, nothing that goes away before it was read."""

from enum import Enum

from textual.content import Content

from sidekicks_tui.model.visible import visible_line
from sidekicks_tui.widgets.content import MUTED
from sidekicks_tui.widgets.line import Line


class Tone(Enum):
    INFO = MUTED
    """Something was done; the next one takes its place."""
    ERROR = "$text-error"


class Notice(Line):
    """Hidden while there is nothing to say. A long one is wrapped, to at most four lines."""

    DEFAULT_CSS = """
    Notice { padding: 0 1 0 2; height: auto; max-height: 4; display: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._text = ""
        self._tone = Tone.INFO

    @property
    def text(self) -> str:
        return self._text

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        self._text, self._tone = text, tone
        self.display = bool(text)
        self.refresh(layout=True)

    def dismiss(self) -> bool:
        """Whether there was something to dismiss."""
        shown = bool(self._text)
        self.say("")
        return shown

    def read(self) -> None:
        """The person went on: what was only told has been read, what went wrong stays."""
        if self._text and self._tone is Tone.INFO:
            self.say("")

    def render(self) -> Content:
        sign = "! " if self._tone is Tone.ERROR else ""
        lines = [visible_line(line) for line in self._text.splitlines()]
        return Content.styled(sign + "\n".join(lines), self._tone.value)
