"""The chat screen on an engine without processes."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat, sit


@pytest.fixture
def engine(tmp_path: Path) -> FakeEngine:
    return FakeEngine(tmp_path)


@pytest.fixture
async def seat(engine: FakeEngine) -> AsyncIterator[Seat]:
    """A terminal of 120×40."""
    async with sit(engine) as seat:
        yield seat
