"""The reference of every figure: a blank Textual app with one input field."""

from textual.app import App, ComposeResult
from textual.widgets import Input


class Floor(App[None]):
    def compose(self) -> ComposeResult:
        field = Input(placeholder="ready")
        field.cursor_blink = False
        yield field


if __name__ == "__main__":
    Floor().run()
