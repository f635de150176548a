"""Halves as a check computes them."""

import dataclasses
import math
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

import arcload
from arcload.model.certificate import Certificate
from arcload.model.envelope_prices import EnvelopePrices, HalfCut, PostmanPrices
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from arcload.proofs.verify.envelope import Check
from arcload.proofs.verify.halves import Halves
from tests.brute_force import shortest_length
from tests.examples import CHAIN
from tests.proofs.postman.counted_tours import counts_of, random_tours
from tests.random_instances import Rng
from tests.strategies import instances

_UNIT = 2.0**-20
_ONE_WAY = 5  # a street of the chain to be served


def prices_with(
    town: arcload.Instance,
    sets: tuple[tuple[int, ...], ...],
    halves: tuple[HalfCut, ...],
    of_halves: tuple[tuple[int, int], ...] = (),
    unit: float = 1.0,
) -> EnvelopePrices:
    """Return prices of whole tours alone, without potentials."""
    postman = PostmanPrices(np.zeros(len(town.nodes), dtype=np.int64), (), (), halves, of_halves)
    return EnvelopePrices(unit, 1.0, sets, (), (), postman, ())


def some_halves(
    town: arcload.Instance, rng: Rng
) -> tuple[tuple[tuple[int, ...], ...], tuple[HalfCut, ...]]:
    """Return random sets, and halves of random sums, each with what it may be made of."""
    nodes, streets = len(town.nodes), len(town.edges)
    drawn = [np.flatnonzero(rng.random(nodes) < rng.random()).tolist() for _ in range(20)]
    sets = tuple(map(tuple, drawn))
    check = Check(town, prices_with(town, sets, ()))
    of: dict[str, list[int]] = {"odd": [], "linked": [], "equations": [], "downwards": []}
    for number in range(-len(sets), len(sets)):
        for kind, border in (("odd", check.odd_border), ("linked", check.linked_border)):
            with suppress(CheckError):
                border(number)
                of[kind].append(number)
    for kind, numbers in (("equations", nodes + 2), ("downwards", streets + 2 * nodes)):
        for number in range(numbers):
            with suppress(CheckError):
                Halves(check, [HalfCut(**{kind: (number,)})])
                of[kind].append(number)
    halves: list[HalfCut] = []
    for _ in range(12):
        share = rng.random()
        given = {
            kind: tuple(number for number in numbers if rng.random() < share)
            for kind, numbers in (*of.items(), ("halves", range(len(halves))))
        }
        halves.append(HalfCut(**given))
    return sets, tuple(halves)


@settings(max_examples=150)
@given(instances(min_served=1, max_served=6, deliver=True), integers(0, 2**32))
def test_every_tour_keeps_to_halves_of_any_sums(town: arcload.Instance, seed: int) -> None:
    rng = np.random.default_rng(seed)
    sets, halves = some_halves(town, rng)
    rows = Halves(Check(town, prices_with(town, sets, halves)), halves).rows
    for tour in random_tours(rng, town, 10):
        counts = counts_of(tour)
        for row in rows:
            assert int(row.factors @ counts[row.columns]) >= row.least


@settings(max_examples=80)
@given(instances(min_served=1, max_served=5), integers(0, 2**32))
def test_no_tour_is_shorter_than_halves_prove(town: arcload.Instance, seed: int) -> None:
    """Halves with any multipliers prove no more, or are refused: nothing is paid for driving."""
    rng = np.random.default_rng(seed)
    sets, halves = some_halves(town, rng)
    shortest = shortest_length(town)
    for number in range(len(halves)):
        price = int(rng.choice([0.01, 0.1, 0.5, 1.0, 2.0]) * float(shortest) / _UNIT)
        before, own = halves[:number], halves[number]
        prices = prices_with(town, sets, (*before, own), ((number, price),), _UNIT)
        with suppress(CheckError):
            assert Fraction(_UNIT) * Check(town, prices).length(prices.postman) <= shortest


def test_a_chain_of_pieces_by_hand() -> None:
    """Either half counts one direction of the links: together all of them, 4 at the least."""
    node = {name: number for number, name in enumerate(CHAIN.nodes)}
    sets = tuple(tuple(node[name] for name in names) for names in ((3, 5), (4, 6), (3, 4, 5, 6)))
    there = HalfCut(linked=(0, 1, 2), equations=(node[1], *sets[0]))
    back = HalfCut(linked=(0, 1, 2), equations=(*sets[2], *sets[2], *sets[1], node[2]))
    prices = prices_with(CHAIN, sets, (there, back), ((0, 1), (1, 1)))
    check = Check(CHAIN, prices)
    assert [row.least for row in Halves(check, (there, back)).rows] == [3, 1]
    assert check.length(prices.postman) == 18 == shortest_length(CHAIN)


def _with_one_way() -> arcload.Instance:
    lengths = CHAIN.lengths.copy()
    lengths[_ONE_WAY, 1] = np.inf
    return CHAIN.replace(lengths=lengths)


def _forged(town: arcload.Instance) -> dict[str, tuple[HalfCut, ...]]:
    nodes, streets, start = len(town.nodes), len(town.edges), town.start_index
    made: dict[str, Any] = {
        "no half": (3,),
        "a half of itself": (HalfCut(halves=(0,)),),
        "a half of a later one": (HalfCut(halves=(1,)), HalfCut()),
        "a half before the first": (HalfCut(), HalfCut(halves=(-1,))),
        "an even set": (HalfCut(odd=(0,)),),
        "a linked set with the start": (HalfCut(linked=(1,)),),
        "a linked set with nothing to serve": (HalfCut(linked=(2,)),),
        "no such set": (HalfCut(odd=(3,)),),
        "an equation of no node": (HalfCut(equations=(nodes + 2,)),),
        "an equation of a node below 0": (HalfCut(equations=(-1,)),),
        "an equation of a given start": (HalfCut(equations=(nodes,)),),
        "an equation of a given end": (HalfCut(equations=(nodes + 1,)),),
        "an unserved street downwards": (HalfCut(downwards=(streets - 1,)),),
        "a one-way street downwards": (HalfCut(downwards=(_ONE_WAY,)),),
        "a given start downwards": (HalfCut(downwards=(streets + start,)),),
        "a given end downwards": (HalfCut(downwards=(streets + nodes + start,)),),
        "a place that there is not downwards": (HalfCut(downwards=(streets + 2 * nodes,)),),
        "something below 0 downwards": (HalfCut(downwards=(-1,)),),
    }
    values: list[Any] = [math.nan, 1.5, True, "1", None]
    for value in values:
        for field in dataclasses.fields(HalfCut):
            numbers: dict[str, Any] = {field.name: (value,)}
            made[f"{field.name} of {value!r}"] = (HalfCut(), HalfCut(**numbers))
    for field in dataclasses.fields(HalfCut):
        number: dict[str, Any] = {field.name: 3}
        made[f"{field.name} that are no sequence"] = (HalfCut(**number),)
    grown = [HalfCut(equations=(0,) * 1000)]
    grown += [HalfCut(halves=(i,) * 1000) for i in range(20)]
    made["numbers that grow"] = tuple(grown)
    return made


def test_forged_halves_are_refused() -> None:
    town = _with_one_way()
    piece = tuple(town.ends[_ONE_WAY].tolist())
    sets = (piece, (town.start_index, *piece), ())
    forged, accepted = _forged(town), []
    for how, halves in forged.items():
        prices = prices_with(town, sets, halves)
        with suppress(CheckError):
            verify(town, Certificate("envelope", 0.0, envelope=prices))
            accepted.append(how)
    assert accepted == []
    assert len(forged) > 40


@pytest.mark.parametrize("pair", [(1, 1), (-1, 1), (0, -1), (0, 1.5), ("0", 1), (0, 2**62)])
def test_forged_multipliers_of_halves_are_refused(pair: Any) -> None:
    town = _with_one_way()
    prices = prices_with(town, ((),), (HalfCut(equations=(1,)),), (pair,))
    with pytest.raises(CheckError):
        verify(town, Certificate("envelope", 1e9, envelope=prices))
