import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sidekicks_tui.core.bus import Bus
from sidekicks_tui.core.supervisor import Supervisor
from sidekicks_tui.core.workspaces.service import WorkspaceService
from sidekicks_tui.model.errors import UnknownAgent, WorkspaceError
from sidekicks_tui.model.events import EngineFault, WorkspaceChanged
from sidekicks_tui.model.settings import AgentSettings, RuntimeSettings, RuntimeType, Settings


@pytest.fixture
def bus() -> Bus:
    return Bus()


@pytest.fixture
async def service(tmp_path: Path, bus: Bus) -> AsyncIterator[WorkspaceService]:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    agents = [
        AgentSettings(name=name, command=("x",), workspace=tmp_path / name) for name in ("one", "two", "none")
    ]
    agents.append(
        AgentSettings(
            name="boxed",
            command=("x",),
            workspace=tmp_path / "one",
            runtime=RuntimeSettings(type=RuntimeType.SSH),
        )
    )
    settings = Settings(path=tmp_path / "config.yaml", agents=tuple(agents))
    supervisor = Supervisor(bus)
    yield WorkspaceService(bus=bus, supervisor=supervisor, settings=lambda: settings)
    await supervisor.close()


async def test_where_a_folder_is(service: WorkspaceService, tmp_path: Path) -> None:
    assert await service.info("one") == (f"local · {tmp_path}/one", "")
    assert "does not exist" in (await service.info("none")).problem
    assert "boxed declares the runtime ssh" in (await service.info("boxed")).problem
    with pytest.raises(UnknownAgent):
        await service.info("nobody")


async def test_files_of_a_folder(service: WorkspaceService, tmp_path: Path) -> None:
    path = await service.create("one", "", "file")
    opened = await service.read("one", path)
    assert not (await service.save("one", path, "text\n", opened.version)).conflict
    assert [entry.size for entry in await service.list("one")] == [5]
    assert await service.rename("one", path, "other") == "other"
    assert await service.attach("two", str(tmp_path / "one" / "other")) == "attachments/other"
    await service.remove("one", "other", for_good=True)
    assert await service.list("one") == ()
    with pytest.raises(WorkspaceError):
        await service.list("boxed")


async def test_finding(service: WorkspaceService, tmp_path: Path) -> None:
    (tmp_path / "one" / "parser.py").touch()
    (tmp_path / "two" / "painter.py").touch()
    assert [one.path for one in await service.find("one", "pr", 5)] == ["parser.py"]
    assert [one.path for one in await service.find("two", "pr", 5)] == ["painter.py"]


async def test_a_change_is_found_once_the_folder_was_listed_anew(
    service: WorkspaceService, tmp_path: Path, bus: Bus
) -> None:
    assert await service.find("one", "new", 5) == ()
    async with bus.subscribe(WorkspaceChanged) as changes:
        await service.watch("one")
        (tmp_path / "one" / "new.py").touch()
        await anext(changes)
    while not await service.find("one", "new", 5):
        await asyncio.sleep(0.01)


async def test_the_changes_of_one_folder_are_told(
    service: WorkspaceService, tmp_path: Path, bus: Bus
) -> None:
    (tmp_path / "one" / "node_modules").mkdir()
    async with bus.subscribe(WorkspaceChanged) as changes:
        await service.watch("two")
        await service.watch("one")
        (tmp_path / "two" / "file").touch()
        (tmp_path / "one" / "node_modules" / "file").touch()
        (tmp_path / "one" / "file").touch()
        assert await anext(changes) == WorkspaceChanged(agent="one")
        (tmp_path / "one" / "made").mkdir()
        await anext(changes)
        assert service.changed() == {"file", "made"}
        assert service.changed() == frozenset()
        (tmp_path / "one" / "made" / "file").touch()
        assert await anext(changes) == WorkspaceChanged(agent="one")
        await service.unwatch()


async def test_a_folder_that_cannot_be_followed_is_told(service: WorkspaceService, bus: Bus) -> None:
    async with bus.subscribe(EngineFault) as faults:
        await service.watch("none")
        assert "are not followed: No such file" in (await anext(faults)).sentence


async def test_what_was_written_since(service: WorkspaceService, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    for written, name in enumerate(("old", "new", "sub/newest", "node_modules/x"), 1):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
        os.utime(folder / name, (written, written))
    assert await service.newer("one", 1, 10) == ("sub/newest", "new")
    assert await service.newer("one", 0, 2) == ("sub/newest", "new")
    assert await service.newer("one", 3, 10) == ()


async def test_the_text_that_git_has(service: WorkspaceService, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    (folder / "file").write_text("first\n")
    for command in ("init -q", "add .", "-c user.name=n -c user.email=e commit -qm first"):
        subprocess.run(["git", *command.split()], cwd=folder, check=True)
    (folder / "file").write_text("second\n")
    assert await service.committed("one", "file") == "first\n"
    assert await service.committed("one", "none") is None
    assert await service.committed("two", "file") is None
