"""Towns for pages, and texts that try to be more than texts."""

from pathlib import Path

import arcload
from arcload import Instance, Result, Tour
from arcload.views.page import write_page

NASTY = (
    "</script><script>window.hacked = 1</script>",
    "<img src=x onerror=window.hacked=1>",
    "<!-- <script>",
    "]]><svg onload=window.hacked=1>",
    "\"'`&amp;&lt;\\u003c\\",
    "{{script}} ${window.hacked = 1}",
    "line\u2028separator\u2029and\x00zero\r\nbreak",
    "javascript:window.hacked=1",
    "\u202eright to left\u202c",
    "Rue de l'Église, 中央通り, شارع",
    "__proto__",
    "constructor",
)
"""Names of streets as nobody would give them, and some as people do."""


def town(edges: int = 60) -> Instance:
    """Return a town with uneven demand, one-way streets and streets without service."""
    made = arcload.generate(
        "city", edges=edges, demand="clustered", served=0.8, curb_ratio=0.5, seed=3
    )
    return made.replace(name="Mill Town")


def solved(instance: Instance) -> tuple[Result, Tour]:
    """Return a tour and another one to compare it with."""
    result = arcload.solve(instance, "greedy")
    return result, arcload.best_directions(instance, result.plan.order[::-1])


def page(folder: Path, instance: Instance, *, compared: bool = False) -> Path:
    """Return the file of a page that drives a tour of an instance."""
    result, other = solved(instance)
    path = folder / "route.html"
    write_page(result, path, other if compared else None)
    return path
