"""Compiling the kernels of proofs beside a search."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from arcload.proofs import warming


def test_a_module_in_the_working_folder_is_not_run_while_kernels_are_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secrets.py").write_text("open('ran', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    start = subprocess.Popen
    ends = []

    def start_something_shorter(command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
        process = start([*command[:-1], "import secrets"], **options)
        ends.append(process.wait())
        return process

    monkeypatch.setattr("subprocess.Popen", start_something_shorter)
    monkeypatch.setattr("arcload.engine.kernels.compiled.is_cached", lambda kernel: False)
    monkeypatch.setattr(warming, "_processes", [])
    warming.start_compiling()
    assert ends == [0]
    assert not Path("ran").exists()
