"""Kernels in threads that hear when the run is over."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np

from arcload.engine.pool import Pool
from arcload.engine.run import Run
from arcload.model.types import BoolArray

Calls: TypeAlias = Sequence[tuple[Any, ...]]
"""The arguments of some calls of one function, but for `ended`."""

_LISTEN = 0.1  # seconds between two looks at the clock


@contextmanager
def listening_threads(run: Run[Any, Any]) -> Iterator[Callable[..., list[Any]]]:
    """Give a function that makes calls of another in the run's threads and awaits them all.

    It takes the function and the arguments of each call. Before these it puts `ended`, as
    `descend` takes it: true as soon as the run is over, or left by an exception. No thread
    is left when the block is.
    """
    ended = np.zeros(1, dtype=np.bool_)
    with Pool(run.threads) as pool:

        def call(function: Callable[..., Any], calls: Calls) -> list[Any]:
            ended[0] = False
            tasks = [pool.submit(function, ended, *arguments) for arguments in calls]
            _wait(tasks, run, ended)
            return [task.result() for task in tasks]

        try:
            yield call
        finally:
            ended[0] = True


def _wait(tasks: list[Future[Any]], run: Run[Any, Any], ended: BoolArray) -> None:
    # Iterations are counted before they are made: they end no work that is under way.
    while wait(tasks, _LISTEN).not_done:
        if run.over_but_for_iterations():
            ended[0] = True
