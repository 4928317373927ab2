"""What is offered where; `▏` is the cursor."""

import pytest

from sidekicks_tui.config.completion import ITEM, Completion, complete

KNOWN = {
    ("theme",): ("nord", "gruvbox"),
    ("channels", ITEM, "members", ITEM): ("guide", "claude"),
    ("keys",): ("app.search", "app.switch"),
}


def at(text: str) -> Completion | None:
    before, _, after = text.partition("▏")
    lines = (before + after).split("\n")
    row = before.count("\n")
    return complete(lines, row, len(before.split("\n")[-1]), KNOWN)


def names(text: str) -> list[str]:
    found = at(text)
    return [offer.name for offer in found.offers] if found else []


AGENT = "agents:\n  - name: a\n    "


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("▏", ["theme", "agents", "channels", "keys", "limits"]),
        ("theme: nord\nli▏", ["limits"]),
        ("limits:\n  ▏", ["maxRunningAgents", "stopIdleAgentsAfter"]),
        ("limits: {▏", ["maxRunningAgents"]),
        ("limits: {maxRunningAgents: 4, ▏", ["stopIdleAgentsAfter"]),
        ("agents:\n  - ▏", ["name", "command"]),
        ("agents:\n- ▏", ["name", "command"]),
        (AGENT + "▏", ["command", "runtime"]),
        (AGENT + "# note\n\n    ▏\n    title: x", ["command"]),
        (AGENT + "runtime:\n      ▏", ["type", "engine", "host"]),
        (AGENT + "runtime:\n      type: ssh\n      ▏", ["host"]),
        (AGENT + "runtime: {type: sbx, ▏", ["name", "lifecycle"]),
        (AGENT + "mcpServers:\n      - ▏", ["name", "url"]),
        (AGENT + "mcpServers: [{▏", ["name", "url"]),
        (AGENT + "runtime:\n      lifecycle:\n        ▏", ["create", "stop", "remove"]),
        ("channels:\n  - name: x\n    members: [▏", ["guide", "claude"]),
        ("channels:\n  - name: x\n    members: [guide, c▏", ["guide", "claude"]),
        ("channels:\n  - name: x\n    members:\n      - ▏", ["guide", "claude"]),
        ("channels:\n  - {name: x, members: [▏", ["guide", "claude"]),
        ("theme: ▏", ["nord", "gruvbox"]),
        ("language: ▏", ["auto", "en", "fr"]),
        ("notifications: {bell: ▏", ["true", "false"]),
        ("notifications:\n  bell: t▏", ["true", "false"]),
        ("keys:\n  app.▏", ["app.search", "app.switch"]),
        ("keys: {app.search: x, ▏", ["app.switch"]),
        (AGENT + "runtime:\n      type: ▏", ["local", "container", "sbx", "ssh"]),
        (AGENT + "runtime:\n      engine: ▏", ["docker", "podman", "nerdctl", "kubectl"]),
    ],
)
def test_what_is_offered(text: str, some: list[str]) -> None:
    assert set(some) <= set(names(text))


@pytest.mark.parametrize(
    ("text", "none"),
    [
        ("theme: nord\n▏", "theme"),
        (AGENT + "▏", "name"),
        (AGENT + "▏\n    title: x", "title"),
        (AGENT + "runtime:\n      type: ssh\n      ▏", "engine"),
        (AGENT + "runtime:\n      type: container\n      engine: docker\n      ▏", "namespace"),
        ("agents:\n  - name: a\n  - ▏", "theme"),
        ("limits: {maxRunningAgents: 4, ▏", "maxRunningAgents"),
    ],
)
def test_what_is_not_offered(text: str, none: str) -> None:
    offered = names(text)
    assert offered and none not in offered


@pytest.mark.parametrize(
    "text",
    [
        "# the▏",
        "theme: nord # n▏",
        "title: ▏",
        "a b▏",
        "agents:\n  - name: ▏",
        "nonsense:\n  ▏",
        "theme: 'n d▏",
    ],
)
def test_where_nothing_is_known(text: str) -> None:
    assert at(text) is None


def test_what_is_typed_and_what_takes_its_place() -> None:
    found = at("limits: {maxR▏")
    assert found is not None and found.typed == "maxR"
    (first, *_) = found.offers
    assert first.text == "maxRunningAgents: " and first.detail == "how many agents may run at once"
    found = at("chan▏")
    assert found is not None
    assert {offer.text for offer in found.offers} >= {"channels:", "theme: "}
