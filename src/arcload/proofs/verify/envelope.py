"""A check of the bound by the way driven at every load, in whole numbers.

A tour costs W * length + the integral of t(x) over all load, t(x) being the way driven when x has
been delivered. Lengths and demands are rounded down to whole units, which makes no tour dearer.
Some cheapest tour serves each street on its first crossing: to serve it there and drive along
it later makes the load lighter meanwhile.

Beginnings of such a tour end at the start, or where a service ends. Between these t(x) is no less
than on the line that joins them: a deadhead raises t, a service is spread evenly. Let a beginning
serve the streets y and drive deadheads z. For every set S of nodes

    linked, e with an end in S, no start in S:  y(into S) + z(into S, without demand) >= y_e,
    parity, F in the border of S, |F| + [start in S] odd:
        z(border, in F or without demand) + sum of 1 - y over F + y(rest of the border)
        + [it ends in S]  >=  1.

The first entry of S is the first crossing of its street, and so a service, unless the street has
no demand. And with all of F served, nothing else of the border and no deadhead along it, the
border would be crossed |F| times by a walk that ends outside S. A deadhead along a
street of the rest comes after its service, so that y counts it already. A free start in S adds
1 to both rows, whose parity is that of |F| then.

Whole tours serve each street once; with an odd number of ends of streets to be served, start and
end in S, z(border of S) >= 1; and (y + z)(into S) >= 1 if S holds an end of such a street but
not the start.

Each row has a multiplier >= 0. Potentials of nodes add up along every walk to what they are at
its end less what they are at its start. What is left of the costs is summed up at its least: each
street is served at most once, no deadhead may be left below 0, and there is one end.
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from arcload.model.certificate import Certificate
from arcload.model.envelope_prices import EnvelopePrices, PostmanPrices, Tangent
from arcload.model.errors import CheckError
from arcload.model.instance import Instance
from arcload.proofs.verify.halves import Halves
from arcload.proofs.verify.whole_numbers import (
    column,
    entries,
    indices,
    is_whole,
    pairs,
    sequence,
    whole,
)

_Cut = TypeVar("_Cut")


def by_envelope(instance: Instance, certificate: Certificate) -> float:
    """Return W * least length + the integral of the greatest tangent."""
    prices = certificate.envelope
    if not isinstance(prices, EnvelopePrices):
        raise CheckError("the certificate has no prices of ways")
    check = Check(instance, prices)
    length = Fraction(prices.length_unit) * check.length(prices.postman)
    load = Fraction(prices.length_unit) * Fraction(prices.load_unit) * check.load()
    value = Fraction(instance.curb_weight) * length + load
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)


class Border:
    """A set of nodes, or all but them, and the arcs into it and out of it."""

    def __init__(self, part: set[int], is_rest: bool, check: "Check") -> None:
        self.part, self.is_rest = part, is_rest
        touching = {arc for node in part for arc in check.arcs_at[node]}
        self.into = [arc for arc in touching if check.tail[arc] not in part]
        self.out = [arc for arc in touching if check.head[arc] not in part]
        if is_rest:
            self.into, self.out = self.out, self.into

    def holds(self, node: int) -> bool:
        """Return whether a node is in the set; -1, anywhere, is in none."""
        return node >= 0 and (node in self.part) != self.is_rest

    def odd(self, column: list[int]) -> bool:
        """Return whether the numbers of its nodes have an odd sum."""
        total = sum(column[node] for node in self.part)
        return (sum(column) - total if self.is_rest else total) % 2 == 1


class PerNode:
    """What is left of the cost of starting or ending at each node."""

    def __init__(self, values: Iterable[int]) -> None:
        self.values = list(values)
        self._everywhere = 0

    def take(self, border: Border, price: int) -> None:
        """Take a price off at all nodes of a set."""
        if border.is_rest:
            self._everywhere -= price
            price = -price
        for node in border.part:
            self.values[node] -= price

    def all(self) -> list[int]:
        """Return what is left at every node."""
        return [value + self._everywhere for value in self.values]

    def least(self, nodes: Iterable[int]) -> int:
        """Return the least that is left at some nodes."""
        return self._everywhere + min((self.values[node] for node in nodes), default=0)


class Left:
    """What is left of the costs of services, deadheads, starts and ends, arc by arc."""

    def __init__(self, of_arcs: list[int], potentials: Sequence[int]) -> None:
        self.of_z, self.of_y = list(of_arcs), list(of_arcs)
        self.of_street: dict[int, int] = {}
        self.of_start, self.of_end = PerNode(-p for p in potentials), PerNode(potentials)
        self.total = 0
        """What multipliers come to, whatever a tour does."""


class Check:
    """An instance as a delivery in whole units, and the prices."""

    def __init__(self, instance: Instance, prices: EnvelopePrices) -> None:
        self.prices = prices
        self.nodes = len(instance.nodes)
        self.served = [demand > 0 for demand in instance.demands.tolist()]
        load_unit = _above_zero(prices.load_unit, "the unit of the load")
        length_unit = _above_zero(prices.length_unit, "the unit of the lengths")
        q = (instance.load_factor * instance.demands).tolist()
        self.q = [_floor(value, load_unit) for value in q]
        self.start, self.end = instance.start_index, instance.end_index
        self.street: list[int] = []
        self.tail: list[int] = []
        self.head: list[int] = []
        self.long: list[int] = []
        collects = instance.mode == "collect"
        if collects:
            self.start, self.end = self.end, self.start
        for street, (ends, lengths) in enumerate(
            zip(instance.ends.tolist(), instance.lengths.tolist(), strict=True)
        ):
            for side in (0, 1):
                if math.isfinite(lengths[side]):
                    self.street.append(street)
                    self.tail.append(ends[side != collects])
                    self.head.append(ends[side == collects])
                    self.long.append(_floor(lengths[side], length_unit))
        self.arcs = range(len(self.street))
        self.arcs_at: list[list[int]] = [[] for _ in range(self.nodes)]
        for arc in self.arcs:
            for node in {self.tail[arc], self.head[arc]}:
                self.arcs_at[node].append(arc)
        self.ends = instance.ends.tolist()
        self._borders: dict[int, Border] = {}
        self._parts: list[set[int]] = []
        for number, given in enumerate(sequence(prices.sets, "the sets")):
            what = f"set {number}"
            self._parts.append(set(indices(given, self.nodes, f"a node of {what}")))

    def border(self, number: Any, what: str) -> Border:
        """Return the set of a number, or of -1 - k all nodes that are not in set k."""
        if not is_whole(number) or not -len(self._parts) <= number < len(self._parts):
            raise CheckError(f"{what} names the set {number!r}, which there is not")
        number = int(number)
        if number not in self._borders:
            part = self._parts[number if number >= 0 else -1 - number]
            self._borders[number] = Border(part, number < 0, self)
        return self._borders[number]

    # --- The length of whole tours ---

    def length(self, postman: Any) -> int:
        """Return how long every tour is at least."""
        if not isinstance(postman, PostmanPrices):
            raise CheckError("the certificate has no prices of whole tours")
        potentials = column(postman.potentials, self.nodes, "the postman's potentials")
        left = Left(self._ways(potentials), potentials)
        self.cut_length(postman, left)
        self._require_deadheads(left.of_z)
        total = left.total
        # A tour that may start or end anywhere does so at a street to be served.
        used = {
            node
            for served, ends in zip(self.served, self.ends, strict=True)
            if served
            for node in ends
        }
        for place, of_place in ((self.start, left.of_start), (self.end, left.of_end)):
            total += of_place.least(used if place < 0 else [place])
        self.whole_services = self.least_services(left)
        return total + sum(self.whole_services.values())

    def least_services(self, left: Left) -> dict[int, int]:
        """Return the least that is left of serving each street."""
        least: dict[int, int] = {}
        for arc in self.arcs:
            street = self.street[arc]
            if self.served[street]:
                price = left.of_y[arc] + left.of_street.get(street, 0)
                least[street] = min(least.get(street, price), price)
        return least

    def cut_length(self, postman: PostmanPrices, left: Left) -> None:
        """Take the multipliers of whole tours off what is left, once each cut is one."""
        for number, multiplier in pairs(postman.odd, "the postman's odd cuts"):
            border = self.odd_border(number)
            left.total += multiplier
            for arc in itertools.chain(border.into, border.out):
                left.of_z[arc] -= multiplier
            for place, of_place in ((self.start, left.of_start), (self.end, left.of_end)):
                if place < 0:
                    of_place.take(border, multiplier)
        for number, multiplier in pairs(postman.linked, "the postman's linked cuts"):
            border = self.linked_border(number)
            left.total += multiplier
            for arc in border.into:
                left.of_z[arc] -= multiplier
                left.of_y[arc] -= multiplier
            left.of_start.take(border, multiplier)
        halves = Halves(self, sequence(postman.halves, "the halves"))
        for number, multiplier in pairs(postman.of_halves, "the multipliers of halves"):
            halves.take(number, multiplier, left)

    def odd_border(self, number: Any) -> Border:
        """Return a set with an odd number of ends of streets to be served and given places."""
        border = self.border(number, "an odd cut")
        if not border.odd(self._odd_ends):
            raise CheckError(f"the odd cut of set {number} has an even number of ends")
        return border

    def linked_border(self, number: Any) -> Border:
        """Return a set in which something is to be served, and which does not hold the start."""
        border = self.border(number, "a linked cut")
        if border.holds(self.start):
            raise CheckError(f"the start is in set {number} of a linked cut")
        if not any(
            served and any(map(border.holds, ends))
            for served, ends in zip(self.served, self.ends, strict=True)
        ):
            raise CheckError(f"nothing is to be served at set {number} of a linked cut")
        return border

    @cached_property
    def _odd_ends(self) -> list[int]:
        """Streets to be served that end at each node, and given places there."""
        count = [0] * self.nodes
        for street, served in enumerate(self.served):
            for node in self.ends[street] if served else ():
                count[node] += 1
        for place in (self.start, self.end):
            if place >= 0:
                count[place] += 1
        return count

    # --- The way driven at every load ---

    def load(self) -> Fraction:
        """Return the least integral of the way driven over all load."""
        return _integral(self.lines(), sum(self.q))

    def lines(self) -> list[tuple[int, int]]:
        """Return slope and constant of each tangent, once each cut is one."""
        self._check_cuts()
        lines: list[tuple[int, int]] = []
        self.services: list[dict[int, int]] = []  # what serving each street costs, by tangent
        for tangent in sequence(self.prices.tangents, "the tangents"):
            if not isinstance(tangent, Tangent):
                raise CheckError(f"a tangent is {tangent!r}")
            slope = whole(tangent.slope, "the slope of a tangent")
            if slope < 0 or (lines and slope <= lines[-1][0]):
                raise CheckError("the slopes of the tangents are not 0 or more and rising")
            lines.append((slope, self._constant(slope, tangent)))
        return lines

    def _check_cuts(self) -> None:
        """Require that every cut is one."""
        self.linked: list[tuple[Border, int]] = []
        for number, given in entries(self.prices.linked, "the linked cuts"):
            border = self.border(number, "a linked cut")
            (street,) = indices([given], len(self.served), "the street of a linked cut")
            if border.holds(self.start):
                raise CheckError(f"the start is in set {number} of a linked cut")
            if not any(map(border.holds, self.ends[street])):
                raise CheckError(f"street {street} has no end in set {number} of its linked cut")
            self.linked.append((border, street))
        self.parity: list[tuple[Border, set[int]]] = []
        for number, given in entries(self.prices.parity, "the parity cuts"):
            border = self.border(number, "a parity cut")
            streets = indices(given, len(self.served), "a street of a parity cut")
            chosen = set(streets)
            if len(chosen) != len(streets):
                raise CheckError(f"a parity cut of set {number} names a street twice")
            for street in chosen:
                if sum(map(border.holds, self.ends[street])) != 1:
                    raise CheckError(f"street {street} is not in the border of set {number}")
                if not self.served[street]:
                    raise CheckError(f"street {street} of a parity cut has no demand")
            if (len(chosen) + border.holds(self.start)) % 2 == 0:
                raise CheckError(f"a parity cut of set {number} has the wrong parity")
            self.parity.append((border, chosen))

    def _constant(self, slope: int, tangent: Tangent) -> int:
        """Return by how much the way driven exceeds slope * load at least."""
        potentials = column(tangent.potentials, self.nodes, "the potentials of a tangent")
        left = Left(self._ways(potentials), potentials)
        for arc in self.arcs:
            left.of_y[arc] -= slope * self.q[self.street[arc]]
        for node, price in pairs(tangent.end_prices, "the prices of ends"):
            indices([node], self.nodes, "the node of an end's price")
            left.of_end.values[node] += price
            left.of_start.values[node] -= price
            for arc in self.arcs_at[node]:
                if self.head[arc] == node:
                    left.of_y[arc] -= price
        self.cut_ways(tangent, left)
        self._require_deadheads(left.of_z)
        self.services.append({s: min(0, least) for s, least in self.least_services(left).items()})
        every = range(self.nodes)
        total = left.total + left.of_start.least(every if self.start < 0 else [self.start])
        return total + left.of_end.least(every) + sum(self.services[-1].values())

    def cut_ways(self, tangent: Tangent, left: Left) -> None:
        """Take the multipliers of beginnings off what is left."""
        for number, multiplier in pairs(tangent.linked, "the multipliers of linked cuts"):
            linked, street = _named(self.linked, number, "linked")
            left.of_street[street] = left.of_street.get(street, 0) + multiplier
            for arc in linked.into:
                if self.served[self.street[arc]]:
                    left.of_y[arc] -= multiplier
                else:
                    left.of_z[arc] -= multiplier
            left.of_start.take(linked, multiplier)
        for number, multiplier in pairs(tangent.parity, "the multipliers of parity cuts"):
            border, chosen = _named(self.parity, number, "parity")
            left.total += multiplier * (1 - len(chosen))
            for arc in itertools.chain(border.into, border.out):
                if self.street[arc] in chosen:
                    left.of_y[arc] += multiplier
                    left.of_z[arc] -= multiplier
                elif self.served[self.street[arc]]:
                    left.of_y[arc] -= multiplier
                else:
                    left.of_z[arc] -= multiplier
            left.of_end.take(border, multiplier)
            if self.start < 0:
                left.of_start.take(border, multiplier)

    def _ways(self, potentials: list[int]) -> list[int]:
        """Return the length of each arc, less what the potentials rise along it."""
        return [
            self.long[arc] - potentials[self.head[arc]] + potentials[self.tail[arc]]
            for arc in self.arcs
        ]

    def _require_deadheads(self, of_z: list[int]) -> None:
        for arc, price in enumerate(of_z):
            if price < 0:
                raise CheckError(
                    f"a deadhead along street {self.street[arc]} from node {self.tail[arc]} is "
                    f"priced above its length, by {-price} units"
                )


def _integral(lines: list[tuple[int, int]], total: int) -> Fraction:
    """Return the integral from 0 to a total of the greatest of 0 and some rising lines."""
    area = Fraction(0)
    at, lines = Fraction(0), [(0, 0), *lines]
    # The greatest line at 0; of those that are alike there the steepest.
    line = max(lines, key=lambda line: (line[1], line[0]))
    while at < total:
        slope, constant = line
        meets = [
            (Fraction(constant - other[1], other[0] - slope), -other[0], other)
            for other in lines
            if other[0] > slope
        ]
        upto, _, next_line = min(meets, default=(Fraction(total), 0, line))
        upto = min(upto, Fraction(total))
        area += (upto - at) * (slope * (at + upto) / 2 + constant)
        at, line = upto, next_line
    return area


# --- What a certificate must be made of ---


def _floor(value: float, unit: Fraction) -> int:
    return math.floor(Fraction(value) / unit)


def _above_zero(given: Any, what: str) -> Fraction:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < math.inf:
        raise CheckError(f"{what} is {given!r}; it must be a finite number above 0")
    return Fraction(given)


def _named(cuts: list[_Cut], number: int, what: str) -> _Cut:
    if not 0 <= number < len(cuts):
        raise CheckError(f"a tangent names the {what} cut {number}, which there is not")
    return cuts[number]
