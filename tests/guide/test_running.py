from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidekicks_tui.guide.running import Ended, Kept, run


@given(st.lists(st.binary(max_size=20_000), max_size=12))
def test_little_output_is_kept_whole(parts: list[bytes]) -> None:
    kept = Kept()
    for part in parts:
        kept.add(part)
    whole = b"".join(parts)
    if len(whole) <= 64 * 1024:
        assert kept.text == whole.decode("utf-8", "replace")
    else:
        assert len(kept.text) < 70 * 1024
        assert f"{len(whole) - 64 * 1024} bytes left out" in kept.text


def test_long_output_keeps_its_ends_and_cuts_no_character() -> None:
    kept = Kept()
    kept.add("é".encode() * 100_000)
    start, note, end = kept.text.split("\n")
    assert set(start) == set(end) == {"é"}
    assert "bytes left out" in note


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (Ended(0), "ended with status 0"),
        (Ended(None, "SIGTERM"), "was ended by SIGTERM"),
        (Ended(None), "ended"),
    ],
)
def test_words(ended: Ended, words: str) -> None:
    assert ended.words == words


async def test_output_is_shown_while_it_runs(tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    shown: list[str] = []

    async def show(text: str) -> None:
        shown.append(text)
        (tmp_path / "go").unlink(missing_ok=True)

    ended = await run("while test -e go; do echo tick; sleep 0.05; done; echo end", tmp_path, show)
    assert shown
    assert ended.output.startswith(shown[0])
    assert ended.output.endswith("end\n")


async def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    async def show(_: str) -> None:
        raise AssertionError

    with pytest.raises(OSError, match="gone"):
        await run("true", tmp_path / "gone", show)
