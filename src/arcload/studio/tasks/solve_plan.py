"""Search for a better plan, and tell of each."""

import json
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from arcload._version import __version__
from arcload.engine.events import BetterBound, BetterPlan, Phase
from arcload.model.errors import ArcloadError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.solving.adapted_plan import adapted_plan
from arcload.solving.compare import quick_comparison
from arcload.solving.no_dearer import no_dearer
from arcload.solving.search import Search, start
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.plan_drawing import plan_drawing
from arcload.studio.tasks.caller import Caller
from arcload.studio.tasks.edited_base import edited_base
from arcload.studio.tasks.plan_summary import plan_summary
from arcload.studio.tasks.stored_result import stored_result

_PAUSE = 0.5  # seconds between two plans that are told of
_BOUND_PAUSE = 0.25  # seconds after a bound, each of which is written to the store
_SHARE = 2.0  # times as long as a plan takes to tell of, if that is more
_CLOSED = 1e-9  # the gap below which a plan is proven


def solve_plan(value: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Search, telling of phases, of better plans and of better bounds; the best comes last.

    Parameters
    ----------
    value
        The ``base`` network and its ``edits``; ``options`` of the search (time, threads, seed,
        method, gap); and ``start``, an earlier ``result`` with its own ``edits``, or null.
    caller
        Takes the events, and may stop the search.
    """
    base, instance = edited_base(value)
    warm_start = _warm_start(base, instance, value)
    search = start(instance, warm_start=warm_start, **value["options"])
    caller.on_stop(search.cancel)
    teller = _Teller(base, instance, value["options"], caller)
    teller.listen(search)
    result = _no_dearer(search.result())
    teller.tell(result)
    return {"status": result.status}


def _no_dearer(result: Result) -> Result:
    """Return a result, or the shortest plan if that is soon found and costs less."""
    comparison = quick_comparison(result) if result.status == "feasible" else None
    better = None if comparison is None else no_dearer(comparison).solution
    return better if isinstance(better, Result) else result


def _warm_start(base: Instance, instance: Instance, value: Mapping[str, Any]) -> Plan | None:
    """Return an earlier plan as one of the instance; None where nothing can be taken over."""
    given = value.get("start")
    if given is None:
        return None
    earlier = edited(base, Edits.from_dict(given["edits"]))
    result = stored_result(given["result"], earlier)
    return adapted_plan(result, instance, threads=value["options"]["threads"])


class _Teller:
    """Tells of a search: of plans at most twice a second, of bounds at most four times.

    Parameters
    ----------
    base, instance
        The network on the map, and what is solved.
    options
        Of the search.
    caller
        Takes the events.
    """

    def __init__(
        self, base: Instance, instance: Instance, options: Mapping[str, Any], caller: Caller
    ) -> None:
        self._base, self._instance, self._options = base, instance, options
        self._caller = caller
        # A bound is for plans that serve all at least cost.
        self._has_bounds = instance.objective == "cost" and not instance.allow_unserved
        self._points: list[tuple[float, int, float]] = []

    def listen(self, search: Search) -> None:
        """Tell of all that a search finds until it ends, but for its last plan."""
        over = threading.Event()
        threading.Thread(target=_await, args=(search, over), daemon=True).start()
        for event in search:
            if isinstance(event, BetterPlan) and not over.is_set():
                began = time.perf_counter()
                self._tell_better(event)
                # Meanwhile the search keeps the newest event of each kind.
                over.wait(max(_PAUSE, _SHARE * (time.perf_counter() - began)))
            elif isinstance(event, BetterBound) and self._has_bounds:
                self._caller.post(
                    "bound",
                    lower_bound=event.lower_bound,
                    seconds=event.seconds,
                    cost=event.best,
                )
                over.wait(_BOUND_PAUSE)
            elif isinstance(event, Phase):
                self._caller.post("phase", doing=event.doing)

    def tell(self, result: Result) -> None:
        """Tell of a plan."""
        self._caller.post(
            "plan",
            cost=result.cost,
            seconds=result.seconds,
            iterations=result.iterations,
            lower_bound=result.lower_bound,
            result=result.to_json(),
            drawing=json.dumps(plan_drawing(result, self._base), separators=(",", ":")),
            summary=plan_summary(result),
        )

    def _tell_better(self, event: BetterPlan) -> None:
        if not event.solution.serves_all and not self._instance.allow_unserved:
            return  # no plan yet, but a step on the way to one
        with suppress(ArcloadError):  # such as a step that breaks a limit
            self.tell(self._result_so_far(event))

    def _result_so_far(self, event: BetterPlan) -> Result:
        plan = event.plan
        cost = plan.cost
        bound = event.lower_bound if self._has_bounds else None
        if bound is not None:
            bound = min(bound, cost)
        proven = bound is not None and cost <= bound * (1 + _CLOSED)
        self._points.append((event.seconds, event.iterations, cost))
        return Result(
            plan=plan,
            method=self._options["method"],
            lower_bound=bound,
            status="optimal" if proven else "interrupted",
            seconds=event.seconds,
            startup_seconds=0.0,
            iterations=event.iterations,
            seed=self._options["seed"],
            threads=self._options["threads"],
            version=__version__,
            history=tuple((s, i, max(c, cost)) for s, i, c in self._points if c >= cost),
        )


def _await(search: Search, over: threading.Event) -> None:
    with suppress(BaseException):  # it is raised again where the result is asked for
        search.result()
    over.set()
