import hashlib
from pathlib import Path

import pytest

from sidekicks_tui.hooks.errors import HookCode, HookError
from sidekicks_tui.hooks.front_matter import read_head
from sidekicks_tui.hooks.rules import imports, read_rules


def test_a_file_is_carried_byte_for_byte(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf# Rules\r\n\xff no UTF-8\n"
    (tmp_path / "AGENTS.md").write_bytes(content)
    (file,) = read_rules("codex", "AGENTS.md", tmp_path)
    assert file.content == content
    assert file.sha256 == hashlib.sha256(content).hexdigest()
    assert file.block().startswith(f"[codex rules: {tmp_path / 'AGENTS.md'}]\n")


@pytest.mark.parametrize("source", ["*.md", ["a.md", "b.md"], ["b.md", "a.md", "a.md"]])
def test_sources_are_paths_patterns_and_lists(tmp_path: Path, source: object) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text(name)
    assert {file.path.name for file in read_rules("claude", source, tmp_path)} == {"a.md", "b.md"}


def test_a_source_may_be_a_file_address(tmp_path: Path) -> None:
    path = tmp_path / "my rules.md"
    path.write_text("x")
    assert read_rules("claude", path.as_uri(), tmp_path)[0].path == path


@pytest.mark.parametrize("source", ["gone.md", "*.nothing", "https://example.invalid/rules.md"])
def test_a_source_that_is_missing_is_an_error(tmp_path: Path, source: str) -> None:
    with pytest.raises(HookError) as raised:
        read_rules("claude", source, tmp_path)
    assert raised.value.code is HookCode.SOURCE_MISSING


@pytest.mark.parametrize("source", [None, [], [1], {}])
def test_a_source_that_is_none_is_refused(tmp_path: Path, source: object) -> None:
    with pytest.raises(HookError) as raised:
        read_rules("claude", source, tmp_path)
    assert raised.value.code is HookCode.INVALID_DECLARATION


def test_a_file_that_is_too_large_is_an_error_and_never_cut(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x" * 11)
    with pytest.raises(HookError) as raised:
        read_rules("claude", "a.md", tmp_path, limit=10)
    assert raised.value.code is HookCode.RULE_TOO_LARGE
    assert read_rules("claude", "a.md", tmp_path, limit=11)


def test_imports_are_files_of_their_own_four_deep_and_not_in_code(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("See @1.md and `@code.md`.\n```\n@fence.md\n```\nmail me@host.md\n")
    for number in range(1, 7):
        (tmp_path / f"{number}.md").write_text(f"@{number + 1}.md")
    for name in ("code.md", "fence.md", "host.md"):
        (tmp_path / name).write_text("no")
    files = read_rules("claude", "CLAUDE.md", tmp_path)
    assert [file.path.name for file in files] == ["CLAUDE.md", "1.md", "2.md", "3.md", "4.md"]
    assert files[1].parent == tmp_path / "CLAUDE.md"


def test_files_that_import_each_other_are_carried_once(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("@b.md")
    (tmp_path / "b.md").write_text("@a.md")
    assert [file.path.name for file in read_rules("claude", "a.md", tmp_path)] == ["a.md", "b.md"]


def test_an_import_ends_before_the_full_stop(tmp_path: Path) -> None:
    assert imports("Read @docs/x.md. Then @./y.md", tmp_path) == [tmp_path / "docs/x.md", tmp_path / "./y.md"]


@pytest.mark.parametrize(
    ("vendor", "head", "globs"),
    [
        ("claude", 'paths:\n  - "src/**/*.py"\n  - tests/**', ("src/**/*.py", "tests/**")),
        ("claude", "paths: [src/*.py, '*.md']", ("src/*.py", "*.md")),
        ("copilot", "applyTo: '**/*.ts,**/*.tsx'", ("**/*.ts", "**/*.tsx")),
        ("copilot", 'applyTo: "**"', ()),
        ("codex", "paths: x", ("x",)),
    ],
)
def test_globs_of_the_head_are_read(tmp_path: Path, vendor: str, head: str, globs: tuple[str, ...]) -> None:
    (tmp_path / "r.md").write_text(f"---\n{head}\n---\nText\n")
    assert read_rules(vendor, "r.md", tmp_path)[0].globs == globs


def test_a_rule_for_paths_knows_them(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("---\npaths: [src/**/*.py, '*.{md,txt}']\n---\n")
    (rule,) = read_rules("claude", "r.md", tmp_path)
    assert rule.means("/repo/src/a/b.py")
    assert rule.means("/repo/src/b.py")
    assert rule.means("/repo/x/y.txt")
    assert not rule.means("/repo/lib/b.py")


def test_codebuddys_rules_may_be_off_or_for_the_model_to_ask_for(tmp_path: Path) -> None:
    (tmp_path / "off.mdc").write_text("---\nenabled: false\n---\nx")
    (tmp_path / "asked.mdc").write_text("---\ndescription: About tests\nalwaysApply: false\n---\nx")
    assert read_rules("workbuddy", "off.mdc", tmp_path) == ()
    (asked,) = read_rules("workbuddy", "asked.mdc", tmp_path)
    assert "About tests" in asked.block()
    assert not asked.block().endswith("x")


@pytest.mark.parametrize("text", ["", "---", "---\nno end", "text\n---\na: b\n---"])
def test_a_file_may_have_no_head(text: str) -> None:
    assert read_head(text) == ({}, {})
