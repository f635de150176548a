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

from arcload.bench.task import MOST_ATTEMPTS, Outcome, Task

_DEAD = (EOFError, OSError, pickle.UnpicklingError)  # what a dead process leaves behind
_THREADS_OF_LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class ProcessPool:
    """Some processes, each of which makes one run after the other.

    A run whose process dies is made again in a new one, and recorded as failed when that
    happens time and again.

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
        expected = len(waiting)
        for worker in workers:
            threading.Thread(target=worker.serve, args=(waiting, outcomes), daemon=True).start()
        try:
            for _ in range(expected):
                yield outcomes.get()
        finally:
            for worker in workers:
                worker.kill()


class _Worker:
    """One process, and the thread here that talks to it."""

    def __init__(self, threads: int) -> None:
        limits = dict.fromkeys(_THREADS_OF_LIBRARIES, str(threads))
        self._environment = {**os.environ, **limits, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._process: subprocess.Popen[bytes] | None = None
        self._killed = False
        self._lock = threading.Lock()

    def serve(self, waiting: list[Task], outcomes: "SimpleQueue[Outcome]") -> None:
        """Have tasks performed until none is left."""
        while waiting and not self._killed:
            try:
                task = waiting.pop()
            except IndexError:  # another thread took the last one
                return
            outcome = self._perform(task)
            if not self._killed:
                outcomes.put(outcome)

    def kill(self) -> None:
        """End the process at once, and start no other."""
        with self._lock:
            self._killed = True
            if self._process is not None:
                _end(self._process)

    def _perform(self, task: Task) -> Outcome:
        for _ in range(MOST_ATTEMPTS):
            try:
                outcome = self._ask(self._running(), task)
            except _DEAD:
                continue
            if not outcome.cut_short:
                return outcome
        return Outcome(
            number=task.number,
            failure=f"its process was killed {MOST_ATTEMPTS} times; was there enough memory?",
        )

    def _running(self) -> "subprocess.Popen[bytes]":
        """Return the process, a new one if it died."""
        with self._lock:
            if self._killed:
                raise EOFError
            if self._process is None or self._process.poll() is not None:
                if self._process is not None:
                    _end(self._process)
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", "arcload.bench.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=self._environment,
                    start_new_session=True,  # Ctrl-C is for the process that keeps the file
                )
            return self._process

    @staticmethod
    def _ask(process: "subprocess.Popen[bytes]", task: Task) -> Outcome:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(task, process.stdin)
            process.stdin.flush()
            return cast(Outcome, pickle.load(process.stdout))
        except _DEAD:
            process.kill()
            process.wait()
            raise


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
