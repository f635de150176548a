"""Benchmarks on the command line."""

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload.cli import bench as module
from arcload.cli.bench import _warn_of_other_problems, parse_seeds
from arcload.runs.best_costs import BestCost
from arcload.runs.run import HEADER, read_runs
from tests.cli.conftest import Run
from tests.runs.conftest import run_of


@pytest.fixture(autouse=True)
def _no_figures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw figures in one test alone: they take seconds."""
    if "figures" not in request.fixturenames:
        monkeypatch.setattr(module, "_has_matplotlib", lambda: False)


@pytest.fixture
def figures() -> None:
    """Have figures drawn."""


@pytest.fixture
def towns(run: Run) -> Run:
    """Return a command line beside a folder of two instances."""
    Path("towns").mkdir()
    for seed in (1, 2):
        instance = arcload.generate("eulerian", nodes=6, edges=9, seed=seed)
        arcload.write(instance, f"towns/small_{seed}.json")
    return run


@pytest.mark.usefixtures("figures")
def test_a_benchmark_from_start_to_end(towns: Run) -> None:
    """Runs, tables in three forms and figures; more seeds are added by --resume, nothing twice."""
    Path("published.csv").write_text("name,cost,seconds\nsmall_1,1e6,3\nsmall_2,1e6,3\n")
    line = "bench towns --methods greedy,auto --iterations 20 --out out --reference published.csv"
    code, out, err = towns(f"{line} --jobs 2")
    assert code == 0
    assert "| greedy |" in out
    assert "| auto   |" in out
    assert "wrote" in err
    runs = read_runs("out/runs.csv")
    assert sorted(run.key for run in runs) == [
        (method, f"small_{number}", 1) for method in ("auto", "greedy") for number in (1, 2)
    ]
    names = {file.name for file in Path("out").iterdir()}
    for table in ("summary", "instances", "tests"):
        assert {f"{table}.md", f"{table}.csv", f"{table}.tex"} <= names
    assert {"profiles.png", "gap_over_time.png", "time_over_size.png", "boxes.png"} <= names
    assert "auto against published" not in Path("out/tests.md").read_text()
    assert "published against auto" in Path("out/tests.md").read_text()
    code, out, err = towns(f"{line} --seeds 1-2 --resume --paper-tables")
    assert code == 0
    assert "4 runs of out/runs.csv are kept" in err
    assert read_runs("out/runs.csv")[:4] == runs
    assert len(read_runs("out/runs.csv")) == 8
    assert "Table 1" in out
    assert "Small, |E| = 9 (2 of 6 instances run)" in out
    assert Path("out/table2.tex").exists()


def test_times_are_kept_by_runs_side_by_side(run: Run) -> None:
    arcload.write(arcload.generate("city", edges=120, seed=1), "city_1.json")
    arcload.write(arcload.generate("city", edges=120, seed=2), "city_2.json")
    assert run("bench city_1.json city_2.json --methods auto --time 0.5 --jobs 2 --out out")[0] == 0
    for each in read_runs("out/runs.csv"):
        assert each.status == "feasible"
        assert each.time_limit == 0.5
        assert each.seconds is not None
        assert each.seconds >= 0.5


def test_interrupted_it_leaves_whole_rows_and_goes_on(run: Run) -> None:
    for seed in range(8):
        arcload.write(arcload.generate("city", edges=80, seed=seed), f"city_{seed}.json")
    files = [f"city_{seed}.json" for seed in range(8)]
    words = ["bench", *files, "--methods", "auto", "--time", "0.5", "--out", "out"]
    command = [sys.executable, "-m", "arcload", *words, "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored behind a shell
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    signal.signal(signal.SIGINT, before)
    file = Path("out/runs.csv")
    while not file.exists() or file.read_text().count("\n") < 3:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode not in (0, 2)
    assert "with --resume goes on from out/runs.csv" in err
    kept = read_runs(file)
    assert 2 <= len(kept) < 8
    assert file.read_text().endswith("\n")
    assert run(" ".join(words) + " --resume")[0] == 0
    assert read_runs(file)[: len(kept)] == kept
    assert sorted(each.instance for each in read_runs(file)) == [
        f"city_{seed}" for seed in range(8)
    ]


def test_gaps_to_best_known_costs_are_shown(towns: Run) -> None:
    """The set is the folder; an instance without a cost is said once."""
    least = arcload.solve(arcload.read("towns/small_1.json")).cost
    Path("best.csv").write_text(f"instance,best_known\nsmall_1,{least!r}\n")
    line = "bench towns --methods auto --iterations 50 --seeds 1-2 --best best.csv"
    code, out, err = towns(line)
    assert code == 0
    assert err.count("best.csv has no cost of small_2") == 1
    assert "below the proven bound" not in err
    table = out.split("Every set against the best known costs")[1]
    assert "\ntowns\n" in table
    (row,) = re.findall(r"^\| auto .*$", table, re.M)
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[:7] == ["auto", "1", "2", "0.00", "0.00", "2", "2"]
    assert "small_1" in Path("bench/gaps_by_instance.md").read_text()


def test_fleets_of_many_files_are_solved_and_not_all_notes_shown(run: Run) -> None:
    """A capacity in a CARP file makes trips, and with b = 0 the cost is the length."""
    Path("carp").mkdir()
    for number in range(7):
        Path(f"carp/line{number}.dat").write_text(
            "VERTICES : 3\nARISTAS_REQ : 2\nVEHICULOS : 2\nCAPACIDAD : 5\nLISTA_ARISTAS_REQ :\n"
            f"(1,2) coste {number + 1} demanda 3\n(2,3) coste 1 demanda 4\nDEPOSITO : 1\n"
        )
    Path("best.csv").write_text(
        "instance,best\n" + "".join(f"line{n},{4 * n + 6}\n" for n in range(7))
    )
    line = "bench carp --methods auto --iterations 20 --curb-weight 1 --load-factor 0"
    code, out, err = run(f"{line} --best best.csv")
    assert code == 0
    rows = {each.instance: each for each in read_runs("bench/runs.csv")}
    assert rows["line2"].cost == 14
    assert {(each.trips, each.routes) for each in rows.values()} == {(2, 2)}
    assert re.search(r"auto +\| +7 \| +7 \| +0\.00 \| +0\.00 \| +7 \|", out)
    assert "there are 2 more notes" in err


def test_a_best_known_cost_of_another_problem_is_noticed(towns: Run) -> None:
    """Here the vehicle of the runs is heavier than that of the cost."""
    least = arcload.solve(arcload.read("towns/small_1.json")).cost
    Path("best.csv").write_text(f"name,cost\nsmall_1,{least!r}\nsmall_2,1e9\n")
    line = "bench towns --methods auto --iterations 50 --best best.csv --curb-weight 1e6"
    code, _, err = towns(line)
    assert code == 0
    assert "best known cost of small_1" in err
    assert "is below the proven bound" in err
    assert err.count("--load-factor 0") == 1


def test_a_proven_cost_above_that_of_a_plan_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [run_of("auto", name, 5.0) for name in ("a", "b")]
    _warn_of_other_problems(runs, {"a": BestCost(9.0, ""), "b": BestCost(7.0, "", proven=True)})
    said = capsys.readouterr().err
    assert "best known cost of b, 7, is said to be proven, and a plan costs 5" in said
    assert "best known cost of a" not in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bench", "Missing argument 'PATH'"),
        ("bench absent.json", "absent.json"),
        ("bench four.json --methods gredy", "method 'gredy' is unknown (did you mean 'greedy'?)"),
        ("bench four.json --methods greedy,,auto", "--methods is 'greedy,,auto'"),
        ("bench four.json --seeds 5-1", "5 comes after 1"),
        ("bench four.json --seeds one", "--seeds is 'one'"),
        ("bench four.json --jobs 0", "jobs is 0"),
        ("bench four.json --threads 0", "threads is 0"),
        ("bench four.json --time -1", "time limit is -1"),
        ("bench four.json --iterations -1", "iteration limit is -1"),
        ("bench four.json --memory 0", "--memory is 0"),
        ("bench four.json --reference absent.csv", "absent.csv"),
        ("bench four.json --best absent.csv", "absent.csv"),
        ("bench four.json --best four.json", "four.json, line 1: there is no column 'instance'"),
        ("bench four.json --out four.json", "this is a file; name a folder"),
        ("bench four.json --ray 127.0.0.1:9", "no Ray cluster answers"),
        ("bench four.json --ray 127.0.0.1:9 --jobs 2", "leave jobs out"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, line: str, words: str) -> None:
    code, out, err = run(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert not Path("bench/runs.csv").exists()


def test_runs_that_are_there_are_not_overwritten(towns: Run) -> None:
    assert towns("bench towns --methods greedy --time 1 --jobs 1")[0] == 0
    before = Path("bench/runs.csv").read_bytes()
    code, _, err = towns("bench towns --methods greedy --time 1")
    assert (code, err.count("\n")) == (2, 1)
    assert "--resume" in err
    code, _, err = towns("bench towns --methods greedy --time 2 --resume")
    assert (code, err.count("\n")) == (2, 1)
    assert "a time limit of 1 s, not a time limit of 2 s" in err
    assert Path("bench/runs.csv").read_bytes() == before


def test_a_run_that_failed_is_told_and_listed(towns: Run) -> None:
    line = "bench towns --methods greedy,aco --memory 1 --time 1 --jobs 1"
    assert towns(line)[0] == 0
    first, *others = read_runs("bench/runs.csv")
    failed = replace(first, cost=None, status="failed", failure="no luck")
    rows = "".join(each.to_row() for each in [failed, *others])
    Path("bench/runs.csv").write_text(HEADER + rows)
    code, out, err = towns(f"{line} --resume")
    assert code == 0
    assert "no luck" in out
    assert "1 run failed; bench/runs.csv says why" in err


@pytest.mark.parametrize(
    ("words", "address", "paths"),
    [
        (["a.json", "--ray"], "local", ["a.json"]),
        (["--ray", "a.json"], "local", ["a.json"]),
        (["--ray", "head:6379", "a.json"], "head:6379", ["a.json"]),
        (["--ray=auto", "a.json"], "auto", ["a.json"]),
        (["a.json", "--ray", "ray://head:10001"], "ray://head:10001", ["a.json"]),
        (["a.json", "--ray", "--resume"], "local", ["a.json"]),
        (["a.json"], None, ["a.json"]),
    ],
)
def test_the_address_of_a_cluster_may_be_left_out(
    monkeypatch: pytest.MonkeyPatch, words: list[str], address: str | None, paths: list[str]
) -> None:
    seen: list[object] = []
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    app = typer.Typer()

    @app.command(cls=module.Command)
    def _(paths: list[str], ray: str | None = None, resume: bool = False) -> None:
        seen.append((ray, paths))

    app(words, standalone_mode=False)
    assert seen == [(address, paths)]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), min_size=1, max_size=5))
def test_seeds_are_spelled_as_ranges_or_one_by_one(ranges: list[tuple[int, int]]) -> None:
    text = ",".join(f"{low}-{low + more}" if more else str(low) for low, more in ranges)
    expected = [seed for low, more in ranges for seed in range(low, low + more + 1)]
    assert parse_seeds(text) == list(dict.fromkeys(expected))


def test_a_method_of_a_file_is_compared_with_others(towns: Run) -> None:
    Path("mine.py").write_text(
        "import numpy as np\n"
        "def run(context):\n"
        "    context.offer_order(np.arange(context.problem.size))\n"
    )
    code, out, _ = towns("bench towns --methods greedy,./mine.py --iterations 5 --out out --jobs 1")
    assert code == 0
    assert "| mine.py |" in out
    runs = read_runs("out/runs.csv")
    assert {run.method for run in runs} == {"greedy", "mine.py"}
    assert not any(run.failed for run in runs)
    Path("other").mkdir()
    Path("other/mine.py").write_text(Path("mine.py").read_text())
    code, _, err = towns("bench towns --methods ./mine.py,other/mine.py --out two")
    assert code == 2
    assert "mine.py" in err
