"""The page that drives the tour on its map."""

from arcload.model.courses import require_coordinates
from arcload.model.instance import Instance
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.today.todays_route import TodaysRoute


def require(instance: Instance) -> None:
    """Refuse an instance that cannot be drawn."""
    require_coordinates(instance)


def dump(driven: DrivenPlan) -> str:
    """Return the text of the page."""
    from arcload.views.page.write import page_text

    if isinstance(driven.baseline, TodaysRoute):
        return page_text(driven.solution, driven.baseline.plan, is_today=True)
    return page_text(driven.solution, driven.baseline)
