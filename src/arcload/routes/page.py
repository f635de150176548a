"""The page that drives the tour on its map."""

from arcload.model.courses import require_coordinates
from arcload.model.instance import Instance
from arcload.routes.route import Route


def require(instance: Instance) -> None:
    """Refuse an instance that cannot be drawn."""
    require_coordinates(instance)


def dump(route: Route) -> str:
    """Return the text of the page."""
    from arcload.views.page.write import page_text

    return page_text(route.figured, route.instance, route.baseline)
