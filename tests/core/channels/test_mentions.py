import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.core.channels.mentions import after_leading_mentions, find_mentions, mentioned

AGENTS = ("claude", "claude-2", "gemini", "under_", "g")


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        ("@claude hi", ["claude"]),
        ("hi @Claude, and @CLAUDE's or @claude.", ["claude"]),
        ("@gemini then @claude then @gemini", ["gemini", "claude"]),
        ("@claude-2 not the other", ["claude-2"]),
        ("@claude-3 is nobody", []),
        ("@claudette is nobody", []),
        ("@claudé is nobody", []),
        ("@claude- and @claude_", ["claude"]),
        ("@under_ keeps its end", ["under_"]),
        ("@claude: (@gemini)", ["claude", "gemini"]),
        ("**@claude**", ["claude"]),
        ("me@claude.dev", []),
        ("@claude.dev", []),
        ("@claude/sdk", []),
        ("@claude@host", []),
        ("https://x.org/@claude", []),
        ("first.last-@claude", []),
        (r"\@claude", []),
        ("@@claude", []),
        ("`@claude`", []),
        ("```\n@claude\n```\n@gemini", ["gemini"]),
        ("> @claude said\n@gemini what now", ["gemini"]),
        ("请@claude看一下", ["claude"]),
        ("caf\u00e9@claude", []),
        ("@", []),
    ],
)
def test_only_real_mentions_count(text: str, agents: list[str]) -> None:
    assert list(mentioned(text, AGENTS)) == agents


def test_a_mention_tells_where_it_stands() -> None:
    text = "so @Gemini- and"
    (mention,) = find_mentions(text, AGENTS)
    assert text[mention.start : mention.end] == "@Gemini"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("@claude /compact now", "/compact now"),
        ("  @claude, @gemini: /x", "/x"),
        ("@nobody /x", "@nobody /x"),
        ("look @claude /x", "look @claude /x"),
        ("/x", "/x"),
    ],
)
def test_what_follows_leading_mentions(text: str, rest: str) -> None:
    assert after_leading_mentions(text, AGENTS) == rest


PIECES = st.sampled_from(
    ["@claude", "@claude-2", "@CLAUDE", "@g", "@", "claude", "x", " ", "\n", "`", "```", "> ", ".", "-", "/"]
)


@given(st.lists(PIECES).map("".join))
def test_a_mention_is_always_a_configured_name_that_stands_by_itself(text: str) -> None:
    end = 0
    for mention in find_mentions(text, AGENTS):
        assert mention.start >= end
        end = mention.end
        assert text[mention.start : end].casefold() == f"@{mention.agent}"
        assert not re.match(r"[A-Za-z0-9]", text[end : end + 1])
        assert not re.match(r"[\w@./\\-]", text[max(0, mention.start - 1) : mention.start])


@given(st.lists(PIECES).map("".join))
def test_what_is_quoted_mentions_nobody_and_no_text_is_lost(text: str) -> None:
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    assert mentioned(quoted, AGENTS) == ()
    assert text.endswith(after_leading_mentions(text, AGENTS))


@given(st.lists(st.sampled_from(AGENTS), min_size=1))
def test_agents_are_called_once_each_in_order(names: list[str]) -> None:
    text = " and ".join(f"@{name}" for name in names)
    assert mentioned(text, AGENTS) == tuple(dict.fromkeys(names))
