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
    from arcload.model.result import Result
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
    instance, cut_off, solved = _read(file, result, kind, reading.changes())
    contents = [_content(path, instance, solved, kind, cut_off) for path in output]
    if instance is not None:
        show.notes(instance.notes)
    for path, content in zip(output, contents, strict=True):
        write_bytes(path, content)
        show.note(f"wrote {path}")


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
    instance: "Instance | None",
    solved: "Result | None",
    kind: str | None,
    cut_off: "FloatArray | None",
) -> bytes:
    if path.suffix.lower() == _PAGE and instance is not None and solved is not None:
        from arcload.solving.compare import quick_comparison
        from arcload.views.page.write import page_text

        comparison = quick_comparison(instance, solved)
        shortest = None if comparison is None else comparison.shortest.tour
        return page_text(solved, instance, shortest).encode()
    from arcload.views.plotting.picture import picture

    chosen = kind or ("network" if solved is None else "overview")
    return picture(solved, instance, path.suffix.lower(), chosen, cut_off)


def _read(
    file: Path, result: Path | None, kind: str | None, reading: dict[str, Any]
) -> "tuple[Instance | None, FloatArray | None, Result | None]":
    """Return the instance, what is cut off in it, and the result, those that a picture needs."""
    from arcload.maps.formats.convert import read_draft
    from arcload.model.checker import check
    from arcload.model.result import load_result
    from arcload.views.plotting.picture import WITHOUT_MAP

    if kind in WITHOUT_MAP:
        return None, None, load_result(file if result is None else result)
    draft = read_draft(file, **reading)
    if result is None:
        return *draft.drawing(), None
    solved = load_result(result)
    instance = draft.instance(**solved.problem())
    check(instance, solved)
    return instance, None, solved
