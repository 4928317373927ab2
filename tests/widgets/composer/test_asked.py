"""What is completed where."""

import pytest

from sidekicks_tui.widgets.composer.asked import Asked, Kind, asked


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("", None),
        ("hello", None),
        ("@", Asked(Kind.AGENT, "", 1)),
        ("ask @cl", Asked(Kind.AGENT, "cl", 3)),
        ("me@cl", None),
        ("/", Asked(Kind.COMMAND, "", 1)),
        ("/pl", Asked(Kind.COMMAND, "pl", 3)),
        ("@claude /pl", Asked(Kind.COMMAND, "pl", 3)),
        ("see /etc", None),
        ("line\n/pl", None),
        ("/claude:", Asked(Kind.AGENT_COMMAND, "", 8, agent="claude")),
        ("/claude:pl", Asked(Kind.AGENT_COMMAND, "pl", 10, agent="claude")),
        ("look at $", Asked(Kind.PATH, "", 1)),
        ("look at $src/pa", Asked(Kind.PATH, "src/pa", 7)),
        ("it costs $5", None),
        ("5$", None),
        ("one\n$a", Asked(Kind.PATH, "a", 2)),
    ],
)
def test_asked(before: str, wanted: Asked | None) -> None:
    assert asked(before) == wanted
