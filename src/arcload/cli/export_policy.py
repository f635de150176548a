"""``arcload export-policy``."""

from pathlib import Path
from typing import Annotated

import typer

from arcload.cli import show
from arcload.cli.outputs import require_writable
from arcload.model.errors import InputError


def command(
    checkpoint: Annotated[Path, typer.Argument(metavar="CHECKPOINT", help="From 'arcload train'.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="OUT.safetensors", help="File to write.")
    ],
) -> None:
    """Write the weights of a training for 'solve --model'."""
    if output.suffix != ".safetensors":
        raise InputError(f"{output}: weights are written as .safetensors; rename it")
    require_writable(output, checkpoint)
    try:
        from arcload.neural.train.export import export_policy
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise InputError(
            "a checkpoint is read with torch, which is not installed; "
            "'pip install arcload[train]' brings it"
        ) from None
    export_policy(checkpoint, output)
    show.note(f"wrote {output}; 'arcload solve FILE --method arc-drl --model {output}' uses it")
