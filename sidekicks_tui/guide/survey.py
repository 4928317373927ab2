"""What a folder holds, at a glance. All of it blocks: it runs in a thread."""

import itertools
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from sidekicks_tui.guide.finding import FILES, Entry, walk
from sidekicks_tui.model.limits import EDITABLE_SIZE


@dataclass(frozen=True, slots=True)
class TypeCount:
    """Files with one ending (or one name, where there is no ending), and their lines."""

    type: str
    files: int
    lines: int


def list_files(root: Path, stop: threading.Event) -> list[Entry]:
    """The files below `root`, by folder and name; not more than a search looks at."""
    return list(itertools.islice(walk(root, stop), FILES))


def count_lines(entries: Sequence[Entry], stop: threading.Event) -> list[TypeCount]:
    """The text files among `entries` by type, those with the most lines first."""
    counts: dict[str, tuple[int, int]] = {}
    for entry in entries:
        if stop.is_set():
            break
        lines = _lines(entry)
        if lines is not None:
            name = PurePosixPath(entry.name)
            files, total = counts.get(name.suffix or name.name, (0, 0))
            counts[name.suffix or name.name] = (files + 1, total + lines)
    ordered = sorted(counts.items(), key=lambda item: (-item[1][1], item[0]))
    return [TypeCount(kind, files, lines) for kind, (files, lines) in ordered]


def readme(entries: Sequence[Entry]) -> str:
    """The name of the folder's own README, empty when it has none."""
    names = (entry.name for entry in entries if "/" not in entry.name)
    return next((name for name in names if name.lower().split(".")[0] == "readme"), "")


def opening(text: str) -> str:
    """The title and the first paragraph of a README, without pictures and badges."""
    blocks = [block.strip() for block in text.split("\n\n")]
    prose = [
        block for block in blocks if block and not block.startswith(("<", "[![", "![", "```", "|", "---"))
    ]
    title = prose[0].lstrip("# ").split("\n")[0] if prose else ""
    rest = next((block for block in prose[1:] if not block.startswith("#")), "")
    return f"**{title}**\n\n{rest}" if rest else title


def _lines(entry: Entry) -> int | None:
    if entry.size > EDITABLE_SIZE:
        return None
    try:
        data = entry.path.read_bytes()
    except OSError:
        return None
    return None if b"\0" in data else data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
