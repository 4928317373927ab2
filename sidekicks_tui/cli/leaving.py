"""How a command that runs agents ends when a signal asks for it, with nothing left behind."""

import asyncio
import os
import signal
from collections.abc import Callable


class Leaving:
    """Ctrl-C, SIGTERM and SIGHUP cancel the task that made this; one more of them ends all at once."""

    def __init__(self, emergency: Callable[[], None]) -> None:
        """`emergency` ends what must not be left behind, without the event loop."""
        self.status = 0
        """128 and the number of the signal; 0 when none came."""
        self.first: Callable[[], None] | None = None
        """What the next Ctrl-C does instead."""
        self._emergency = emergency
        self._task = asyncio.current_task()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # Who started us with a signal ignored (nohup, a job in the background) means it.
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self._signalled, number)

    def _signalled(self, number: signal.Signals) -> None:
        if number is signal.SIGINT and self.first is not None:
            first, self.first = self.first, None
            first()
        elif not self.status:
            self.status = 128 + number
            assert self._task is not None
            self._task.cancel()
        else:
            self._emergency()
            os._exit(self.status)
