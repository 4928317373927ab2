import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sidekicks_tui.config import load
from sidekicks_tui.core.bus import Bus, Subscription
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.core.config_service import ConfigService
from sidekicks_tui.model.errors import ConfigError
from sidekicks_tui.model.events import ConfigChanged
from sidekicks_tui.model.settings import ConfigSource, Settings

PATIENCE = 20.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text("theme: nord\n")
    return path


def service_of(path: Path, bus: Bus) -> ConfigService:
    return ConfigService(Chosen(path=path, source=ConfigSource.FLAG), load(path), bus)


async def told(events: Subscription) -> ConfigChanged:
    async with asyncio.timeout(PATIENCE):
        event = await anext(aiter(events))
    assert isinstance(event, ConfigChanged)
    return event


@asynccontextmanager
async def changes(bus: Bus) -> AsyncIterator[Callable[[], list[ConfigChanged]]]:
    """What the bus told of the configuration so far."""
    seen: list[ConfigChanged] = []
    async with bus.subscribe(ConfigChanged) as events:

        async def collect() -> None:
            async for event in events:
                assert isinstance(event, ConfigChanged)
                seen.append(event)

        task = asyncio.create_task(collect())
        yield lambda: seen
        task.cancel()


def test_the_state_of_a_valid_file(path: Path) -> None:
    path.write_text("theme: nord\nlanguage: fr\nagents: [{name: a, command: no-such-program}]\n")
    service = service_of(path, Bus())
    status = service.current()
    assert (status.path, status.source, status.valid) == (str(path), ConfigSource.FLAG, True)
    assert (status.theme, status.language, status.created) == ("nord", "fr", False)
    assert status.problems == () and len(status.warnings) == 1
    assert service.content() == path.read_text()
    service.history_problem = "why"
    assert service.current().history_problem == "why"


def test_a_broken_file_leaves_the_standard_settings(path: Path) -> None:
    path.write_text("theem: nord\n")
    service = service_of(path, Bus())
    assert service.settings == Settings(path=path)
    status = service.current()
    assert not status.valid and len(status.problems) == 1
    assert service.content() == "theem: nord\n"


async def test_validate_saves_nothing(path: Path) -> None:
    service = service_of(path, Bus())
    problems = await service.validate("theem: x\nagents: [{name: a, command: no-such-program}]\n")
    assert [(problem.line, problem.warning) for problem in problems] == [(1, False), (2, True)]
    assert path.read_text() == "theme: nord\n"


async def test_reload_lets_a_valid_file_take_effect(path: Path) -> None:
    bus = Bus()
    service = service_of(path, bus)
    order: list[str] = []

    async def react(old: Settings, new: Settings) -> None:
        assert service.settings is new
        await asyncio.sleep(0)
        order.append(f"{old.theme} to {new.theme}, {len(seen())} told")

    service.when_changed(react)
    async with changes(bus) as seen:
        path.write_text("theme: gruvbox\n")
        await service.reload()
        await asyncio.sleep(0)
        assert order == ["nord to gruvbox, 0 told"]
        assert seen() == [ConfigChanged(path=str(path), valid=True, problems=())]


async def test_reload_of_an_invalid_file_changes_nothing_that_runs(path: Path) -> None:
    bus = Bus()
    service = service_of(path, bus)
    before = service.settings

    async def react(old: Settings, new: Settings) -> None:
        pytest.fail("nothing changed")

    service.when_changed(react)
    async with bus.subscribe(ConfigChanged) as events:
        path.write_text("theme: [\n")
        await service.reload()
        event = await told(events)
    assert not event.valid and len(event.problems) == 1
    assert service.settings is before
    assert service.current().theme == "nord"
    assert service.current().problems == event.problems


class TestSave:
    async def test_a_valid_text_is_written_and_takes_effect(self, path: Path) -> None:
        bus = Bus()
        service = service_of(path, bus)
        async with bus.subscribe(ConfigChanged) as events:
            assert await service.save("theme: dracula  # é\n") == ()
            assert (await told(events)).valid
        assert path.read_text() == service.content() == "theme: dracula  # é\n"
        assert service.settings.theme == "dracula"

    async def test_an_invalid_text_is_answered_with_its_problems(self, path: Path) -> None:
        service = service_of(path, Bus())
        problems = await service.save("theem: x\nagents: [{name: a, command: no-such-program}]\n")
        assert [problem.warning for problem in problems] == [False]
        assert path.read_text() == "theme: nord\n"

    async def test_a_text_with_warnings_is_written(self, path: Path) -> None:
        service = service_of(path, Bus())
        assert await service.save("agents: [{name: a, command: no-such-program}]\n") == ()
        assert len(service.current().warnings) == 1

    async def test_somebody_elses_change_is_not_overwritten(self, path: Path) -> None:
        service = service_of(path, Bus())
        path.write_text("theme: theirs\n")
        with pytest.raises(ConfigError, match="was changed elsewhere meanwhile"):
            await service.save("theme: mine\n")
        await service.reload()
        with pytest.raises(ConfigError, match="was changed elsewhere meanwhile"):
            await service.save("theme: mine\n", base="theme: nord\n")
        assert path.read_text() == "theme: theirs\n"
        assert await service.save("theme: mine\n", base="theme: theirs\n") == ()

    async def test_a_file_that_went_is_written_again(self, path: Path) -> None:
        service = service_of(path, Bus())
        path.unlink()
        assert await service.save("theme: mine\n") == ()
        assert path.read_text() == "theme: mine\n"

    async def test_a_link_stays_one(self, path: Path) -> None:
        link = path.with_name("link.yaml")
        link.symlink_to(path)
        service = service_of(link, Bus())
        assert await service.save("theme: mine\n") == ()
        assert link.is_symlink() and path.read_text() == "theme: mine\n"

    async def test_a_folder_that_is_gone_is_told(self, tmp_path: Path) -> None:
        service = service_of(tmp_path / "none" / "config.yaml", Bus())
        with pytest.raises(ConfigError, match="cannot be written"):
            await service.save("theme: mine\n")


class TestWatch:
    @asynccontextmanager
    async def watched(self, path: Path) -> AsyncIterator[tuple[ConfigService, Subscription]]:
        bus = Bus()
        service = service_of(path, bus)
        async with bus.subscribe(ConfigChanged) as events:
            task = asyncio.create_task(service.watch())
            yield service, events
            assert not task.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    async def test_a_change_of_any_kind_is_followed(self, path: Path) -> None:
        async with self.watched(path) as (service, events):
            path.write_text("theme: in-place\n")
            await told(events)
            assert service.settings.theme == "in-place"
            beside = path.with_name("beside")
            beside.write_text("theme: replaced\n")
            beside.replace(path)
            await told(events)
            assert service.settings.theme == "replaced"
            path.write_text("theme: [\n")
            assert not (await told(events)).valid
            assert service.settings.theme == "replaced"

    async def test_a_file_that_is_gone_and_comes_back(self, path: Path) -> None:
        async with self.watched(path) as (service, events):
            path.unlink()
            event = await told(events)
            assert [problem.message for problem in event.problems] == [
                f"the configuration file does not exist: {path}"
            ]
            assert service.settings.theme == "nord"
            path.write_text("theme: back\n")
            assert (await told(events)).valid
            assert service.settings.theme == "back"

    async def test_a_link_is_followed_to_wherever_it_leads(self, tmp_path: Path) -> None:
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            (tmp_path / name / "real.yaml").write_text(f"theme: {name}\n")
        (tmp_path / "home").mkdir()
        link = tmp_path / "home" / "config.yaml"
        link.symlink_to("../one/real.yaml")
        async with self.watched(link) as (service, events):
            (tmp_path / "one/real.yaml").write_text("theme: changed\n")
            await told(events)
            assert service.settings.theme == "changed"
            moved = link.with_name("moved")
            moved.symlink_to("../two/real.yaml")
            moved.replace(link)
            await told(events)
            assert service.settings.theme == "two"
            (tmp_path / "two/real.yaml").write_text("theme: again\n")
            await told(events)
            assert service.settings.theme == "again"

    async def test_a_folder_that_appears_later(self, tmp_path: Path) -> None:
        path = tmp_path / "later" / "still" / "config.yaml"
        async with self.watched(path) as (service, events):
            path.parent.mkdir(parents=True)
            path.write_text("theme: here\n")
            while service.settings.theme != "here":
                await told(events)

    async def test_what_sidekicks_saves_is_told_once(self, path: Path) -> None:
        async with self.watched(path) as (service, events):
            await service.save("theme: saved\n")
            assert (await told(events)).valid
            path.write_text("theme: [\n")
            assert not (await told(events)).valid

    async def test_other_files_of_the_folder_are_passed_over(self, path: Path) -> None:
        async with self.watched(path) as (_, events):
            path.with_name("other").write_text("x")
            path.touch()
            path.write_text("theme: [\n")
            assert not (await told(events)).valid
