"""The JSON Schema says what the checks do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from sidekicks_tui.config import schema
from sidekicks_tui.model.settings import Settings

Checked = Callable[[str], tuple[Settings | None, list[str]]]

EVERYTHING = """\
theme: textual-dark
language: auto
limits:
  maxRunningAgents: 4
  stopIdleAgentsAfter: 15m
agents:
  - name: guide
    title: Guide
    icon: "🧭"
    description: Explains Sidekicks and looks after this folder
    command: [sidekicks, guide]
    env: {LANG: C.UTF-8, N: 1}
    workspace: ~/src/parser
    additionalDirectories: [~/src/shared]
    mcpServers:
      - {name: files, command: [mcp-server-filesystem, .], env: {}}
      - {name: web, type: http, url: "https://example.org", headers: {}}
    mode: plan
    options: {model: fast, thinking: true}
    log: 1MB
    model: {baseUrl: "http://127.0.0.1:11434/v1", name: qwen3, key: KEY}
    runtime:
      type: local
  - name: gemini
    command: gemini --acp
    runtime:
      type: container
      engine: docker
      name: site-dev
      workspacePath: /srv/site
      user: dev
      lifecycle:
        create: docker compose -f compose.yaml up -d site-dev
        stop: [docker, stop, site-dev]
  - name: pod
    command: [agent]
    runtime: {type: container, engine: kubectl, namespace: n, pod: p, container: c}
  - name: claude
    command: [claude-agent-acp]
    runtime: {type: sbx, name: api-sandbox, lifecycle: {remove: sbx rm api-sandbox}}
  - name: far
    command: [opencode, acp]
    runtime: {type: ssh, host: build-1, workspacePath: /srv/far}
channels:
  - name: general
    description: Everybody
    members: [guide, gemini]
keys: {app.search: ctrl+f}
notifications: {bell: true, desktop: true}
hooks:
  - vendor: claude
    event: PreToolUse
    matcher: Write|Edit
    handler: node ./hooks/no-write.mjs
    agents: [gemini]
  - vendor: copilot
    file: .github/hooks/policy.json
rules:
  - vendor: codex
    source: rules/*.rules
"""


def problems_of(text: str) -> list[str]:
    validator = Draft202012Validator(schema())
    return [error.json_path for error in validator.iter_errors(YAML(typ="safe").load(text))]


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


def test_what_is_right_for_one_is_right_for_the_other(checked: Checked) -> None:
    assert problems_of(EVERYTHING) == []
    settings, _ = checked(EVERYTHING)
    assert settings is not None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("theme: textual-dark", "theme: 3"),
        ("language: auto", "language: de"),
        ("maxRunningAgents: 4", "maxRunningAgents: 0"),
        ("maxRunningAgents: 4", "maxRunning: 4"),
        ("IdleAgentsAfter: 15m", "IdleAgentsAfter: 15"),
        ("name: guide", "name: Guide"),
        ("- name: guide\n    title", "- title"),
        ("command: [sidekicks, guide]", "command: []"),
        ("N: 1", "1N: 1"),
        ("log: 1MB", "log: 1GB"),
        ("type: local", "type: docker"),
        ("engine: docker\n", "engine: lxc\n"),
        ("workspacePath: /srv/site", "workspacePath: site"),
        ("host: build-1", "host: -x"),
        ("host: build-1, ", ""),
        ("bell: true", "bell: 1"),
        ("vendor: codex\n", "id: x\n"),
        ("    source: rules/*.rules", "    source: {}"),
    ],
)
def test_what_is_wrong_for_one_is_wrong_for_the_other(checked: Checked, right: str, wrong: str) -> None:
    assert EVERYTHING.count(right) == 1
    text = EVERYTHING.replace(right, wrong)
    assert problems_of(text) != []
    settings, _ = checked(text)
    assert settings is None


def test_every_key_is_described() -> None:
    def properties(node: Any) -> list[tuple[str, Any]]:
        if isinstance(node, list):
            return [found for inner in node for found in properties(inner)]
        if not isinstance(node, dict):
            return []
        own = list(node.get("properties", {}).items())
        return own + [found for inner in node.values() for found in properties(inner)]

    described = properties(schema())
    assert len(described) > 50
    assert [key for key, value in described if not value.get("description")] == []


def test_its_patterns_are_those_of_every_dialect() -> None:
    patterns = re.findall(r"'pattern': '(.*?)'", str(schema()))
    assert patterns
    assert not [pattern for pattern in patterns if re.search(r"\(\?[^:]|\\[AZz]", pattern)]
