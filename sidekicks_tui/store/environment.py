"""The LMDB environment of a history: opened with care, and grown when it is full.

LMDB itself lets several processes write the same folder. That there is one writer is our own lock's doing;
readers beside it need none.
"""

import errno
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import lmdb

from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.errors import HistoryError
from sidekicks_tui.store.integrity import LOCK_FILE, check_length, check_pages, is_unmade, make_room, seal
from sidekicks_tui.system.files import private_folder
from sidekicks_tui.system.lock import FileLock

if TYPE_CHECKING:
    from typing import TypeAlias

    Transaction: TypeAlias = lmdb.Transaction[bytes]
    Views: TypeAlias = lmdb.Transaction[memoryview]

MAP_SIZE: Final = 256 * limits.MB
"""At first. It costs addresses only: the file is as large as what it holds."""
_TABLES_AT_MOST: Final = 16
_DAMAGE: Final = (
    lmdb.InvalidError,
    lmdb.CorruptedError,
    lmdb.VersionMismatchError,
    lmdb.PageNotFoundError,
    lmdb.PanicError,
    lmdb.IncompatibleError,
)

Result = TypeVar("Result")
Value = TypeVar("Value", bytes, memoryview)


class NothingThere(HistoryError):
    """A reader found no history yet."""


class Tables:
    """The named databases. `txn` makes those that are missing, so that all of them are there or none."""

    def __init__(self, environment: lmdb.Environment, txn: "Transaction | None") -> None:
        def table(name: bytes) -> "lmdb._Database":
            return environment.open_db(name, txn=txn, create=txn is not None)

        self.meta = table(b"meta")
        self.channels = table(b"channels")
        self.commands = table(b"commands")
        self.notes = table(b"notes")
        self.messages = table(b"messages")
        self.ids = table(b"ids")
        self.words = table(b"words")
        self.postings = table(b"postings")
        self.segments = table(b"segments")


class Environment:
    """An open folder. Any thread may `read`; one at a time may `write`."""

    def __init__(self, folder: Path, *, read_only: bool = False, map_size: int = MAP_SIZE) -> None:
        """Raises `HistoryError`; what the folder held is then as it was."""
        self.folder: Final = folder
        self._gate = _Gate()
        self._lock: FileLock | None = None
        try:
            if not read_only:
                self._lock = _acquire(folder)
                make_room(folder)
                check_pages(folder)
            elif is_unmade(folder):
                raise NothingThere(_("there is no history in {folder} yet").format(folder=folder))
            self._lmdb = _open(folder, read_only, map_size)
            try:
                # A handle that is opened in a transaction for reading does not outlive it.
                with nullcontext() if read_only else self._lmdb.begin(write=True) as txn:
                    self.tables: Final = Tables(self._lmdb, txn)
                self._lmdb.reader_check()
            except lmdb.NotFoundError as error:
                raise NothingThere(_("there is no history in {folder} yet").format(folder=folder)) from error
            except BaseException:
                self._lmdb.close()
                raise
        except (lmdb.Error, OSError) as error:
            self._release()
            raise self.failure(error) from error
        except HistoryError:
            self._release()
            raise

    def read(self) -> AbstractContextManager["Transaction"]:
        """A consistent look at the tables. Raises `HistoryError`."""
        return self._reading(self._lmdb.begin)

    def read_views(self) -> AbstractContextManager["Views"]:
        """The same with views instead of copies, which end with it."""
        return self._reading(lambda: self._lmdb.begin(buffers=True))

    def write(self, work: Callable[["Transaction"], Result]) -> Result:
        """What `work` makes of a transaction, once it is on disk. `work` may run more than once.

        Raises what `work` raises, and `lmdb.Error`; then nothing has been written.
        """
        while True:
            try:
                with self._lmdb.begin(write=True) as txn:
                    return work(txn)
            except lmdb.MapFullError:
                self._resize(2 * self._lmdb.info()["map_size"])
            except lmdb.MapResizedError:
                self._resize(0)

    def last_transaction(self) -> int:
        """The number of the last commit."""
        return self._lmdb.info()["last_txnid"]

    def close(self) -> None:
        """Give everything back, once nobody reads any more."""
        with self._gate.exclusive():
            self._lmdb.close()
        if self._lock is not None:
            with suppress(OSError):
                seal(self.folder)
        self._release()

    def failure(self, error: lmdb.Error | OSError) -> HistoryError:
        """The sentence for what went wrong."""
        where = self.folder
        number = error.errno if isinstance(error, OSError) else getattr(error, "code", 0)
        if isinstance(error, _DAMAGE):
            return HistoryError(
                _("the history in {where} is damaged: move the folder away to begin anew").format(where=where)
            )
        if number == errno.ENOSPC or "No space left" in str(error):
            return HistoryError(_("the disk is full: free some space"))
        if number in (errno.EACCES, errno.EPERM, errno.EROFS):
            return HistoryError(
                _("the history in {where} may not be written: change the folder's rights").format(where=where)
            )
        return HistoryError(
            _("the history in {where} cannot be used: {reason}").format(where=where, reason=error)
        )

    @contextmanager
    def _reading(self, begin: "Callable[[], lmdb.Transaction[Value]]") -> "Iterator[lmdb.Transaction[Value]]":
        try:
            while True:
                with self._gate.shared():
                    try:
                        txn = begin()
                    except lmdb.MapResizedError:
                        pass
                    else:
                        with txn:
                            yield txn
                        return
                self._resize(0)
        except lmdb.Error as error:
            raise self.failure(error) from error

    def _resize(self, size: int) -> None:
        """Grow the map to `size` bytes; 0: to what another process made of it."""
        with self._gate.exclusive():
            self._lmdb.set_mapsize(size)

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None


class _Gate:
    """Many at once may be inside, or one alone: a map must not change under those who read it."""

    def __init__(self) -> None:
        self._inside = 0
        self._changed = threading.Condition()

    @contextmanager
    def shared(self) -> Iterator[None]:
        with self._changed:
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: self._inside == 0)
            yield


def _acquire(folder: Path) -> FileLock:
    lock = FileLock.acquire(private_folder(folder) / LOCK_FILE)
    if lock is None:
        raise HistoryError(_("another Sidekicks uses the history of this configuration"))
    return lock


def _open(folder: Path, read_only: bool, map_size: int) -> lmdb.Environment:
    environment = lmdb.open(
        str(folder),
        map_size=map_size,
        readonly=read_only,
        mode=0o600,
        create=not read_only,
        max_dbs=_TABLES_AT_MOST,
    )
    try:
        check_length(folder, environment)
    except BaseException:
        environment.close()
        raise
    return environment
