import pytest

from sidekicks_tui.config.graphemes import is_one_character


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "é",
        "e\u0301",
        "日",
        "한",
        "\u1112\u1161\u11ab",
        "🧭",
        "⚙️",
        "👍🏽",
        "👩‍🚀",
        "👨‍👩‍👧‍👦",
        "🇫🇷",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
        "1️⃣",
        "#",
        "ที่"[:2],
    ],
)
def test_one(text: str) -> None:
    assert is_one_character(text)


@pytest.mark.parametrize(
    "text",
    ["", "ab", "🧭🧭", "🇫🇷🇫🇷", "a ", " ", "\n", "\t", "\x1b", "\u0301", "\u200d", "👩‍", "\u202e", "\ufeff"],
)
def test_not_one(text: str) -> None:
    assert not is_one_character(text)
