import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from sidekicks_tui.system.watch import folder_changes

PATIENCE = 20.0


async def following(changes: AsyncGenerator[frozenset[Path], None]) -> frozenset[Path]:
    async with asyncio.timeout(PATIENCE):
        return await anext(changes)


async def test_a_change_right_after_the_watch_stands_is_told(tmp_path: Path) -> None:
    async with aclosing(folder_changes([tmp_path])) as changes:
        assert await following(changes) == frozenset()
        (tmp_path / "file").write_text("x")
        assert await following(changes) == {tmp_path / "file"}


async def test_every_kind_of_change_in_every_folder_is_told(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    (one / "file").write_text("x")
    async with aclosing(folder_changes([one, two])) as changes:
        await following(changes)
        (one / "file").write_text("y")
        assert await following(changes) == {one / "file"}
        (one / "file").rename(two / "file")
        assert await following(changes) == {one / "file", two / "file"}
        (two / "file").unlink()
        assert await following(changes) == {two / "file"}


async def test_reading_and_what_happens_below_are_no_changes(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "below").mkdir()
    async with aclosing(folder_changes([tmp_path])) as changes:
        await following(changes)
        (tmp_path / "file").read_text()
        (tmp_path / "below" / "file").write_text("x")
        (tmp_path / "last").write_text("x")
        assert await following(changes) == {tmp_path / "last"}


async def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        async with aclosing(folder_changes([tmp_path / "none"])) as changes:
            await following(changes)


async def test_cancelling_ends_it(tmp_path: Path) -> None:
    standing = asyncio.Event()

    async def follow() -> None:
        async with aclosing(folder_changes([tmp_path])) as changes:
            async for _ in changes:
                standing.set()

    task = asyncio.create_task(follow())
    async with asyncio.timeout(PATIENCE):
        await standing.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
