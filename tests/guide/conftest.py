from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.guide.driver import Driver


@pytest.fixture
async def guide() -> AsyncIterator[Driver]:
    """A guide that is connected, and has not shaken hands yet."""
    driver = Driver()
    await driver.connect()
    yield driver
    await driver.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small project; beside it stands a secret."""
    (tmp_path / "secret.txt").write_text("secret\n")
    project = tmp_path / "project"
    (project / "src").mkdir(parents=True)
    (project / "README.md").write_text("# Parser\n\nReads things.\n")
    (project / "src" / "parser.py").write_text("import re\n\n\ndef parse(text):\n    return text\n")
    return project
