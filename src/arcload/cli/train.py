"""``arcload train``."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from arcload.model.errors import InputError


class Command(TyperCommand):
    """Hands all options on: they are declared beside the training, which runs without Typer."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take all words of the command line as they are."""
        return super().parse_args(ctx, ["--", *args])


def command(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[OPTIONS]")] = None,
) -> None:
    """Train a policy for the method arc-drl."""
    from arcload.neural.train.command import run

    try:
        run(arguments or [], tell=typer.echo)
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise InputError(
            "training needs torch, which is not installed; 'pip install arcload[train]' brings it"
        ) from None
