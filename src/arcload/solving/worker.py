"""The thread in which a search works."""

import atexit
import threading
from collections.abc import Callable

from arcload.engine.context import Context
from arcload.engine.events import Event
from arcload.engine.fleet_context import FleetContext
from arcload.engine.mailbox import Mailbox
from arcload.engine.memory import out_of_memory
from arcload.engine.pool import see_through
from arcload.engine.record import Record
from arcload.engine.stop import Progress
from arcload.model.errors import CallbackError, NoTourError
from arcload.model.result import Result
from arcload.solving.job import Job

_HEARTBEAT = 0.2  # seconds between two reports of a search that finds nothing new
_LOOK = 0.2  # seconds between two looks whether it has ended: so signals are heard everywhere
_PATIENCE = 1.0  # seconds that a method has to hear that the interpreter ends


class Worker:
    """Does a job in a thread of its own.

    The thread is a daemon, or else the interpreter would wait for its search before anybody could
    end it. Instead it is ended, and waited for, when the interpreter exits.

    Parameters
    ----------
    job
        What to do.
    """

    def __init__(self, job: Job) -> None:
        self.events = Mailbox()
        self._news = Mailbox()  # the same events, for `tell`
        self.record = Record(self._post, has_begun=False)
        self._job = job
        self._context: Context | FleetContext | None = None
        self._result: Result | None = None
        self._failure: BaseException | None = None
        self._refusal: Exception | None = None  # what a function of the user's raised
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name="arcload-search", daemon=True)

    def prepare(self) -> None:
        """Do in the thread that calls this what comes before the search, so that Ctrl-C ends it."""
        self._context = self._job.prepare(self.record)

    def start(self) -> None:
        """Begin."""
        _working.add(self)
        try:
            self._thread.start()
        except BaseException:
            _working.discard(self)
            self._ended.set()
            raise

    def wait(self, seconds: float) -> bool:
        """Wait for the end, but no longer than some seconds; return whether it came."""
        return self._ended.wait(seconds)

    def join(self) -> None:
        """Wait for the end of the thread."""
        while not self.wait(_LOOK):
            pass
        self._thread.join()

    def tell(self, on_progress: Callable[[Progress], object]) -> None:
        """Call a function of the user's until the search ends, in the thread that calls this.

        An exception in it ends the search; `result` raises it with the best so far.
        """
        while not self._news.is_empty:
            self._news.take(_HEARTBEAT)
            try:
                on_progress(self.record.progress())
            except Exception as error:
                self._refusal = error
                self.record.interrupt()
                return

    def result(self) -> Result:
        """Wait for the end; return the best tour, checked, or raise what ended the search."""
        self.join()
        error = self._refusal
        if error is not None and isinstance(self._failure, NoTourError | None):
            raise CallbackError.of("on_progress", error, self._result) from error
        if self._failure is not None:
            refusal = out_of_memory(self._failure)
            if refusal is not None:
                raise refusal from self._failure
            raise self._failure
        assert self._result is not None
        return self._result

    def end_at_once(self) -> None:
        """End the thread in the middle of what it does, and wait until it has ended.

        A kernel that runs is waited for: see `Pool`.
        """
        self.record.interrupt()
        see_through(self._raise_and_wait)

    def end_with_interpreter(self) -> None:
        """Ask the thread to end; where its method does not hear, end it at once."""
        self.record.interrupt()
        if not self.wait(_PATIENCE):
            self.end_at_once()

    def _raise_and_wait(self) -> None:
        import ctypes

        if not self._ended.is_set():
            number = ctypes.c_ulong(self._thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(KeyboardInterrupt))
        self._ended.wait()

    def _post(self, event: Event) -> None:
        self.events.post(event)
        self._news.post(event)

    def _work(self) -> None:
        try:
            context = self._context or self._job.prepare(self.record)
            self._result = self._job.run(context)
        except BaseException as failure:
            self._failure = failure
        finally:
            self.record.close()
            _working.discard(self)
            self._ended.set()


_working: set[Worker] = set()  # so that none outlives the interpreter


@atexit.register
def _end_all() -> None:
    for worker in tuple(_working):
        worker.end_with_interpreter()
