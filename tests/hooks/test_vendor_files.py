import json
from pathlib import Path

import pytest

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.jsonc import plain_json
from sidekicks_tui.hooks.vendor_files import read_vendor_file


def written(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def hook(command: str, **more: object) -> dict[str, object]:
    return {"type": "command", "command": command, **more}


@pytest.mark.parametrize("vendor", ["claude", "codex", "workbuddy"])
def test_groups_have_a_matcher_and_hooks(tmp_path: Path, vendor: str) -> None:
    group = {"matcher": "Bash", "hooks": [hook("a"), hook("b", timeout=5)]}
    content = {"hooks": {"PreToolUse": [group], "Stop": [{"hooks": [hook("c")]}]}}
    read = read_vendor_file(vendor, written(tmp_path, "settings.json", content))
    assert [(each.event, each.matcher, each.where) for each in read.hooks] == [
        ("PreToolUse", "Bash", "PreToolUse 1.1"),
        ("PreToolUse", "Bash", "PreToolUse 1.2"),
        ("Stop", None, "Stop 1.1"),
    ]
    assert read.refused == ()


def test_codex_also_writes_toml(tmp_path: Path) -> None:
    content = """
[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = "python3 guard.py"
timeout = 30
"""
    (declared,) = read_vendor_file("codex", written(tmp_path, "config.toml", content)).hooks
    assert (declared.event, declared.matcher) == ("PreToolUse", "^Bash$")
    assert declared.handler == {"type": "command", "command": "python3 guard.py", "timeout": 30}


def test_copilot_writes_them_flat_or_as_claude_does(tmp_path: Path) -> None:
    content = {
        "version": 1,
        "hooks": {
            "preToolUse": [
                {"type": "command", "bash": "./guard.sh", "matcher": "bash|edit", "timeoutSec": 15},
                {"matcher": "edit", "hooks": [hook("b")]},
            ]
        },
    }
    flat, nested = read_vendor_file("copilot", written(tmp_path, "policy.json", content)).hooks
    assert (flat.matcher, flat.handler) == (
        "bash|edit",
        {"type": "command", "bash": "./guard.sh", "timeoutSec": 15},
    )
    assert (nested.matcher, nested.handler) == ("edit", hook("b"))


def test_a_plugins_file_knows_its_folder(tmp_path: Path) -> None:
    content = {"description": "x", "hooks": {"Stop": [{"hooks": [hook("a")]}]}}
    path = written(tmp_path, "plugin/hooks/hooks.json", content)
    assert read_vendor_file("claude", path).hooks[0].root == str(tmp_path / "plugin")
    assert (
        read_vendor_file("copilot", written(tmp_path, ".github/hooks/hooks.json", content)).hooks[0].root
        == ""
    )


def test_opencode_declares_a_table_and_two_kinds_of_commands(tmp_path: Path) -> None:
    content = """{
      // a comment, and "a text // that is none"
      "permission": {"bash": {"*": "ask"}, "edit": "deny",},
      "experimental": {"hook": {
        "file_edited": {"*.py": [{"command": ["ruff", "format"], "environment": {"A": "1"}}]},
        "session_completed": [{"command": ["say", "done"]}, {"command": "no list"}],
      }}
    }"""
    read = read_vendor_file("opencode", written(tmp_path, "opencode.jsonc", content))
    assert read.permission == {"bash": {"*": "ask"}, "edit": "deny"}
    edited, completed = read.hooks
    assert (edited.event, edited.glob) == ("file.edited", "*.py")
    assert edited.handler == {"command": "ruff", "args": ["format"], "env": {"A": "1"}}
    assert completed.event == "session.idle"
    assert [each.where for each in read.refused] == ["session_completed 2"]


def test_malformed_items_are_refused_alone(tmp_path: Path) -> None:
    content = {"hooks": {"Stop": [3, {"matcher": "x"}, {"hooks": [hook("a")]}], "PreToolUse": {}}}
    read = read_vendor_file("claude", written(tmp_path, "settings.json", content))
    assert len(read.hooks) == 1
    assert [each.where for each in read.refused] == ["Stop 1", "Stop 2", "PreToolUse"]


def test_a_file_may_turn_its_hooks_off(tmp_path: Path) -> None:
    content = {"disableAllHooks": True, "hooks": {"Stop": [{"hooks": [hook("a")]}]}}
    read = read_vendor_file("claude", written(tmp_path, "settings.json", content))
    assert read.disabled
    assert read.hooks == ()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"hooks": []}', "\x00", "[" * 100_000])
def test_a_file_that_cannot_be_understood_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(HookError) as raised:
        read_vendor_file("claude", written(tmp_path, "settings.json", content))
    assert raised.value.code is HookCode.INVALID_DECLARATION


def test_a_file_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(HookError) as raised:
        read_vendor_file("claude", tmp_path / "gone.json")
    assert raised.value.code is HookCode.SOURCE_MISSING


def test_comments_and_commas_go_and_texts_stay() -> None:
    text = '{"a": "// \\" /* */ ,}", /* x */ "b": [1, 2, // y\n ], }'
    assert json.loads(plain_json(text)) == {"a": '// " /* */ ,}', "b": [1, 2]}
