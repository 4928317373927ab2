import asyncio
import stat
from pathlib import Path

import msgspec
import pytest

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.recorder import record
from sidekicks_tui.model.errors import SidekicksError
from sidekicks_tui.model.events import Event, PermissionResolved, TurnChanged


async def test_every_event_is_a_line_that_decodes_to_it(tmp_path: Path) -> None:
    bus, path = Bus(), tmp_path / "events.jsonl"
    told: list[Event] = [
        PermissionResolved(id="1", channel="c"),
        TurnChanged(channel="c", busy=False, queued=0, answering=""),
    ]
    recording = asyncio.create_task(record(bus, path))
    await asyncio.sleep(0)
    for event in told:
        bus.publish(event)
    bus.close()
    await recording
    lines = path.read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=Event) for line in lines] == told
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(SidekicksError, match="cannot be written"):
        await record(Bus(), tmp_path / "missing" / "events.jsonl")
