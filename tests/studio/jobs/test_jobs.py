"""The queue: nothing is lost, whatever happens to a process."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload.model.errors import InputError
from arcload.studio.errors import TooMany
from arcload.studio.jobs import jobs as module
from arcload.studio.jobs.jobs import Jobs
from arcload.studio.jobs.process import Process
from arcload.studio.settings import Settings
from arcload.studio.store.gap_facts import gap_facts
from arcload.studio.store.store import Store
from tests.examples import FOUR_EDGES
from tests.studio import loops
from tests.studio.plans import TOWN, base_text, options


class Studio:
    """Jobs with a store, and all that they told."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "studio.db")
        settings = Settings(data=folder / "studio.db", max_memory=2**33)
        self.jobs = Jobs(self.store, settings, self._take)
        self.told: list[tuple[str, str, dict[str, Any]]] = []
        self._news = asyncio.Event()

    def _take(self, plan: str, name: str, data: dict[str, Any]) -> None:
        self.told.append((plan, name, data))
        self._news.set()

    def add(self, instance: arcload.Instance) -> str:
        return self.store.add_plan("", base_text(instance), source="", notes=[], facts={})

    def solve(self, plan: str, start: int | None = None, **others: float | str) -> int:
        number = self.store.add_version(
            plan, name="", options=options(**others), start=start, most=9
        )
        self.jobs.submit(plan, number)
        return number

    async def heard(self, plan: str, name: str, version: int = 1) -> dict[str, Any]:
        """Return the newest event of a name, when there is one."""
        while True:
            found = [
                data
                for of, what, data in self.told
                if (of, what, data["version"]) == (plan, name, version)
            ]
            if found:
                return found[-1]
            self._news.clear()
            await self._news.wait()

    def process(self, plan: str) -> Process:
        process = self.jobs._solves[plan].process
        assert process is not None
        return process

    def names(self, plan: str) -> list[str]:
        return [name for of, name, _ in self.told if of == plan]


def with_studio(folder: Path, work: Callable[[Studio], Awaitable[None]]) -> None:
    async def run() -> None:
        studio = Studio(folder)
        await studio.jobs.start()
        try:
            async with asyncio.timeout(240):
                await work(studio)
        finally:
            await studio.jobs.close()
            studio.store.close()

    loops.run(run())


def test_a_solve_tells_of_all_in_order_and_is_kept(tmp_path: Path) -> None:
    async def work(studio: Studio) -> None:
        plan = studio.add(FOUR_EDGES)
        studio.solve(plan)
        done = await studio.heard(plan, "done")
        assert done == {
            "version": 1,
            "state": "done",
            "cost": 275.0,
            "lower_bound": 275.0,
            "status": "optimal",
            "message": None,
            **gap_facts(275.0, 275.0),
        }
        names = studio.names(plan)
        assert names[:2] == ["state", "state"]
        assert names[-2:] == ["plan", "done"]
        states = [data["state"] for _, name, data in studio.told if name == "state"]
        assert states == ["queued", "running"]
        costs = [data["cost"] for _, name, data in studio.told if name == "plan"]
        assert costs == sorted(costs, reverse=True)
        version = studio.store.version(plan, 1)
        assert (version.state, version.cost, version.summary["status"]) == ("done", 275, "optimal")
        assert studio.store.result(plan, 1) is not None
        assert studio.store.drawing(plan, 1) is not None

    with_studio(tmp_path, work)


def test_a_killed_worker_fails_its_version_and_the_best_is_kept(tmp_path: Path) -> None:
    async def work(studio: Studio) -> None:
        plan, other = studio.add(TOWN), studio.add(FOUR_EDGES)
        studio.solve(plan)
        studio.solve(other)
        found = await studio.heard(plan, "plan")
        os.kill(studio.process(plan).pid, signal.SIGKILL)
        done = await studio.heard(plan, "done")
        assert done["state"] == "failed"
        assert "killed" in done["message"]
        assert done["cost"] <= found["cost"]
        assert studio.store.result(plan, 1) is not None
        assert (await studio.heard(other, "done"))["cost"] == 275  # the next one was not disturbed
        # It goes on from the best. The end of the server interrupts that, and what waits.
        studio.solve(plan, start=1)
        studio.solve(other)
        again = await studio.heard(plan, "plan", version=2)
        assert again["cost"] <= done["cost"]
        process = studio.process(plan)
        await studio.jobs.close()
        assert not process.alive
        assert studio.store.version(plan, 2).state == "interrupted"
        assert studio.store.version(plan, 2).cost is not None
        assert studio.store.version(other, 2).state == "interrupted"

    with_studio(tmp_path, work)


def test_stop_keeps_the_best_and_takes_the_queued_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 200.0)  # on a busy machine, too

    async def work(studio: Studio) -> None:
        plan, waiting = studio.add(TOWN), studio.add(FOUR_EDGES)
        studio.solve(plan)
        studio.solve(waiting)
        await studio.jobs.stop(waiting)
        assert (await studio.heard(waiting, "done"))["state"] == "stopped"
        await studio.heard(plan, "plan")
        value = {"base": base_text(FOUR_EDGES), "edits": {}}  # a small task does not wait
        assert await studio.jobs.run("edited_instance", value) == value["base"]
        assert studio.store.version(plan, 1).live
        await studio.jobs.stop(plan)
        version = studio.store.version(plan, 1)
        assert version.state == "stopped"
        assert version.status == "interrupted"
        assert version.cost is not None
        assert studio.store.result(plan, 1) is not None
        await studio.jobs.stop(plan)  # nothing more to do
        assert "running" not in [data.get("state") for of, _, data in studio.told if of == waiting]

    with_studio(tmp_path, work)


def test_who_waits_for_a_small_task_does_not_hold_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SMALL_AT_A_TIME", 0)

    async def work(studio: Studio) -> None:
        read = []

        def rest() -> dict[str, Any]:
            read.append("base")
            return {"base": base_text(FOUR_EDGES)}

        task = asyncio.create_task(studio.jobs.run("edited_instance", {"edits": {}}, rest))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not read
        studio.jobs._small.release()
        assert await task == base_text(FOUR_EDGES)
        assert read == ["base"]

    with_studio(tmp_path, work)


def test_too_many_small_tasks_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_SMALL", 0)

    async def work(studio: Studio) -> None:
        with pytest.raises(TooMany):
            await studio.jobs.run("edited_instance", {"base": base_text(TOWN), "edits": {}})

    with_studio(tmp_path, work)


@pytest.mark.parametrize("address", ["local", "127.0.0.1:9"])
def test_a_cluster_that_is_not_there_is_refused_at_the_start(tmp_path: Path, address: str) -> None:
    pytest.importorskip("ray")
    settings = Settings(data=tmp_path / "studio.db", max_memory=2**33, ray=address)
    with closing(Store(settings.data)) as store, pytest.raises(InputError, match="ray start"):
        Jobs(store, settings, lambda plan, name, data: None)
