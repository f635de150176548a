"""Where plans and their versions are kept: one SQLite file."""

from arcload.studio.store.rows import PlanRow, VersionRow
from arcload.studio.store.store import Store

__all__ = ["PlanRow", "Store", "VersionRow"]
