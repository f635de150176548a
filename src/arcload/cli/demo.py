"""``arcload demo``."""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcload.cli import demo_fleet, show
from arcload.cli.compare import print_comparison
from arcload.cli.outputs import make_folder, require_writable
from arcload.model.errors import InputError
from arcload.model.units import percent, quantity
from arcload.solving.watch import LOOKING, waiting, watch

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.solving.compare import Comparison

_SEED = 46  # two busy neighbourhoods, far from the depot
_AT = (47.37, 8.54)  # where the town is put on earth, so that its route can go onto a device
_ITERATIONS = 20_000
_FILES = ("town.json", "route.json", "route.html", "route.gpx", "route.csv", "route.png")


def command(
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")] = Path(
        "demo"
    ),
    edges: Annotated[int, typer.Option(metavar="N", help="Streets of the town.")] = 120,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed, the same town.")] = _SEED,
) -> None:
    """Solve a small town, with one vehicle and with two.

    The demo works offline and shows why the order of the streets matters.
    """
    from arcload.maps.generators import generate
    from arcload.solving.compare import compare
    from arcload.solving.no_dearer import no_dearer
    from arcload.solving.solve import solve

    make_folder(out)
    for name in (*_FILES, *demo_fleet.FILES):
        require_writable(out / name)
    town = generate(
        "city",
        edges=edges,
        demand="clustered",
        curb_ratio=0.5,
        served=0.85,
        seed=seed,
        at=_AT,
        name="town",
    )
    with watch("demo", silent=False) as on_progress:
        result = solve(
            town, "auto", seed=seed, iterations=_ITERATIONS, threads=2, on_progress=on_progress
        )
    with waiting(LOOKING, silent=False):
        comparison = no_dearer(compare(result))
    fleet = demo_fleet.solve_fleet(town, seed)
    show.notes([*result.notes, *fleet.notes])
    drawn = _write_and_check(comparison, out)
    demo_fleet.write_and_check(fleet, out, drawn)
    _explain(town)
    show.print_facts("", ())
    print_comparison(comparison)
    if comparison.load_matters:
        reason = "the load for the streets served last is carried all the way"
        show.print_facts("", [("why", reason)])
    show.print_facts("", ())
    demo_fleet.print_beside(comparison.plan, fleet.plan)
    _point_to_files(out, drawn)


def _write_and_check(comparison: "Comparison", folder: Path) -> bool:
    """Write all files, and check the tour as a user would; return whether there is a picture."""
    from arcload.maps.formats import read, write
    from arcload.model.result_file import load_result
    from arcload.routes import write_route

    town, shortest = comparison.instance, comparison.shortest.plan
    write(town, folder / "town.json")
    files = [folder / f"route{suffix}" for suffix in (".json", ".html", ".gpx", ".csv")]
    write_route(comparison.solution, *files, baseline=shortest)
    load_result(folder / "route.json", read(folder / "town.json"))
    try:
        write_route(comparison.solution, folder / "route.png")
    except InputError as error:
        show.note(f"no picture was made: {error}")
        return False
    return True


def _explain(town: "Instance") -> None:
    demands = sorted(town.demands.tolist(), reverse=True)
    heavy = sum(demands[: len(town.served) // 5]) / town.total_demand
    show.print_facts(
        "A small town, and one vehicle that leaves its depot fully loaded",
        [
            ("streets", f"{len(town.edges):,}, of which {len(town.served):,} need service"),
            ("load", quantity(town.total_demand, town.load_unit)),
            ("", f"a fifth of those streets needs {percent(heavy, 0)} of the load"),
            ("vehicle", f"{quantity(town.curb_weight, town.load_unit)} when empty"),
            ("cost", "every metre costs the weight that is moved: vehicle and load"),
        ],
    )


def _point_to_files(folder: Path, drawn: bool) -> None:
    facts = [("open", f"{folder / 'route.html'} in a browser, and press play")]
    if drawn:
        facts.append(("for print", str(folder / "route.png")))
    facts += [
        ("for a device", str(folder / "route.gpx")),
        ("for the driver", f"{folder / 'route.csv'}, street by street"),
        ("for arcload", f"{folder / 'town.json'} and {folder / 'route.json'}, checked"),
        *demo_fleet.facts_of_files(folder, drawn),
        ("try", f"{_arcload()} compare {shlex.quote(str(folder / 'town.json'))} --curb-ratio 5"),
        ("plan it yourself", _studio(folder / "town.json")),
    ]
    show.print_facts("", ())
    show.print_facts("What to look at", facts)


def _studio(town: Path) -> str:
    """Return the command that installs the studio, where it is missing, and starts it on a town."""
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    install = shlex.join([str(python), "-m", "pip", "install", "arcload[studio]"])
    return f"{install} && {_arcload()} studio {shlex.quote(str(town))}"


def _arcload() -> str:
    """Return the command as it was started, by its bare name where that finds it."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return shlex.join([sys.executable, "-m", "arcload"])
    on_path = shutil.which(started.name)
    at_hand = on_path is not None and os.path.realpath(on_path) == os.path.realpath(started)
    return started.name if at_hand else shlex.quote(str(started))
