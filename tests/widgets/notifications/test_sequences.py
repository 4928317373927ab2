"""Notifications as bytes: each terminal's dialect, and nothing foreign in it."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.widgets.notifications.sequences import Dialect, dialect, notification

SPEAKING = [each for each in Dialect if each is not Dialect.NONE]
HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x07\x9c\x9d\x90\x18\x1a;]\\\n\r\u202e\u2066"),
    )
)


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({"TERM": "xterm-kitty"}, Dialect.OSC_99),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, Dialect.OSC_99),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, Dialect.OSC_9),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, Dialect.OSC_777),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600"}, Dialect.OSC_777),
        ({"TERM": "foot-extra"}, Dialect.OSC_777),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, Dialect.NONE),
        ({"TERM": "linux"}, Dialect.NONE),
        ({"TERM": "xterm-256color"}, Dialect.OSC_9),
        ({}, Dialect.OSC_9),
    ],
)
def test_the_environment_tells_what_the_terminal_understands(
    environment: dict[str, str], spoken: Dialect
) -> None:
    assert dialect(environment) is spoken


def test_each_dialect() -> None:
    def told(dialect: Dialect, *, in_tmux: bool = False) -> str:
        return notification("Sidekicks #a;b", "claude: done", dialect, in_tmux=in_tmux)

    assert told(Dialect.NONE) == ""
    assert told(Dialect.OSC_9) == "\x1b]9;Sidekicks #a;b: claude: done\x1b\\"
    assert told(Dialect.OSC_777) == "\x1b]777;notify;Sidekicks #a,b;claude: done\x1b\\"
    title, body = (base64.b64encode(text).decode() for text in (b"Sidekicks #a;b", b"claude: done"))
    assert told(Dialect.OSC_99) == (
        f"\x1b]99;i=sidekicks:d=0:e=1:p=title;{title}\x1b\\\x1b]99;i=sidekicks:d=1:e=1:p=body;{body}\x1b\\"
    )
    assert told(Dialect.OSC_9, in_tmux=True) == (
        "\x1bPtmux;\x1b\x1b]9;Sidekicks #a;b: claude: done\x1b\x1b\\\x1b\\"
    )


@given(HOSTILE, HOSTILE, st.sampled_from(SPEAKING))
def test_nothing_foreign_reaches_the_terminal(title: str, text: str, dialect: Dialect) -> None:
    sequence = notification(f"Sidekicks {title}", text, dialect, in_tmux=False)
    pieces = re.fullmatch(r"(?:\x1b\]([^\x1b]*)\x1b\\){1,2}", sequence)
    assert pieces, "one or two whole sequences, and nothing else"
    content = sequence.replace("\x1b]", "").replace("\x1b\\", "")
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", content)
    if dialect is Dialect.OSC_777:
        assert content.removeprefix("777;notify;").partition(";")[0].startswith("Sidekicks")
    assert len(sequence) < 2000


@given(HOSTILE)
def test_tmux_passes_on_what_the_terminal_around_it_takes(text: str) -> None:
    plain = notification("Sidekicks", text, Dialect.OSC_9, in_tmux=False)
    wrapped = notification("Sidekicks", text, Dialect.OSC_9, in_tmux=True)
    assert wrapped.removeprefix("\x1bPtmux;").removesuffix("\x1b\\").replace("\x1b\x1b", "\x1b") == plain
