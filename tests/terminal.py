"""What commands print, to be compared with what pages show of them."""

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

import arcload
from arcload.cli.main import main
from arcload.engine.stop import MaxTime
from tests.pages import ROOT, Command


def prepare(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder beside the examples, in a terminal as wide as the text is.

    Nothing that is printed depends on how fast the machine is.
    """
    (folder / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("ARCLOAD_DEBUG", raising=False)  # as users run it
    monkeypatch.setattr("arcload.solving.watch._LINE_EVERY", 1e6)
    monkeypatch.setattr("arcload.solving.compare.quick_comparison", arcload.compare)
    # What is shown ends by a proof, which takes many times as long on a busy machine.
    monkeypatch.setattr(MaxTime, "__call__", lambda limit, now: now.seconds >= 100 * limit.seconds)


def printed_by(command: Command, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what a command prints, notes and errors included."""
    words = shlex.split(command.typed, comments=True)
    assert words[0] == "arcload", command
    monkeypatch.setattr(sys, "argv", words)
    with (
        io.StringIO() as text,
        contextlib.redirect_stdout(text),
        contextlib.redirect_stderr(text),
    ):
        with pytest.raises(SystemExit):
            main()
        return text.getvalue()


def fits(printed: str, shown: str) -> bool:
    """Tell whether a text is what is shown of it: times aside, ``...`` standing for any lines."""
    lines = _times_aside(shown).split("\n")
    pattern = "\n".join(r".*(\n.*)*?" if line == "..." else re.escape(line) for line in lines)
    return re.fullmatch(pattern, _times_aside(printed)) is not None


def _times_aside(text: str) -> str:
    """Return a text with its seconds, and the ends of its lines, made equal.

    What is said of compiling, which happens once on a machine, is left out.
    """
    text = re.sub(r"\b\d+(\.\d+)? s\b", "0 s", text)
    text = re.sub(r"^arcload: .*(was compiled|it compiles).*\n", "", text, flags=re.MULTILINE)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))
