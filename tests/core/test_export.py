from datetime import UTC, datetime
from typing import Any

import pytest

from sidekicks_tui.core.export import document, markdown, tool_line
from sidekicks_tui.core.sentences import stop_sentence, system_sentence
from sidekicks_tui.model.channels import Channel
from sidekicks_tui.model.messages import (
    Diff,
    Message,
    PlanEntry,
    PlanPart,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolPart,
    ToolStatus,
)


def message(**fields: Any) -> Message:
    defaults = {"id": "m", "channel": "c", "created_at": datetime(2025, 3, 1, 12, tzinfo=UTC)}
    return Message(**{**defaults, "role": Role.AGENT, "agent": "claude", **fields})


def test_an_answer_has_its_heading_and_its_parts_in_order() -> None:
    answer = message(
        parts=(
            ThoughtPart(text="first\n\nthen"),
            TextPart(text="Look:\n\n```py\nx\n```\n"),
            ToolPart(tool=ToolCall(id="t", title="Run", status=ToolStatus.COMPLETED, seconds=8.2)),
            PlanPart(entries=(PlanEntry(content="a", status="completed"), PlanEntry(content="b"))),
        ),
        stop_reason=StopReason.MAX_TOKENS,
    )
    heading, *blocks = markdown(answer).split("\n\n")
    assert heading.startswith("## claude, 2025-03-01 ")
    assert "\n\n".join(blocks) == (
        "> first\n>\n> then\n\n"
        "Look:\n\n```py\nx\n```\n\n"
        "- ✓ Run  8 s\n\n"
        "- [x] a\n- [ ] b\n\n"
        "*cut off: the model's limit of tokens was reached*\n"
    )


def test_a_document_shows_what_tool_calls_did() -> None:
    tool = ToolCall(
        id="t",
        title="Edit",
        status=ToolStatus.COMPLETED,
        output="a fence: ```\n",
        diffs=(
            Diff(path="a.py", old_text="one\ntwo\n", new_text="one\n2\n", new_file=False),
            Diff(path="b.py", old_text="", new_text="new\n", new_file=True),
        ),
    )
    channel = Channel(id="c", name="parser", description="API")
    written = document(channel, [message(parts=(ToolPart(tool=tool),))])
    assert written.startswith("# #parser\n\nAPI\n\n## claude, ")
    assert written.endswith(
        "\n\n- ✓ Edit\n\n"
        "  ```diff\n  --- a.py\n  +++ a.py\n  @@ -1,2 +1,2 @@\n   one\n  -two\n  +2\n  ```\n\n"
        "  ```diff\n  --- /dev/null\n  +++ b.py\n  @@ -0,0 +1 @@\n  +new\n  ```\n\n"
        "  ````\n  a fence: ```\n  ````\n"
    )


def test_the_person_is_you() -> None:
    assert markdown(message(role=Role.USER, agent="", parts=(TextPart(text="hi"),))).startswith("## you, ")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (SystemCode.AGENT_JOINED, "claude joined"),
        (SystemCode.AGENT_LEFT, "claude left"),
        (SystemCode.NO_RECIPIENT, "nobody answers: mention an agent with @"),
        (SystemCode.AGENT_UNAVAILABLE, "claude cannot answer: no key"),
        (SystemCode.ATTACHMENT_UNAVAILABLE, "a file was not sent to claude: no key"),
        (
            SystemCode.SESSION_UNAVAILABLE,
            "claude could not open its session again and goes on with a new one: no key",
        ),
        (SystemCode.HOOK, "claude: no key"),
    ],
)
def test_every_message_of_the_system_has_a_sentence(code: SystemCode, words: str) -> None:
    told = message(role=Role.SYSTEM, code=code, error="no key")
    assert system_sentence(told) == words
    assert markdown(told) == f"*{words}*\n"


def test_why_an_answer_ended() -> None:
    said = (TextPart(text="hi"),)
    assert stop_sentence(message(stop_reason=StopReason.END_TURN, parts=said)) == ""
    assert stop_sentence(message(done=False)) == ""
    assert stop_sentence(message(stop_reason=StopReason.END_TURN)) == "the agent ended without a word"
    assert stop_sentence(message(error="overloaded")) == "overloaded"
    for reason in set(StopReason) - {StopReason.END_TURN}:
        assert stop_sentence(message(stop_reason=reason))


def test_a_tool_call_is_one_line_whatever_its_title() -> None:
    assert tool_line(ToolCall(id="t", title="")) == "● other"
    assert tool_line(ToolCall(id="t", title="a\nb", status=ToolStatus.FAILED)) == "✗ a b"
