"""Runs side by side in processes of this machine."""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import cast

from arcload.runs.task import MOST_ATTEMPTS, Outcome, Task

_DEAD = (EOFError, OSError, pickle.UnpicklingError)  # what a dead process leaves behind
_THREADS_OF_LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class ProcessPool:
    """Some processes, each of which makes one run after the other.

    A run whose process dies is made again in a new one, and recorded as failed when that
    happens time and again. (The executors of `concurrent.futures` and `multiprocessing` give up
    all runs, or wait for ever, when one process dies.)

    Parameters
    ----------
    jobs
        How many processes.
    threads
        Threads that each run may use.
    """

    def __init__(self, jobs: int, threads: int = 1) -> None:
        self.jobs, self.threads = jobs, threads

    def run(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """Give the outcomes as they come; ending this early kills the processes."""
        waiting = list(tasks)[::-1]
        outcomes: SimpleQueue[Outcome] = SimpleQueue()
        workers = [_Worker(self.threads) for _ in range(min(self.jobs, len(waiting)))]
        threads = [
            threading.Thread(target=worker.serve, args=(waiting, outcomes), daemon=True)
            for worker in workers
        ]
        expected = len(waiting)
        for thread in threads:
            thread.start()
        try:
            for _ in range(expected):
                yield outcomes.get()
        finally:
            for worker in workers:
                worker.kill()
            for thread in threads:
                thread.join()


class _Worker:
    """One process, and the thread here that talks to it."""

    def __init__(self, threads: int) -> None:
        limits = dict.fromkeys(_THREADS_OF_LIBRARIES, str(threads))
        path = os.pathsep.join(filter(None, sys.path))  # an empty one is the working folder
        self._environment = {**os.environ, **limits, "PYTHONPATH": path}
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._lock = threading.Lock()

    def serve(self, waiting: list[Task], outcomes: "SimpleQueue[Outcome]") -> None:
        """Have tasks performed until none is left, then end the process."""
        try:
            while not self._killed:
                outcomes.put(self._perform(waiting.pop()))
        except IndexError:  # none is left
            pass
        finally:
            self._end()

    def kill(self) -> None:
        """End the process at once, and start no other."""
        with self._lock:
            self._killed = True
            if self._process is not None:
                self._process.kill()

    def _perform(self, task: Task) -> Outcome:
        for _ in range(MOST_ATTEMPTS):
            try:
                outcome = self._ask(task)
            except _DEAD:
                continue
            except Exception as error:  # such as a parameter that cannot be pickled
                failure = f"it could not be handed to a process ({error})"
                return Outcome(number=task.number, failure=failure)
            if not outcome.cut_short:
                return outcome
        return Outcome(
            number=task.number,
            failure=f"its process was killed {MOST_ATTEMPTS} times; was there enough memory?",
        )

    def _running(self) -> "subprocess.Popen[bytes]":
        """Return the process, a new one if there is none."""
        with self._lock:
            if self._killed:
                raise EOFError
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "arcload.runs.worker", str(os.getpid())],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=self._environment,
                    start_new_session=True,  # Ctrl-C is for the process that keeps the file
                )
            return self._process

    def _ask(self, task: Task) -> Outcome:
        data = pickle.dumps(task)
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(data)
            process.stdin.flush()
            return cast(Outcome, pickle.load(process.stdout))
        except _DEAD:
            self._end()
            raise

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):  # what the dead process did not read is lost
                    stream.close()  # type: ignore[union-attr]
