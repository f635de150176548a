"""The command ``arcload``."""

import os
import sys
from typing import Annotated

import typer

from arcload import __version__
from arcload.cli import check, convert, demo, generate, info, methods, solve

app = typer.Typer(
    help="Route one loaded vehicle along every street that needs service.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (info, solve, check, generate, convert, methods, demo):
    app.command(name=command.__name__.rsplit(".", 1)[-1])(getattr(command, "command"))  # noqa: B009


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"arcload {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line: exit 0 when done, 1 for a refused check or no tour, 2 for bad input."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except KeyboardInterrupt:
        sys.exit("arcload: interrupted")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except typer.Abort:
        sys.exit("arcload: interrupted")
    except typer.TyperException as error:
        _complain(error.format_message())
        sys.exit(2)
    except Exception as error:
        from arcload.errors import ArcloadError, InputError

        if not isinstance(error, ArcloadError):
            raise
        _complain(str(error))
        sys.exit(2 if isinstance(error, InputError) else 1)


def _complain(sentence: str) -> None:
    print(f"arcload: {' '.join(sentence.split())}", file=sys.stderr)
