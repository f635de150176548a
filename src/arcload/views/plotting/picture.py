"""Write pictures to files."""

import io
from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, Any

from arcload.model.arguments import path_of, require
from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import write_bytes
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.result_file import StatedResult
from arcload.model.types import FloatArray
from arcload.views.plotting.canvas import own_settings, require_matplotlib
from arcload.views.plotting.convergence import plot_convergence
from arcload.views.plotting.fleet_load import strips_height
from arcload.views.plotting.load import plot_load
from arcload.views.plotting.map_aspect import map_aspect
from arcload.views.plotting.network import plot_network
from arcload.views.plotting.overview import new_figure, overview_size, plot_overview
from arcload.views.plotting.tour import plot_tour

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg", ".pdf")
"""The files that pictures are written to."""

WITHOUT_MAP = ("load", "convergence")
"""The kinds that need no map: what the file of a result states is enough for them."""

_DOTS_PER_INCH = 130
_NO_DATE: dict[str, dict[str, Any]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
_PARTS: dict[str, tuple[tuple[float, float] | None, Callable[..., object]]] = {
    "network": (None, plot_network),
    "tour": (None, plot_tour),
    "load": ((9.0, 3.8), plot_load),
    "convergence": ((8.0, 4.2), plot_convergence),
}
"""Inches of each part that is a picture of its own, None for a map, and what draws it."""

_LONGEST = 6.2  # inches of the longer side of a map
_LEAST = 3.6  # inches that the legend of a map needs
_BESIDE, _BELOW = 1.2, 0.9  # inches for scales and legends


def write_picture(
    shown: Instance | Plan | Result | StatedResult,
    path: str | PathLike[str],
    kind: str = "overview",
) -> None:
    """Draw a picture into a file, at once or not at all; the same input gives the same bytes.

    Parameters
    ----------
    shown
        A result; for ``"tour"`` and ``"load"`` also a tour, for ``"network"`` also an instance,
        for what needs no map also what the file of a result states.
    path
        A file .png, .svg or .pdf.
    kind
        ``"overview"``: network, tour and load on one page; ``"network"``, ``"tour"`` or
        ``"load"`` alone; ``"convergence"``: cost and bound over the time of the search.
    """
    file = path_of(path)
    if file.suffix.lower() not in SUFFIXES:
        raise InputError(f"{file}: pictures are {', '.join(SUFFIXES)}; rename it")
    write_bytes(file, picture(shown, file.suffix.lower(), kind))


def picture(
    shown: Instance | Plan | Result | StatedResult,
    suffix: str = ".png",
    kind: str = "overview",
    cut_off: FloatArray | None = None,
) -> bytes:
    """Return the bytes of a picture, see `write_picture`; `cut_off` is that of `plot_network`."""
    require_kind(shown, kind)
    require_matplotlib()
    content, form = io.BytesIO(), suffix.removeprefix(".")
    with own_settings():
        _draw(shown, kind, cut_off).savefig(
            content, format=form, dpi=_DOTS_PER_INCH, metadata=_NO_DATE.get(form)
        )
    return content.getvalue()


def require_kind(shown: object, kind: str) -> None:
    """Refuse a kind of picture that is unknown or needs more than is given."""
    kinds = ("overview", *_PARTS)
    if not isinstance(kind, str):
        raise InputError(f"the kind of picture is a {type(kind).__name__}; use {', '.join(kinds)}")
    if kind not in kinds:
        raise InputError(
            f"picture {kind!r} is unknown{did_you_mean(kind, kinds)}; use {', '.join(kinds)}"
        )
    require(shown, f"picture {kind!r}", Result, Plan, Instance, StatedResult)
    if kind not in WITHOUT_MAP and isinstance(shown, StatedResult):
        raise InputError(f"the picture {kind!r} is a map; give the instance")
    if kind != "network" and isinstance(shown, Instance):
        raise InputError(f"the picture {kind!r} shows a tour; give one")
    if kind in ("overview", "convergence") and isinstance(shown, Plan):
        raise InputError(f"the picture {kind!r} needs what solve returns; a tour is not enough")


def _draw(shown: Any, kind: str, cut_off: FloatArray | None) -> "Figure":
    instance: Any = None
    if not isinstance(shown, StatedResult):
        instance = shown if isinstance(shown, Instance) else plan_of(shown).instance
    if kind == "overview":
        return plot_overview(shown, new_figure(overview_size(shown)))
    size, plot = _PARTS[kind]
    if kind == "load" and size is not None and not isinstance(shown, Instance):
        size = (size[0], max(size[1], strips_height(shown) + _BELOW))
    figure = new_figure(size or _size_of_map(instance))
    figure.set_layout_engine("constrained", w_pad=0.15, h_pad=0.15)
    if kind == "network":
        plot_network(instance, figure.add_subplot(), cut_off)
    else:
        plot(shown, figure.add_subplot())
    return figure


def _size_of_map(instance: Instance) -> tuple[float, float]:
    aspect = map_aspect(instance)
    wide, high = _LONGEST * min(1, aspect), _LONGEST / max(1, aspect)
    return max(wide, _LEAST) + _BESIDE, high + _BELOW
