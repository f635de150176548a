"""One task in a process of its own."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

from arcload.model.errors import InputError
from arcload.studio.errors import Failed
from arcload.studio.jobs.child import MEMORY
from arcload.studio.tasks.sentence import TOO_LITTLE_MEMORY

OnEvent: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
"""Takes the events of a task, one after the other."""

_THREADS_OF_LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_KILLED = -9  # the code of a process that was killed
_CHUNK = 2**16  # bytes that are read at a time
_KEPT = 8000  # bytes of what a process prints
_PATIENCE = 1.0  # seconds for a process to end that has said all
_LAST_WORDS = 0.2  # seconds for them: a process that it started to compile may hold the line
_OUT_OF_MEMORY = (b"MemoryError", b"bad_alloc", b"annot allocate memory", b"LLVM ERROR: out of mem")


class Process:
    """A child that does one task and ends; it ends with this process, however that ends.

    Parameters
    ----------
    child
        The running child, see `start`.
    """

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self._child = child
        self._printed = bytearray()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, memory: int) -> "Process":
        """Return a new process, which imports what it needs and waits for its task.

        Parameters
        ----------
        memory
            Bytes that it may take.
        """
        path = os.pathsep.join(filter(None, sys.path))  # an empty one is the working folder
        one = dict.fromkeys(_THREADS_OF_LIBRARIES, "1")  # searches have threads of their own
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "arcload.studio.jobs.child"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **one, "PYTHONPATH": path, MEMORY: str(memory)},
            start_new_session=True,  # Ctrl-C is for the server, which ends all of them
        )
        return cls(child)

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._child.pid

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._child.returncode is None

    @property
    def printed(self) -> str:
        """The end of what the process printed, for the server's log and nobody else."""
        return self._printed.decode(errors="replace")

    async def run(
        self, task: str, value: dict[str, Any], seconds: float, on_event: OnEvent | None = None
    ) -> Any:
        """Do a task and return its value; the process has then ended.

        Parameters
        ----------
        task, value
            The name of the task, and what it takes.
        seconds
            How long it may take; then it is killed.
        on_event
            Takes its events.

        Raises
        ------
        InputError
            If the task refuses its input.
        Failed
            If the process dies, runs out of memory or takes too long.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._run(task, value, on_event)
        except TimeoutError:
            raise Failed(
                f"the task took longer than {seconds:,.0f} s, which is the most here, and was ended"
            ) from None
        finally:
            await self.kill()

    def stop(self) -> None:
        """Ask a search to end and keep its best."""
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.write(b'{"stop": true}\n')

    async def kill(self) -> None:
        """End the process at once, and wait until it has ended."""
        if self.alive:
            with suppress(ProcessLookupError):
                if sys.platform == "win32":
                    self._child.kill()
                else:  # which Popen.kill may do too, but would take the code from asyncio
                    os.kill(self.pid, signal.SIGKILL)
        await self._ended()

    async def _run(self, task: str, value: dict[str, Any], on_event: OnEvent | None) -> Any:
        assert self._child.stdin is not None
        line = json.dumps({"task": task, "value": value}).encode() + b"\n"
        with suppress(OSError):  # a dead process is found out below
            self._child.stdin.write(line)
            await self._child.stdin.drain()
        async for answer in self._lines():
            event = json.loads(answer)
            if event["event"] == "result":
                await self._leave()
                return event["value"]
            if event["event"] == "error":
                await self._leave()
                raise (InputError if event["kind"] == "input" else Failed)(event["error"])
            if on_event is not None:
                await on_event(event)
        await self._ended()
        raise Failed(self._death())

    async def _lines(self) -> AsyncIterator[bytes]:
        """Give the lines that the process writes, of any length."""
        assert self._child.stdout is not None
        parts: list[bytes] = []
        while chunk := await self._child.stdout.read(_CHUNK):
            *whole, rest = chunk.split(b"\n")
            for line in whole:
                yield b"".join([*parts, line])
                parts.clear()
            parts.append(rest)

    async def _listen(self) -> None:
        """Keep the end of what the process prints, so that it never waits for us."""
        assert self._child.stderr is not None
        while chunk := await self._child.stderr.read(_CHUNK):
            self._printed += chunk
            del self._printed[:-_KEPT]

    async def _leave(self) -> None:
        """Let a process end by itself that has said all."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._child.wait()

    async def _ended(self) -> None:
        """Wait for the end of the process, and for what it printed at last."""
        await self._child.wait()
        await asyncio.wait({self._listening}, timeout=_LAST_WORDS)
        self._listening.cancel()

    def _death(self) -> str:
        code = self._child.returncode or 0
        if any(sign in self._printed for sign in _OUT_OF_MEMORY):
            return TOO_LITTLE_MEMORY
        if code == _KILLED:
            return "the process of this task was killed; maybe the machine's memory was not enough"
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        return f"the process of this task ended early, {how}; what the server prints says more"
