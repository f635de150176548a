"""The process that makes runs."""

import io
import os
import pickle
import subprocess
import sys

from arcload.runs.task import Outcome, Task
from tests.examples import FOUR_EDGES


def test_tasks_go_in_and_outcomes_come_out_in_order() -> None:
    tasks = [
        Task(number=3, instance=FOUR_EDGES, method="greedy", seed=1),
        Task(number=4, instance=FOUR_EDGES, method="nothing", seed=1),
    ]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "arcload.runs.worker", str(os.getpid())],
        input=b"".join(map(pickle.dumps, tasks)),
        capture_output=True,
        check=True,
    )
    first, second = _outcomes(done.stdout)
    assert (first.number, first.failure) == (3, "")
    assert first.result is not None
    assert first.result.cost >= 275
    assert (second.number, second.result) == (4, None)
    assert "'nothing' is unknown" in second.failure


def test_a_worker_whose_parent_is_gone_ends() -> None:
    """Its input stays open, so only the missing parent can end it."""
    command = [sys.executable, "-P", "-m", "arcload.runs.worker", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as worker:
        assert worker.wait(timeout=120) == 1


def _outcomes(data: bytes) -> tuple[Outcome, Outcome]:
    stream = io.BytesIO(data)
    return pickle.load(stream), pickle.load(stream)
