import asyncio
import shutil
from contextlib import aclosing
from pathlib import Path

import pytest

from sidekicks_tui.system.tree_watch import tree_changes

QUIET = 0.05


async def test_changes_at_any_depth_are_told(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    async with aclosing(tree_changes(tmp_path, (), QUIET)) as changes:
        assert await anext(changes) == frozenset()
        (deep / "file").touch()
        assert "a/b/file" in await anext(changes)
        (deep / "file").write_text("text")
        await anext(changes)
        (deep / "file").unlink()
        await anext(changes)


async def test_new_folders_are_followed_and_lost_ones_are_no_matter(tmp_path: Path) -> None:
    async with aclosing(tree_changes(tmp_path, (), QUIET)) as changes:
        await anext(changes)
        for name in ("one", "two"):
            (tmp_path / name / "below").mkdir(parents=True)
            assert name in await anext(changes)
            (tmp_path / name / "below" / "file").touch()
            await anext(changes)
            shutil.rmtree(tmp_path / name)
            await anext(changes)


async def test_what_is_skipped_says_nothing(tmp_path: Path) -> None:
    # The folder's own path may well hold such a name.
    root = tmp_path / ".git" / "work"
    (root / "sub" / ".git").mkdir(parents=True)
    async with aclosing(tree_changes(root, (".git",), QUIET)) as changes:
        await anext(changes)
        told = asyncio.ensure_future(anext(changes))
        (root / "sub" / ".git" / "index").touch()
        (root / ".git").mkdir()
        (root / ".git" / "index").touch()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(told), 6 * QUIET)
        (root / "file").touch()
        assert await told == {"file"}


async def test_no_folder_cannot_be_watched(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "none", tmp_path / "file"):
        async with aclosing(tree_changes(path, (), QUIET)) as changes:
            with pytest.raises(OSError, match=r"No such|Not a"):
                await anext(changes)
