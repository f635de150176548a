"""The studio with tasks that run in the process of the test, and solves that wait for the test."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from arcload.studio.app import create_app
from arcload.studio.settings import Settings
from arcload.studio.studio import Studio
from arcload.studio.tasks.load_task import load_task


class InProcessJobs:
    """Jobs without processes."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.submitted: list[tuple[str, int]] = []

    async def start(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def submit(self, plan: str, number: int) -> None:
        self.submitted.append((plan, number))
        self._studio.publish(plan, "state", {"version": number, "state": "queued"})

    async def stop(self, plan: str) -> None:
        newest = self._studio.store.plan(plan).newest
        if newest is not None and newest.live:
            self._studio.store.end(plan, newest.number, "stopped")

    async def run(
        self, task: str, value: dict[str, Any], rest: Callable[[], dict[str, Any]] = dict
    ) -> Any:
        value = value | await asyncio.to_thread(rest)
        return await asyncio.to_thread(load_task(task, None), value)  # type: ignore[arg-type]


def app_in_process(folder: Path, **settings: Any) -> FastAPI:
    """Return the studio's app, its plans kept in a folder."""
    app = create_app(Settings(data=folder / "studio.db", **settings))
    app.state.studio.jobs = InProcessJobs(app.state.studio)
    return app
