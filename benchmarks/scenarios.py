"""What is measured: each scenario returns its figures by label."""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import psutil

from benchmarks.program import Program

ROOT = Path(__file__).parent.parent
AGENT = ROOT / "tests" / "support" / "agent.py"
PLACEHOLDER = "rite a message"
KEYS = "ЖЯШЮЭЪЫЩФЦЧБДЗЛПЖЯШЮЭЪЫЩФЦЧБДЗЛП"
"""Letters that no stream holds: the echo of a key is its first appearance."""


@contextmanager
def home(agents: int = 1) -> Iterator[tuple[Path, dict[str, str]]]:
    """A configuration of its own, with `agents` scripted agents; yields the folder and the environment."""
    folder = Path(tempfile.mkdtemp(prefix="sidekicks-bench-"))
    try:
        settings = folder / "sidekicks" / "config.yaml"
        settings.parent.mkdir()
        (folder / "work").mkdir()
        entries = "".join(
            f"  - name: agent{number}\n    command: [{sys.executable}, {AGENT}]\n"
            f"    workspace: {folder / 'work'}\n"
            for number in range(agents)
        )
        settings.write_text(f"agents:\n{entries}channels:\n  - name: general\n    members: [agent0]\n")
        env = {name: value for name, value in os.environ.items() if not name.startswith("SIDEKICKS")}
        yield (
            folder,
            {
                **env,
                "XDG_CONFIG_HOME": str(folder),
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "PYTHONPATH": str(ROOT),
            },
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sidekicks(env: dict[str, str]) -> Program:
    return Program([sys.executable, "-m", "sidekicks_tui"], env)


def floor() -> Program:
    return Program(
        [sys.executable, "-m", "benchmarks.floor"],
        {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
    )


def first_key(program: Program, key: str = "Ж") -> float:
    """Seconds from exec until a key that was pressed as soon as anything is drawn has its echo."""
    program.wait(lambda: sum(len(piece.data) for piece in program.pieces) > 2000, 20)
    pressed = program.press(key)
    program.wait(lambda: program.seen(key, pressed) is not None, 20)
    return (program.seen(key, pressed) or float("nan")) - program.started


def start(runs: int) -> dict[str, float]:
    rows: dict[str, list[float]] = {"floor s": [], "ours s": [], "floor MB": [], "ours MB": []}
    with home(10) as (_, env):
        for _run in range(runs + 1):
            with floor() as program:
                rows["floor s"].append(first_key(program))
                program.wait_quiet(0.5, 5)
                rows["floor MB"].append(program.memory() / 1e6)
            with sidekicks(env) as program:
                rows["ours s"].append(first_key(program))
                program.wait_quiet(0.5, 5)
                rows["ours MB"].append(program.memory() / 1e6)
    figures = {label: median(values[1:]) for label, values in rows.items()}
    figures["ratio"] = figures["ours s"] / figures["floor s"]
    return figures


def stream(runs: int, chunks: int = 5000, size: int = 20) -> dict[str, float]:
    rows: dict[str, list[float]] = {
        "until the last is shown s": [],
        "slowest key ms": [],
        "median key ms": [],
        "bytes per character": [],
    }
    for _run in range(runs):
        with home() as (_, env), sidekicks(env) as program:
            program.wait(lambda p=program: p.seen(PLACEHOLDER) is not None, 20)
            program.press("hello\r")
            program.wait_quiet(1.5, 20)
            sent = program.press(f"!prose {chunks} {size}\r")
            echoes = []
            for key in KEYS:
                pressed = program.press(key)
                if program.wait(lambda p=program, k=key, t=pressed: p.seen(k, t) is not None, 3):
                    echoes.append((program.seen(key, pressed) or 0) - pressed)
                time.sleep(0.03)
            program.wait_quiet(1.5, 60)
            last = program.pieces[-1].at
            rows["until the last is shown s"].append((program.shown("END-MARKER") or last) - sent)
            rows["slowest key ms"].append(max(echoes) * 1000)
            rows["median key ms"].append(median(echoes) * 1000)
            rows["bytes per character"].append(program.written(sent, last) / (chunks * size))
    return {label: median(values) for label, values in rows.items()}


def fill(folder: Path, count: int) -> None:
    """Store `count` messages in #general, as the program itself would."""
    from sidekicks_tui.model.ids import IdSource
    from sidekicks_tui.model.messages import Message, Role, TextPart
    from sidekicks_tui.store import open_history
    from sidekicks_tui.system.folders import data_folder

    async def store() -> None:
        os.environ["XDG_CONFIG_HOME"] = str(folder)
        history = open_history(data_folder(folder / "sidekicks" / "config.yaml"))
        channel = next(stored.channel for stored in history.channels() if stored.channel.name == "general")
        ids = IdSource(after=history.last_id)
        moment = datetime.now(UTC)
        for begin in range(0, count, 1000):
            await asyncio.gather(
                *(
                    history.put_message(
                        Message(
                            id=ids(),
                            channel=channel.id,
                            created_at=moment,
                            role=Role.AGENT if number % 2 else Role.USER,
                            agent="agent0" if number % 2 else "",
                            parts=(TextPart(text=f"message {number}: " + "words that somebody wrote " * 8),),
                        )
                    )
                    for number in range(begin, min(begin + 1000, count))
                )
            )
        await history.close()

    asyncio.run(store())


def history(runs: int) -> dict[str, float]:
    figures: dict[str, float] = {}
    for count in (100, 100_000):
        with home() as (folder, env):
            with sidekicks(env) as program:
                program.wait(lambda p=program: p.seen(PLACEHOLDER) is not None, 20)
                program.wait_quiet(0.5, 10)
            fill(folder, count)
            times, memories = [], []
            for _run in range(runs):
                with sidekicks(env) as program:
                    program.wait(lambda p=program, c=count: p.seen(f"{c - 1}") is not None, 20)
                    times.append((program.seen(f"{count - 1}") or float("nan")) - program.started)
                    program.wait_quiet(0.5, 10)
                    memories.append(program.memory() / 1e6)
            figures[f"{count:,} messages: start to the last one shown s"] = median(times)
            figures[f"{count:,} messages: memory MB"] = median(memories)
    return figures


def idle(runs: int) -> dict[str, float]:
    written, busy = [], []
    for _run in range(runs):
        with home(10) as (_, env), sidekicks(env) as program:
            program.wait(lambda p=program: p.seen(PLACEHOLDER) is not None, 20)
            program.wait_quiet(1, 10)
            process = psutil.Process(program.pid)
            before, begin = process.cpu_times(), time.monotonic()
            time.sleep(10)
            after = process.cpu_times()
            written.append(float(program.written(begin, time.monotonic())))
            busy.append((after.user + after.system - before.user - before.system) * 10)
    return {"bytes in 10 s": median(written), "percent of one core": median(busy)}


ALL: dict[str, Callable[[int], dict[str, float]]] = {
    "start": start,
    "stream": stream,
    "history": history,
    "idle": idle,
}
