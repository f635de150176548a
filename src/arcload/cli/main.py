"""The command ``arcload``."""

import os
import sys
from typing import Annotated

import typer

from arcload._version import __version__
from arcload.cli import (
    bench,
    bound,
    check,
    compare,
    convert,
    demo,
    evaluate_policy,
    export_policy,
    fetch,
    generate,
    info,
    init,
    methods,
    plot,
    quick_start,
    serve,
    solve,
    split,
    studio,
    train,
    warmup,
)
from arcload.cli.lat_lon import join_places
from arcload.cli.panels import PanelCommand
from arcload.engine.memory import out_of_memory

_INTERRUPTED = 130  # as Typer ends a command
_NUMBERS = {  # what a value must be, by Pydantic's name of the mistake
    "float_parsing": "a number, written as 1.5 and without a unit",
    "int_parsing": "a whole number",
}

app = typer.Typer(
    help="Route loaded vehicles along every street that needs service.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    *(info, init, solve, split, compare, bound, check, plot),
    *(generate, fetch, convert, bench, methods, warmup, demo, studio, serve),
    *(train, export_policy, evaluate_policy),
):
    name = command.__name__.rsplit(".", 1)[-1].replace("_", "-")
    kind = getattr(command, "Command", PanelCommand)
    app.command(name=name, cls=kind)(getattr(command, "command"))  # noqa: B009


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"arcload {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line: exit 0 when done, 1 for a refused check or no tour, 2 for bad input."""
    quick_start.collect_rarely()
    try:
        words = join_places(sys.argv[1:])
        code = app(words, prog_name="arcload", standalone_mode=False) or 0
        sys.stdout.flush()
        sys.exit(code)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        sys.exit(0)
    except OSError as error:
        _refuse_without_memory(error)
        if error.filename is not None:
            raise
        _drop_output()
        _complain(f"standard output cannot be written ({error.strerror})")
        sys.exit(1)
    except typer.Abort:
        sys.exit(_INTERRUPTED)
    except typer.TyperException as error:
        _complain(_wrong_number(error) or error.format_message())
        sys.exit(2)
    except Exception as error:
        from arcload.model.advice import in_options, with_advice
        from arcload.model.errors import ArcloadError, InputError

        _refuse_without_memory(error)
        if isinstance(error.__cause__, KeyboardInterrupt):  # a kernel was just being called
            sys.exit(_INTERRUPTED)
        if not isinstance(error, ArcloadError):
            raise
        _complain(with_advice(error.message, error.advice, in_options))
        sys.exit(2 if isinstance(error, InputError) else 1)


def _wrong_number(error: typer.TyperException) -> str:
    """Return what is wrong with an option that must be a number; empty if that is not the error.

    Typer's own sentence lacks the value, which the error of Pydantic that caused it has.
    """
    parameter, errors = getattr(error, "param", None), getattr(error.__cause__, "errors", None)
    if parameter is None or errors is None:
        return ""
    wrong = next((one for one in errors() if one["type"] in _NUMBERS), None)
    if wrong is None:
        return ""
    return f"{parameter.opts[0]} is {wrong['input']!r}; it must be {_NUMBERS[wrong['type']]}"


def _drop_output() -> None:
    """Let what is still to be printed go nowhere, so that the end of the process is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse_without_memory(error: Exception) -> None:
    """End with our sentence if an error says that memory ran out."""
    refusal = out_of_memory(error)
    if refusal is not None:
        _complain(str(refusal))
        sys.exit(2)


def _complain(sentence: str) -> None:
    from arcload.model.printable import printable

    print(f"arcload: {printable(' '.join(sentence.split()))}", file=sys.stderr)
