"""Halves of sums of rules that a solution of the postman's program breaks."""

from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.edge_bits import packed
from arcload.proofs.postman.half import Half, Source
from arcload.proofs.postman.postman_program import PostmanOptimum, PostmanProgram

_BROKEN = 0.05  # by how much a half must be broken
_NONE = 1e-7  # of slack, and of a column
_DENSE = 100  # columns of a rule that may be in sums
_TURNS = 4  # until one finds any, each with rules twice as dense
_MIXED = 0.8  # of a column's value, by which the order differs
_SUMS = 1000  # of a turn, the cheapest
_MOST = 300  # halves that are given at once
_ALIKE = 0.7  # cosine of two halves, from which one is enough


class _System(NamedTuple):
    """Equations, then rules, all in whole numbers."""

    matrix: Any
    least: IntArray
    slack: FloatArray
    rules: list[Source]


class BrokenHalves:
    """Finds halves of sums that solutions of a program break.

    Half of a sum of rules is a rule as well. If its factors are rounded up, each column being 0 or
    more, its sum is whole in every tour, so that its least may be rounded up, too; a column that
    is at most 1 may be counted from there (Gomory and Chvatal). What is rounded up costs half of
    the column's value and what the rules have too much costs half of that; half a unit is gained
    if the leasts of the rules add up to an odd number (Caprara and Fischetti, 1996). Sums that
    cost little are found by elimination (Koster, Zymolka and Kutschka, 2009).

    Parameters
    ----------
    program
        The program with the rules found so far.
    """

    def __init__(self, program: PostmanProgram) -> None:
        self._program = program
        self._random = np.random.default_rng(0)

    def of(self, optimum: PostmanOptimum) -> list[Half]:
        """Return some, those first that lie farthest from the optimum."""
        values = optimum.columns
        turned = self._program.columns.most - values < values  # counted from 1
        price = np.where(turned, 1 - values, np.maximum(0.0, values))
        for turn in range(_TURNS):
            system = self._system(values, _DENSE << turn)
            sums = self._sums(system, turned, price, _MIXED * (turn > 0))
            if len(sums):
                break
        else:
            return []
        halves, least, downwards = _halves(sums, system, turned)
        broken = least - halves @ values
        counts = np.flatnonzero(price > _NONE)
        return [
            self._half(halves[half], least[half], sums[half], system, downwards[half])
            for half in _apart(halves[:, counts], broken)
        ]

    def _half(
        self, factors: IntArray, least: int, sum_: BoolArray, system: _System, downwards: BoolArray
    ) -> Half:
        columns, first = self._program.columns, len(self._program.sums)
        rule = columns.sum_rule(np.arange(len(factors)), factors, least)
        of = tuple(system.rules[row] for row in np.flatnonzero(sum_[first:]).tolist())
        equations = self._program.names_of_equations[np.flatnonzero(sum_[:first])]
        return Half(rule, of, equations, columns.places(np.flatnonzero(downwards)))

    def _system(self, values: FloatArray, dense: int) -> _System:
        """Return all rows that may be in sums, which count no more than some columns."""
        from scipy.sparse import csr_array, vstack

        program = self._program
        given = [pair for pair in program.in_whole_numbers() if len(pair[1].columns) <= dense]
        rows = [row for _, row in given]
        first = np.cumsum([0, *(len(row.columns) for row in rows)])
        nothing = [np.empty(0, dtype=np.int64)]
        columns = np.concatenate([row.columns for row in rows] + nothing)
        factors = np.concatenate([row.factors for row in rows] + nothing)
        rules = csr_array((factors, columns, first), shape=(len(rows), program.columns.count))
        least = np.array([row.least for row in rows], dtype=np.int64)
        slack = rules @ values - least
        kept = np.flatnonzero(slack < 1 - 2 * _BROKEN)
        slack = np.append(np.zeros(len(program.sums)), slack[kept])
        return _System(
            vstack([program.equations.astype(np.int64), rules[kept]], format="csr"),
            np.append(program.sums, least[kept]),
            np.where(slack < _NONE, 0.0, slack),
            [given[row][0] for row in kept.tolist()],
        )

    def _sums(
        self, system: _System, turned: BoolArray, price: FloatArray, mixed: float
    ) -> BoolArray:
        """Return sums whose halves are broken: which rows are in each."""
        from arcload.engine.kernels.odd_sums import odd_sums

        rows = len(system.least)
        odd = abs(system.matrix)
        odd.data %= 2
        side = (system.least + odd @ turned) % 2 == 1
        counts = np.flatnonzero(price > _NONE)
        mix = 1 + mixed * self._random.random(len(counts))
        order = counts[np.argsort(-price[counts] * mix, kind="stable")]
        sums, _ = odd_sums(
            packed(odd[:, order].toarray()),
            packed(np.eye(rows, dtype=np.bool_)),
            side,
            system.slack.copy(),
            price[order],
            1 - 2 * _BROKEN,
            _SUMS,
        )
        words = np.unique(sums, axis=0).astype("<u8").view(np.uint8)
        members = np.unpackbits(words, axis=1, count=rows, bitorder="little")
        return members.astype(np.bool_)


def _halves(
    sums: BoolArray, system: _System, turned: BoolArray
) -> tuple[IntArray, IntArray, BoolArray]:
    """Return the factors of half of each sum, its least, and which factors were rounded down."""
    from scipy.sparse import csr_array

    factors = (csr_array(sums.astype(np.int64)) @ system.matrix).toarray()
    downwards = turned & (factors % 2 == 1)
    halves = np.where(downwards, factors // 2, -(-factors // 2))
    least = sums @ system.least - np.where(downwards, factors, 0).sum(axis=1)
    least = -(-least // 2) + np.where(downwards, halves, 0).sum(axis=1)
    return halves, least, downwards


def _apart(halves: IntArray, broken: FloatArray) -> list[int]:
    """Return which halves to take, those first that lie farthest away, and none like another."""
    length = np.sqrt((halves * halves).sum(axis=1)) + _NONE
    towards = halves / length[:, np.newaxis]
    best: list[int] = []
    taken = np.empty((_MOST, halves.shape[1]))
    for half in np.argsort(-broken / length, kind="stable").tolist():
        if broken[half] < _BROKEN / 2 or len(best) == _MOST:
            continue
        if (taken[: len(best)] @ towards[half]).max(initial=0.0) < _ALIKE:
            taken[len(best)] = towards[half]
            best.append(half)
    return best
