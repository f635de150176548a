"""The script that measures fleets on the published instances."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.fleet_rows import read_rows

ROOT = Path(__file__).parents[2]
FILE = (
    "VERTICES : 3\nARISTAS_REQ : 2\nCAPACIDAD : 5\nLISTA_ARISTAS_REQ :\n"
    "(1,2) coste 2 demanda 3\n(2,3) coste 1 demanda 4\nDEPOSITO : 1\n"
)
NOT_NEEDED = ("typer", "rich", "gpxpy", "safetensors", "matplotlib", "pytest", "torch")


def measure(*words: str) -> str:
    """Run the script where only what it says that it needs can be imported; return its errors."""
    lines = [
        "import runpy, sys",
        f"sys.modules.update(dict.fromkeys({NOT_NEEDED!r}))",
        f"sys.argv = {['fleets.py', *words]!r}",
        f"runpy.run_path({str(ROOT / 'benchmarks' / 'fleets.py')!r}, run_name='__main__')",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", "\n".join(lines)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stderr
    return run.stderr


def test_runs_are_made_once_and_their_page_is_written(tmp_path: Path) -> None:
    """Least length is 10; with W = 2.5 and b = 1 the trips cost 4 W + 3 = 13 and 6 W + 10 = 25."""
    data = tmp_path / "data"
    (data / "kshs").mkdir(parents=True)
    (data / "kshs" / "kshs1.dat").write_text(FILE)
    (data / "best_known.csv").write_text("set,instance,best_known\nkshs,kshs1,10\n")
    folder = tmp_path / "out"
    words = [f"--data={data}", f"--folder={folder}", "--sets=kshs", "--parts=plain,load"]
    words += ["--scale-time=0.05", "--jobs=1", "--commit=abc", "--seeds", "1"]
    assert "2 of 2: load kshs1" in measure(*words)
    plain, load = read_rows(folder / "runs.csv")
    assert (plain.part, plain.cost, plain.trips, plain.commit) == ("plain", 10, 2, "abc")
    assert plain.other == load.cost == 38
    assert "kshs1" not in measure(*words)
    page = (folder / "fleet_results.md").read_text()
    assert "| kshs1 | 2 | 2 | 10 | 10 | 0.00 |" in page
    elsewhere = tmp_path / "elsewhere"
    words[1] = f"--folder={elsewhere}"
    measure(*words, "--page-only", "--merge", str(folder / "runs.csv"))
    assert read_rows(elsewhere / "runs.csv") == [plain, load]
    assert (elsewhere / "fleet_results.md").read_text() == page
