from pathlib import Path

from msgspec.structs import replace

from sidekicks_tui.core.config_preview import preview
from sidekicks_tui.model.settings import AgentSettings, ChannelSettings, Settings

HERE = Path("/here")


def agent(name: str, command: str = "run") -> AgentSettings:
    return AgentSettings(name=name, command=(command,), workspace=HERE)


OLD = Settings(
    path=HERE / "config.yaml",
    agents=(agent("gone"), agent("left"), agent("same"), agent("busy"), agent("idle")),
    channels=(ChannelSettings(name="General"),),
)


def test_what_becomes_of_agents_and_channels() -> None:
    new = replace(
        OLD,
        theme="nord",
        keys={"app.search": "ctrl+r"},
        agents=(agent("same"), agent("busy", "other"), agent("idle", "other"), agent("new")),
        channels=(ChannelSettings(name="general"), ChannelSettings(name="parser")),
    )
    seen = preview(OLD, new, ("gone", "busy", "same"), ("GENERAL", "mine"))
    assert (seen.gone, seen.stopped) == (("gone", "left"), ("gone",))
    assert (seen.new, seen.outdated, seen.changed) == (("new",), ("busy",), ("idle",))
    assert seen.made == ("parser",)
    assert seen.others == ("theme", "keys")
    assert not seen.nothing


def test_a_channel_that_was_deleted_is_made_again() -> None:
    assert preview(OLD, OLD, (), ()).made == ("General",)


def test_nothing() -> None:
    assert preview(OLD, replace(OLD), ("busy",), ("general",)).nothing
