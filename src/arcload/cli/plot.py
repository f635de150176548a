"""``arcload plot``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable
from arcload.model.errors import InputError

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.model.notes import Note
    from arcload.model.result import Result
    from arcload.model.result_file import StatedResult
    from arcload.model.types import FloatArray

_PAGE = ".html"


@grouped
def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The instance; for --kind load and convergence the result alone."
        ),
    ],
    result: Annotated[
        Path | None, typer.Argument(metavar="[RESULT.json]", help="What 'solve -o' wrote.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="overview, network, tour, load or convergence; by default overview "
            "with a result, and network without one.",
        ),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o", "--output", metavar="OUT", help=".png, .svg, .pdf or .html; repeatable."
        ),
    ] = None,
    *,
    reading: options.ReadingOptions,
) -> None:
    """Draw a network, a tour, its load or the search for it.

    An .html file is a page that drives the tour on its map. It also shows the shortest tour if
    that is found within a second; 'compare -o' always shows it.
    """
    from arcload.model.files import write_bytes

    if not output:
        raise InputError("say where to draw to, such as -o town.png")
    for path in output:
        _require_output(path, result, kind)
        require_writable(path, *(one for one in (file, result) if one is not None))
    shown, cut_off = _read(file, result, kind, reading.changes())
    contents = [_content(path, shown, kind, cut_off) for path in output]
    show.notes(_notes(shown))
    for path, content in zip(output, contents, strict=True):
        write_bytes(path, content)
        show.note(f"wrote {path}")


def _notes(shown: "Instance | Result | StatedResult") -> "tuple[Note, ...]":
    """Return the notes on the instance, where there is one."""
    from arcload.model.instance import Instance
    from arcload.model.result import Result

    instance = shown.plan.instance if isinstance(shown, Result) else shown
    return instance.notes if isinstance(instance, Instance) else ()


def _require_output(path: Path, result: Path | None, kind: str | None) -> None:
    from arcload.views.plotting.picture import SUFFIXES

    if path.suffix.lower() == _PAGE:
        if kind is not None:
            raise InputError(f"{path}: a page shows all of a tour; leave out --kind {kind}")
        if result is None:
            raise InputError(f"{path}: a page drives a tour; name its RESULT.json after the FILE")
    elif path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{path}: pictures are {', '.join(SUFFIXES)} or {_PAGE}; rename it")


def _content(
    path: Path,
    shown: "Instance | Result | StatedResult",
    kind: str | None,
    cut_off: "FloatArray | None",
) -> bytes:
    from arcload.model.result import Result

    if path.suffix.lower() == _PAGE and isinstance(shown, Result):
        from arcload.solving.compare import quick_comparison
        from arcload.views.page.write import page_text

        comparison = quick_comparison(shown)
        shortest = None if comparison is None else comparison.shortest.plan
        return page_text(shown, shortest).encode()
    from arcload.views.plotting.picture import picture

    chosen = kind or ("overview" if isinstance(shown, Result) else "network")
    return picture(shown, path.suffix.lower(), chosen, cut_off)


def _read(
    file: Path, result: Path | None, kind: str | None, reading: dict[str, Any]
) -> "tuple[Instance | Result | StatedResult, FloatArray | None]":
    """Return what a picture shows, and what is cut off in an instance."""
    from arcload.maps.formats.convert import read_draft
    from arcload.model.result_file import read_result
    from arcload.model.sources import stated_in
    from arcload.views.plotting.picture import WITHOUT_MAP

    if kind in WITHOUT_MAP:
        return read_result(file if result is None else result), None
    draft = read_draft(file, **reading)
    if result is None:
        return draft.drawing()
    stated = read_result(result)
    instance = draft.instance(**stated.vehicle())
    with stated_in(result):
        return stated.result(instance), None
