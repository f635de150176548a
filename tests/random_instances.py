"""Random tiny instances of every kind, fast and reproducible, with a list of what they are."""

import itertools
from typing import Any, TypeAlias

import numpy as np

from arcload import FREE, InputError, Instance, Vehicle
from arcload.model.types import FloatArray

Rng: TypeAlias = np.random.Generator
Pair: TypeAlias = tuple[int, int]


def random_instance(rng: Rng, *, extreme: bool = False) -> tuple[Instance, list[str]]:
    """Return a random instance, and of what kinds it is.

    Parameters
    ----------
    rng
        The random generator.
    extreme
        Whether lengths, demands and the curb weight differ by up to 24 orders of magnitude.
    """
    while True:
        kinds: list[str] = []
        pairs = _network(rng, kinds)[: 7 if extreme else None]
        lengths = _lengths(rng, len(pairs), kinds)
        demands = _demands(rng, lengths, kinds)
        if extreme:
            lengths = _within(lengths * _magnitudes(rng, len(pairs), "lengths", kinds)[:, None])
            demands = _within(demands * _magnitudes(rng, len(pairs), "demands", kinds))
        nodes = 1 + max(itertools.chain(*pairs))
        start, end = _places(rng, nodes, kinds)
        mode = _choose(rng, kinds, {"deliver": 0.7, "collect": 0.3})
        factor = _choose(rng, kinds, {"b = 1": 6, "b = 0": 1, "b = 0.3": 1, "b = 2.5": 1})
        try:
            instance = Instance(
                nodes=tuple(range(nodes)),
                edges=tuple(range(1, len(pairs) + 1)),
                ends=np.array(pairs),
                lengths=lengths,
                demands=demands,
                vehicles=(
                    Vehicle(
                        start=start,
                        end=end,
                        curb_weight=_curb_weight(rng, float(demands.sum()), kinds, extreme),
                        load_factor=float(factor.removeprefix("b = ")),
                        mode="collect" if mode == "collect" else "deliver",
                    ),
                ),
                name="fuzz",
            )
        except InputError:
            continue  # one-way streets have cut it apart
        kinds.append(f"{len(instance.served)} served")
        if len(set(map(frozenset, pairs))) < len(pairs):
            kinds.append("parallel edges")
        if any(tail == head for tail, head in pairs):
            kinds.append("loops")
        return instance, kinds


def _choose(rng: Rng, kinds: list[str], shares: dict[str, float]) -> str:
    """Return one of some kinds, by its share, and note it."""
    total = sum(shares.values())
    chosen = str(rng.choice(list(shares), p=[share / total for share in shares.values()]))
    kinds.append(chosen)
    return chosen


def _network(rng: Rng, kinds: list[str]) -> list[Pair]:
    """Return the ends of the edges: a tree, a ring, a star or loops, and some edges more."""
    shape = _choose(rng, kinds, {"tree": 4, "ring": 2, "star": 1, "only loops": 0.5})
    n = 1 if shape == "only loops" else int(rng.integers(2, 7))
    base = {
        "tree": [(int(rng.integers(node)), node) for node in range(1, n)],
        "ring": [(node, (node + 1) % n) for node in range(n)],
        "star": [(0, node) for node in range(1, n)],
        "only loops": [(0, 0)],
    }[shape]
    for _ in range(int(rng.integers(0, 9 - len(base)))):
        chance = rng.random()
        tail, head = (int(node) for node in rng.integers(n, size=2))
        if chance < 0.3:
            tail, head = base[int(rng.integers(len(base)))]
        elif chance < 0.4:
            head = tail
        base.append((tail, head))
    return [pair if rng.random() < 0.5 else (pair[1], pair[0]) for pair in base]


def _lengths(rng: Rng, count: int, kinds: list[str]) -> FloatArray:
    shares = {"whole lengths": 4.0, "real lengths": 3, "equal lengths": 1, "long and short": 1}
    kind = _choose(rng, kinds, shares)
    values = {
        "whole lengths": rng.integers(1, 10, size=(count, 1)).astype(np.float64),
        "real lengths": rng.uniform(0.1, 10.0, size=(count, 1)),
        "equal lengths": np.full((count, 1), 3.0),
        "long and short": 10.0 ** rng.uniform(-3, 3, size=(count, 1)),
    }[kind]
    lengths = np.repeat(values, 2, axis=1)
    if rng.random() < 0.25:
        kinds.append("zero lengths")
        lengths[rng.random(count) < 0.3] = 0.0
    if rng.random() < 0.25:
        kinds.append("uneven lengths")
        lengths[:, 1] *= np.where(rng.random(count) < 0.4, rng.uniform(0.2, 4.0, count), 1.0)
    if rng.random() < 0.25:
        kinds.append("one-way streets")
        closed = rng.random(count) < 0.35
        lengths[closed, rng.integers(2, size=count)[closed]] = np.inf
    return lengths


def _demands(rng: Rng, lengths: FloatArray, kinds: list[str]) -> FloatArray:
    count = len(lengths)
    shares = {
        "whole demands": 4.0,
        "real demands": 3,
        "proportional demands": 2,
        "equal demands": 1,
        "decimal demands": 1,
        "huge demands": 1,
        "tiny demands": 1,
        "nearly all on one edge": 1,
        "demands of all sizes": 1,
    }
    kind = _choose(rng, kinds, shares)
    shortest = lengths.min(axis=1)
    demands = {
        "whole demands": rng.integers(1, 10, size=count).astype(np.float64),
        "real demands": rng.uniform(0.1, 10.0, size=count),
        "proportional demands": np.where(shortest > 0, 0.7 * shortest, 1.0),
        "equal demands": np.full(count, 2.5),
        "decimal demands": rng.integers(1, 100, size=count) / 10,
        "huge demands": 1e9 * rng.uniform(0.1, 10.0, size=count),
        "tiny demands": 1e-9 * rng.uniform(0.1, 10.0, size=count),
        "nearly all on one edge": rng.uniform(0.1, 1.0, size=count),
        "demands of all sizes": 10.0 ** rng.uniform(-2, 2, size=count),
    }[kind]
    if kind == "nearly all on one edge":
        demands[rng.integers(count)] *= 1e5
    order = rng.permutation(count)
    demands[order[7:]] = 0.0
    if rng.random() < 0.4:
        demands[order[int(rng.integers(1, min(count, 7) + 1)) :]] = 0.0
    if (demands == 0).any():
        kinds.append("optional edges")
    return demands


def _magnitudes(rng: Rng, count: int, what: str, kinds: list[str]) -> FloatArray:
    """Return factors from 1e-9 to 1e14 that make lengths or demands differ, or all extreme."""
    shares = {
        "alike": 2.0,
        "one great": 3,
        "one tiny": 2,
        "two sizes": 2,
        "all sizes": 3,
        "none": 1,
    }
    kind = _choose(rng, kinds, {f"{what}: {name}": share for name, share in shares.items()})
    kind = kind.removeprefix(f"{what}: ")
    factors = np.ones(count)
    chosen = rng.random(count) < 0.5 if kind == "two sizes" else np.arange(count) == 0
    rng.shuffle(chosen)
    if kind == "alike":
        factors[:] = 10.0 ** rng.uniform(-9, 14)
    elif kind == "one tiny":
        factors[chosen] = 10.0 ** rng.uniform(-9, -3)
    elif kind in ("one great", "two sizes"):
        factors[chosen] = 10.0 ** rng.uniform(3, 14)
    elif kind == "all sizes":
        factors = 10.0 ** rng.uniform(-9, 14, count)
    return factors


def _within(values: FloatArray) -> FloatArray:
    """Return values that are 0, infinite or between 1e-9 and 1e15."""
    some = (values > 0) & np.isfinite(values)
    return np.where(some, np.clip(values, 1e-9, 1e15), values)


def _curb_weight(rng: Rng, total: float, kinds: list[str], extreme: bool = False) -> float:
    shares = {"W = 0": 3.0, "W moderate": 4, "W near Q": 2, "W enormous": 1}
    if extreme:
        shares["W of any size"] = 3.0
    kind = _choose(rng, kinds, shares)
    weights = {"W = 0": 0.0, "W moderate": float(rng.integers(1, 20)), "W enormous": 1e9}
    if kind == "W of any size":
        return float(10.0 ** rng.uniform(-9, 15))
    return weights.get(kind, total * float(rng.uniform(0.1, 2.0)))


def _places(rng: Rng, nodes: int, kinds: list[str]) -> tuple[Any, Any]:
    shares = {"depot": 5.0, "start != end": 2, "free start": 1, "free end": 1, "free both": 1}
    kind = _choose(rng, kinds, shares)
    one, other = (int(node) for node in rng.integers(nodes, size=2))
    return {
        "depot": (one, one),
        "start != end": (one, other),
        "free start": (FREE, one),
        "free end": (one, FREE),
        "free both": (FREE, FREE),
    }[kind]
