"""The whole way from text to settings and problems."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.config import check, load
from sidekicks_tui.model import limits
from sidekicks_tui.model.settings import (
    ChannelSettings,
    Lifecycle,
    McpServer,
    ModelSettings,
    RuntimeSettings,
    RuntimeType,
    Settings,
)

Checked = Callable[[str], tuple[Settings | None, list[str]]]


def test_everything_the_file_can_say(checked: Checked, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    settings, problems = checked("""\
        theme: nord
        language: fr
        limits: {maxRunningAgents: 8, stopIdleAgentsAfter: never}
        agents:
          - name: one
            title: Number one
            icon: 👩‍🚀
            description: First
            command: agent --flag "two words"
            env: {A: 1, B: "x-${TOKEN}-${EMPTY}", C: yes}
            workspace: work
            additionalDirectories: [~/shared, /srv]
            mcpServers:
              - {name: files, command: [server, .], args: [-v], env: {T: "${TOKEN}"}}
              - {name: web, url: https://example.org/mcp, headers: {Authorization: "${TOKEN}"}}
              - {name: old, type: sse, url: http://example.org/sse}
            mode: plan
            options: {model: fast, thinking: true}
            log: 512KB
            runtime: {type: local}
          - name: two
            command: [agent, 8080, 0x1F, true]
            runtime:
              type: container
              name: box
              workspacePath: /srv/site
              user: dev
              lifecycle: {create: "make 'a b'", stop: [stop, it]}
        channels:
          - {name: " General ", description: Everybody, members: [one, two, one]}
        keys: {app.search: ctrl+f}
        notifications: {bell: false}
        hooks:
          - {vendor: claude, event: PreToolUse, matcher: Write, handler: {type: command, timeoutSec: 5}}
        rules:
          - {vendor: codex, source: [rules/*.rules]}
        """)
    assert problems == []
    assert settings is not None
    assert (settings.theme, settings.language) == ("nord", "fr")
    assert settings.limits.max_running_agents == 8
    assert settings.limits.stop_idle_agents_after is None
    one, two = settings.agents
    assert one.command == ("agent", "--flag", "two words")
    assert one.env == {"A": "1", "B": "x-t0ken-", "C": "yes"}
    assert one.workspace == tmp_path / "work"
    assert one.additional_directories == (tmp_path / "home/shared", Path("/srv"))
    assert one.mcp_servers == (
        McpServer(name="files", command=("server", ".", "-v"), env={"T": "t0ken"}),
        McpServer(name="web", type="http", url="https://example.org/mcp", headers={"Authorization": "t0ken"}),
        McpServer(name="old", type="sse", url="http://example.org/sse"),
    )
    assert (one.icon, one.mode, one.log_size) == ("👩‍🚀", "plan", 512 * 1024)
    assert one.options == {"model": "fast", "thinking": True}
    assert two.command == ("agent", "8080", "0x1F", "true")
    assert two.workspace == tmp_path
    assert two.runtime == RuntimeSettings(
        type=RuntimeType.CONTAINER,
        name="box",
        workspace_path="/srv/site",
        user="dev",
        lifecycle=Lifecycle(create=("make", "a b"), stop=("stop", "it")),
    )
    assert settings.channels == (
        ChannelSettings(name="General", description="Everybody", members=("one", "two")),
    )
    assert settings.keys == {"app.search": "ctrl+f"}
    assert (settings.notifications.bell, settings.notifications.desktop) == (False, True)
    assert settings.hooks == (
        {
            "vendor": "claude",
            "event": "PreToolUse",
            "matcher": "Write",
            "handler": {"type": "command", "timeoutSec": 5},
        },
    )
    assert settings.rules == ({"vendor": "codex", "source": ["rules/*.rules"]},)


@pytest.mark.parametrize(
    "text", ["", "# only a comment\n", "agents:\nchannels:\nlimits:\nkeys: {}\n", "---\n"]
)
def test_what_is_left_out_has_its_default(checked: Checked, tmp_path: Path, text: str) -> None:
    settings, problems = checked(text)
    assert problems == []
    assert settings == Settings(path=tmp_path / "config.yaml")


def test_all_problems_are_told_at_their_places(checked: Checked) -> None:
    settings, problems = checked("""\
        theem: dark
        language: de
        limits: {maxRunningAgents: 65, stopIdleAgentsAfter: 15}
        agents:
          - nmae: one
            command: [agent]
          - name: Two
            command: "agent 'x"
            icon: ab
            log: 1GB
          - name: three
            title: 3
            command: []
            env: {1A: x}
            options: [fast]
        channels:
          - name: ""
          - name: general
          - name: General
        keys:
          app.search:
        notifications: {bell: 1}
        hooks:
          - vendor: claude
            event: Stop
        rules: {vendor: codex}
        """)
    assert settings is None
    assert problems == [
        '1:1: unknown key "theem" in the file: did you mean "theme"?',
        '2:11: "language" must be one of auto, en, fr, not "de"',
        '3:28: "maxRunningAgents" must be from 1 to 64, not 65',
        '3:53: "stopIdleAgentsAfter" must be a time like 30s, 15m or 2h, or never',
        '5:5: unknown key "nmae" in an agent: did you mean "name"?',
        '5:5: an agent needs "name": how it is mentioned: a-z, 0-9, - and _; unique',
        '7:11: "name" must hold only the characters a-z, 0-9, - and _, unlike "Two"',
        '8:14: "command" has a quotation mark that is never closed',
        '9:11: "icon" must be one character: a letter, a sign or an emoji',
        '10:10: "log" must be a size like 512KB or 1MB',
        '12:12: "title" must be text, not a whole number: put it in quotes',
        '13:14: "command" is empty: it needs a program to run',
        '14:11: a key of "env" must be the name of an environment variable: letters, digits and _',
        '15:14: "options" must be keys with values, not a list',
        '17:11: "name" is empty',
        '19:11: the name "General" is taken by a channel on line 18',
        '21:14: "app.search" in "keys" has no value: it must be text',
        '22:23: "bell" must be true or false, not a whole number',
        '24:5: a hook needs "event" and "handler", or a "file" that declares hooks',
        '26:8: "rules" must be a list, not keys with values',
    ]


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("30s", 30.0), ("15m", 900.0), ("2h", 7200.0), ("never", None), ("'1s'", 1.0)],
)
def test_times(checked: Checked, written: str, seconds: float | None) -> None:
    settings, _ = checked(f"limits: {{stopIdleAgentsAfter: {written}}}")
    assert settings is not None and settings.limits.stop_idle_agents_after == seconds


@pytest.mark.parametrize(
    "written", ["0s", "5", "1.5h", "-3m", "3 m", "3d", "Never", "''", "[3m]", "9999999999h"]
)
def test_what_is_no_time(checked: Checked, written: str) -> None:
    settings, problems = checked(f"limits: {{stopIdleAgentsAfter: {written}}}")
    assert settings is None
    assert [problem.split(": ")[0] for problem in problems] == ["1:31"]


@pytest.mark.parametrize(("written", "size"), [("16KB", 16 * 1024), ("1MB", 1024**2), ("1024MB", 1024**3)])
def test_sizes(checked: Checked, written: str, size: int) -> None:
    settings, _ = checked(f"agents: [{{name: a, command: agent, log: {written}}}]")
    assert settings is not None and settings.agents[0].log_size == size


@pytest.mark.parametrize("written", ["15KB", "1025MB", "1024", "1kb", "1.5MB", "0MB", "true"])
def test_what_is_no_size(checked: Checked, written: str) -> None:
    settings, problems = checked(f"agents: [{{name: a, command: agent, log: {written}}}]")
    assert settings is None
    assert [problem.split(": ")[0] for problem in problems] == ["1:41"]


@pytest.mark.parametrize("name", ["a", "a" * 32, "0", "a-b_c"])
def test_agents_names(checked: Checked, name: str) -> None:
    settings, problems = checked(f"agents: [{{name: '{name}', command: agent}}]")
    assert settings is not None and problems == []


@pytest.mark.parametrize("name", ["a" * 33, "A", "a b", "ä", "@a", "a\\n"])
def test_what_is_no_agents_name(checked: Checked, name: str) -> None:
    settings, _ = checked(f'agents: [{{name: "{name}", command: agent}}]')
    assert settings is None


@pytest.mark.parametrize("name", ["x", "x" * 64, "two words", "日本", "[/]", "🧭 guide"])
def test_channels_names(checked: Checked, name: str) -> None:
    settings, problems = checked(f"channels: [{{name: '{name}'}}]")
    assert problems == []
    assert settings is not None and settings.channels[0].name == name


@pytest.mark.parametrize("name", ["", " ", "x" * 65, "a\\nb", "a\\eb", "\\u009b"])
def test_what_is_no_channels_name(checked: Checked, name: str) -> None:
    settings, problems = checked(f'channels: [{{name: "{name}"}}]')
    assert settings is None and len(problems) == 1


def test_channels_differ_by_more_than_case(checked: Checked) -> None:
    _, problems = checked("channels: [{name: Straße}, {name: ' STRASSE'}]")
    assert problems == ['1:35: the name " STRASSE" is taken by a channel on line 1']


def test_a_wrong_type_is_told_without_its_value(checked: Checked) -> None:
    _, problems = checked(
        "agents: [{name: a, command: agent, env: hunter2, model: hunter2, options: {a: [hunter2]}}]"
    )
    assert len(problems) == 3
    assert not any("hunter2" in problem for problem in problems)


def test_secrets_are_not_shown(checked: Checked) -> None:
    secret = "sk-ant-REDACTED"
    _, problems = checked(f"""\
        {secret}: x
        language: {secret}
        agents: [{{name: {secret}, command: a}}, {{name: b, command: [{secret}]}}]
        channels: [{{name: {secret}, members: [{secret}2]}}, {{name: {secret}}}]
        """)
    assert len(problems) == 6
    assert not any("Zk3" in problem for problem in problems)


def test_a_variable_that_is_not_set_is_a_warning(checked: Checked) -> None:
    settings, problems = checked('agents: [{name: a, command: agent, env: {K: "${NOPE}$NOPE${1}"}}]')
    assert settings is not None and settings.agents[0].env == {"K": "$NOPE${1}"}
    assert problems == ['~1:45: "K" in "env" refers to NOPE, which is not set: it is taken as empty']


def test_the_model_reaches_the_built_in_agent_by_its_environment(checked: Checked) -> None:
    settings, problems = checked("""\
        agents:
          - name: guide
            command: [sidekicks, guide]
            model: {baseUrl: "http://127.0.0.1:11434/v1", name: qwen3, key: OPENAI_API_KEY}
            env: {SIDEKICKS_MODEL_NAME: other}
        """)
    assert problems == []
    assert settings is not None
    guide = settings.agents[0]
    assert guide.model == ModelSettings(
        base_url="http://127.0.0.1:11434/v1", name="qwen3", key="OPENAI_API_KEY"
    )
    assert guide.env == {
        "SIDEKICKS_MODEL_URL": "http://127.0.0.1:11434/v1",
        "SIDEKICKS_MODEL_NAME": "other",
        "SIDEKICKS_MODEL_KEY": "OPENAI_API_KEY",
    }


def test_the_key_itself_is_no_name_of_a_variable(checked: Checked) -> None:
    _, problems = checked(
        "agents: [{name: a, command: 'sidekicks guide',"
        " model: {baseUrl: 'http://h/v1', name: m, key: sk-proj-REDACTED}}]"
    )
    assert problems == ['1:94: "key" must be the name of an environment variable, unlike "…" (hidden)']


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ("{name: a}", 'an MCP server of type stdio needs "command"'),
        ("{name: a, type: http}", 'an MCP server of type http needs "url"'),
        ("{name: a, url: 'http://h', command: x}", '"command" has no meaning for an MCP server of type http'),
        ("{name: a, command: x, headers: {}}", '"headers" has no meaning for an MCP server of type stdio'),
        ("{name: a, url: 'file:///x'}", '"url" must begin with http:// or https://, unlike "file:///x"'),
        ("{command: x}", 'an MCP server needs "name": how the agent calls the server'),
    ],
)
def test_mcp_servers(checked: Checked, server: str, message: str) -> None:
    _, problems = checked(f"agents: [{{name: a, command: agent, mcpServers: [{server}]}}]")
    assert [problem.split(": ", 1)[1] for problem in problems] == [message]


@given(st.text())
def test_no_text_is_too_much(text: str) -> None:
    settings, problems = check(text, Path("/nowhere/config.yaml"), {})
    lines = text.removeprefix("\ufeff").split("\n")
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    assert (settings is None) == any(not problem.warning for problem in problems)


@given(
    st.lists(
        st.sampled_from(
            [
                "agents",
                "name",
                "a",
                ":",
                " ",
                "\n",
                "\n  ",
                "- ",
                "[",
                "]",
                "{",
                "}",
                "'",
                '"',
                "|",
                "&x ",
                "*x",
                "\t",
                "#",
            ]
        )
    )
)
def test_no_mixture_of_yaml_is_too_much(pieces: list[str]) -> None:
    check("".join(pieces), Path("/nowhere/config.yaml"), {})


def test_a_byte_order_mark_does_not_count(checked: Checked) -> None:
    assert checked("\ufeffx: 1")[1] == checked("x: 1")[1]


class TestLoad:
    def test_reads_and_checks(self, tmp_path: Path) -> None:
        path = tmp_path / "config.yaml"
        path.write_bytes("\ufefftheme: nord\n".encode())
        loaded = load(path)
        assert loaded.settings == Settings(path=path, theme="nord")
        assert loaded.text == "theme: nord\n"

    def test_parts_problems_from_warnings(self, tmp_path: Path) -> None:
        path = tmp_path / "config.yaml"
        path.write_text("x: 1\nagents: [{name: a, command: no-such-program}]\n")
        loaded = load(path)
        assert loaded.settings is None
        assert [problem.line for problem in loaded.problems] == [1]
        assert [problem.line for problem in loaded.warnings] == [2]

    @staticmethod
    def sentence(path: Path) -> str:
        loaded = load(path)
        assert loaded.settings is None and loaded.text == ""
        (problem,) = loaded.problems
        assert (problem.line, problem.column) == (1, 1)
        return problem.message

    def test_missing(self, tmp_path: Path) -> None:
        path = tmp_path / "none.yaml"
        assert self.sentence(path) == f"the configuration file does not exist: {path}"

    def test_a_folder(self, tmp_path: Path) -> None:
        assert self.sentence(tmp_path) == f"the configuration file is a folder: {tmp_path}"

    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe"
        os.mkfifo(path)
        assert self.sentence(path) == f"the configuration file is no ordinary file: {path}"

    @pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
    def test_unreadable(self, tmp_path: Path) -> None:
        path = tmp_path / "config.yaml"
        path.touch(0)
        assert self.sentence(path) == f"the configuration file cannot be read (permission denied): {path}"

    def test_a_link_to_itself(self, tmp_path: Path) -> None:
        path = tmp_path / "config.yaml"
        path.symlink_to(path)
        assert self.sentence(path).startswith("the configuration file cannot be read (too many levels of")

    def test_not_utf_8(self, tmp_path: Path) -> None:
        path = tmp_path / "config.yaml"
        path.write_bytes(b"theme: x\ntheme: \xe9\n")
        assert self.sentence(path) == "the configuration file is not UTF-8 (line 2): save it as UTF-8"

    def test_the_largest_file(self, tmp_path: Path) -> None:
        path = tmp_path / "config.yaml"
        path.write_bytes(b"#" * limits.CONFIG_SIZE)
        assert load(path).settings is not None
        path.write_bytes(b"#" * (limits.CONFIG_SIZE + 1))
        assert self.sentence(path) == (
            "the configuration file is too large: 1048577 bytes, 1048576 are the limit"
        )

    def test_the_limit_holds_for_a_text_in_an_editor(self) -> None:
        settings, problems = check("#" + "é" * (limits.CONFIG_SIZE // 2), Path("/config.yaml"), {})
        assert settings is None and len(problems) == 1
