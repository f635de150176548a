"""Processes that are ready to work."""

import asyncio

from arcload.studio.errors import Failed
from arcload.studio.jobs.process import Process


class Processes:
    """Starts processes, and keeps one spare ready so that a task need not wait for imports.

    Parameters
    ----------
    memory
        Bytes that each may take.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._spare: asyncio.Task[Process] | None = None
        self._started: set[Process] = set()
        self._closed = False

    def prepare(self) -> None:
        """Start the spare, unless there is one."""
        if self._spare is None and not self._closed:
            self._spare = asyncio.create_task(self._start())

    async def take(self) -> Process:
        """Return a process without a task, the spare if it lives; a new spare is started."""
        while not self._closed:
            self.prepare()
            spare, self._spare = self._spare, None
            assert spare is not None
            try:
                process = await asyncio.shield(spare)
            except asyncio.CancelledError:  # whoever wanted it is gone
                self._spare = self._spare or spare
                raise
            except OSError as error:
                raise Failed(f"no process could be started ({error.strerror})") from None
            self.prepare()
            if process.alive:
                return process
        raise Failed("the server is ending")

    async def close(self) -> None:
        """End all processes; there will be no other."""
        self._closed = True
        spare, self._spare = self._spare, None
        if spare is not None:
            await asyncio.wait({spare})
        for process in tuple(self._started):
            await process.kill()

    async def _start(self) -> Process:
        process = await Process.start(self._memory)
        self._started = {one for one in self._started if one.alive} | {process}
        return process
