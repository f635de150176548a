"""The check of the least ways: forged certificates are refused, accepted ones are true."""

import dataclasses
import functools
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.model.certificate import Certificate, Kind
from arcload.model.envelope_prices import EnvelopePrices, PostmanPrices, Tangent
from arcload.model.errors import CheckError
from arcload.proofs.envelope.prove_ways import prove_ways
from arcload.proofs.verify import verify
from tests.brute_force import optimum_of
from tests.examples import FOUR_EDGES
from tests.random_instances import Rng, random_instance

TOWN = arcload.generate("city", edges=30, served=0.8, seed=6)


def certified(instance: arcload.Instance) -> Certificate:
    """Return the certificate of the least ways."""
    context = Context(Problem.of(instance), AnyOf())
    for _ in prove_ways(context):
        pass
    assert context.record.certificate is not None
    return context.record.certificate


@functools.cache
def true(kind: Kind = "envelope") -> Certificate:
    """Return the certificate of the town: the same prices prove bounds of either kind."""
    certificate = dataclasses.replace(certified(TOWN), kind=kind, bound=0.0)
    return dataclasses.replace(certificate, bound=verify(TOWN, certificate))


def prices_of(certificate: Certificate) -> EnvelopePrices:
    """Return its prices."""
    assert certificate.envelope is not None
    return certificate.envelope


BY_WAYS: tuple[Kind, ...] = ("envelope", "walk")
NODES, STREETS = len(TOWN.nodes), len(TOWN.edges)
NUMBERS: list[Any] = [math.nan, math.inf, 1.5, True, "7", None]  # which are no whole numbers


def test_four_edges_by_hand() -> None:
    """Without cuts a tour is as long as its streets, 14; from W = 1 on that is what it costs."""
    nothing = PostmanPrices(np.zeros(4, dtype=np.int64))
    prices = EnvelopePrices(1.0, 1.0, (), (), (), nothing, ())
    heavy = FOUR_EDGES.replace(curb_weight=1.0)
    assert verify(heavy, Certificate("envelope", 14.0, envelope=prices)) == 14.0
    # Every street has at least 2 / 100 of way for its demand: t(x) >= x / 50, in units of 1 / 50.
    tangent = Tangent(1, np.zeros(4, dtype=np.int64), (), (), ())
    prices = EnvelopePrices(1 / 64, 1.0, (), (), (), nothing, (tangent,))
    proven = verify(heavy, Certificate("envelope", 0.0, envelope=prices))
    assert proven == 14.0 + 135**2 / 2 / 64


def _with(**changes: Any) -> EnvelopePrices:
    return dataclasses.replace(prices_of(true()), **changes)


def _tangent(index: int, **changes: Any) -> EnvelopePrices:
    tangents = list(prices_of(true()).tangents)
    tangents[index] = dataclasses.replace(tangents[index], **changes)
    return _with(tangents=tuple(tangents))


def _changed(values: Any, position: int, value: Any) -> tuple[Any, ...]:
    made = list(values)
    made[position] = value
    return tuple(made)


def _forged() -> dict[str, EnvelopePrices]:
    made: dict[str, EnvelopePrices] = {}
    prices = prices_of(true())
    parity, linked, tangents = (
        prices.parity,
        prices.linked,
        prices.tangents,
    )
    start = TOWN.start_index
    far = prices.sets.index(next(nodes for nodes in prices.sets if start not in nodes))
    for i, (number, streets) in enumerate(parity[:8]):
        made[f"parity {i}: a street less"] = _with(
            parity=_changed(parity, i, (number, streets[1:] or (0,)))
        )
        twice = (*streets, *streets[:1], *streets[:1]) if streets else (0, 0)
        made[f"parity {i}: a street twice"] = _with(parity=_changed(parity, i, (number, twice)))
        made[f"parity {i}: other side"] = _with(parity=_changed(parity, i, (-1 - number, streets)))
        made[f"parity {i}: no such set"] = _with(parity=_changed(parity, i, (10**6, streets)))
        made[f"parity {i}: no such street"] = _with(
            parity=_changed(parity, i, (number, (*streets, STREETS)))
        )
    for i, (number, street) in enumerate(linked[:8]):
        inside = prices.sets[number] if number >= 0 else ()
        away = [e for e in range(STREETS) if not set(TOWN.ends[e].tolist()) & set(inside)]
        if number >= 0:
            made[f"linked {i}: street outside"] = _with(
                linked=_changed(linked, i, (number, away[0]))
            )
        made[f"linked {i}: with the start"] = _with(linked=_changed(linked, i, (-1 - far, street)))
        made[f"linked {i}: no such street"] = _with(linked=_changed(linked, i, (number, STREETS)))
        made[f"linked {i}: negative street"] = _with(linked=_changed(linked, i, (number, -1)))
    for i, value in enumerate(NUMBERS):
        made[f"number {i}: slope"] = _tangent(0, slope=value)
        made[f"number {i}: multiplier"] = _tangent(-1, parity=((0, value),))
        made[f"number {i}: cut"] = _tangent(-1, linked=((value, 1),))
        made[f"number {i}: node of an end"] = _tangent(-1, end_prices=((value, 1),))
        made[f"number {i}: potentials"] = _tangent(-1, potentials=[value] * NODES)
        made[f"number {i}: set"] = _with(sets=((value,), *prices.sets[1:]))
        made[f"number {i}: number of a set"] = _with(linked=((value, 0), *linked[1:]))
        made[f"number {i}: odd"] = _with(
            postman=PostmanPrices(prices.postman.potentials, ((0, value),))
        )
    for unit in (0.0, -1.0, math.nan, math.inf, True, None, "1"):
        made[f"length unit {unit!r}"] = _with(length_unit=unit)
        made[f"load unit {unit!r}"] = _with(load_unit=unit)
    made["unsorted tangents"] = _with(tangents=tangents[::-1])
    made["a tangent twice"] = _with(tangents=(*tangents, tangents[-1]))
    made["negative slope"] = _tangent(0, slope=-1)
    made["negative linked multiplier"] = _tangent(-1, linked=((0, -1),))
    made["negative parity multiplier"] = _tangent(-1, parity=((0, -1),))
    made["negative price of an end"] = _tangent(-1, end_prices=((0, -1),))
    made["no such cut"] = _tangent(-1, linked=((len(linked), 1),))
    made["cut before the first"] = _tangent(-1, parity=((-1, 1),))
    made["node of an end out of range"] = _tangent(-1, end_prices=((NODES, 1),))
    made["too few potentials"] = _tangent(-1, potentials=prices.postman.potentials[:-1])
    made["too many potentials"] = _tangent(-1, potentials=np.zeros(NODES + 1, dtype=np.int64))
    made["real potentials"] = _tangent(-1, potentials=np.zeros(NODES))
    made["node out of range"] = _with(sets=(*prices.sets, (NODES,)))
    made["negative node"] = _with(sets=(*prices.sets, (-1,)))
    made["sets that are no rows"] = _with(sets=(*prices.sets, 3))
    made["sets that are none"] = _with(sets=None)
    made["cuts of three"] = _with(linked=(*linked, (0, 0, 0)))
    made["tangents that are none"] = _with(tangents=(None,))
    made["no postman"] = _with(postman=None)
    potentials = prices.postman.potentials
    made["even cut"] = _with(postman=PostmanPrices(potentials, ((_even_set(), 1),)))
    made["linked with the start"] = _with(postman=PostmanPrices(potentials, (), ((-1 - far, 1),)))
    made["huge odd"] = _with(
        postman=dataclasses.replace(prices.postman, odd=((_odd_set(), 2**61),))
    )
    made["huge potential"] = _tangent(0, potentials=_raised(prices.tangents[0].potentials, 2**61))
    return made


def _raised(values: Any, by: int) -> Any:
    raised = values.copy()
    raised[0] += by
    return raised


def _ends_in(nodes: tuple[int, ...]) -> int:
    ends = sum(int(node) in nodes for e in TOWN.served for node in TOWN.ends[e])
    return ends + 2 * (TOWN.start_index in nodes)


def _even_set() -> int:
    return next(i for i, nodes in enumerate(prices_of(true()).sets) if _ends_in(nodes) % 2 == 0)


def _odd_set() -> int:
    return next(i for i, nodes in enumerate(prices_of(true()).sets) if _ends_in(nodes) % 2 == 1)


def test_the_true_certificate_is_accepted() -> None:
    stated = certified(TOWN)
    assert verify(TOWN, stated) == stated.bound == max(true(kind).bound for kind in BY_WAYS)


@pytest.mark.parametrize("kind", BY_WAYS)
def test_forged_certificates_are_refused(kind: Kind) -> None:
    forged = _forged()
    assert len(forged) > 100
    accepted = []
    for how, prices in forged.items():
        with suppress(CheckError):
            verify(TOWN, dataclasses.replace(true(kind), envelope=prices))
            accepted.append(how)
    assert accepted == []


@pytest.mark.parametrize("kind", BY_WAYS)
def test_a_bound_above_what_is_proven_is_refused(kind: Kind) -> None:
    with pytest.raises(CheckError, match="proves"):
        verify(TOWN, dataclasses.replace(true(kind), bound=true(kind).bound * (1 + 1e-8)))


def test_a_certificate_without_prices_is_refused() -> None:
    with pytest.raises(CheckError, match="no prices"):
        verify(TOWN, Certificate("envelope", 0.0))


def _more(rng: Rng, pairs: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    if not pairs:
        return pairs
    i = int(rng.integers(len(pairs)))
    change = int(pairs[i][1] * rng.uniform(0.0, 3.0)) + int(rng.integers(0, 3))
    return _changed(pairs, i, (pairs[i][0], change))


CHANGES: list[Callable[[Rng, Tangent], dict[str, Any]]] = [
    lambda rng, t: {"slope": t.slope + int(rng.integers(0, 1 + t.slope // 2))},
    lambda rng, t: {"linked": _more(rng, t.linked)},
    lambda rng, t: {"parity": _more(rng, t.parity)},
    lambda rng, t: {"end_prices": _more(rng, t.end_prices)},
    lambda rng, t: {"potentials": t.potentials // int(rng.integers(1, 4))},
    lambda rng, t: {"linked": (), "parity": ()},
]


@pytest.mark.parametrize("kind", BY_WAYS)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_changed_nothing_above_the_optimum_is_proven(seed: int, kind: Kind) -> None:
    rng = np.random.default_rng([31, seed])
    instance, _ = random_instance(rng)
    if kind == "walk":
        whole = rng.integers(1, 8, len(instance.edges)).astype(np.float64)
        instance = instance.replace(
            demands=np.where(instance.demands > 0, whole, 0.0),
            load_factor=1.0,
            curb_weight=min(20.0, instance.curb_weight),
        )
    certificate = certified(instance)
    prices, optimum = prices_of(certificate), optimum_of(instance)
    assert verify(instance, certificate) <= optimum * (1 + 1e-12)
    accepted = 0
    for _ in range(25):
        if not prices.tangents:
            break
        i = int(rng.integers(len(prices.tangents)))
        changed = dataclasses.replace(
            prices.tangents[i], **CHANGES[int(rng.integers(len(CHANGES)))](rng, prices.tangents[i])
        )
        forged = dataclasses.replace(prices, tangents=(changed,))
        try:
            proven = verify(instance, Certificate(kind, 0.0, envelope=forged))
        except CheckError:
            continue
        accepted += 1
        assert proven <= optimum * (1 + 1e-12)
    assert accepted or not prices.tangents
