"""The page that drives a plan, with another one beside it."""

from typing import Any

from arcload._version import __version__
from arcload.model.result import Result
from arcload.solving.compare import compare
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.tasks.edited_base import edited_base
from arcload.studio.tasks.kept_today import kept_today
from arcload.studio.tasks.stored_result import stored_result
from arcload.views.page.write import page_text

_MOST_SECONDS = 15.0  # of a search for the shortest plan, which may be made twice


def write_page(value: dict[str, Any]) -> dict[str, Any]:
    """Return the ``html`` of the page, and the ``shortest`` plan as a result where it was needed.

    Parameters
    ----------
    value
        The ``base`` network, the ``edits`` and the ``result`` of a version; what is ``beside`` it:
        null, "shortest", "today", or the ``edits``, the ``result`` and the ``name`` of another
        version; ``today`` as it was kept; and ``shortest``, what an earlier call returned.
    """
    base, instance = edited_base(value)
    result = stored_result(value["result"], instance)
    beside, shortest = value.get("beside"), value.get("shortest")
    if beside is None:
        html = page_text(result)
    elif beside == "today":
        route = kept_today(value["today"], instance)
        html = page_text(result, route.plan, is_today=True)
    elif beside == "shortest":
        shortest = shortest or _shortest(result).to_json()
        html = page_text(result, stored_result(shortest, instance).plan)
    else:
        theirs = edited(base, Edits.from_dict(beside["edits"]))
        other = stored_result(beside["result"], theirs)
        html = page_text(result, other, other=beside["name"], network=base)
    return {"html": html, "shortest": shortest}


def _shortest(result: Result) -> Result:
    """Return the shortest plan as a result, so that it can be kept."""
    time = None if result.seconds <= _MOST_SECONDS else _MOST_SECONDS
    plan = compare(result, time=time).shortest.plan
    return Result(
        plan=plan,
        method="shortest",
        lower_bound=None,
        status="feasible",
        seconds=0.0,
        startup_seconds=0.0,
        iterations=0,
        seed=result.seed,
        threads=result.threads,
        version=__version__,
    )
