"""The screen on an engine without processes, as a program of its own: for tests with a real terminal.

    python screen_program.py FOLDER [broken] [hostile]

`broken`: the engine fails with a bug when it starts. `hostile`: the channel's name is a sequence that sets a
title. SIGUSR1 ends the answer under way, and begins another. At the end, one line tells how it went.
"""

import asyncio
import signal
import sys
from pathlib import Path
from typing import cast

from sidekicks_tui.app import show
from sidekicks_tui.app.application import SidekicksApp
from sidekicks_tui.core.engine import Engine
from tests.support.fake_engine import FakeEngine


class BrokenEngine(FakeEngine):
    async def start(self) -> None:
        raise RuntimeError("a bug")


def main() -> int:
    kind = BrokenEngine if "broken" in sys.argv else FakeEngine
    engine = kind(Path(sys.argv[1]))
    if "hostile" in sys.argv:
        engine.channels.add("evil\x1b]0;mine\a", "", ("claude",))
        engine.history.notes["open"] = engine.channels.list()[-1].id
    general = engine.channels.list()[0].id
    engine.channels.turn(general, "claude")

    def answer() -> None:
        engine.channels.say(general, "Done.", "claude")
        engine.channels.turn(general)
        engine.channels.turn(general, "claude")

    async def open_engine() -> Engine:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, answer)
        return cast(Engine, engine)

    try:
        status = asyncio.run(show(SidekicksApp(open_engine)))
    except Exception as error:
        print(f"ended by {error!r}, closed: {engine.closed}", file=sys.stderr)
        return 1
    sent = [words[2] for words in engine.asked if words[0] == "send"]
    print(f"ended with {status}, closed: {engine.closed}, sent: {sent}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
