"""Processes side by side: every outcome arrives, whatever becomes of a process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload.runs.process_pool import ProcessPool
from arcload.runs.task import Task
from tests.examples import FOUR_EDGES

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")


class Deadly:
    """Ends the process that unpickles it."""

    def __reduce__(self) -> Any:
        return os._exit, (1,)


def tasks(count: int, **options: object) -> list[Task]:
    """Return runs that end by themselves."""
    return [
        Task(
            number=number,
            instance=FOUR_EDGES,
            method="greedy",
            seed=number,
            options={"threads": 1, **options},
        )
        for number in range(count)
    ]


def workers(of: int | None = None) -> list[int]:
    """Return the processes that this one, or another, has started to make runs."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text().split("\0")
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if "arcload.runs.worker" in words and int(parent) == (of or os.getpid()):
            found.append(int(folder.name))
    return found


@needs_proc
def test_every_run_arrives_once_though_a_process_is_killed() -> None:
    city = arcload.generate("city", edges=300, seed=1)
    long = Task(
        number=0,
        instance=city,
        method="auto",
        seed=1,
        options={"threads": 1, "time": 600.0, "no_improvement": 3000, "bound": False},
    )
    short = tasks(6)[1:]
    outcomes = ProcessPool(2).run([long, *short])
    numbers = {next(outcomes).number}
    os.kill(workers()[0], signal.SIGKILL)
    rest = list(outcomes)
    assert all(outcome.failure == "" for outcome in rest)
    assert sorted(numbers | {outcome.number for outcome in rest}) == list(range(6))
    assert len(rest) == 5
    assert workers() == []


def test_a_run_that_kills_each_process_is_recorded_and_ends_nothing_else() -> None:
    deadly = tasks(1, parameters=Deadly())
    outcomes = {outcome.number: outcome for outcome in ProcessPool(1).run([*deadly, *tasks(2)[1:]])}
    assert "killed 3 times" in outcomes[0].failure
    assert outcomes[1].failure == ""


def test_what_cannot_be_sent_is_recorded() -> None:
    (outcome,) = ProcessPool(1).run(tasks(1, parameters=lambda: None))
    assert "could not be handed to a process" in outcome.failure


@needs_proc
def test_ending_early_ends_the_processes() -> None:
    outcomes = ProcessPool(2).run(tasks(50))
    next(outcomes)
    assert workers()
    outcomes.close()  # type: ignore[attr-defined]
    assert workers() == []


@needs_proc
def test_a_process_ends_with_its_parent() -> None:
    """A parent that is killed leaves no search behind that runs on for ever."""
    script = (
        "import arcload\n"
        "from arcload.runs.process_pool import ProcessPool, Task\n"
        "city = arcload.generate('city', edges=50, seed=1)\n"
        "options = {'threads': 1, 'time': 600.0, 'bound': False}\n"
        "long = Task(number=0, instance=city, method='auto', seed=1, options=options)\n"
        "list(ProcessPool(1).run([long]))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    try:
        while not (children := workers(parent.pid)):
            time.sleep(0.05)
    finally:
        parent.kill()
        parent.wait()
    deadline = time.monotonic() + 60
    while any(_alive(child) for child in children):
        assert time.monotonic() < deadline, "a search goes on without its parent"
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_module_in_the_working_folder_is_not_run_by_a_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a notebook, where an empty name on the path is the working folder."""
    (tmp_path / "secrets.py").write_text("open('ran', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    (outcome,) = ProcessPool(jobs=1).run(tasks(1))
    assert outcome.failure == ""
    assert not Path("ran").exists()
