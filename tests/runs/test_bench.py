"""All runs of a benchmark, each made once."""

from pathlib import Path

import pytest

import arcload
from arcload import InputError, Instance
from arcload.runs.bench import Bench
from arcload.runs.curves import read_curves
from arcload.runs.run import read_runs
from tests.runs.conftest import FLEET, HerePool, bench_of

Towns = dict[str, Instance]


def test_every_method_runs_on_every_instance_and_seed(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    runs = list(bench_of(two_towns, tmp_path).run(pool))
    assert {run.key for run in runs} == {
        (method, name, seed)
        for method in ("greedy", "vns")
        for name in two_towns
        for seed in (1, 2)
    }
    assert read_runs(tmp_path / "runs.csv") == runs
    assert [(r.edges, r.served) for r in runs if r.instance == "four_1"] == [(4, 4)] * 4


def test_the_seed_is_handed_on_and_the_tour_can_be_found_again(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    for run in bench_of(two_towns, tmp_path).run(pool):
        again = arcload.solve(
            two_towns[run.instance], run.method, seed=run.seed, iterations=3, threads=1
        )
        assert (run.cost, run.iterations) == (again.cost, again.iterations)


@pytest.mark.parametrize("stop", range(9))
def test_stopped_anywhere_it_goes_on_without_repeating_or_losing_a_run(
    two_towns: Towns, tmp_path: Path, stop: int
) -> None:
    first = HerePool()
    running = bench_of(two_towns, tmp_path).run(first)
    made = [next(running) for _ in range(min(stop, 8))]
    running.close()  # type: ignore[attr-defined]
    torn = (tmp_path / "runs.csv").read_bytes()[:-7] if stop == 5 else None
    if torn is not None:
        (tmp_path / "runs.csv").write_bytes(torn)
        made.pop()
    second = HerePool()
    bench = bench_of(two_towns, tmp_path, resume=True)
    assert bench.done == made
    rest = list(bench.run(second))
    assert len(second.asked) == len(rest) == 8 - len(made)
    assert read_runs(tmp_path / "runs.csv") == made + rest
    assert len({run.key for run in made + rest}) == 8
    assert read_curves(tmp_path / "curves.csv").keys() == {run.key for run in made + rest}


def test_a_failed_run_is_recorded_and_not_repeated(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    runs = list(Bench(two_towns, ["greedy"], [1, -1], tmp_path, time=1.0).run(pool))
    failed = [run for run in runs if run.failed]
    assert [run.seed for run in failed] == [-1, -1]
    assert [run.status for run in failed] == ["failed", "failed"]
    assert failed[0].failure == "the seed is -1; it must be 0 or more"
    again = Bench(two_towns, ["greedy"], [1, -1], tmp_path, resume=True, time=1.0)
    assert (again.done, again.left) == (runs, [])


def test_runs_that_are_there_are_not_overwritten(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    list(bench_of(two_towns, tmp_path).run(pool))
    before = (tmp_path / "runs.csv").read_bytes()
    with pytest.raises(InputError, match=r"runs\.csv is there already"):
        bench_of(two_towns, tmp_path)
    assert (tmp_path / "runs.csv").read_bytes() == before


def test_more_instances_methods_and_seeds_may_be_added(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    list(bench_of(two_towns, tmp_path).run(pool))
    three = {"small_1": arcload.generate("eulerian", nodes=5, edges=5, seed=1)}
    more = Bench(three, ["ils"], [3], tmp_path, resume=True, iterations=3)
    assert [run.key for run in more.left] == [("ils", "small_1", 3)]
    assert len(more.done) == 8


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"iterations": 4}, "a limit of 3 iterations, not a limit of 4 iterations"),
        ({"time": 1.0, "iterations": 3}, "no time limit, not a time limit of 1 s"),
        ({"iterations": 3, "threads": 2}, "1 thread"),
    ],
)
def test_other_settings_are_refused(
    two_towns: Towns,
    pool: HerePool,
    tmp_path: Path,
    options: dict[str, float],
    words: str,
) -> None:
    list(bench_of(two_towns, tmp_path).run(pool))
    with pytest.raises(InputError, match=words):
        Bench(two_towns, ["greedy"], [1], tmp_path, resume=True, **options)  # type: ignore[arg-type]


def test_an_instance_that_was_changed_is_refused(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    list(bench_of(two_towns, tmp_path).run(pool))
    heavier = two_towns["four_1"].replace(curb_weight=1)
    with pytest.raises(InputError, match="another four_1 than this one"):
        bench_of({"four_1": heavier}, tmp_path, resume=True)


def test_an_unknown_method_is_refused_before_any_run(two_towns: Towns, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="method 'gredy' is unknown"):
        Bench(two_towns, ["greedy", "gredy"], [1], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_name_with_a_line_break_or_a_formula_does_not_spoil_the_files(
    pool: HerePool, tmp_path: Path
) -> None:
    town = arcload.generate("city", edges=30, seed=1)
    towns = {"a\nb\x85c": town, '=cmd|"calc";@x': town}
    runs = list(bench_of(towns, tmp_path).run(pool))
    assert {run.instance for run in runs} == {"a b c", '\'=cmd|"calc",@x'}
    assert read_runs(tmp_path / "runs.csv") == runs
    assert len(read_curves(tmp_path / "curves.csv")) == len(runs)
    assert bench_of(towns, tmp_path, resume=True).left == []


def test_two_names_that_are_one_in_a_file_are_refused(tmp_path: Path) -> None:
    town = arcload.generate("city", edges=30, seed=1)
    with pytest.raises(InputError, match="two instances are named 'a b'"):
        bench_of({"a b": town, "a\nb": town}, tmp_path)


def test_fleets_are_solved_and_their_trips_and_routes_kept(pool: HerePool, tmp_path: Path) -> None:
    """A method that makes one tour is a run that failed, with the reason."""
    towns = {"fleet": FLEET, "tour": FLEET.replace(capacity=None, count=None, facilities=())}
    runs = list(Bench(towns, ["auto", "vns"], [1], tmp_path, iterations=200).run(pool))
    assert read_runs(tmp_path / "runs.csv") == runs
    by_key = {(run.method, run.instance): run for run in runs}
    plan = arcload.solve(FLEET, iterations=200, threads=1).plan
    fleet = by_key["auto", "fleet"]
    assert (fleet.cost, fleet.trips, fleet.routes) == (plan.cost, plan.trips, len(plan.routes))
    assert plan.trips > 1
    assert by_key["auto", "tour"].trips is None
    assert "vns makes one tour" in by_key["vns", "fleet"].failure
    assert by_key["vns", "tour"].cost == 275


def test_a_method_with_parameters_has_a_name_of_its_own(
    two_towns: Towns, pool: HerePool, tmp_path: Path
) -> None:
    three = {"samples": 3}
    with pytest.raises(InputError, match=r"samples.*label"):
        Bench(two_towns, ["arc-drl"], [1], tmp_path, parameters=three)
    bench = Bench(two_towns, ["arc-drl"], [1], tmp_path, parameters=three, label="best of 3")
    runs = list(bench.run(pool))
    assert read_runs(tmp_path / "runs.csv") == runs
    assert {(run.method, run.iterations) for run in runs} == {("arc-drl, best of 3", 4)}
