"""``arcload demo``."""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcload.cli import options, show
from arcload.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from arcload.instance import Instance
    from arcload.result import Result
    from arcload.tour import Tour

_SEED = 46  # two busy neighbourhoods, and no one-way street that would lengthen the way back
_NOTICED = 0.005  # smaller changes print as 0%
_DOTS_PER_INCH = 130


def command(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")] = Path(
        "demo"
    ),
    edges: Annotated[int, typer.Option(metavar="N", help="Streets of the town.")] = 120,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same town.")] = _SEED,
) -> None:
    """Make a small town, find a tour and draw it.

    It shows why the order of the streets matters.
    """
    from arcload.directions import best_directions
    from arcload.generators import generate
    from arcload.solver import solve

    options.make_folder(out)
    town = generate(
        "city",
        edges=edges,
        demand="clustered",
        curb_ratio=0.5,
        served=0.85,
        seed=seed,
        name="town",
    )
    result = solve(town, "auto", seed=seed, iterations=20_000, threads=2)
    backwards = best_directions(town, result.order[::-1])
    _write_and_check(town, result, out)
    picture = _draw(result, town, out / "tour.png")
    _explain(town)
    _compare(result, backwards)
    _point_to_files(out, picture)


def _write_and_check(town: "Instance", result: "Result", folder: Path) -> None:
    """Write both files, and check the one against the other as a user would."""
    from arcload.checker import check
    from arcload.formats import read, write
    from arcload.result import load_result

    write(town, folder / "town.json")
    result.save(folder / "result.json")
    check(read(folder / "town.json"), load_result(folder / "result.json"))


def _draw(result: "Result", town: "Instance", path: Path) -> Path | None:
    """Draw the tour and return its file, None without matplotlib."""
    from arcload.plotting import new_figure, plot_overview

    try:
        figure = new_figure()
    except InputError as error:
        show.note(f"no picture was made: {error}")
        return None
    _save(plot_overview(result, town, figure), path)
    return path


def _save(figure: "Figure", path: Path) -> None:
    """Write a picture at once or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        figure.savefig(temporary, format="png", dpi=_DOTS_PER_INCH)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error
    finally:
        temporary.unlink(missing_ok=True)


def _explain(town: "Instance") -> None:
    demands = sorted(town.demands.tolist(), reverse=True)
    heavy = sum(demands[: len(town.served) // 5]) / town.total_demand
    show.print_facts(
        "A small town, and one vehicle that leaves its depot fully loaded",
        [
            ("streets", f"{len(town.edges):,}, of which {len(town.served):,} need service"),
            ("load", show.quantity(town.total_demand, town.load_unit)),
            ("", f"a fifth of those streets needs {heavy:.0%} of it"),
            ("vehicle", f"{show.quantity(town.curb_weight, town.load_unit)} when empty"),
            ("cost", "every metre costs the weight driven over it: vehicle and load"),
        ],
    )


def _compare(result: "Result", backwards: "Tour") -> None:
    longer = backwards.length / result.length - 1
    dearer = backwards.cost / result.cost - 1
    show.print_facts("\nThe order matters", ())
    show.print_table(
        ("", f"cost ({show.cost_unit(result)})", f"length ({result.length_unit})", "deadhead"),
        [
            _row("the tour found", result),
            _row("the same streets in reverse order", backwards),
        ],
    )
    show.print_facts(
        f"\nIn reverse order it is {_change(longer, 'longer', 'shorter', 'just as long')} "
        f"and costs {_change(dearer, 'more', 'less', 'as much')}",
        _reasons(longer, dearer),
    )


def _reasons(longer: float, dearer: float) -> list[tuple[str, str]]:
    reasons = []
    if dearer > 0:
        reasons.append(("why", "the load of the streets served last rides along all the way"))
    if longer >= _NOTICED:
        reasons.append(("also", "one-way streets forbid the same way back"))
    elif longer > -_NOTICED:
        reasons.append(("note", "a planner that counts metres alone cannot tell the two apart"))
    return reasons


def _row(name: str, tour: "Result | Tour") -> tuple[str, str, str, str]:
    deadhead = tour.deadhead_length / tour.length
    return name, f"{tour.cost:,.0f}", f"{tour.length:,.0f}", f"{deadhead:.0%}"


def _change(share: float, more: str, less: str, same: str) -> str:
    if abs(share) < _NOTICED:
        return same
    return f"{abs(share):.0%} {more if share > 0 else less}"


def _point_to_files(folder: Path, picture: Path | None) -> None:
    facts = [("open", str(picture))] if picture else []
    facts += [
        ("the town", str(folder / "town.json")),
        ("the tour", f"{folder / 'result.json'}, checked street by street"),
        ("try", f"{_arcload()} solve {shlex.quote(str(folder / 'town.json'))} --curb-ratio 5"),
    ]
    show.print_facts("\nWhat to look at", facts)


def _arcload() -> str:
    """Return the command as it was started, by its bare name where that finds it."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return shlex.join([sys.executable, "-m", "arcload"])
    found = shutil.which(started.name)
    at_hand = found is not None and os.path.realpath(found) == os.path.realpath(started)
    return started.name if at_hand else shlex.quote(str(started))
