"""How much dearer a tour may become on the way to a better one, over a run."""

from typing import Any

from arcload.engine.kernels.sequence import Space
from arcload.engine.run import Run
from arcload.engine.search.cooling import Cooling

HOT, COLD = 3.0, 0.015
"""The first and the last heat, in costs of carrying half the load along the mean edge.

What a change of order costs is load times way, however heavy the vehicle. A small share of its
weight counts as load: a vehicle that carries next to nothing is heated as well.
"""

_FIRST = 0.2  # share of the run without heat: most of what mending alone can do
_BACK = 0.75  # share of the run after which the search goes back to its best tour
_LEAST = 40  # iterations an edge without which an annealing ends before it is cold
_ENOUGH = 200  # iterations an edge up to which the first heat grows: hot tours take time to cool
_WEIGHT = 0.02  # share of the curb weight that counts as load
_CYCLE = 400  # iterations an edge of the first annealing, where nothing says when the run ends


class Heat:
    """The heat of an annealing that begins with a tour that was mended, and ends cold.

    Parameters
    ----------
    run
        The run.
    space
        Its problem.
    """

    def __init__(self, run: Run[Any, Any], space: Space) -> None:
        self._run, self._size = run, len(space.q)
        load = float(space.q.sum()) + _WEIGHT * space.W
        self.unit = load / 2 * float(space.length.min(axis=1).mean())
        """What carrying half the load along the mean edge costs."""
        self._cooling = Cooling(run, _CYCLE * self._size)
        self._iterations = run.iterations
        self._seen = 0.0

    def dearer(self) -> float:
        """Return by how much a tour may become dearer, on average."""
        share = self._cooling.share
        if share < _FIRST:
            return 0.0
        iterations = self._iterations_an_edge(share)
        if iterations < _LEAST:
            return 0.0
        hot = HOT * min(1.0, iterations / _ENOUGH)
        cooled = (share - _FIRST) / (1.0 - _FIRST)
        return float(hot * (COLD / hot) ** cooled * self.unit)

    def goes_back(self) -> bool:
        """Return whether to go back to the best tour, once in an annealing."""
        before, self._seen = self._seen, self._cooling.share
        return before < _BACK <= self._seen

    def _iterations_an_edge(self, share: float) -> float:
        """Return how many the whole run has, as it seems now."""
        run = self._run
        if run.max_seconds is None and run.max_iterations is None:
            return _CYCLE
        return (run.iterations - self._iterations) / share / self._size
