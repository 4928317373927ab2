"""An agent's questions, and hooks that answer them."""

import json
from pathlib import Path
from typing import Any

from sidekicks_tui.model.elicitation import ElicitationAction, ElicitationForm
from sidekicks_tui.model.events import ElicitationRequested
from tests.core.channels.bench import Bench
from tests.core.hooks.support import hook, hooked, prints, said, specific

CONTENT = {"name": "Ada", "sure": True}


async def answered(made: Bench, channel: str, content: dict[str, Any], after: int = 0) -> ElicitationForm:
    """The next question, answered with `content`."""
    request = await made.event(ElicitationRequested, after=after)
    await made.channels.answer_elicitation(request.id, ElicitationAction.ACCEPT, content)
    assert isinstance(request.question, ElicitationForm)
    return request.question


async def test_a_question_is_declined(tmp_path: Path) -> None:
    decline = hook("Elicitation", prints(specific(action="decline")))
    async with hooked(tmp_path, decline) as (made, channel):
        assert '{"action": "decline"}' in await said(made, channel, "!form")
        assert not [event for event in made.events if isinstance(event, ElicitationRequested)]


async def test_a_form_is_filled_in_for_the_person_to_look_over(tmp_path: Path) -> None:
    content = {"name": "Ada", "count": 7, "colour": 3, "unknown": 1}
    accept = hook("Elicitation", prints(specific(action="accept", content=content)))
    async with hooked(tmp_path, accept) as (made, channel):
        await made.channels.send(channel, "!form")
        question = await answered(made, channel, CONTENT)
        await made.idle(channel)
    defaults = {field.name: field.default for field in question.fields if field.default is not None}
    assert (defaults["name"], defaults["count"]) == ("Ada", 7)
    assert "colour" not in defaults


async def test_an_answer_is_told_and_may_be_taken_back(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    decline = hook("ElicitationResult", f"cat > {seen}; echo no >&2; exit 2")
    async with hooked(tmp_path, decline) as (made, channel):
        await made.channels.send(channel, "!form")
        await answered(made, channel, CONTENT)
        await made.idle(channel)
        assert any('"decline"' in line for line in made.script(channel))
    told = json.loads(seen.read_text())
    assert (told["action"], told["content"]["name"]) == ("accept", "Ada")
    assert told["requested_schema"]["required"] == ["name", "sure"]
