"""A task in a process of its own: whatever happens to it is one sentence."""

import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from arcload.model.errors import InputError
from arcload.studio.errors import Failed
from arcload.studio.jobs.process import Process
from tests.studio import loops
from tests.studio.plans import TOWN, base_text, options

MEMORY = 2**33
SOLVE = {"base": base_text(TOWN), "edits": {}, "options": options(), "start": None}


def searching(then: Callable[[], None]) -> Callable[[dict[str, Any]], Awaitable[None]]:
    """Return what does something when a search tells of a plan."""

    async def on_event(event: dict[str, Any]) -> None:
        if event["event"] == "plan":
            then()

    return on_event


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_bad_file_is_the_sentence_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("from,to,length,demand\n1,2,far,3\n")

    async def read() -> None:
        process = await Process.start(MEMORY)
        value = {"folder": str(tmp_path), "files": ["bad.csv"]}
        with pytest.raises(InputError, match=r"bad\.csv, line 2.*'far'"):
            await process.run("read_files", value, 60)
        assert not is_alive(process.pid)

    loops.run(read())


def test_a_killed_process_is_one_sentence() -> None:
    async def solve() -> None:
        process = await Process.start(MEMORY)
        kill = searching(lambda: os.kill(process.pid, signal.SIGKILL))
        with pytest.raises(Failed, match="killed"):
            await process.run("solve_plan", SOLVE, 60, kill)

    loops.run(solve())


def test_the_end_of_its_input_ends_a_process_in_the_middle_of_a_search() -> None:
    """So does the end of the server, also by kill -9."""

    async def solve() -> None:
        process = await Process.start(MEMORY)
        assert process._child.stdin is not None
        with pytest.raises(Failed):
            await process.run("solve_plan", SOLVE, 60, searching(process._child.stdin.close))
        assert process._child.returncode == -signal.SIGKILL  # by itself: nobody else killed it

    loops.run(solve())


def test_a_task_that_takes_too_long_is_ended() -> None:
    async def solve() -> None:
        process = await Process.start(MEMORY)
        with pytest.raises(Failed, match=r"longer than 0 s"):
            await process.run("solve_plan", SOLVE, 0.01)
        assert not is_alive(process.pid)

    loops.run(solve())


def test_a_task_that_takes_too_much_memory_is_one_sentence() -> None:
    async def solve() -> None:
        process = await Process.start(200 * 2**20)
        with pytest.raises((Failed, InputError), match="memory"):
            await process.run("solve_plan", SOLVE, 60)

    loops.run(solve())


def test_an_error_of_our_own_is_one_sentence_and_its_trace_is_for_the_log() -> None:
    async def fail() -> None:
        process = await Process.start(MEMORY)
        with pytest.raises(Failed, match="KeyError") as failure:
            await process.run("solve_plan", {}, 60)
        assert "Traceback" not in str(failure.value)
        assert "Traceback" in process.printed

    loops.run(fail())
