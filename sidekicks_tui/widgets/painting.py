"""Painting a widget at once, for what must not wait for the next tick of the screen: the echo of a key."""

from textual.widget import Widget


def paint_now(widget: Widget) -> None:
    """Show now what changed of `widget`. Where this Textual has no way to do so, it is shown as always.

    To be called after the change, on the event loop.
    """
    screen = widget.screen
    dirty = getattr(screen, "_dirty_widgets", None)
    paint = getattr(screen, "_on_timer_update", None)
    if dirty is None or paint is None or not (screen.is_current and screen.is_running):
        return
    dirty.add(widget)
    paint()
