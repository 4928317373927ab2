"""Agents that run a vendor's hooks, and read a vendor's rules, themselves: nothing of it is done twice."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

_HOOKS: Final[Mapping[str, tuple[str, ...]]] = {
    "claude-agent-acp": ("claude",),
    "claude-code-acp": ("claude",),
    "codex-acp": ("codex",),
    "copilot": ("copilot", "claude"),
    "opencode": ("opencode",),
    "codebuddy": ("workbuddy",),
}
"""By the name of the agent's program."""
_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "claude-agent-acp": ("CLAUDE.md",),
    "claude-code-acp": ("CLAUDE.md",),
    "codex-acp": ("AGENTS.md",),
    "opencode": ("AGENTS.md", "CLAUDE.md"),
    "copilot": ("AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md"),
    "codebuddy": ("AGENTS.md", "CODEBUDDY.md"),
    "kimi": ("AGENTS.md",),
    "vibe-acp": ("AGENTS.md",),
}
_OWN_FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "claude": (".claude",),
    "codex": (".codex",),
    "workbuddy": (".codebuddy",),
    "opencode": (".opencode", ".config/opencode"),
    "copilot": (".github/hooks", ".github/copilot", ".copilot"),
}
"""Where a vendor's own program looks, below the folder that it works in or the person's home."""
_OWN_FILES: Final = frozenset({"opencode.json", "opencode.jsonc"})


def programs(command: Sequence[str]) -> tuple[str, ...]:
    """The names in a command that may be an agent's program: `npx @scope/name@1` runs `name`."""
    return tuple(PurePosixPath(word).name.partition("@")[0].removesuffix(".js") for word in command)


def native_vendors(command: Sequence[str]) -> frozenset[str]:
    """The vendors whose hooks an agent with this command runs itself."""
    return frozenset(vendor for name in programs(command) for vendor in _HOOKS.get(name, ()))


def native_rules(command: Sequence[str]) -> frozenset[str]:
    """The names of rules files that it reads itself."""
    return frozenset(file for name in programs(command) for file in _RULES.get(name, ()))


def own_place(vendor: str, path: Path, workspace: Path) -> bool:
    """Whether the vendor's own program, working in `workspace`, reads the file."""
    if path.name in _OWN_FILES and vendor == "opencode" and path.parent == workspace:
        return True
    return any(
        path.is_relative_to(base / folder)
        for base in (workspace, Path.home())
        for folder in _OWN_FOLDERS.get(vendor, ())
    )


def vendor_of(path: Path) -> str:
    """Whose file it is by the folder that it stands in; empty where that does not tell."""
    if path.name in _OWN_FILES:
        return "opencode"
    for vendor, folders in _OWN_FOLDERS.items():
        if any(f"/{folder}/" in path.as_posix() for folder in folders):
            return vendor
    return ""


def of_the_person(path: Path) -> bool:
    """Whether the file stands where a vendor keeps what the person has set up for all folders."""
    home = Path.home()
    return any(path.is_relative_to(home / folder) for folders in _OWN_FOLDERS.values() for folder in folders)


def project_of(path: Path) -> Path:
    """The folder whose file it is: the one that holds the vendor's folder, or the file."""
    for folders in _OWN_FOLDERS.values():
        for folder in folders:
            depth = len(PurePosixPath(folder).parts)
            for parent in path.parents:
                if parent.parts[-depth:] == PurePosixPath(folder).parts:
                    return parent.parents[depth - 1]
    return path.parent
