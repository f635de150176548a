"""Ctrl-C while a kernel is loaded or Numba imported: heard, but not before that is done."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from arcload.engine.kernels.deferring import deferring_signals

CALL = "def call(function):\n    function()\n"


@pytest.fixture
def _ctrl_c_raises() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_ctrl_c_raises")
@pytest.mark.parametrize(
    ("module", "waits"),
    [("llvmlite.binding", True), ("llvmlite", True), ("llvmlites", False), ("numba.core", False)],
)
def test_a_signal_waits_within_a_package_alone(module: str, waits: bool) -> None:
    space = {"__name__": module}
    exec(CALL, space)
    done = []

    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append(True)

    with pytest.raises(KeyboardInterrupt), deferring_signals("llvmlite"):
        space["call"](interrupted)  # type: ignore[operator]
    assert bool(done) == waits
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_waits_in_all_code_and_is_given_to_the_handler_before() -> None:
    heard = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with deferring_signals(), deferring_signals("llvmlite"):
            signal.raise_signal(signal.SIGTERM)
            assert heard == []
        assert heard == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_other_threads_need_nothing() -> None:
    done = []

    def work() -> None:
        with deferring_signals():
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


SCRIPT = """
import signal
from numba.core.codegen import JITCodeLibrary
from arcload.solving.methods import greedy

signal.signal(signal.SIGINT, signal.default_int_handler)
if {interrupted}:
    give = JITCodeLibrary._object_getbuffer_hook.__func__

    def interrupt(cls, module):
        signal.raise_signal(signal.SIGINT)
        return give(cls, module)

    JITCodeLibrary._object_getbuffer_hook = classmethod(interrupt)
try:
    greedy.warm_up(1)
    print("loaded")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_while_a_kernel_is_loaded_is_no_segmentation_fault() -> None:
    """What a signal raised in LLVM's callback was dropped, and the kernel had no code."""
    for interrupted, said in ((False, "loaded"), (True, "interrupted")):
        script = SCRIPT.format(interrupted=interrupted)
        run = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False
        )
        assert (run.returncode, run.stdout.strip()) == (0, said), run.stderr
