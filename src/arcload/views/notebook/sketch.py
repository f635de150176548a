"""A small picture of a network or a plan, as SVG, made without matplotlib."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.types import FloatArray
from arcload.model.vehicle import Free
from arcload.views.plotting.drawn_courses import drawn_courses
from arcload.views.plotting.plane import on_plane
from arcload.views.vehicle_colours import vehicle_colour

MOST = 10_000
"""Streets of the largest network that is drawn."""

_SHADES = (  # viridis, as the pictures of tours have it: the heavier, the darker
    *("#9bd93c", "#52c569", "#24aa83", "#228d8d"),
    *("#2d708e", "#3c508b", "#472c7a", "#440154"),
)
_INK, _GREY, _DEPOT, _LOST = "#22304a", "#a9b1bc", "#d55e00", "#c2185b"
_WIDTHS = (1.2, 2.0, 3.0, 4.2)  # pixels, for a small and a great demand
_SERVED, _DEADHEAD, _STREET = 3.0, 1.0, 0.8  # pixels
_SIZE, _MARGIN = (300.0, 220.0), 10.0  # pixels
_NEAR = 0.7  # pixels within which points are one

Look = tuple[str, float, str]
"""Colour, width and dashes of a line."""


def sketch(shown: Instance | Plan) -> str:
    """Return a picture of an instance or a plan.

    Streets of an instance are the wider the more they need. Streets that a tour serves have the
    colour of the load on board, those of a fleet that of their vehicle; deadheads are dashed.

    Parameters
    ----------
    shown
        An instance with coordinates of at most `MOST` streets, or a plan of one.
    """
    instance = shown if isinstance(shown, Instance) else shown.instance
    plane = on_plane(instance)
    along = drawn_courses(plane)
    points = [np.zeros((1, 2)) if plane.coordinates is None else plane.coordinates, *along]
    frame = _Frame(np.concatenate(points))
    looks = _needs(instance) if isinstance(shown, Instance) else _drives(shown)
    parts = [frame.path(look, (along[edge] for edge in edges)) for look, edges in looks.items()]
    nodes = {place.node for place in instance.facilities}
    nodes |= {v.start for v in instance.vehicles if not isinstance(v.start, Free)}
    nodes |= {v.end for v in instance.vehicles if not isinstance(v.end, Free)}
    if plane.coordinates is not None:
        parts += [frame.place(plane.coordinates[instance.node_index(node)]) for node in nodes]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width:.0f}" '
        f'height="{frame.height:.0f}"><rect width="100%" height="100%" rx="6" fill="#fff"/>'
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}</g></svg>'
    )


def _needs(instance: Instance) -> dict[Look, list[int]]:
    """Return the streets of each look, by what they need."""
    most = float(instance.demands.max(initial=0.0)) or 1.0
    looks: dict[Look, list[int]] = {(_GREY, _STREET, ""): []}
    for edge, demand in enumerate((instance.demands / most).tolist()):
        look = (_INK, _WIDTHS[min(int(demand * len(_WIDTHS)), len(_WIDTHS) - 1)], "")
        looks.setdefault(look if demand > 0 else (_GREY, _STREET, ""), []).append(edge)
    return looks


def _drives(plan: Plan) -> dict[Look, list[int]]:
    """Return the streets of each look, by what is driven."""
    instance, index = plan.instance, plan.instance.edge_index
    full = instance.total_demand or 1.0
    served: dict[Look, list[int]] = defaultdict(list)
    others: dict[Look, dict[int, None]] = defaultdict(dict)
    for number, route in enumerate(plan.driven, start=1):
        for crossing in route.walk:
            share = (crossing.load_before + crossing.load_after) / 2 / full
            colour = _SHADES[min(int(share * len(_SHADES)), len(_SHADES) - 1)]
            if instance.is_fleet:
                colour = vehicle_colour(number)
            if crossing.served:
                served[colour, _SERVED, ""].append(index(crossing.edge))
            else:
                ink = colour if instance.is_fleet else _INK
                others[ink, _DEADHEAD, "3 2"][index(crossing.edge)] = None
    streets = {(_GREY, _STREET, ""): list(range(len(instance.edges)))}
    lost = {(_LOST, _SERVED, ""): [index(edge) for edge in plan.unserved]}
    return streets | lost | served | {look: list(edges) for look, edges in others.items()}


class _Frame:
    """Where points of the plane lie in the picture."""

    def __init__(self, points: FloatArray) -> None:
        self._low = points.min(axis=0)
        wide, high = np.ptp(points, axis=0).tolist()
        room = [side - 2 * _MARGIN for side in _SIZE]
        scales = [space / size for space, size in zip(room, (wide, high), strict=True) if size > 0]
        self._scale = min(scales, default=1.0)
        self.width = wide * self._scale + 2 * _MARGIN
        self.height = high * self._scale + 2 * _MARGIN

    def path(self, look: Look, courses: Iterable[FloatArray]) -> str:
        """Return some courses as one line of the picture."""
        colour, width, dashes = look
        drawn = "".join(self._course(course) for course in courses)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<path stroke="{colour}" stroke-width="{width}"{dashed} d="{drawn}"/>'

    def place(self, point: FloatArray) -> str:
        """Return the mark of a depot or a facility."""
        x, y = self._pixels(point[None, :])[0].tolist()
        return (
            f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{_DEPOT}" '
            'stroke="#fff"/>'
        )

    def _course(self, course: FloatArray) -> str:
        pixels = self._pixels(course)
        kept = [pixels[0]]
        for pixel in pixels[1:-1]:
            if np.abs(pixel - kept[-1]).max() >= _NEAR:
                kept.append(pixel)
        kept.append(pixels[-1])
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in kept)

    def _pixels(self, points: FloatArray) -> FloatArray:
        moved: FloatArray = (points - self._low) * self._scale + _MARGIN
        moved[:, 1] = self.height - moved[:, 1]
        return moved
