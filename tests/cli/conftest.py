from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.end()
