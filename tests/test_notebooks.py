"""The notebooks of the examples run as they are, one after the other."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))

pytest.importorskip("matplotlib")
pytest.importorskip("geopandas")
nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


def test_no_output_is_kept() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert all(not cell.get("outputs") for cell in cells)


@pytest.mark.filterwarnings("default")  # those of Jupyter are not ours
def test_every_cell_runs_and_shows_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are run by one kernel, which takes seconds to start, and forgets between them."""
    for file in EXAMPLES.iterdir():
        if file.is_file():
            (tmp_path / file.name).symlink_to(file)
    monkeypatch.delenv("ARCLOAD_DEBUG", raising=False)
    whole = nbformat.v4.new_notebook()
    for path in NOTEBOOKS:
        whole.cells += [*nbformat.read(path, 4).cells, nbformat.v4.new_code_cell("%reset -f")]
    for number, cell in enumerate(whole.cells):
        cell["id"] = f"cell-{number}"
    run = nbclient.NotebookClient(
        whole, timeout=400, resources={"metadata": {"path": str(tmp_path)}}, kernel_name="python3"
    )
    run.execute(env=dict(os.environ))
    shown = "\n".join(_shown(whole))
    for words in ("<iframe srcdoc=", 'alt="map"', "cheaper than", "image/png"):
        assert words in shown
    assert not _warnings(whole)
    assert (tmp_path / "out" / "winter.gpx").is_file()


def _warnings(notebook: Any) -> list[str]:
    """Return what the cells warn of."""
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    printed = [out["text"] for out in outputs if out.get("name") == "stderr"]
    return [text for text in printed if "Warning" in text]


def _shown(notebook: Any) -> list[str]:
    """Return all that the cells show."""
    data = [out.get("data", {}) for cell in notebook.cells for out in cell.get("outputs", [])]
    return [str(part) for outputs in data for part in (*outputs.keys(), *outputs.values())]
