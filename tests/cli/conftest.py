"""What all tests of the command line share."""

import pytest


@pytest.fixture(autouse=True)
def without_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no line of progress appear, which depends on how fast the machine is."""
    monkeypatch.setattr("arcload.cli.progress._LINE_EVERY", 1e6)
