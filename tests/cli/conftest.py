import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Home
from tests.cli.sitting import Person


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.end()


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, raises = root.handlers, logging.raiseExceptions
    yield
    root.handlers, logging.raiseExceptions = handlers, raises
    logging.captureWarnings(False)


@pytest.fixture
def person() -> Iterator[Person]:
    person = Person()
    yield person
    person.leave()
    person.terminal.close()
