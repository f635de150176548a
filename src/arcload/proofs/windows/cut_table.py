"""Window cuts as arrays: what they add up to, and what each asks for."""

from collections.abc import Sequence

import numpy as np

from arcload.engine.kernels.cuts_due import CutsDue
from arcload.engine.kernels.relaxation import Grid, Prices
from arcload.engine.kernels.window_cuts import Cuts, Sums, sort_nodes, sum_up
from arcload.engine.problem import Problem
from arcload.model.types import BoolArray, FloatArray, Int32Array, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.edge_bits import packed


class CutTable:
    """Some cuts of a problem.

    Parameters
    ----------
    problem
        The problem.
    top
        Level of the full load.
    cuts
        The cuts.
    """

    def __init__(self, problem: Problem, top: int, cuts: Sequence[WindowCut] = ()) -> None:
        self.problem, self.cuts = problem, tuple(cuts)
        self._near: Int32Array | None = None
        """Nodes as `prices` sorted them last; the next call sorts them again in place."""
        n, m, size = len(problem.arrays.D), problem.size, len(self.cuts)
        borders = sorted({level for cut in self.cuts for level in (cut.high, cut.low)})
        inner = np.array([level for level in borders if 0 <= level < top], dtype=np.int64)
        layer = len(inner) - np.searchsorted(inner, np.arange(top + 1))
        inside = np.zeros((size, n), dtype=np.bool_)
        self.odd: BoolArray = np.zeros((size, m), dtype=np.bool_)
        for c, cut in enumerate(self.cuts):
            inside[c, list(cut.nodes)] = True
            self.odd[c, list(cut.odd)] = True
        self.link: IntArray = np.array([cut.edge for cut in self.cuts], dtype=np.int64)
        self.begins: BoolArray = np.array([cut.begins for cut in self.cuts], dtype=np.bool_)
        self.ends: BoolArray = np.array([cut.ends for cut in self.cuts], dtype=np.bool_)
        tail, head = problem.arrays.entry.T
        crossing = np.take(inside, tail, axis=1) != np.take(inside, head, axis=1)
        service = np.where(crossing, 1.0, 0.0)
        service[self.odd] = -1.0
        linked = np.flatnonzero(self.link >= 0)
        service[linked, self.link[linked]] = -2.0
        high = np.array([cut.high for cut in self.cuts], dtype=np.int64)
        lowest = np.array([cut.low + 1 for cut in self.cuts], dtype=np.int64)
        outside = 2 * inside.sum(axis=1) > n
        of_side, side_nodes = _nonzero(inside ^ outside[:, None])
        at_node, holding = _nonzero(inside.T)
        on_edge, counting = _nonzero(service.T)
        self.arrays = Cuts(
            layer=layer,
            inside=inside,
            service=service,
            begin=layer[high],
            end=layer[lowest],
            first=np.where(self.begins, -1.0, 1.0),
            last=np.where(self.ends, -1.0, 1.0),
            side=np.searchsorted(of_side, np.arange(size + 1)),
            side_nodes=side_nodes,
            at=np.searchsorted(at_node, np.arange(n + 1)),
            at_node=holding,
            on=np.searchsorted(on_edge, np.arange(m + 1)),
            on_edge=counting,
        )

    def due(self, served: BoolArray, here: IntArray, levels: IntArray) -> FloatArray:
        """Return what each cut asks of the rest of a tour, [state, cut].

        Within its window a cut holds for the rest of the piece as for any other piece, and where
        that begins is known. Before it, edges of `odd` that are served already do their part.

        Parameters
        ----------
        served
            Edges that each state has served.
        here
            Node where it is, -1 for a start anywhere.
        levels
            Level of its load.
        """
        arrays = self.arrays
        layer = arrays.layer[levels][:, None]
        left = (~served).astype(np.float64) @ self.odd.T.astype(np.float64)
        linked = self.link >= 0
        constant = left + self.ends
        least = np.maximum(1.0 - self.odd.sum(axis=1), -left) - self.ends - self.begins
        coming = np.where(linked, 0.0, least)
        inside = arrays.inside[:, here].T & (here >= 0)[:, None]
        is_odd = (constant + inside) % 2
        done = served[:, np.maximum(self.link, 0)]
        going = np.where(linked, inside * (2.0 * done - 1.0), is_odd - constant)
        begun = (arrays.begin <= layer) & (here >= 0)[:, None]
        due: FloatArray = np.where(begun, going, coming)
        due[layer > arrays.end] = 0.0
        return due

    def priced(self, multipliers: FloatArray) -> CutsDue:
        """Return the cuts whose multipliers are above 0."""
        of_cut = multipliers[self.problem.size + len(self.problem.arrays.D) :]
        pays = of_cut > 0
        odd, inside, count = self.odd[pays], self.arrays.inside[pays], int(pays.sum())
        outside = 2 * inside.sum(axis=1) > inside.shape[1]
        of_node, nodes = _nonzero(inside ^ outside[:, None])
        of_edge, edges = _nonzero(odd)
        first_end = self.problem.arrays.entry[edges, 0]
        return CutsDue(
            layer=self.arrays.layer,
            begin=self.arrays.begin[pays],
            end=self.arrays.end[pays],
            price=of_cut[pays],
            inside=inside,
            link=self.link[pays],
            odd=packed(odd),
            named=odd.sum(axis=1),
            begins=self.begins[pays].astype(np.int64),
            ends=self.ends[pays].astype(np.int64),
            first_node=np.searchsorted(of_node, np.arange(count + 1)),
            nodes=nodes,
            outside=outside,
            first_edge=np.searchsorted(of_edge, np.arange(count + 1)),
            edges=edges,
            sign=np.where(inside[of_edge, first_end], 1.0, -1.0),
        )

    def prices(self, grid: Grid, multipliers: FloatArray) -> Prices:
        """Return what multipliers of edges, nodes and cuts come to."""
        arrays, m, n = self.arrays, self.problem.size, len(self.problem.arrays.D)
        of_node, of_cut = multipliers[m : m + n], multipliers[m + n :]
        layers = int(arrays.layer[0]) + 1
        saved = np.zeros((layers, n + 1, n + 1))
        between = of_node[:, None] + of_node
        np.fill_diagonal(between, 0.0)
        shapes = ((layers, n, n), (layers, m), (layers, n), (layers, n))
        sums = Sums(*(np.empty(shape) for shape in shapes))
        sum_up(of_cut, arrays, sums)
        saved[:, :n, :n] = between + sums.crossing
        serving = np.take(multipliers[:m] - sums.services, grid.edge, axis=1)
        for k in range(layers):
            saved[k, n, :n] = of_node if grid.start < 0 else saved[k, grid.start, :n]
        if grid.start < 0:
            saved[0, n, :n] += sums.begins[0]
        final = sums.ends[-1]
        home = np.zeros(n + 1)
        home[:n] = of_node + final
        if grid.end >= 0:
            home[:n] = saved[-1, :n, grid.end] + final[grid.end]
        passing = np.zeros((layers, n))
        passing[1:] = -sums.begins[1:] - sums.ends[:-1]
        weights = np.full(layers, grid.W)
        near = grid.near[None]
        if layers > 1:
            weights += _least_loads(grid, arrays.layer)
            if self._near is None:
                self._near = np.empty((layers, n + 1, n + 1), dtype=np.int32)
                reach = np.full(grid.D.shape, np.inf)
                for k in range(layers):
                    np.multiply(weights[k], grid.D, out=reach, where=np.isfinite(grid.D))
                    self._near[k] = np.argsort(reach - saved[k], axis=1)
            near = self._near
            sort_nodes(weights, grid.D, saved, near)
        passed = np.cumsum(passing, axis=0)
        return Prices(arrays.layer, serving, saved, home, near, weights, passed)


def _nonzero(table: BoolArray | FloatArray) -> tuple[IntArray, IntArray]:
    """Return where a table is not 0, in arrays as kernels are compiled for."""
    rows, columns = np.nonzero(table)
    return np.ascontiguousarray(rows), np.ascontiguousarray(columns)


def _least_loads(grid: Grid, layer: IntArray) -> FloatArray:
    """Return the least load of each layer, 0 where it has none."""
    least = np.full(int(layer[0]) + 1, np.inf)
    np.minimum.at(least, layer, grid.low)
    return np.where(least < np.inf, least, 0.0)
