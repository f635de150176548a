"""What a user sees while something runs."""

import io
import re
import sys
import threading
from typing import Any

import pytest

import arcload
from arcload.engine.stop import Progress
from arcload.solving.watch import LOOKING, line, waiting, watch
from tests.examples import FOUR_EDGES
from tests.views.notebook.shells import notebook


class _Timer:
    """A timer that goes off as soon as it is started."""

    def __init__(self, _: float, call: Any, words: list[str], how: dict[str, Any]) -> None:
        self.call, self.words, self.how = call, words, how
        self.cancelled = False

    def start(self) -> None:
        self.call(*self.words, **self.how)

    def cancel(self) -> None:
        self.cancelled = True


def test_a_long_wait_is_explained_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(threading, "Timer", _Timer)
    with waiting("looking for the shortest tour", silent=False):
        pass
    assert capsys.readouterr() == ("", "arcload: looking for the shortest tour\n")


def test_a_short_or_silent_wait_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    for silent in (False, True):
        with waiting("looking for the shortest tour", silent=silent):
            pass
    assert capsys.readouterr() == ("", "")


class _Terminal(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """Return the lines that were seen, one after the other."""
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.getvalue())
        return [shown for shown in re.split(r"[\r\n]+", plain) if shown.strip()]


def terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> _Terminal:
    """Return a terminal in place of standard error."""
    made = _Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    return made


_FAR = Progress(
    3599.9, 123_456_789, 152_591_456.25, 149_000_000.5, 7, "63 edges served, 9,999,999 states"
)


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("method", ["auto", "a-method-of-my-own"])
def test_the_progress_line_stays_one_line(
    monkeypatch: pytest.MonkeyPatch, columns: int, method: str
) -> None:
    screen = terminal(monkeypatch, columns)
    with watch(method, silent=False) as tell:
        assert tell is not None
        tell(_FAR)
    with waiting(LOOKING, silent=False):
        pass
    shown = screen.lines()
    assert max(map(len, shown)) <= columns
    assert all(shown_line[0] in "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" for shown_line in shown)  # none goes on below
    assert any("3599.9 s" in shown_line for shown_line in shown)


def test_a_narrow_line_says_what_matters_most() -> None:
    whole = line(_FAR)
    assert line(_FAR, len(whole)) == whole
    assert line(_FAR, len(whole) - 1) == whole.replace(" 123,456,789 iterations,", "")
    assert line(_FAR, 50) == "3599.9 s, best 152,591,456.25, gap 2.42%"
    assert line(_FAR, 1) == "3599.9 s, best 152,591,456.25"


def test_a_name_in_brackets_is_no_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = terminal(monkeypatch, 80)
    with watch("[red]auto[/red]", silent=False):
        pass
    assert "[red]auto[/red]" in screen.getvalue()


def test_a_notebook_has_one_line_that_is_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    display = notebook(monkeypatch)
    result = arcload.solve(FOUR_EDGES, progress=True)
    first, *others = [shown["text/plain"] for shown in display.shown]
    assert "getting started" in first
    assert any(f"best {result.cost:g}" in other for other in others)


def test_nothing_is_shown_unless_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    arcload.solve(FOUR_EDGES)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(arcload.InputError, match="progress is 'yes'"):
        arcload.solve(FOUR_EDGES, progress="yes")  # type: ignore[arg-type]


def test_progress_and_a_function_of_the_users_go_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = terminal(monkeypatch, 80)
    seen: list[Progress] = []
    arcload.bound(FOUR_EDGES, time=1, progress=True, on_progress=seen.append)
    assert seen
    assert "exact:" in screen.getvalue()
