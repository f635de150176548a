"""The Arc-MDP (section 4.2 of the paper): serve one edge after another, pay at the end.

A state is a partial order of the served edges, an action an edge not served yet, the reward minus
the cost of the finished order in its best directions. The direction program (Appendix A) is
carried along: `State.cost` holds, for the last edge served on either side, the least cost so far.
"""

from typing import NamedTuple

from arcload.engine.kernels import arc_mdp
from arcload.neural.common import arrays
from arcload.neural.common.arrays import (
    Array,
    cast,
    compact,
    count,
    less_at,
    library,
    pad,
    rows,
    take,
    whole_zeros,
    zeros,
)
from arcload.neural.common.batch import FORBIDDEN, Batch

RADII = (0.5, 3.0)
"""At so many mean edge lengths from a node a demand counts 1 / e there; kernels rely on two."""

_service_cost = arc_mdp.written_with(arrays, arc_mdp.service_cost)


class Lookups(NamedTuple):
    """What a step looks up: distances from where the vehicle may stand to where edges begin.

    Place 0 is the start, place 1 + v the node v.
    """

    reach: Array
    """From each place to the entry of each edge on each side, [B, 1 + N, 2, M]."""
    length: Array
    """Length of an edge on each side, [B, 2, M]."""
    leave: Array
    """Place where an edge is left on each side, [B, M, 2]."""
    nearby: Array
    """Demand of an edge as it counts at each node, less from afar, by `RADII`, [B, M, K, N]."""


class State(NamedTuple):
    """Where S rollouts of each of B instances stand."""

    place: Array
    """Where the vehicle stands if the last edge was served on each side, [B, S, 2]."""
    cost: Array
    """Least cost so far in that case, [B, S, 2]."""
    load: Array
    """What is on board, [B, S]."""
    open: Array
    """Whether an edge is still to be served, [B, S, M]."""
    left: Array
    """Number of edges still to be served at each node, loops twice, [B, S, N]."""
    nearby: Array
    """Demand still to be served around each node, see `Lookups`, [B, S, K, N]."""


def lookups(batch: Batch) -> Lookups:
    """Return what the steps of a batch look up."""
    xp = library(batch.demand)
    from_places = xp.concatenate([batch.from_start[:, None], batch.distance], 1)
    size, edges, _ = batch.entry.shape
    columns = batch.entry.swapaxes(1, 2).reshape(size, 1, 2 * edges)
    reach = take(from_places, columns, 2).reshape(size, -1, 2, edges)
    length = batch.length.swapaxes(1, 2)
    reach = xp.where(length[:, None] >= FORBIDDEN, FORBIDDEN, reach)
    leave = 1 + xp.flip(batch.entry, (2,))
    nearest = xp.amin(reach[:, 1:], 2).swapaxes(1, 2)
    nearby = xp.stack([xp.exp(-nearest / radius) for radius in RADII], 2)
    nearby = cast(nearby * batch.demand[..., None, None], length)
    return Lookups(compact(cast(reach, length)), compact(length), leave, compact(nearby))


def edges_at_nodes(batch: Batch) -> Array:
    """Return the number of served edges at each node, loops twice, [B, N]."""
    nodes = count(batch.from_start.shape[1], batch.entry)
    hits = (batch.entry[..., None] == nodes) & batch.real[..., None, None]
    xp = library(hits)
    return cast(xp.sum(xp.sum(hits, 1), 1), batch.demand)


class ArcMDP:
    """The Arc-MDP on many instances at once, S rollouts of each.

    What it takes and gives are tensors or NumPy's arrays, as the batch has them, and states never
    change: a step returns a new one. It is what training and `validate` build tours with.

    Parameters
    ----------
    batch
        The instances, scaled or in their own units; costs are in the same.

    Examples
    --------
    ::

        mdp = ArcMDP(batch)
        state = mdp.start(samples=8)
        for _ in range(batch.demand.shape[1]):
            action = choose(state.open)  # the mask [B, S, M] -> edge numbers [B, S]
            state = mdp.step(state, action)
        cost = mdp.cost(state)  # [B, S]
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.where = lookups(batch)

    def start(self, samples: int) -> State:
        """Return the state before the first edge."""
        batch = self.batch
        xp = library(batch.demand)
        size, edges = batch.demand.shape
        nodes = batch.from_start.shape[1]
        shape = (size, samples)
        nearby = xp.sum(self.where.nearby, 1)[:, None]
        load = xp.sum(batch.demand, -1)[:, None]
        return State(
            place=whole_zeros((*shape, 2), batch.demand),
            cost=zeros((*shape, 2), batch.demand),
            load=compact(xp.broadcast_to(load, shape)),
            open=compact(xp.broadcast_to(batch.real[:, None], (*shape, edges))),
            left=compact(xp.broadcast_to(edges_at_nodes(batch)[:, None], (*shape, nodes))),
            nearby=compact(xp.broadcast_to(nearby, (*shape, len(RADII), nodes))),
        )

    def step(self, state: State, action: Array) -> State:
        """Return the state after serving an edge, by `arc_mdp.service_cost` on each side.

        Parameters
        ----------
        state
            The state before.
        action
            Number of an open edge per rollout, [B, S]. Where none is open any more the vehicle
            stays where it is, whatever the action.
        """
        batch, where = self.batch, self.where
        xp = library(action)
        size, samples = action.shape
        edges = batch.demand.shape[1]
        demand = take(batch.demand, action, 1)[..., None]
        weight = (batch.curb_weight[:, None] + state.load)[..., None]
        sides = count(2, action)
        index = (state.place[..., None] * 2 + sides) * edges + action[..., None, None]
        way = take(where.reach.reshape(size, -1), index.reshape(size, -1), 1)
        way = way.reshape(size, samples, 2, 2)
        index = (sides * edges + action[..., None]).reshape(size, -1)
        length = take(where.length.reshape(size, -1), index, 1).reshape(size, samples, 2)
        leave = rows(where.leave, action)
        before = state.cost[..., :1], way[:, :, 0], state.cost[..., 1:], way[:, :, 1]
        going = state.open.any(-1)[..., None]
        return State(
            place=xp.where(going, leave, state.place),
            cost=xp.where(going, _service_cost(*before, weight, length, demand), state.cost),
            load=xp.clip(state.load - demand[..., 0], 0, None),
            open=state.open & (count(edges, action) != action[..., None]),
            left=less_at(state.left, leave - 1),
            nearby=state.nearby - rows(where.nearby, action),
        )

    def cost(self, state: State) -> Array:
        """Return the cost of tours that end here, the way to the end included, [B, S]."""
        size, samples, _ = state.place.shape
        way = take(pad(self.batch.to_end, 1, before=1), state.place.reshape(size, -1), 1)
        curb_weight = self.batch.curb_weight[:, None, None]
        cost = state.cost + curb_weight * way.reshape(size, samples, 2)
        return library(cost).amin(cost, -1)

    def cost_of(self, orders: Array) -> Array:
        """Return the cost of orders in their best directions, [B, S].

        Parameters
        ----------
        orders
            Edge numbers, those of padding after the last real edge, [B, S, M].
        """
        state = self.start(orders.shape[1])
        for position in range(orders.shape[2]):
            state = self.step(state, orders[..., position])
        return self.cost(state)
