"""Label setting over a problem: a proof, or a beam, depending on what happens when it is full."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from arcload.engine.kernels.cuts_due import BitArray, CutsDue
from arcload.engine.kernels.labels import (
    States,
    bound_again,
    bytes_of_state,
    expand,
    fill_buckets,
    keep_below,
    merge,
    new_states,
    unpack,
)
from arcload.engine.problem import Problem
from arcload.model.types import BoolArray, FloatArray, Int32Array, IntArray
from arcload.proofs.edge_bits import packed
from arcload.proofs.levels import fill_work
from arcload.proofs.relaxation import Relaxation, Sample

_SAMPLE = 300  # states whose mean bound is raised when the multipliers are tuned again
_TUNE_EVERY = 3  # levels
_TUNE_STEPS, _TUNE_STEP = 40, 0.15
_TUNE_FROM = 500  # states below which it does not pay
_TUNE_SHARE = 25  # tuning may take this many times the steps of expanding the states once
_A_CUT = 3  # steps that expanding a state takes more for each cut
_CHILDREN = 200_000  # room for the children of a block of parents


@dataclass
class LabelSetting:
    """One run over all beginnings of tours, from nothing served to everything served.

    Parameters
    ----------
    relaxation
        Gives the cost to go; its multipliers are tuned on the way.
    cutoff
        Called before each level: beginnings that cannot end below it are dropped.
    width
        How many states of a level are kept at the most.
    beam
        Whether to go on with the cheapest when there are too many. Otherwise the cut-off is
        lowered until they fit, so that in the end a lower one is proven.
    """

    relaxation: Relaxation
    cutoff: Callable[[], float]
    width: int
    beam: bool = False

    level: int = 0
    """Edges served by the states at hand."""
    count: int = 0
    """Number of states at hand."""
    bound: float = np.inf
    """No tour costs less, once `run` is through."""
    full: bool = False
    """Whether there were more states than `width` at some time."""
    stages: list[tuple[int, FloatArray]] = field(default_factory=list)
    """Multipliers by the number of edges served from which on they were used."""
    order: IntArray | None = None
    """Edges of a tour below the cut-off, if one was found."""
    _cutoff: float = np.inf
    _trace: list[tuple[Int32Array, Int32Array]] = field(default_factory=list)
    _due: CutsDue = field(init=False)

    def run(self, pool: ThreadPoolExecutor, threads: int) -> Iterator[None]:
        """Run, yielding after each piece of work; it may be left alone at any time."""
        relaxation, m = self.relaxation, self.relaxation.problem.size
        crossed, ending = packed(relaxation.crossed), packed(_ending(relaxation.problem))
        states, spare = (new_states(self._room(), m) for _ in range(2))
        scratch = [new_states(_CHILDREN, m) for _ in range(threads)]
        links = np.empty(self._room(), dtype=np.int32)
        self._set_root(states)
        self.stages.append((0, relaxation.multipliers))
        self._due = relaxation.table.priced(relaxation.multipliers)
        tuned_at = 0
        for self.level in range(1, m + 1):
            self._lower(self.cutoff())
            yield from self._serve_one_more(states, spare, scratch, links, crossed, ending, pool)
            states, spare = spare, states
            later = self.level - tuned_at >= _TUNE_EVERY and self.level < m
            if later and self._tuning_pays(states):
                tuned_at = self.level
                yield from self._tune(states, ending)
            self._trace.append(
                (states.parent[: self.count].copy(), states.step[: self.count].copy())
            )
            if self.count == 0:
                break
        self._finish(states)

    def _room(self) -> int:
        return 2 * self.width + _CHILDREN

    def _lower(self, cutoff: float) -> None:
        """Lower the cut-off, and with it what is proven."""
        self._cutoff = min(self._cutoff, cutoff)
        self.bound = min(self.bound, self._cutoff)

    def _set_root(self, states: States) -> None:
        root = self.relaxation.root()
        states.served[0] = 0
        states.node[0], states.level[0] = root.nodes[0], root.levels[0]
        states.load[0] = self.relaxation.problem.arrays.q.sum()
        states.cost[0] = 0.0
        states.rest[0] = -root.due[0] @ self.relaxation.multipliers
        states.bound[0] = -np.inf
        self.count = 1

    def _serve_one_more(
        self,
        states: States,
        children: States,
        scratch: list[States],
        links: Int32Array,
        crossed: BitArray,
        ending: BitArray,
        pool: ThreadPoolExecutor,
    ) -> Iterator[None]:
        """Expand all states, block by block, one block per thread, and merge their children.

        The blocks are merged in their order, so the result is the same for any threads.
        """
        relaxation = self.relaxation
        grid = relaxation.grid
        buckets = _new_buckets(min(4 * self.count, self.width))
        block = max(1, _CHILDREN // len(grid.edge))
        merged = 0
        for first in range(0, self.count, block * len(scratch)):
            begins = range(first, min(self.count, first + block * len(scratch)), block)
            tasks = [
                pool.submit(
                    expand,
                    begin,
                    min(self.count, begin + block),
                    self._cutoff,
                    relaxation.multipliers,
                    crossed,
                    ending,
                    grid,
                    relaxation.labels,
                    self._due,
                    states,
                    room,
                )
                for begin, room in zip(begins, scratch, strict=False)
            ]
            for task, room in zip(tasks, scratch, strict=False):
                new = keep_below(task.result(), self._cutoff, room)  # it may have been lowered
                if merged + new > len(children.node):
                    merged = self._thin_out(merged, children)
                    buckets = _new_buckets(2 * self.width)
                    fill_buckets(merged, children, buckets, links)
                merged = merge(new, room, merged, children, buckets, links, grid)
            yield
        merged = keep_below(merged, np.inf, children)
        self.count = self._thin_out(merged, children) if merged > self.width else merged

    def _thin_out(self, count: int, states: States) -> int:
        """Keep the states with the lowest bounds; return how many."""
        count = keep_below(count, self._cutoff, states)
        if count > self.width:
            by_bound = np.argpartition(states.bound[:count], self.width)
            dropped = by_bound[self.width :]
            lowest = float(states.bound[dropped].min())
            self.bound, self.full = min(self.bound, lowest), True
            states.bound[dropped] = np.inf
            if not self.beam:
                self._lower(lowest)
            count = keep_below(count, self._cutoff, states)
        return count

    def _tuning_pays(self, states: States) -> bool:
        """Return whether tuning costs little beside what expanding the states takes."""
        if self.count < _TUNE_FROM:
            return False
        nodes, steps = len(self.relaxation.grid.home), len(self.relaxation.grid.edge)
        top = int(states.level[: self.count].max())
        tuning = _TUNE_STEPS * fill_work(top, nodes, steps)
        expanding = self.count * (steps + _A_CUT * len(self._due.price))
        return tuning <= _TUNE_SHARE * expanding

    def _tune(self, states: States, ending: BitArray) -> Iterator[None]:
        """Tune the multipliers for the states at hand, and drop those that this excludes."""
        relaxation = self.relaxation
        every = max(1, self.count // _SAMPLE)
        chosen = np.arange(0, self.count, every)[:_SAMPLE]
        m, nodes = relaxation.problem.size, states.node[chosen].astype(np.int64)
        served, levels = unpack(chosen, m, states), states.level[chosen].astype(np.int64)
        sample = Sample(
            levels,
            nodes,
            states.cost[chosen] + relaxation.constant(states.load[chosen]),
            served,
            relaxation.due(served, nodes, levels),
        )
        for _ in relaxation.tune(sample, self._cutoff, _TUNE_STEPS, _TUNE_STEP):
            yield
        relaxation.settle(int(states.level[: self.count].max()))
        self._due = relaxation.table.priced(relaxation.multipliers)
        bound_again(
            self.count,
            m,
            relaxation.multipliers,
            ending,
            relaxation.grid,
            relaxation.labels,
            self._due,
            states,
        )
        self.count = keep_below(self.count, self._cutoff, states)
        self.stages.append((self.level, relaxation.multipliers))

    def _finish(self, states: States) -> None:
        """Conclude: trace the cheapest tour back, if any is left."""
        if self.count == 0:
            return
        best = int(np.argmin(states.bound[: self.count]))
        self.bound = min(self.bound, float(states.bound[best]))
        steps = []
        for parents, taken in reversed(self._trace):
            steps.append(int(taken[best]))
            best = int(parents[best])
        self.order = self.relaxation.grid.edge[np.array(steps[::-1])]


def _new_buckets(states: int) -> Int32Array:
    return np.full(1 << max(10, int(states - 1).bit_length()), -1, dtype=np.int32)


def _ending(problem: Problem) -> BoolArray:
    """Return which edges end at each node and begin at another."""
    tail, head = problem.arrays.entry.T
    nodes = np.arange(len(problem.arrays.D))[:, None]
    ending: BoolArray = (tail == nodes) != (head == nodes)
    return ending


def width_for(memory: float, relaxation: Relaxation) -> int:
    """Return how many states of a level fit into so many bytes, all levels' traces included."""
    m = relaxation.problem.size
    return int(memory / (4.5 * bytes_of_state(m) + 8 * m))
