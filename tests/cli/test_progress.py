"""What a user sees while something runs."""

import threading
from typing import Any

import pytest

from arcload.cli.progress import waiting


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
