"""Copies, and what is said of them."""

import pytest
from textual.app import App

from sidekicks_tui.widgets.clipboard import copy


@pytest.fixture(autouse=True)
def no_tmux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMUX", raising=False)


def test_a_copy_promises_nothing() -> None:
    app = App[None]()
    assert copy(app, "text") == "Copied, if the terminal allows it (OSC 52)."
    assert app.clipboard == "text"


def test_tmux_wants_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux,1,0")
    assert "set-clipboard on" in copy(App[None](), "text")


def test_much_may_be_too_much_for_some_and_is_for_all() -> None:
    app = App[None]()
    assert "100 KB" in copy(app, "x" * 100 * 1024)
    assert len(app.clipboard) == 100 * 1024
    assert copy(app, "x" * 2_000_000).startswith("Not copied: 1953 KB")
    assert len(app.clipboard) == 100 * 1024


def test_half_a_surrogate_pair_copies_as_something() -> None:
    app = App[None]()
    copy(app, "a\ud800b")
    assert app.clipboard == "a?b"
