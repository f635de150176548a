"""One process is always ready."""

import asyncio
import os
import signal

import pytest

from arcload.studio.errors import Failed
from arcload.studio.jobs.processes import Processes
from tests.studio import loops

MEMORY = 2**33


def test_the_spare_is_taken_replaced_and_ended() -> None:
    async def work() -> None:
        processes = Processes(MEMORY)
        one, two = await processes.take(), await processes.take()
        assert one.pid != two.pid
        assert processes._spare is not None
        spare = await processes._spare
        os.kill(spare.pid, signal.SIGKILL)
        await spare._child.wait()
        three = await processes.take()  # a dead one is not handed out
        assert three.alive
        assert three.pid != spare.pid
        await processes.close()
        assert not any(process.alive for process in (one, two, three))
        with pytest.raises(Failed):
            await processes.take()

    loops.run(work())


def test_who_leaves_before_the_spare_is_there_loses_none() -> None:
    async def work() -> None:
        processes = Processes(MEMORY)
        leaving = asyncio.create_task(processes.take())
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        assert (await processes.take()).alive
        await processes.close()
        assert not any(process.alive for process in processes._started)

    loops.run(work())
