"""A picture of the tour for print."""

from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.picture import picture_of, require

__all__ = ["dump", "require"]


def dump(driven: DrivenPlan) -> bytes:
    """Return the picture."""
    return picture_of(driven, ".pdf")
