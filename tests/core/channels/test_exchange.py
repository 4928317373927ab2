"""Conversations written out, and taken in again."""

import json
from pathlib import Path

import pytest

from sidekicks_tui.core.export import ExportForm
from sidekicks_tui.model.errors import UnknownChannel, UsageError
from sidekicks_tui.model.events import ChannelsChanged
from tests.core.channels.bench import bench


async def test_what_was_exported_can_be_imported(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a", "b")
        await desk.say(room.id, "@a !diff")
        await desk.say(room.id, "@b hello")
        exported = await desk.channels.export(room.id, ExportForm.JSON)
        script = desk.script(room.id)
        await desk.channels.delete(room.id)
        copy = await desk.channels.import_channel("copy", exported)
        assert desk.channels.list() == (copy,)
        assert (copy.name, copy.members) == ("copy", ("a", "b"))
        await desk.event(ChannelsChanged, lambda event: event.channels == (copy,))
        assert desk.script(copy.id) == script
        before, after = json.loads(exported), json.loads(await desk.channels.export(copy.id, ExportForm.JSON))
        assert [each["parts"] for each in after] == [each["parts"] for each in before]
        assert [each["createdAt"] for each in after] == [each["createdAt"] for each in before]
        answer = await desk.say(copy.id, "@a !blocks")
        assert "[the user]\\n@b hello" in answer.text  # it is told the past


async def test_a_page_shows_the_whole_conversation(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a")
        await desk.say(room.id, "!diff")
        page = await desk.channels.export(room.id, ExportForm.MARKDOWN)
        assert page.startswith("# #room\n")
        assert "## you, " in page
        assert "  ```diff\n" in page
        with pytest.raises(UnknownChannel):
            await desk.channels.export("x", ExportForm.JSON)


async def test_a_taken_name_and_a_page_are_not_imported(tmp_path: Path) -> None:
    async with bench(tmp_path) as desk:
        room = await desk.room("room", "a")
        await desk.say(room.id, "hello")
        with pytest.raises(UsageError, match="already"):
            await desk.channels.import_channel("Room", await desk.channels.export(room.id, ExportForm.JSON))
        with pytest.raises(UsageError, match="no conversation"):
            await desk.channels.import_channel(
                "new", await desk.channels.export(room.id, ExportForm.MARKDOWN)
            )
        assert [channel.name for channel in desk.channels.list()] == ["room"]
