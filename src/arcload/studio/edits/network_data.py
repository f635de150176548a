"""The network as the studio's map draws it."""

from typing import Any

from arcload.model.courses import require_coordinates
from arcload.model.instance import Instance
from arcload.studio.edits.drawn_places import drawn_places
from arcload.studio.edits.edited_state import EditedState
from arcload.studio.edits.edits import Edits
from arcload.views.page.grid import Grid
from arcload.views.page.short import short, shortened
from arcload.views.page.street_columns import one_way, street_columns
from arcload.views.plotting.canvas import drawn_scale
from arcload.views.plotting.drawn_courses import drawn_courses
from arcload.views.plotting.mercator import on_mercator
from arcload.views.plotting.plane import on_plane
from arcload.views.vehicle_colours import DARK, LIGHT


def network_data(base: Instance, edits: Edits) -> dict[str, Any]:
    """Return all streets, nodes and places of a network, ready for JSON.

    Points are on a grid as `page_data` has them. On earth it is that of Web Mercator, so that
    tiles lie under it, and ``mercator`` says where: in units of the whole world, y downwards.

    Parameters
    ----------
    base
        An instance with coordinates; what is closed is drawn, too.
    edits
        What was changed.
    """
    require_coordinates(base)
    mercator = on_mercator(base)
    plane = on_plane(base) if mercator is None else mercator
    points, along = require_coordinates(plane), drawn_courses(plane)
    grid = Grid([*along, points])
    scale = drawn_scale(plane, along)
    state = EditedState.of(base, edits)
    flags = state.flags(EditedState.of(base, Edits()))
    tile = None if mercator is None else {"west": grid.left, "north": -grid.top, "step": grid.step}
    return {
        "name": base.name,
        "lengthUnit": base.length_unit,
        "loadUnit": base.load_unit,
        "size": grid.size,
        "lengthOfStep": None if scale is None else short(grid.step / scale),
        "mercator": tile,
        "colours": {"light": LIGHT, "dark": DARK},
        "streets": street_columns(plane, along, grid)
        | {
            "demand": shortened(state.demands.tolist()),
            "oneWay": one_way(state.lengths),
            "id": list(base.edges),
            "length": shortened(base.lengths.min(axis=1).tolist()),
            "flags": flags.tolist(),
        },
        "nodes": {"id": list(base.nodes), "at": grid.whole(points)},
        **drawn_places(base, state),
    }
