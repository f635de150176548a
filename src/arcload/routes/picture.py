"""Pictures of a route, whatever their file."""

from arcload.model.courses import require_coordinates
from arcload.model.instance import Instance
from arcload.model.result import Result
from arcload.routes.driven_plan import DrivenPlan
from arcload.views.plotting.canvas import require_matplotlib


def require(instance: Instance) -> None:
    """Refuse an instance that cannot be drawn, and any without matplotlib."""
    require_matplotlib()
    require_coordinates(instance)


def picture_of(driven: DrivenPlan, suffix: str) -> bytes:
    """Return the overview of a result; of a bare tour its map."""
    from arcload.views.plotting.picture import picture

    kind = "overview" if isinstance(driven.solution, Result) else "tour"
    return picture(driven.solution, suffix, kind)
