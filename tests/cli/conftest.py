from pathlib import Path

import pytest

from tests.cli.running import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)
