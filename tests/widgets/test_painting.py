"""A key's echo is painted without waiting for the screen's tick."""

from textual.app import App, ComposeResult
from textual.widgets import Static

from sidekicks_tui.widgets.painting import paint_now


class Words(App[None]):
    paintings = 0

    def compose(self) -> ComposeResult:
        yield Static("before")

    def post_display_hook(self) -> None:
        self.paintings += 1


async def test_a_change_is_painted_before_the_next_tick() -> None:
    app = Words()
    async with app.run_test(size=(20, 3)) as pilot:
        await pilot.pause()
        static = app.query_one(Static)
        static.update("after")
        painted = app.paintings
        paint_now(static)
        assert app.paintings == painted + 1
        assert "after" in app.screen._compositor.render_strips()[0].text


async def test_a_textual_without_that_way_paints_as_always(monkeypatch) -> None:
    app = Words()
    async with app.run_test(size=(20, 3)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(type(app.screen), "_on_timer_update", None)
        painted = app.paintings
        paint_now(app.query_one(Static))
        assert app.paintings == painted
        monkeypatch.undo()
