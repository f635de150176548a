"""One Ctrl-C after the search must not lose the tour."""

import pkgutil
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload.cli.main import main
from arcload.engine.interrupts import Interrupts

Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    arcload.write(arcload.generate("city", edges=40, seed=1), "town.json")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        before = signal.getsignal(signal.SIGINT)
        with pytest.raises(SystemExit) as end:
            main()
        assert signal.getsignal(signal.SIGINT) is before
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


def interrupt_in(monkeypatch: pytest.MonkeyPatch, target: str, times: int = 1) -> None:
    """Let the first call of a function be interrupted before it does its work."""
    original, take = pkgutil.resolve_name(target), Interrupts._take
    signals, taken = [signal.SIGINT] * times, threading.Semaphore(0)

    def taking(asked: Interrupts, number: int, frame: object) -> None:
        taken.release()
        take(asked, number, frame)

    def interrupted(*given: Any, **named: Any) -> Any:
        while signals:
            signal.pthread_kill(threading.main_thread().ident or 0, signals.pop())
            taken.acquire()
        return original(*given, **named)

    monkeypatch.setattr(Interrupts, "_take", taking)
    monkeypatch.setattr(target, interrupted)


@pytest.mark.parametrize(
    "stage",
    [
        "arcload.solving.checked_result.check",
        "arcload.solving.compare.shortest_tour",
        "arcload.model.files.os.replace",
    ],
)
def test_one_interrupt_after_the_search_loses_nothing(
    stage: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_in(monkeypatch, stage)
    code, out, err = run("solve town.json --iterations 10 -o r.json -o r.html")
    assert code == 0
    assert "cost" in out
    assert "verdict" not in out
    assert "wrote r.json" in err
    assert "wrote r.html" in err
    arcload.load_result("r.json", arcload.read("town.json"))


def test_a_second_interrupt_ends_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_in(monkeypatch, "arcload.solving.checked_result.check", times=2)
    code, out, _ = run("solve town.json --iterations 10 -o r.json")
    assert (code, out) == (130, "")
    assert not Path("r.json").exists()


def test_before_the_search_the_first_interrupt_ends_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_in(monkeypatch, "arcload.engine.problem.distances")
    code, out, _ = run("solve town.json --iterations 10 -o r.json")
    assert (code, out) == (130, "")


def test_a_bound_is_kept_that_is_interrupted_in_its_check(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_in(monkeypatch, "arcload.solving.checked_result.check")
    code, out, _ = run("bound town.json --time 0.1 -o b.json")
    assert code == 0
    assert "lower bound" in out
    assert Path("b.json").exists()


def test_an_interrupt_that_the_call_of_a_kernel_disguises_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a handler raises while arguments are handed over, Python calls it a SystemError."""

    def call_a_kernel(*_: Any, **__: Any) -> None:
        raise SystemError("returned a result with an exception set") from KeyboardInterrupt()

    monkeypatch.setattr("arcload.cli.main.app", call_a_kernel)
    with pytest.raises(SystemExit, match="130"):
        main()
