import json
import stat
from pathlib import Path

import pytest

from sidekicks_tui.hooks.handlers import Handler
from sidekicks_tui.hooks.trust import Trust, digest

HANDLER = Handler(command="node guard.mjs")


def test_a_hook_is_known_by_all_that_it_is() -> None:
    first = digest("claude", "PreToolUse", "Bash", HANDLER)
    assert first == digest("claude", "PreToolUse", "Bash", Handler(command="node guard.mjs"))
    others = {
        digest("copilot", "PreToolUse", "Bash", HANDLER),
        digest("claude", "PostToolUse", "Bash", HANDLER),
        digest("claude", "PreToolUse", None, HANDLER),
        digest("claude", "PreToolUse", "Bash", Handler(command="node guard.mjs", timeout=5)),
        digest("claude", "PreToolUse", "Bash", Handler(command="node guard.mjs", args=())),
    }
    assert len(others | {first}) == 6


def test_trust_is_kept_for_one_workspace_in_a_private_file(tmp_path: Path) -> None:
    path = tmp_path / "sidekicks" / "trusted.json"
    Trust(path).add(Path("/repo"), ["a"])
    Trust(path).add(Path("/repo"), ["b"])
    assert Trust(path).known(Path("/repo")) == {"a", "b"}
    assert Trust(path).known(Path("/other")) == frozenset()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    Trust(path).remove(Path("/repo"))
    assert Trust(path).known(Path("/repo")) == frozenset()


def test_a_file_that_others_could_read_is_made_private(tmp_path: Path) -> None:
    path = tmp_path / "trusted.json"
    path.write_text("{}")
    path.chmod(0o644)
    Trust(path).add(Path("/repo"), ["a"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "[]", '{"/repo": 3}', "{", json.dumps({"/repo": None})])
def test_what_cannot_be_read_is_not_trusted(tmp_path: Path, content: str) -> None:
    path = tmp_path / "trusted.json"
    path.write_text(content)
    assert Trust(path).known(Path("/repo")) == frozenset()
