from pathlib import Path

import pytest

from sidekicks_tui.hooks.conditions import applies
from sidekicks_tui.hooks.naming import (
    changed,
    claude_tool,
    codex_tool,
    copilot_tool,
    opencode_tool,
    workbuddy_tool,
)
from sidekicks_tui.hooks.tools import Act, ToolFacts, joined, recognise
from sidekicks_tui.model.messages import Diff, ToolKind

CWD = Path("/src/repo")


def facts(act: Act, **more: str) -> ToolFacts:
    return ToolFacts(id="c", act=act, **more)  # type: ignore[arg-type]  texts alone are given


@pytest.mark.parametrize(
    ("given", "act", "field"),
    [
        # Codex: the kind is of the parsed command, the input holds the truth
        ({"kind": ToolKind.READ, "raw": '{"command": ["bash", "-c", "cat x"]}'}, Act.SHELL, "cat x"),
        # Claude: its own name beside the call
        ({"name": "Bash", "raw": '{"command": "ls -l"}'}, Act.SHELL, "ls -l"),
        # Kimi: the title alone
        ({"title": "Shell: rm -rf build"}, Act.SHELL, "rm -rf build"),
        # docker-agent: every tool that writes is of kind execute
        ({"kind": ToolKind.EXECUTE, "raw": '{"path": "a.py", "content": "x"}'}, Act.WRITE, ""),
        ({"kind": ToolKind.EXECUTE, "title": "make all"}, Act.SHELL, "make all"),
        ({"kind": ToolKind.READ, "paths": ("a.py",)}, Act.READ, ""),
        ({"kind": ToolKind.OTHER, "title": "Maximum iterations reached"}, Act.OTHER, ""),
        ({"raw": "not JSON"}, Act.OTHER, ""),
    ],
)
def test_a_call_is_recognised_by_the_strongest_evidence(
    given: dict[str, object], act: Act, field: str
) -> None:
    found = recognise("c", cwd=CWD, **given)  # type: ignore[arg-type]  the test knows the fields
    assert (found.act, found.command) == (act, field)


def test_an_edit_is_a_write_when_there_was_nothing() -> None:
    old = Diff(path="a.py", old_text="1", new_text="2", new_file=False)
    new = Diff(path="a.py", old_text="", new_text="2", new_file=True)
    edit = recognise("c", cwd=CWD, kind=ToolKind.EDIT, diffs=(old,))
    assert (edit.act, edit.path, edit.old, edit.new) == (Act.EDIT, "/src/repo/a.py", "1", "2")
    assert recognise("c", cwd=CWD, kind=ToolKind.EDIT, diffs=(new,)).act is Act.WRITE


def test_each_vendor_has_its_own_names_and_fields() -> None:
    edit = facts(Act.EDIT, path="/a", old="1", new="2")
    assert claude_tool(edit) == (("Edit",), {"file_path": "/a", "old_string": "1", "new_string": "2"})
    assert workbuddy_tool(edit).names == ("Edit", "replace_in_file")
    assert copilot_tool(edit) == (("edit",), {"path": "/a", "old_str": "1", "new_str": "2"})
    assert opencode_tool(edit) == (("edit",), {"filePath": "/a", "oldString": "1", "newString": "2"})
    patch = codex_tool(edit)
    assert patch is not None
    assert patch.names == ("apply_patch", "Edit", "Write")
    assert "*** Update File: /a\n@@\n-1\n+2\n" in str(patch.input["command"])


def test_codex_hooks_neither_reads_nor_searches() -> None:
    assert codex_tool(facts(Act.READ, path="/a")) is None
    assert codex_tool(facts(Act.SEARCH)) is None


def test_a_tool_of_an_mcp_server_keeps_its_name_and_input() -> None:
    tool = ToolFacts(id="c", act=Act.OTHER, name="mcp__files__read", raw={"path": "x"})
    for vendor_tool in (claude_tool, workbuddy_tool, copilot_tool, opencode_tool, codex_tool):
        assert vendor_tool(tool) == (("mcp__files__read",), {"path": "x"})


def test_claudes_own_input_is_kept_with_an_absolute_path() -> None:
    raw = '{"file_path": "a.py", "old_string": "1", "new_string": "2", "replace_all": true}'
    tool = claude_tool(recognise("c", cwd=CWD, name="Edit", raw=raw))
    assert tool.input == {
        "file_path": "/src/repo/a.py", "old_string": "1", "new_string": "2", "replace_all": True,
    }  # fmt: skip


def test_changes_are_carried_out_whole_or_in_part() -> None:
    shell = facts(Act.SHELL, command="npm i")
    assert changed(shell, claude_tool(shell), {"command": "npm ci"}, partial=False).command == "npm ci"
    write = facts(Act.WRITE, path="/src/a.py", new="1")
    whole = changed(write, claude_tool(write), {"file_path": "b.py", "content": "2"}, partial=False)
    assert (whole.path, whole.new) == ("/src/b.py", "2")
    part = changed(write, workbuddy_tool(write), {"content": "2"}, partial=True)
    assert (part.path, part.new) == ("/src/a.py", "2")


def test_a_command_in_a_shell_is_told_as_its_line() -> None:
    assert joined("sh", ["-c", "rm -rf x && ls"]) == "rm -rf x && ls"
    assert joined("git", ["commit", "-m", "two words"]) == "git commit -m 'two words'"
    assert joined("rm -rf x", []) == "rm -rf x"


@pytest.mark.parametrize(
    ("condition", "command", "meant"),
    [
        ("Bash(rm *)", "rm -rf build", True),
        ("Bash(rm *)", "ls && rm -rf build", True),
        ("Bash(rm *)", "rmdir build", False),
        ("Bash(git push:*)", "git push origin", True),
        ("Bash(git push:*)", "git pushy", False),
        ("Bash", "anything", True),
        ("Edit(src/**)", "anything", False),
        ("Bash(rm *)", "echo 'unfinished", True),
    ],
)
def test_a_condition_means_commands(condition: str, command: str, meant: bool) -> None:
    shell = facts(Act.SHELL, command=command)
    assert applies(condition, claude_tool(shell), shell) is meant


def test_a_condition_means_paths() -> None:
    edit = facts(Act.EDIT, path="/src/repo/src/a/b.py")
    assert applies("Edit(src/**)", claude_tool(edit), edit)
    assert applies("Edit(*.py)", claude_tool(edit), edit)
    assert not applies("Edit(docs/**)", claude_tool(edit), edit)
