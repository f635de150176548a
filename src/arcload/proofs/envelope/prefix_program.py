"""The least way of a beginning of a tour that has delivered some load, as a linear program."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.linear_program import LinearProgram
from arcload.proofs.street_network import StreetNetwork


class Prefix(NamedTuple):
    """The optimum of the program and the prices of its rows."""

    length: float
    load: float
    """What is delivered."""
    y: FloatArray
    """Services of each arc."""
    z: FloatArray
    """Deadheads of each arc."""
    h: FloatArray
    """How far each node is the end."""
    g: FloatArray
    """How far each node is the start."""
    slope: float
    """By how much the length rises with the load."""
    potentials: FloatArray
    """Price of reaching each node."""
    end_prices: FloatArray
    """Price of ending at each node."""
    cut_prices: FloatArray
    """Price of each cut, as they were added."""


class Paid(NamedTuple):
    """What cuts take off the cost of each service, each deadhead, each end and each start."""

    y: IntArray
    z: IntArray
    h: IntArray
    g: IntArray


class PrefixProgram:
    """Beginnings of tours: services y, deadheads z, an end h, all of them in parts.

    Some optimal tour serves every street on its first crossing. It is cut where a service ends,
    so that an end of the beginning is the start, or is reached by a service:

        y, z >= 0,   y of a street <= 1,   into v - out of v + [v is the start] = h_v,
        h_v <= y into v + [v is the start],   q y >= the load asked for,

    and the rows of `PrefixCut`. A free start is a distribution g over all nodes.

    Parameters
    ----------
    network
        The network, with something to deliver.
    late
        The arcs whose deadheads need not count in a cut, those of streets F excepted: on a tour
        that serves every street on its first crossing they come after a service, which counts.
        No more than the arcs of streets to be served.
    over
        As in `LinearProgram`.
    """

    def __init__(
        self,
        network: StreetNetwork,
        late: BoolArray,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        from scipy.sparse import coo_array

        self.network = network
        self._late = late
        self.is_service: BoolArray = network.served[network.street]
        self.cuts: list[PrefixCut] = []
        self.sides: IntArray = np.empty(0, dtype=np.int64)
        """The least value of each cut's row."""
        self._rows: list[Any] = []
        n, arcs = network.nodes, len(network.street)
        self.length_unit = float(network.length.mean()) or 1.0
        self.total = float(network.q.sum()) or 1.0
        self._services = np.flatnonzero(self.is_service)
        k = len(self._services)
        # Columns: y of the arcs that may serve, z of all arcs, h, and g where the start is free.
        self._z, self._h = k, k + arcs
        self._g = self._h + n if network.start < 0 else -1
        columns = self._h + n * (2 if network.start < 0 else 1)
        self._column_of_y = np.full(arcs, -1)
        self._column_of_y[self._services] = np.arange(k)
        lengths = network.length / self.length_unit
        costs = np.concatenate([lengths[self._services], lengths, np.zeros(columns - self._h)])
        most = np.full(columns, np.inf)
        most[:k] = 1.0
        self.program = LinearProgram(costs, np.zeros(columns), most, over)

        def rows_of(
            count: int, *parts: tuple[IntArray, IntArray, float | FloatArray]
        ) -> "coo_array":
            row = np.concatenate([part[0] for part in parts])
            column = np.concatenate([part[1] for part in parts])
            value = np.concatenate([np.broadcast_to(part[2], len(part[0])) for part in parts])
            return coo_array((value, (row, column)), shape=(count, columns))

        tail, head = network.tail, network.head
        of_z, of_y, of_h = self._z + np.arange(arcs), np.arange(k), self._h + np.arange(n)
        of_g = self._g + np.arange(n) if self._g >= 0 else np.empty(0, dtype=np.int64)
        every, started = np.arange(n), np.arange(len(of_g))
        at_start = np.zeros(n)
        if network.start >= 0:
            at_start[network.start] = 1.0
        flow = rows_of(
            n,
            (head, of_z, 1.0),
            (tail, of_z, -1.0),
            (head[self._services], of_y, 1.0),
            (tail[self._services], of_y, -1.0),
            (every, of_h, -1.0),
            (started, of_g, 1.0),
        )
        self.program.add_rows(flow, -at_start, -at_start)
        ends = rows_of(
            n, (head[self._services], of_y, 1.0), (every, of_h, -1.0), (started, of_g, 1.0)
        )
        self.program.add_rows(ends, -at_start, np.full(n, np.inf))
        load = rows_of(1, (np.zeros(k, dtype=np.int64), of_y, self._shares()[self._services]))
        self._load_row = 2 * n
        self.program.add_rows(load, np.zeros(1), np.full(1, np.inf))
        served = np.flatnonzero(network.served)
        number = np.full(network.streets, -1)
        number[served] = np.arange(len(served))
        once = rows_of(len(served), (number[network.street[self._services]], of_y, 1.0))
        self.program.add_rows(once, np.full(len(served), -np.inf), np.ones(len(served)))
        if self._g >= 0:
            one = rows_of(1, (np.zeros(n, dtype=np.int64), of_g, 1.0))
            self.program.add_rows(one, np.ones(1), np.ones(1))
        self._first_cut = self.program.rows

    def _shares(self) -> FloatArray:
        """Return the share of all load that each arc's service delivers."""
        shares: FloatArray = self.network.q[self.network.street] / self.total
        return shares

    def add(self, cuts: Sequence[PrefixCut]) -> None:
        """Add cuts."""
        from scipy.sparse import csr_array

        network = self.network
        columns: list[IntArray] = []
        values: list[FloatArray] = []
        sides = []
        for cut in cuts:
            inside = np.zeros(network.nodes, dtype=np.bool_)
            inside[cut.nodes] = True
            column, value, side = self._row(cut, inside)
            columns.append(column)
            values.append(value)
            sides.append(side)
        if not columns:
            return
        bounds = np.concatenate([[0], np.cumsum([len(column) for column in columns])])
        matrix = csr_array(
            (np.concatenate(values), np.concatenate(columns), bounds),
            shape=(len(columns), self.program.columns),
        )
        matrix.sum_duplicates()
        self.program.add_rows(matrix, np.array(sides), np.full(len(sides), np.inf))
        self.cuts.extend(cuts)
        self._rows.append(matrix.astype(np.int64))
        self.sides = np.append(self.sides, np.array(sides, dtype=np.int64))

    def paid(self, multipliers: IntArray) -> Paid:
        """Return what multipliers of the cuts take off the costs of all columns."""
        total = np.zeros(self.program.columns, dtype=np.int64)
        begin = 0
        for rows in self._rows:
            total += multipliers[begin : begin + rows.shape[0]] @ rows
            begin += rows.shape[0]
        n = self.network.nodes
        y = np.zeros(len(self.network.street), dtype=np.int64)
        y[self._services] = total[: self._z]
        g = total[self._g : self._g + n] if self._g >= 0 else np.zeros(n, dtype=np.int64)
        return Paid(y, total[self._z : self._h], total[self._h : self._h + n], g)

    def _row(self, cut: PrefixCut, inside: BoolArray) -> tuple[IntArray, FloatArray, float]:
        """Return columns, coefficients and least value of a cut."""
        network = self.network
        into, out = inside[network.head], inside[network.tail]
        of_g = self._g + cut.nodes if self._g >= 0 else np.empty(0, dtype=np.int64)
        if cut.kind == "linked":
            entering = np.flatnonzero(into & ~out)
            y = self._column_of_y[entering[self.is_service[entering]]]
            z = self._z + entering[~self._late[entering]]
            own = self._column_of_y[np.flatnonzero(network.street == cut.streets[0])]
            plus = np.concatenate([y, z, of_g])
            column = np.concatenate([plus, own])
            value = np.concatenate([np.ones(len(plus)), -np.ones(len(own))])
            return column, value, 0.0
        border = np.flatnonzero(into != out)
        in_f = np.isin(network.street[border], cut.streets)
        served = self.is_service[border]
        z = self._z + border[in_f | ~self._late[border]]
        minus = self._column_of_y[border[in_f]]
        plus = np.concatenate(
            [z, self._column_of_y[border[served & ~in_f]], self._h + cut.nodes, of_g]
        )
        column = np.concatenate([plus, minus])
        value = np.concatenate([np.ones(len(plus)), -np.ones(len(minus))])
        return column, value, 1.0 - len(cut.streets)

    def solve(self, load: float, seconds: float = np.inf) -> Prefix | None:
        """Return the least beginning that delivers a load; None if that takes too long."""
        self.program.set_row(self._load_row, load / self.total, np.inf)
        found = self.program.solve(seconds)
        if found is None:
            return None
        network, n = self.network, self.network.nodes
        y = np.zeros(len(network.street))
        y[self._services] = found.columns[: self._z]
        g = np.zeros(n)
        if self._g >= 0:
            g = found.columns[self._g : self._g + n]
        else:
            g[network.start] = 1.0
        unit = self.length_unit
        return Prefix(
            length=found.value * unit,
            load=float(y @ self._shares()) * self.total,
            y=y,
            z=found.columns[self._z : self._h],
            h=found.columns[self._h : self._h + n],
            g=g,
            slope=float(found.prices[self._load_row]) * unit / self.total,
            potentials=found.prices[:n] * unit,
            end_prices=np.maximum(0.0, found.prices[n : 2 * n]) * unit,
            cut_prices=np.maximum(0.0, found.prices[self._first_cut :]) * unit,
        )
