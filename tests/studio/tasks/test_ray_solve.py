"""A solve on a real local Ray cluster: the same events, and a worker that dies is a sentence."""

import os
import signal
import sys
from typing import Any

import pytest

import arcload
from arcload.studio.errors import Failed
from arcload.studio.tasks.ray_solve import Solver, ray_solve
from tests.examples import FOUR_EDGES
from tests.ray_processes import ray_processes
from tests.studio.plans import TOWN, base_text, options
from tests.studio.tasks.callers import Listener

pytest.importorskip("ray")
from arcload.runs.ray_cluster import LOCAL, RayCluster

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


def value_of(instance: Any, **others: Any) -> dict[str, Any]:
    value = {"base": base_text(instance), "edits": {}, "options": options(), "start": None}
    return value | {"address": LOCAL} | others


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_a_solve_on_a_cluster_tells_and_stops_as_one_here_and_a_death_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAY_worker_niceness", "0")  # beside other tests it would hardly run
    with RayCluster(LOCAL).connected():
        caller = Listener(stop_after="plan")
        assert ray_solve(value_of(TOWN), caller)["status"] == "interrupted"
        names = [name for name, _ in caller.events]
        assert (names[0], names[-1]) == ("phase", "plan")
        killer = Killer()
        with pytest.raises(Failed, match="cluster died"):
            ray_solve(value_of(TOWN), killer)
        assert killer.of("plan")  # what was found before is kept by who listens


class Killer(Listener):
    """Kills the process that solves when it has a plan."""

    def post(self, event: str, **facts: Any) -> None:
        super().post(event, **facts)
        if event == "plan":
            for pid in ray_processes("Solver"):
                os.kill(pid, signal.SIGKILL)


def test_a_refusal_is_the_same_sentence() -> None:
    value = value_of(FOUR_EDGES, options=options(method="gredy"))
    answer, said, kind = Solver().solve(value, arcload.__version__)
    assert (answer, kind) == (None, "input")
    assert "'gredy' is unknown" in said


def test_another_version_of_arcload_is_refused() -> None:
    answer, said, kind = Solver().solve(value_of(FOUR_EDGES), "0.0.1")
    assert (answer, kind) == (None, "input")
    assert "0.0.1" in said


def test_events_wait_until_they_are_fetched() -> None:
    solver = Solver()
    assert solver.events(0) == []
    assert solver.solve(value_of(FOUR_EDGES), arcload.__version__)[0] == {"status": "optimal"}
    events = solver.events(0)
    assert events[-1][0] == "plan"
    assert events[-1][1]["cost"] == 275
    assert solver.events(0) == []


def test_a_stop_that_comes_early_is_not_lost() -> None:
    solver = Solver()
    solver.stop()
    answer, said, _ = solver.solve(value_of(TOWN), arcload.__version__)
    # The search had begun before it was told: it may have a first tour already.
    assert answer == {"status": "interrupted"} or (answer is None and "stopped" in said)
