"""The frame of everything that opens over a screen and is closed with Esc."""

from typing import ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Box(ModalScreen[Result]):
    """A box in the upper part of the screen; what lies behind is not painted again, so it stays as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c", "cancel", show=False, priority=True)]

    DEFAULT_CSS = """
    Box {
        align: center top;
        background: transparent;
        & > .box {
            width: 84;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            margin: 2 0 0 0;
            padding: 0 1;
            border: round $foreground 30%;
            background: $background;
        }
        & Input, & Input:focus {
            border: none;
            height: 1;
            padding: 0;
            background: transparent;
        }
        & .muted { color: $text-muted; height: auto; }
        & .error { color: $text-error; height: auto; }
    }
    """

    def action_cancel(self) -> None:
        self.dismiss(None)
