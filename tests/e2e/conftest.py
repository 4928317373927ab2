from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.program import Program

Start = Callable[..., Program]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the person works."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def start(home: Path, folder: Path) -> Iterator[Start]:
    """Start the program; it is ended with the test."""
    programs = []

    def start(*arguments: str) -> Program:
        programs.append(Program(home, folder, *arguments))
        return programs[-1]

    yield start
    for program in programs:
        program.close()
