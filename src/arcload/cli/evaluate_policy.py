"""``arcload evaluate-policy``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import show
from arcload.model.errors import InputError
from arcload.model.units import percent

_MARK = {"greedy": "greedy", "sampled": "best of 128", "polished": "polished"}


def command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Instances, or folders of them.")
    ],
    model: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="The policy: default, paper or a file.")
    ] = "default",
    best: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Best costs known: columns instance and cost."),
    ] = None,
    reference: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE.csv", help="Costs of another method; repeatable."),
    ] = None,
    time: Annotated[
        float, typer.Option(metavar="S", help="Without --best: seconds of auto per instance.")
    ] = 2.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Seed of the samples.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print how far a policy's tours are from the best known."""
    from arcload.engine.kernel_notes import kernel_notes
    from arcload.neural.serve.serving import load_policy
    from arcload.runs.evaluation import evaluate, gaps
    from arcload.runs.instances import read_instances
    from arcload.runs.references import read_references
    from arcload.solving.solve import solve

    load_policy(model)
    instances = read_instances(paths)
    others = {
        series.name: {name: min(costs) for name, costs in series.costs.items()}
        for series in read_references(reference or [])
    }
    if best is not None:
        series = read_references([best])
        if len(series) != 1:
            raise InputError(
                f"{best}: it holds the costs of {len(series)} methods; give one of them"
            )
        least = {name: min(costs) for name, costs in series[0].costs.items()}
    else:
        least = {name: solve(one, time=time, seed=seed).cost for name, one in instances.items()}
    table = gaps(list(evaluate(instances, model, seed)), least, others)
    show.notes(note for instance in instances.values() for note in instance.notes)
    show.notes(kernel_notes())
    if json:
        show.print_json(table)
        return
    names = [*others, *_MARK]
    rows = [(group, *(_in_percent(row[name]) for name in names)) for group, row in table.items()]
    columns = ("mean gap in % to the best tour known", *(_MARK.get(name, name) for name in names))
    show.print_table(columns, rows)


def _in_percent(gap: float | None) -> str:
    return "" if gap is None else percent(gap / 100, 2).removesuffix("%")
