"""The first of the command line."""

import os
import signal
import sys
from types import ModuleType
from typing import Any

import pytest

from arcload.cli.start import start


class Interrupted(ModuleType):
    """A module that is interrupted while something is imported from it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        signal.raise_signal(signal.SIGINT)
        raise AssertionError


def test_an_interrupt_while_the_commands_are_imported_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def leave(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setitem(sys.modules, "arcload.cli.main", Interrupted("arcload.cli.main"))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SystemExit) as end:
            start()
    finally:
        signal.signal(signal.SIGINT, before)
    assert end.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_commands_have_the_interrupts_that_were_there(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []
    commands = ModuleType("arcload.cli.main")
    commands.__dict__["main"] = lambda: heard.append(signal.getsignal(signal.SIGINT))
    monkeypatch.setitem(sys.modules, "arcload.cli.main", commands)
    before = signal.getsignal(signal.SIGINT)
    start()
    assert heard == [before]
