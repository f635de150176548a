"""Which streets can be served where turns count, and whether one tour can serve them all."""

from typing import Any

import numpy as np

from arcload.model.cut_off import count_and_measure, name_some
from arcload.model.errors import TurnsCutOffError
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.types import BoolArray, IntArray
from arcload.model.vehicle import Free, Place, Vehicle


def require_turning_tour(instance: Instance) -> None:
    """Raise `TurnsCutOffError` unless one tour that obeys the turn rules can serve all edges.

    A tour drives each edge that it serves in one of its directions. Such drives can follow each
    other in some order if of any two of them a way leads from one to the other. Within a strong
    part of the graph of turns that is so, and mostly one part holds all edges. If not, the
    directions are a problem of 2-satisfiability, which is solved by the strong parts of its
    implications (Aspvall, Plass and Tarjan, Information Processing Letters 8(3), 1979).
    """
    reach, vehicle, served = _Reach(instance, instance.vehicle), instance.vehicle, instance.served
    if _in_one_part(instance, reach):
        return
    after, before = reach.from_place(vehicle.start), reach.to_place(vehicle.end)
    if not len(served):
        if not reach.nodes_after(after, vehicle.start)[instance.end_index]:
            raise TurnsCutOffError(
                f"no way leads {_from_to(vehicle)} by the turn rules; allow more turns or choose "
                "another end"
            )
        return
    can = (after & before).reshape(-1, 2)[served]
    refuse_lost(instance, served[~can.any(axis=1)], f"on a way {_from_to(vehicle)}")
    _require_order(instance, reach, served, can)


def serves(instance: Instance, vehicle: Vehicle, facilities: IntArray) -> BoolArray:
    """Return whether a vehicle can serve each edge by the turn rules.

    On a route of several trips it may also turn at the facilities of the others; whether these
    serve anything is not asked.

    Parameters
    ----------
    instance, vehicle
        The network with its rules, and the vehicle.
    facilities
        Indices of the nodes where it may load or unload.
    """
    reach = _Reach(instance, vehicle)
    after, before = reach.from_place(vehicle.start), reach.to_place(vehicle.end)
    if vehicle.max_trips != 1:
        for _ in facilities:  # each may lead on to others
            there = facilities[reach.nodes_after(after, vehicle.start)[facilities]]
            after = after | reach.after(reach.starting_at(there))
            there = facilities[reach.nodes_before(before, vehicle.end)[facilities]]
            before = before | reach.before(reach.ending_at(there))
    if vehicle.mode == "deliver":
        visited = facilities[reach.nodes_after(after, vehicle.start)[facilities]]
        after = reach.after(reach.starting_at(visited))
    else:
        visited = facilities[reach.nodes_before(before, vehicle.end)[facilities]]
        before = reach.before(reach.ending_at(visited))
    return np.asarray((after & before).reshape(-1, 2).any(axis=1), dtype=np.bool_)


def refuse_lost(instance: Instance, lost: IntArray, way: str) -> None:
    """Refuse edges that cannot be served, if there are any.

    Parameters
    ----------
    instance
        The network.
    lost
        Indices of the edges.
    way
        On which way they cannot be served, for the message.
    """
    if len(lost):
        streets, them = instance.streets, "it" if len(lost) == 1 else "them"
        raise TurnsCutOffError(
            f"{count_and_measure(streets, lost)} cannot be served {way} by the turn rules: "
            f"{name_some(streets, lost)}; allow more turns there or leave {them} out",
            edge=int(lost[0]),
            lost=lost.tolist(),
        )


class _Reach:
    """Which drives, ``2 * edge + side``, can follow which.

    Parameters
    ----------
    instance, vehicle
        The network with its rules, and the vehicle.
    """

    def __init__(self, instance: Instance, vehicle: Vehicle) -> None:
        from scipy.sparse import csr_array

        graph, drives = instance.turn_graph(vehicle), 2 * len(instance.edges)
        entries = (np.ones(len(graph.to), dtype=np.int8), graph.to, graph.first)
        self._turns = csr_array(entries, shape=(drives, drives))
        self._turns_back = self._turns.T.tocsr()
        self._instance = instance
        self._usable = np.isfinite(usable_lengths(instance, vehicle)).ravel()
        self._starts, self._ends = instance.ends.ravel(), instance.ends[:, ::-1].ravel()

    def parts(self) -> IntArray:
        """Return the strong part of each drive: of two in one part each can follow the other."""
        from scipy.sparse.csgraph import connected_components

        _, parts = connected_components(self._turns, directed=True, connection="strong")
        return np.asarray(parts, dtype=np.int64)

    def after(self, drives: BoolArray) -> BoolArray:
        """Return these drives, and all that can follow one of them."""
        return _closure(self._turns, drives)

    def before(self, drives: BoolArray) -> BoolArray:
        """Return these drives, and all that one of them can follow."""
        return _closure(self._turns_back, drives)

    def starting_at(self, nodes: IntArray) -> BoolArray:
        """Return the drives that start at one of some nodes."""
        return self._usable & np.isin(self._starts, nodes)

    def ending_at(self, nodes: IntArray) -> BoolArray:
        """Return the drives that end at one of some nodes."""
        return self._usable & np.isin(self._ends, nodes)

    def from_place(self, place: Place) -> BoolArray:
        """Return the drives that can be driven from a place on."""
        if isinstance(place, Free):
            return self._usable
        return self.after(self.starting_at(self._node(place)))

    def to_place(self, place: Place) -> BoolArray:
        """Return the drives from which a way leads to a place."""
        if isinstance(place, Free):
            return self._usable
        return self.before(self.ending_at(self._node(place)))

    def nodes_after(self, drives: BoolArray, place: Place) -> BoolArray:
        """Return whether each node is this place or the end of one of the drives."""
        return self._nodes(self._ends[drives], place)

    def nodes_before(self, drives: BoolArray, place: Place) -> BoolArray:
        """Return whether each node is this place or the start of one of the drives."""
        return self._nodes(self._starts[drives], place)

    def _nodes(self, nodes: IntArray, place: Place) -> BoolArray:
        reached = np.full(len(self._instance.nodes), isinstance(place, Free))
        reached[nodes] = True
        if not isinstance(place, Free):
            reached[self._node(place)] = True
        return reached

    def _node(self, place: Place) -> IntArray:
        return np.array([self._instance.node_index(place)])


def _closure(turns: Any, drives: BoolArray) -> BoolArray:
    from scipy.sparse.csgraph import breadth_first_order

    reached = np.zeros(len(drives), dtype=np.bool_)
    for drive in np.flatnonzero(drives):
        if not reached[drive]:
            reached[breadth_first_order(turns, drive, return_predecessors=False)] = True
    return reached


def _in_one_part(instance: Instance, reach: _Reach) -> bool:
    """Return whether one strong part holds a direction of every served edge, start and end.

    What follows may still serve all edges where this is not so.
    """
    vehicle, served = instance.vehicle, instance.served
    if not len(served):
        return isinstance(vehicle.end, Free) or vehicle.start in (vehicle.end, Free.FREE)
    parts = reach.parts()
    of_served = parts.reshape(-1, 2)[served]
    both = of_served[of_served[:, 0] != of_served[:, 1], 1]
    part = int(np.bincount(np.append(of_served[:, 0], both)).argmax())
    inside = parts == part
    return bool(
        (of_served == part).any(axis=1).all()
        and (inside & reach.from_place(vehicle.start)).any()
        and (inside & reach.to_place(vehicle.end)).any()
    )


def _require_order(instance: Instance, reach: _Reach, served: IntArray, can: BoolArray) -> None:
    """Raise unless directions can be chosen in which the served edges follow each other.

    Parameters
    ----------
    instance, reach
        The network.
    served
        Indices of the served edges.
    can
        Whether each can be served in either direction, on a way for it alone.
    """
    parts = reach.parts()
    of_served = parts.reshape(-1, 2)[served]
    chosen = _undecided(of_served, can)
    served, of_served, can = served[chosen], of_served[chosen], can[chosen]
    labels, number = np.unique(of_served, return_inverse=True)
    leads = np.array([np.isin(labels, parts[reach.after(parts == part)]) for part in labels])
    drives, can = number.ravel(), can.ravel()
    follows = (leads | leads.T)[drives[:, None], drives] & can[:, None] & can
    count = len(served)
    pairs = follows.reshape(count, 2, count, 2).any(axis=(1, 3)) | np.eye(count, dtype=np.bool_)
    if not pairs.all():
        one, other = np.argwhere(~pairs)[-1]
        both = " and ".join(instance.streets.label(int(edge)) for edge in served[[one, other]])
        raise TurnsCutOffError(
            f"edges {both} cannot both be served by one tour: no way leads from one to the other "
            "by the turn rules; allow more turns there or leave one out",
            edge=int(served[one]),
            lost=[int(served[one])],
        )
    contradicted = _contradicted(follows, can)
    if len(contradicted):
        edges = served[contradicted]
        raise TurnsCutOffError(
            f"edges {name_some(instance.streets, edges)} cannot all be served by one tour: in "
            "whatever directions, some two have no way from one to the other by the turn rules; "
            "allow more turns there or leave one out",
            edge=int(edges[-1]),
            lost=[int(edges[-1])],
        )


def _undecided(parts: IntArray, can: BoolArray) -> IntArray:
    """Return which edges to choose directions for; the others can be served beside the first.

    Where some edge can be served in one strong part alone, the tour drives there. Then all edges
    with a direction in that part may take it: what can be served beside one drive of a part can
    be beside all of them.

    Parameters
    ----------
    parts
        Strong part of each edge in each direction.
    can
        Whether each can be served so.
    """
    only = np.where(can[:, 0], parts[:, 0], parts[:, 1])
    bound = ~can.all(axis=1) | (parts[:, 0] == parts[:, 1])
    if not bound.any():
        return np.arange(len(parts))
    part = int(np.bincount(only[bound]).argmax())
    first = np.flatnonzero(bound & (only == part))[:1]
    return np.append(first, np.flatnonzero(~(can & (parts == part)).any(axis=1)))


def _contradicted(follows: BoolArray, can: BoolArray) -> IntArray:
    """Return the edges whose two directions imply each other, none if all can be chosen.

    Parameters
    ----------
    follows
        Whether of each two drives, two per edge, one can follow the other.
    can
        Whether each drive can be chosen.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    drives = np.arange(len(can))
    implied = can[:, None] & can & ~follows & (drives[:, None] // 2 != drives // 2)
    implied = implied[:, drives ^ 1]  # a drive implies the other direction of what it excludes
    implied[drives[~can], drives[~can] ^ 1] = True
    _, labels = connected_components(csr_array(implied), directed=True, connection="strong")
    return np.flatnonzero(labels[::2] == labels[1::2])


def _from_to(vehicle: Vehicle) -> str:
    if vehicle.start == vehicle.end:
        return f"from the depot {vehicle.start!r} and back"
    ends = ["anywhere" if isinstance(p, Free) else repr(p) for p in (vehicle.start, vehicle.end)]
    return f"from {ends[0]} to {ends[1]}"
