"""A linear program that grows while it is solved, by HiGHS."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray

_ANY = 2**31 - 1  # steps
_GAP = 1e-10  # of the value, within which a whole solution is the least


class LinearOptimum(NamedTuple):
    """The solution of a linear program and the prices of its rows."""

    value: float
    columns: FloatArray
    """Value of each column."""
    prices: FloatArray
    """Dual variable of each row: by how much the optimum rises with the row's side."""


class WholeOptimum(NamedTuple):
    """A solution of a linear program in whole numbers."""

    value: float
    columns: FloatArray
    closed: bool
    """Whether none is less, within the solver's tolerances."""


class LinearProgram:
    """Least cost over columns within bounds, with rows that may be added at any time.

    Each solve starts from the basis of the last one, so that a few new rows take a few steps. It
    runs in one thread and lets other threads of Python go on.

    Parameters
    ----------
    costs
        What a unit of each column costs.
    least, most
        The range of each column, ``inf`` for none.
    over
        Asked some hundred times per second during a solve whether to give up.
    """

    def __init__(
        self,
        costs: FloatArray,
        least: FloatArray | IntArray,
        most: FloatArray | IntArray,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        import highspy

        self._highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        self._optimal = highspy.HighsModelStatus.kOptimal
        self._impossible = highspy.HighsModelStatus.kInfeasible
        self._basic = highspy.HighsBasisStatus.kBasic
        self._inf = highspy.kHighsInf
        self._highs.setOptionValue("output_flag", False)
        self._highs.setOptionValue("threads", 1)
        self._highs.setOptionValue("solver", "simplex")
        # Steepest edges, the default, would be measured anew for every row at each solve.
        self._highs.setOptionValue("simplex_dual_edge_weight_strategy", 1)
        none = np.empty(0, dtype=np.int32)
        sides = self._side(least), self._side(most)
        self._highs.addCols(len(costs), costs, *sides, 0, none, none, np.empty(0))
        self._over = over
        self._highs.cbSimplexInterrupt += self._listen

    @property
    def columns(self) -> int:
        """Number of columns."""
        return int(self._highs.getNumCol())

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self._highs.getNumRow())

    def add_rows(
        self, matrix: Any, least: FloatArray | IntArray, most: FloatArray | IntArray
    ) -> None:
        """Add rows: a sparse matrix with the range of each row, ``inf`` for none."""
        rows = matrix.tocsr()
        if rows.shape[0] == 0:
            return
        self._highs.addRows(
            rows.shape[0],
            self._side(least),
            self._side(most),
            rows.nnz,
            rows.indptr[:-1].astype(np.int32),
            rows.indices.astype(np.int32),
            rows.data.astype(np.float64),
        )

    def remove_rows(self, rows: IntArray) -> None:
        """Remove rows; those behind them move up. Idle ones do not disturb the next solve."""
        if not len(rows):
            return
        basis = self._highs.getBasis()
        gone, status = set(rows.tolist()), list(basis.row_status)
        self._highs.deleteRows(len(rows), np.asarray(rows, dtype=np.int32))
        if all(status[row] == self._basic for row in gone):
            basis.row_status = [one for row, one in enumerate(status) if row not in gone]
            self._highs.setBasis(basis)

    def idle_rows(self) -> BoolArray:
        """Return which rows the last optimum would be the same without."""
        status = self._highs.getBasis().row_status
        return np.array([one == self._basic for one in status], dtype=np.bool_)

    def set_row(self, row: int, least: float, most: float) -> None:
        """Change the range of a row."""
        self._highs.changeRowBounds(row, max(least, -self._inf), min(most, self._inf))

    def set_column(self, column: int, least: float, most: float) -> None:
        """Change the range of a column."""
        self._highs.changeColBounds(column, max(least, -self._inf), min(most, self._inf))

    def set_costs(self, costs: FloatArray) -> None:
        """Change what a unit of each column costs."""
        columns = np.arange(len(costs), dtype=np.int32)
        self._highs.changeColsCost(len(costs), columns, np.asarray(costs, dtype=np.float64))

    def solve(self, seconds: float = np.inf) -> LinearOptimum | None:
        """Return the optimum; None if there is none, or not in this time, or it is over."""
        if seconds <= 0 or self._over():
            return None
        spent = self._highs.getRunTime()  # HiGHS counts the time of all solves together
        self._highs.setOptionValue("time_limit", min(spent + seconds, self._inf))
        self._highs.run()
        if self._highs.getModelStatus() != self._optimal:
            return None
        solution = self._highs.getSolution()
        return LinearOptimum(
            float(self._highs.getInfo().objective_function_value),
            np.array(solution.col_value),
            np.array(solution.row_dual),
        )

    @property
    def impossible(self) -> bool:
        """Whether the last solve found that there is no solution."""
        return bool(self._highs.getModelStatus() == self._impossible)

    def statuses(self) -> tuple[list[Any], list[Any]]:
        """Return where each column and each row stood at the last optimum: the basis."""
        basis = self._highs.getBasis()
        return list(basis.col_status), list(basis.row_status)

    def is_idle(self, status: Any) -> bool:
        """Return whether the optimum was the same without a row of this status."""
        return bool(status == self._basic)

    def start_from(self, columns: list[Any], rows: list[Any | None]) -> None:
        """Let the next solve start from a basis.

        Parameters
        ----------
        columns, rows
            The statuses; None for a row that was not there yet. If they are no basis of this
            program, the next solve starts where the last one ended.
        """
        filled = [self._basic if status is None else status for status in rows]
        if (columns + filled).count(self._basic) == self.rows:
            basis = self._highs.getBasis()
            basis.col_status, basis.row_status = columns, filled
            self._highs.setBasis(basis)

    def probe(self, row: int, least: float, most: float, steps: int) -> float:
        """Return about what the optimum were if a row had another range; inf if there were none.

        All is left as it was. The last solve must have ended at its optimum.

        Parameters
        ----------
        row, least, most
            The row and the other range.
        steps
            Of the simplex method, after which it stops: the optimum is then about as much or more.
        """
        basis, (_, *before, _) = self._highs.getBasis(), self._highs.getRow(row)
        self.set_row(row, least, most)
        self._highs.setOptionValue("simplex_iteration_limit", steps)
        self._highs.setOptionValue("time_limit", self._inf)
        self._highs.run()
        value = float(self._highs.getInfo().objective_function_value)
        if self.impossible:
            value = np.inf
        self._highs.setOptionValue("simplex_iteration_limit", _ANY)
        self.set_row(row, *before)
        self._highs.setBasis(basis)
        return value

    def solve_whole(self, seconds: float = np.inf) -> "WholeOptimum | None":
        """Return the least solution in whole numbers, by branch and bound; None if none is found.

        The same program has the same answer, unless time runs out.
        """
        import highspy

        if seconds <= 0 or self._over():
            return None
        highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        highs.setOptionValue("time_limit", min(seconds, self._inf))
        highs.setOptionValue("mip_rel_gap", _GAP)
        highs.setOptionValue("mip_abs_gap", 0.0)
        highs.passModel(self._highs.getLp())
        count = self.columns
        whole = np.full(count, highspy.HighsVarType.kInteger)
        highs.changeColsIntegrality(count, np.arange(count, dtype=np.int32), whole)
        highs.cbMipInterrupt += self._listen
        highs.run()
        info = highs.getInfo()
        if info.primal_solution_status != 2:  # no feasible one
            return None
        return WholeOptimum(
            float(info.objective_function_value),
            np.rint(highs.getSolution().col_value),
            closed=highs.getModelStatus() == self._optimal,
        )

    def _side(self, values: FloatArray | IntArray) -> FloatArray:
        return np.clip(np.asarray(values, dtype=np.float64), -self._inf, self._inf)

    def _listen(self, event: Any) -> None:
        if self._over():
            event.interrupt()
