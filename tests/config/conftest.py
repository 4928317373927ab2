from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from sidekicks_tui.config import check
from sidekicks_tui.model.settings import Problem, Settings

Found = tuple[Settings | None, list[str]]


def told(problem: Problem) -> str:
    """`line:column: message`, with a mark for a warning."""
    mark = "~" if problem.warning else ""
    return f"{mark}{problem.line}:{problem.column}: {problem.message}"


@pytest.fixture
def checked(tmp_path: Path) -> Callable[[str], Found]:
    """Checks a text as the content of a file in `tmp_path`; the programs `agent` and `other` are on PATH."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("agent", "other"):
        (programs / name).touch(0o755)
    env = {"PATH": str(programs), "HOME": str(tmp_path / "home"), "TOKEN": "t0ken", "EMPTY": ""}

    def look(text: str) -> Found:
        settings, problems = check(dedent(text), tmp_path / "config.yaml", env)
        return settings, [told(problem) for problem in problems]

    return look
