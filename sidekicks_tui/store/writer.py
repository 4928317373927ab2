"""The one thread that writes: what gathers while the disk is busy is committed together.

Nobody waits for others to come: a commit takes what is there when it begins. When it has been quiet for a
moment, or much has been postponed, the thread does the chores, in small steps.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import lmdb

from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store.environment import Environment, Result

if TYPE_CHECKING:
    from sidekicks_tui.store.environment import Transaction

_QUIET: Final = 0.02
"""Seconds without a commit after which the chores are done: the next message should not wait for them."""
_POSTPONED: Final = 256
"""Jobs after which they are done all the same."""

_log = logging.getLogger(__name__)


class _Job:
    """Work for a transaction, and who waits for it."""

    def __init__(self, work: "Callable[[Transaction], Any]") -> None:
        self.work: Final = work
        self._loop = asyncio.get_running_loop()
        self.done: Final[asyncio.Future[Any]] = self._loop.create_future()

    def succeed(self, result: object) -> None:
        self._tell(self.done.set_result, result)

    def fail(self, error: Exception) -> None:
        self._tell(self.done.set_exception, error)

    def _tell(self, settle: Callable[[Any], None], outcome: object) -> None:
        def tell() -> None:
            if not self.done.done():
                settle(outcome)

        with contextlib.suppress(RuntimeError):  # the event loop is closed: nobody waits
            self._loop.call_soon_threadsafe(tell)


class Writer:
    """Runs the work that it is given in transactions of `environment`.

    `chores` is asked after each commit for what else there is to do; each step writes for itself.
    """

    def __init__(self, environment: Environment, chores: Callable[[], Iterator[None]]) -> None:
        self._environment = environment
        self._chores = chores
        self._steps = chores()
        self._jobs: list[_Job] = []
        self._closed = False
        self._resting = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="history", daemon=True)
        self._thread.start()

    async def do(self, work: "Callable[[Transaction], Result]") -> Result:
        """What `work` returns, once it is on disk. It may run more than once.

        Raises what `work` raises, and `HistoryError` when it cannot be written.
        """
        job = _Job(work)
        with self._changed:
            if self._closed:
                raise HistoryError(_("the history is closed"))
            self._jobs.append(job)
            self._changed.notify_all()
        result: Result = await job.done
        return result

    def settle(self) -> None:
        """Block until all is written and no chores are left."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or (self._resting and not self._jobs))

    def close(self) -> None:
        """Write what waits, and end. Blocks."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        postponed = 0
        while True:
            with self._changed:
                self._changed.notify_all()
                pause = None if self._resting else _QUIET if postponed else 0
                self._changed.wait_for(lambda: self._jobs or self._closed, pause)
                jobs, self._jobs = self._jobs, []
                self._resting = self._resting and not jobs
                closed = self._closed
            if jobs:
                self._commit(jobs)
                postponed += len(jobs)
                if postponed < _POSTPONED:
                    continue
            elif closed:
                return
            else:
                postponed = 0
            # Under load they are done faster than they grow.
            if not all(self._step() for _ in range(max(1, 2 * len(jobs)))):
                postponed = 0
                self._resting = True

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            results = self._environment.write(lambda txn: [job.work(txn) for job in jobs])
        except Exception as error:  # whatever it is, somebody waits for it
            if len(jobs) > 1:
                for job in jobs:  # the others are not to blame
                    self._commit([job])
            else:
                jobs[0].fail(self._environment.failure(error) if isinstance(error, lmdb.Error) else error)
        else:
            for job, result in zip(jobs, results, strict=True):
                job.succeed(result)

    def _step(self) -> bool:
        """One step of the chores; whether there may be another."""
        for _attempt in range(2):  # the steps under way may end, and the last commits ask for new ones
            try:
                next(self._steps)
            except StopIteration:
                self._steps = self._chores()
            except (lmdb.Error, HistoryError) as error:
                _log.warning("the history was not tidied: %s", error)
                self._steps = self._chores()
                return False
            else:
                return True
        return False
