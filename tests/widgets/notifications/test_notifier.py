"""Who is called, and when."""

import asyncio
from collections.abc import Callable

import pytest

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.model.events import PermissionRequested
from sidekicks_tui.model.messages import ToolCall
from sidekicks_tui.model.settings import NotificationSettings
from sidekicks_tui.widgets.notifications.attention import Attention
from sidekicks_tui.widgets.notifications.notifier import Notifier

REQUEST = PermissionRequested(
    id="1", channel="c", agent="claude", message_id="m", tool_call=ToolCall(id="t", title="pytest"),
    options=(), rejections=0,
)  # fmt: skip
DESKTOP = "\x1b]9;Sidekicks #parser: claude asks for permission: pytest\x1b\\"


async def written(settings: NotificationSettings, *, looks: bool) -> list[str]:
    """What one request makes the notifier write."""
    bus, sequences = Bus(), list[str]()

    def notifier(write: Callable[[str], None]) -> Notifier:
        return Notifier(
            bus,
            write=write,
            somebody_looks=lambda: looks,
            settings=lambda: settings,
            label=lambda channel: {"c": "#parser"}[channel],
        )

    following = asyncio.create_task(notifier(sequences.append).follow())
    await asyncio.sleep(0)
    bus.publish(REQUEST)
    bus.close()
    await following
    return sequences


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMUX", "TERM_PROGRAM", "KITTY_WINDOW_ID", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.parametrize(
    ("bell", "desktop", "expected"),
    [
        (True, True, ["\a" + DESKTOP]),
        (True, False, ["\a"]),
        (False, True, [DESKTOP]),
        (False, False, []),
    ],
)
async def test_the_configuration_says_how(bell: bool, desktop: bool, expected: list[str]) -> None:
    settings = NotificationSettings(bell=bell, desktop=desktop)
    assert await written(settings, looks=False) == expected


async def test_nobody_is_called_who_looks() -> None:
    assert await written(NotificationSettings(), looks=True) == []


async def test_inside_of_tmux_the_terminal_around_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux,1,0")
    [sequence] = await written(NotificationSettings(), looks=False)
    assert sequence.startswith("\a\x1bPtmux;\x1b\x1b]9;")


def test_a_terminal_that_tells_its_focus_is_believed() -> None:
    attention = Attention()
    attention.focused(False)
    assert not attention.looks(0)
    attention.focused(True)
    assert attention.looks(10_000)


def test_otherwise_who_types_looks() -> None:
    attention = Attention()
    assert attention.looks(29)
    assert not attention.looks(31)
