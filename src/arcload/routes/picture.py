"""Pictures of a route, whatever their file."""

from arcload.courses import require_coordinates
from arcload.instance import Instance
from arcload.plotting.canvas import require_matplotlib
from arcload.result import Result
from arcload.routes.route import Route


def require(instance: Instance) -> None:
    """Refuse an instance that cannot be drawn, and any without matplotlib."""
    require_matplotlib()
    require_coordinates(instance)


def picture_of(route: Route, suffix: str) -> bytes:
    """Return the overview of a result; of a bare tour its map."""
    from arcload.plotting.picture import picture

    solution = route.figured
    kind = "overview" if isinstance(solution, Result) else "tour"
    return picture(solution, route.instance, suffix, kind)
