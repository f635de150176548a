"""The default: a search that kicks and mends the tour, in every thread at once.

Cases with a closed form are closed at once. Otherwise it starts from the greedy construction,
or from the tour it was given, and improves it by iterated local search: `search_whole` on
tours of some hundred edges, `search_windows` on longer ones.
"""

from dataclasses import dataclass

from arcload.errors import InputError
from arcload.methods import greedy
from arcload.methods.context import Context


@dataclass(frozen=True)
class Parameters:
    """What can be set.

    Parameters
    ----------
    window
        How many positions to either side a mending move may reach.
    longest
        Longest piece of a kick.
    patience
        Iterations an edge without improvement after which a chain starts again.
    whole
        Up to how many edges the whole tour is searched at once.
    stretch, steps
        Positions in a stretch of a longer tour, and iterations spent on it at a time.
    """

    window: int = 60
    longest: int = 50
    patience: int = 10
    whole: int = 400
    stretch: int = 250
    steps: int = 250

    def __post_init__(self) -> None:
        for name in ("window", "longest", "patience", "whole", "stretch", "steps"):
            if getattr(self, name) < 2:
                raise InputError(f"{name} is {getattr(self, name)}; it must be 2 or more")


DEFAULT = Parameters()


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Improve the best tour until the context says stop."""
    from arcload.kernels.sequence import search_space
    from arcload.search.chains import search_whole
    from arcload.search.closed_form import euler_tour
    from arcload.search.windows import search_windows

    closed = euler_tour(context.problem)
    if closed is not None:
        order, sides, cost = closed
        context.offer(cost, order, sides)
        context.raise_bound(cost)
        return
    if context.best_order is None:
        greedy.run(context)
        context.iterations = 0
    if context.problem.size < 2 or context.should_stop():
        return
    space = search_space(context.problem)
    window, longest = parameters.window, parameters.longest
    if context.problem.size <= parameters.whole:
        search_whole(context, space, window=window, longest=longest, patience=parameters.patience)
    else:
        search_windows(
            context,
            space,
            window=window,
            longest=longest,
            stretch=parameters.stretch,
            steps=parameters.steps,
        )


def default_seconds(size: int) -> float:
    """Return how long to search when nothing is said: 1 s for 20 edges to 60 s for 1,200."""
    return min(60.0, max(1.0, size / 20))


def warm_up() -> None:
    """Compile the kernels on a tour of two edges."""
    import numpy as np

    from arcload.kernels.chain import new_chain, run_chain
    from arcload.kernels.descent import DEBUG
    from arcload.kernels.sequence import Space

    greedy.warm_up()
    line = np.ones((4, 4))
    space = Space(
        W=1.0,
        q=np.ones(2),
        entry=np.array([[0, 1], [1, 0]]),
        length=np.ones((2, 2)),
        D=line,
        DT=line,
        from_start=np.zeros(2),
        home=np.zeros(2),
        start=2,
        end=3,
    )
    order = np.arange(2)
    run_chain(3, 2, 2, 1, DEBUG, new_chain(space, order, np.zeros(2, dtype=np.int64), 1), space)
