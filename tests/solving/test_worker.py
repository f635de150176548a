"""The thread in which a search works: its failures and its end."""

import subprocess
import sys

import pytest

import arcload
from arcload.engine.context import Context
from tests.examples import FOUR_EDGES
from tests.solving.running import LONG, scripted_order, searches


def test_an_exception_in_a_method_is_raised() -> None:
    def fail(context: Context) -> None:
        scripted_order(context)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        arcload.solve(FOUR_EDGES, fail)
    assert searches() == []


def test_memory_that_runs_out_is_told_in_a_sentence() -> None:
    def greedy_for_memory(context: Context) -> None:
        raise MemoryError

    with pytest.raises(arcload.InputError, match="memory is not enough"):
        arcload.solve(FOUR_EDGES, greedy_for_memory)


@pytest.mark.parametrize("hears", [True, False])
def test_a_search_ends_with_the_interpreter(hears: bool) -> None:
    script = (
        "import arcload, threading\n"
        "began, ended = threading.Event(), []\n"
        "def endless(context):\n"
        "    began.set()\n"
        "    try:\n"
        f"        while not context.should_stop() or not {hears}: threading.Event().wait(0.01)\n"
        "    finally:\n"
        "        print('ended', flush=True)\n"
        "town = arcload.Instance.from_edges([(1, 2, 1, 1), (2, 3, 1, 1)], depot=1)\n"
        "search = arcload.start(town, endless)\n"
        "began.wait()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "ended\n", "")


def test_a_search_of_auto_ends_with_the_interpreter() -> None:
    script = (
        "import arcload\n"
        "search = arcload.start(arcload.generate('city', edges=60, seed=1), time=1000)\n"
        "next(event for event in search if isinstance(event, arcload.BetterPlan))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
