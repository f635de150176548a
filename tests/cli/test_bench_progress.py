"""What a user sees while a benchmark runs."""

import io
import re
import sys

import pytest

from arcload.cli.bench_progress import Estimate, watch_runs
from tests.runs.conftest import run_of


def test_the_time_to_go_is_that_of_the_runs_left() -> None:
    left = [
        run_of(method, seed=seed, time_limit=8.0) for method in ("auto", "ea") for seed in (1, 2, 3)
    ]
    estimate = Estimate(left, jobs=2)
    assert estimate.seconds() == 6 * 8 / 2
    estimate.add(run_of("ea", seed=1, seconds=1.5, startup_seconds=0.5))
    assert estimate.seconds() == (3 * 8 + 2 * 2) / 2
    assert len(estimate.left) == 5


class _Terminal(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        return True


def test_the_bar_shows_what_is_done_left_and_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    left = [run_of(seed=seed, time_limit=60.0) for seed in (1, 2)]
    with watch_runs(3, left, jobs=1) as tell:
        tell(left[0])
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())
    assert "3 done, 2 left" in shown
    assert "4 done, 1 left, 0:00 to go" in shown
    assert "E_1 by auto: 100" in shown


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
def test_in_a_narrow_terminal_the_bar_and_not_the_counts_give_way(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    left = [
        run_of(instance="[b]a long name[/b] " * 9, seed=seed, time_limit=60.0) for seed in (1, 2)
    ]
    with watch_runs(3, left, jobs=1) as tell:
        tell(left[0])
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())
    assert "4 done, 1 left, 0:00 to go" in shown
    assert "[b]a long" in shown
    assert max(map(len, re.split(r"[\r\n]+", shown))) <= columns


def test_a_name_is_no_markup_of_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("TERM", "xterm")
    left = [run_of(instance="a[/dim]\u202e[bold]b")]
    with watch_runs(0, left, jobs=1) as tell:
        tell(left[0])
    assert r"a[/dim]\u202e[bold]b by auto" in terminal.getvalue()
