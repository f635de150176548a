"""``arcload bench``."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli import options, show
from arcload.cli.bench_progress import watch_runs
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import make_folder
from arcload.cli.panels import PanelCommand
from arcload.model.errors import InputError, NoTourError, counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arcload.model.notes import Note
    from arcload.runs.bench import Bench
    from arcload.runs.best_costs import BestCost
    from arcload.runs.run import Run

_ADDRESS = re.compile(r"auto|local|ray://.+|[^/\\]+:\d+")
_MOST_SEEDS = 10_000
_FEW = 5  # instances that a note names, and notes that are shown


class Command(PanelCommand):
    """Lets ``--ray`` stand without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse a command line."""
        spelled: list[str] = []
        for word, following in zip(args, [*args[1:], ""], strict=False):
            bare = word == "--ray" and not _ADDRESS.fullmatch(following)
            spelled.append(f"--ray={os.environ.get('RAY_ADDRESS', 'local')}" if bare else word)
        return super().parse_args(ctx, spelled)


@grouped
def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="Instances, or folders of them.")
    ],
    methods: Annotated[
        str, typer.Option(metavar="A,B,...", help="See 'arcload methods'.")
    ] = "greedy,auto",
    seeds: Annotated[str, typer.Option(metavar="1-5", help="Seeds, such as 1-5 or 1,7.")] = "1",
    time: Annotated[
        float | None, typer.Option(metavar="S", help="At most S seconds of search per run.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="At most N iterations per run.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(metavar="N", help="Runs at the same time; by default one per core."),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]", help="Run on this Ray cluster; without ADDRESS on a local one."
        ),
    ] = None,
    threads: Annotated[int, typer.Option(metavar="N", help="Threads per run.")] = 1,
    memory: options.Memory = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of runs.csv, tables and figures.")
    ] = Path("bench"),
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the runs that are in DIR.")
    ] = False,
    reference: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE.csv", help="Results of others to compare with, or a folder; repeatable."
        ),
    ] = None,
    best: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Best known costs by instance, to measure gaps to."),
    ] = None,
    papers: Annotated[
        bool, typer.Option("--paper-tables", help="Print the paper's two tables, with bounds.")
    ] = False,
    *,
    vehicle: options.VehicleOptions,
) -> None:
    """Run methods on instances and seeds, and compare them.

    Each finished run is written to DIR/runs.csv at once. Stop at any moment: the same command
    with --resume goes on.
    """
    from arcload.maps.formats import read
    from arcload.runs.bench import Bench
    from arcload.runs.best_costs import read_best_costs
    from arcload.runs.instances import instance_files
    from arcload.runs.pools import pool_for
    from arcload.runs.references import read_references

    references = read_references(reference or [])
    best_costs = {} if best is None else read_best_costs(best)
    pool = pool_for(jobs, ray, threads)
    at_once = getattr(pool, "jobs", 1)
    _warn_of_crowding(at_once, threads, ray)
    files = instance_files(paths)
    _warn_of_unknown(best, [name for name in files if name not in best_costs])
    instances = {name: read(file, **vehicle.changes()) for name, file in files.items()}
    groups = {name: file.resolve().parent.name for name, file in files.items()}
    _show_notes([note for instance in instances.values() for note in instance.notes])
    make_folder(out)
    bench = Bench(
        instances,
        _methods(methods),
        parse_seeds(seeds),
        out,
        resume=resume,
        time=time,
        iterations=iterations,
        threads=threads,
        memory=None if memory is None else options.memory_in_bytes(memory),
    )
    _run(bench, pool, at_once)
    _report(bench, references, best_costs=best_costs, groups=groups, papers=papers)


def _run(bench: "Bench", pool: Any, at_once: int) -> None:
    if bench.done:
        show.note(f"{counted(len(bench.done), 'run')} of {bench.file} are kept")
    made = 0
    try:
        with watch_runs(len(bench.done), bench.left, at_once) as tell:
            for run in bench.run(pool):
                made += 1
                tell(run)
    except KeyboardInterrupt:
        left = counted(len(bench.left) - made, "run")
        show.note(f"{left} left; the same command with --resume goes on from {bench.file}")
        raise


def _report(bench: "Bench", references: list[Any], **how: Any) -> None:
    from arcload.runs.report import write_report
    from arcload.runs.run import read_runs

    runs = read_runs(bench.file)
    if all(run.failed for run in runs):
        raise NoTourError(f"all runs failed, the first because {runs[0].failure}")
    drawable = _has_matplotlib()
    report = write_report(bench.folder, runs, references, figures=drawable, **how)
    show.print_text("\n".join(table.to_markdown() for table in report.shown))
    _warn_of_other_problems(runs, how["best_costs"])
    failed = sum(run.failed for run in runs)
    if failed:
        show.note(f"{counted(failed, 'run')} failed; {bench.file} says why")
    if not drawable:
        show.note("no figures were drawn; they need matplotlib: install arcload[plot]")
    show.note(f"wrote {len(report.files)} tables and figures to {bench.folder}")


def _show_notes(notes: "list[Note]") -> None:
    """Show the notes of the first few files, and how many there are beside them."""
    show.notes(notes[:_FEW])
    if len(notes) > _FEW:
        more = counted(len(notes) - _FEW, "more note")
        show.note(f"there are {more} on these files; 'arcload info FILE' shows those of one")


def _warn_of_unknown(best: Path | None, names: list[str]) -> None:
    """Tell the user once which instances have no best known cost."""
    if best is not None and names:
        more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
        few = ", ".join(names[:_FEW])
        show.note(f"{best} has no cost of {few}{more}; the gaps leave them out")


def _warn_of_other_problems(runs: "Sequence[Run]", best_costs: "Mapping[str, BestCost]") -> None:
    """Tell the user where a best known cost and ours cannot be of one problem."""
    for run in runs:
        best = best_costs.get(run.instance)
        if best is None:
            continue
        wrong = ""
        if run.bound is not None and best.cost < run.bound * (1 - 1e-6):
            wrong = f"is below the proven bound {run.bound:g}"
        elif best.proven and run.cost is not None and run.cost < best.cost * (1 - 1e-6):
            wrong = f"is said to be proven, and a plan costs {run.cost:g}"
        if wrong:
            show.note(
                f"the best known cost of {run.instance}, {best.cost:g}, {wrong}, so it is of "
                "another problem; published costs of capacitated arc routing are for "
                "--curb-weight 1 --load-factor 0"
            )
            return


def _has_matplotlib() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def _methods(given: str) -> list[str]:
    names = [name.strip() for name in given.split(",")]
    if not all(names):
        raise InputError(f"--methods is {given!r}; give names such as greedy,auto")
    return list(dict.fromkeys(names))


def parse_seeds(given: str) -> list[int]:
    """Return the seeds that ``1-5,9`` names."""
    seeds: list[int] = []
    for part in given.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*", part)
        if match is None:
            raise InputError(f"--seeds is {given!r}; give whole numbers such as 1-5 or 1,7")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise InputError(f"--seeds is {given!r}; {first} comes after {last}")
        if last - first >= _MOST_SEEDS:
            raise InputError(f"--seeds is {given!r}; that is more than {_MOST_SEEDS:,} seeds")
        seeds += range(first, last + 1)
    return list(dict.fromkeys(seeds))


def _warn_of_crowding(jobs: int, threads: int, ray: str | None) -> None:
    """Tell the user when runs have to share cores, which makes their times worthless."""
    from arcload.runs.pools import cores

    if jobs * threads > cores() and ray in (None, "local"):
        crowd = f"{counted(jobs, 'run')} of {counted(threads, 'thread')}"
        show.note(f"{crowd} share {counted(cores(), 'core')}, so their times say little")
