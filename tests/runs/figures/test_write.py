"""All figures of a benchmark."""

from pathlib import Path

from arcload.runs.figures import (
    write_figures,
)
from arcload.runs.series import best_known, series_of
from tests.runs.conftest import run_of


def test_all_figures_are_written_even_of_little(tmp_path: Path) -> None:
    """One run without a curve or a bound, and nothing to compare with."""
    run = run_of()
    files = write_figures(tmp_path, [run], {}, series_of([run]), [], best_known([run]))
    assert len(files) == 5
    for file in files:
        assert file.read_bytes().startswith(b"\x89PNG")
