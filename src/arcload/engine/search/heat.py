"""How much dearer a tour may become on the way to a better one, over a run."""

from typing import Any

from arcload.engine.run import Run
from arcload.engine.search.cooling import Cooling

HOT, COLD = 0.2, 0.002
"""The first and the last heat, in mean costs of an edge."""

_FIRST = 0.2  # share of the run without heat: most of what mending alone can do
_BACK = 0.75  # share of the run after which the search goes back to its best tour
_LEAST = 40  # iterations an edge without which an annealing ends before it is cold
_CYCLE = 400  # iterations an edge of the first annealing, where nothing says when the run ends


class Heat:
    """The heat of an annealing that begins with a tour that was mended, and ends cold.

    Parameters
    ----------
    run
        The run.
    size
        Its number of edges.
    """

    def __init__(self, run: Run[Any, Any], size: int) -> None:
        self._run, self._size = run, size
        self._cooling = Cooling(run, _CYCLE * size)
        self._iterations = run.iterations
        self._seen = 0.0

    def of(self, cost: float) -> float:
        """Return by how much a tour of this cost may become dearer, on average."""
        share = self._cooling.share
        if share < _FIRST or not self._has_time(share):
            return 0.0
        cooled = (share - _FIRST) / (1.0 - _FIRST)
        return float(HOT * (COLD / HOT) ** cooled * cost / self._size)

    def goes_back(self) -> bool:
        """Return whether to go back to the best tour, once in an annealing."""
        before, self._seen = self._seen, self._cooling.share
        return before < _BACK <= self._seen

    def _has_time(self, share: float) -> bool:
        """Return whether the iterations of the whole run, as it seems now, are enough."""
        run = self._run
        if run.max_seconds is None and run.max_iterations is None:
            return True
        return run.iterations - self._iterations >= share * _LEAST * self._size
