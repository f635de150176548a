"""Write pictures to files."""

import os
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from arcload.errors import InputError, did_you_mean
from arcload.instance import Instance
from arcload.plotting.canvas import require_matplotlib
from arcload.plotting.convergence import plot_convergence
from arcload.plotting.load import plot_load
from arcload.plotting.network import plot_network
from arcload.plotting.overview import new_figure, plot_overview
from arcload.plotting.tour import plot_tour
from arcload.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Kind: TypeAlias = Literal["overview", "network", "tour", "load", "convergence"]
"""What a picture shows."""

SUFFIXES = (".png", ".svg", ".pdf")

_DOTS_PER_INCH = 130
_SIZES = {"network": (7.0, 6.4), "tour": (7.6, 6.4), "load": (9.0, 3.4), "convergence": (8.0, 4.2)}
_NO_DATE = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}


def write_picture(
    result: Result | None,
    instance: Instance | None,
    path: str | PathLike[str],
    kind: Kind = "overview",
) -> None:
    """Draw a picture into a file, at once or not at all; the same input gives the same bytes.

    Parameters
    ----------
    result
        A result; None for a picture of the network alone.
    instance
        The instance that it solves, with coordinates; None for ``"load"`` and ``"convergence"``,
        which need no map.
    path
        A file .png, .svg or .pdf.
    kind
        ``"overview"``: network, tour and load on one page, or one of its parts, or
        ``"convergence"``.
    """
    file = Path(path)
    if file.suffix.lower() not in SUFFIXES:
        raise InputError(f"{file}: a picture is written as {', '.join(SUFFIXES)}; rename it")
    _save(draw(result, instance, kind), file)


def draw(result: Result | None, instance: Instance | None, kind: Kind = "overview") -> "Figure":
    """Return a new figure with a picture, see `write_picture`; it opens no window."""
    if kind not in get_args(Kind):
        known = get_args(Kind)
        raise InputError(
            f"picture {kind!r} is unknown{did_you_mean(kind, known)}; use {', '.join(known)}"
        )
    require_matplotlib()
    if kind != "network" and result is None:
        raise InputError(f"a picture of kind {kind!r} shows a result; give one")
    if kind not in ("load", "convergence") and instance is None:
        raise InputError(f"a picture of kind {kind!r} shows a map; give the instance")
    figure = new_figure(_SIZES.get(kind))
    if kind == "overview":
        assert result is not None and instance is not None  # noqa: PT018
        return plot_overview(result, instance, figure)
    figure.set_layout_engine("constrained", w_pad=0.15, h_pad=0.15)
    ax = figure.add_subplot()
    if instance is not None and kind == "network":
        plot_network(instance, ax)
    elif result is not None and instance is not None and kind == "tour":
        plot_tour(result, instance, ax)
    elif result is not None:
        (plot_load if kind == "load" else plot_convergence)(result, ax)
    return figure


def _save(figure: "Figure", file: Path) -> None:
    from matplotlib import rc_context

    suffix = file.suffix.lower()
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with rc_context({"svg.hashsalt": "arcload"}):
            figure.savefig(
                temporary, format=suffix[1:], dpi=_DOTS_PER_INCH, metadata=_NO_DATE[suffix]
            )
        os.replace(temporary, file)
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror})") from error
    finally:
        temporary.unlink(missing_ok=True)
