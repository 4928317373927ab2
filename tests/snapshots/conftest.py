"""Pictures are kept in `snapshots/` at the top, each by its name, because the README shows them too."""

from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.location import PyTestLocation

PICTURES = Path(__file__).parents[2] / "snapshots"


@pytest.fixture(autouse=True)
def pictures_at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    def dirname(_: type[SVGImageExtension], *, test_location: PyTestLocation) -> str:
        return str(PICTURES)

    def name(_: type[SVGImageExtension], *, test_location: PyTestLocation, index: object = 0) -> str:
        return test_location.nodename.partition("[")[2].rstrip("]")

    monkeypatch.setattr(SVGImageExtension, "dirname", classmethod(dirname))
    monkeypatch.setattr(SVGImageExtension, "get_snapshot_name", classmethod(name))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
