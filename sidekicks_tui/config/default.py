"""The configuration file that is written when there is none."""

import json
import os
import shutil
from collections.abc import Mapping as Environment
from pathlib import Path
from typing import Final

_TEMPLATE: Final = Path(__file__).with_name("default.yaml")
_KNOWN: Final = (
    ("claude", "Claude", ("claude-agent-acp",)),
    ("codex", "Codex", ("codex-acp",)),
    ("gemini", "Gemini", ("gemini", "--acp")),
    ("opencode", "OpenCode", ("opencode", "acp")),
    ("copilot", "Copilot", ("copilot", "--acp")),
    ("qwen", "Qwen", ("qwen", "--acp")),
    ("kimi", "Kimi", ("kimi", "acp")),
    ("vibe", "Vibe", ("vibe-acp",)),
    ("goose", "Goose", ("goose", "acp")),
    ("codebuddy", "CodeBuddy", ("codebuddy", "--acp")),
    ("auggie", "Auggie", ("auggie", "--acp")),
)
"""Name, title and command of agents that speak ACP."""


def default_text(workspace: Path, env: Environment[str, str] | None = None) -> str:
    """The commented default file, with the built-in agent in `workspace` (absolute).

    Agents found on the `PATH` of `env` (this process's environment otherwise) are proposed in comments.
    """
    env = os.environ if env is None else env
    folder = _written(workspace, env)
    found = [agent for agent in _KNOWN if shutil.which(agent[2][0], path=env.get("PATH"))]
    proposals = "".join(
        f"  # - name: {name}\n"
        f"  #   title: {title}\n"
        f"  #   command: [{', '.join(command)}]\n"
        f"  #   workspace: {folder}\n"
        for name, title, command in found
    )
    if proposals:
        proposals = f"\n  # Found on this machine: take the # away to use one.\n{proposals}"
    template = _TEMPLATE.read_text(encoding="utf-8")
    return template.replace("@FOUND@\n", f"{proposals}\n").replace("@WORKSPACE@", folder)


def _written(folder: Path, env: Environment[str, str]) -> str:
    """The path as a quoted YAML text, from `~` where it can be."""
    home = env.get("HOME", "")
    text = str(folder)
    if home.startswith("/") and folder.is_relative_to(home):
        text = str("~" / folder.relative_to(home))
    try:
        text.encode()
    except UnicodeEncodeError:
        # A name that is no UTF-8 cannot stand in a file that is.
        text = "~"
    # A JSON text is a YAML text.
    return json.dumps(text, ensure_ascii=False)
