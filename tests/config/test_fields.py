"""The table of keys and the values that they become fit each other."""

from collections.abc import Iterator

import msgspec
import pytest

from sidekicks_tui.config.fields import FILE
from sidekicks_tui.config.records import Either, Field, FreeKeys, Kept, ListOf, Record
from sidekicks_tui.config.shapes import Shape
from sidekicks_tui.model.settings import AgentSettings, Settings


def records(shape: Shape) -> Iterator[Record]:
    match shape:
        case Record():
            yield shape
            for field in shape.fields:
                yield from records(field.shape)
        case ListOf() | FreeKeys():
            yield from records(shape.item)
        case Kept():
            yield from records(shape.shape)
        case Either():
            for inner in shape.shapes:
                yield from records(inner)


@pytest.mark.parametrize("record", records(FILE), ids=lambda record: record.what)
def test_every_key_has_a_place_in_the_settings(record: Record) -> None:
    struct = Settings if record is FILE else record.struct
    if struct is dict:  # kept as declared
        return
    assert isinstance(struct, type) and issubclass(struct, msgspec.Struct)
    assert {field.target for field in record.fields} - set(struct.__struct_fields__) <= {"args"}


def test_every_setting_of_an_agent_has_a_key() -> None:
    agent = next(record for record in records(FILE) if record.struct is AgentSettings)
    assert {field.target for field in agent.fields} == set(AgentSettings.__struct_fields__)
    assert {field.target for field in FILE.fields} == set(Settings.__struct_fields__) - {"path"}


def test_a_key_becomes_snake_case() -> None:
    shape = FILE.fields[0].shape
    assert Field("stopIdleAgentsAfter", shape, "").target == "stop_idle_agents_after"
    assert Field("log", shape, "", attribute="log_size").target == "log_size"
