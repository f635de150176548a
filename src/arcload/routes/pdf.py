"""A picture of the tour for print."""

from arcload.routes.picture import picture_of, require
from arcload.routes.route import Route

__all__ = ["dump", "require"]


def dump(route: Route) -> bytes:
    """Return the picture."""
    return picture_of(route, ".pdf")
