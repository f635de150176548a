"""One tour at a time, edge by edge, for agents that know Gymnasium."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from arcload.gym.batch_of import batch_of
from arcload.maps.formats import read
from arcload.maps.generators import KINDS, generate
from arcload.model.arguments import shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.tour import Tour
from arcload.neural.common.batch import FORBIDDEN
from arcload.neural.common.environment import ArcMDP, State
from arcload.neural.common.features import standing

Source: TypeAlias = (
    str
    | PathLike[str]
    | Instance
    | Sequence[str | PathLike[str] | Instance]
    | Callable[[int], Instance]
)
"""Where instances come from: a kind of generator, a file, an instance, several, or a function."""

Observation: TypeAlias = dict[str, NDArray[Any]]

_EDGE_COLUMNS = 8
_LARGEST_SEED = 2**31


class ArcEnv(gymnasium.Env[Observation, np.int64]):
    """The Arc-MDP (section 4.2 of the paper) of one instance after another.

    An action is the number of an edge that is not served yet, as `Instance.served` counts them.
    The reward is 0 until the last edge, then minus the cost of the tour in its best directions,
    as `arcload.check` finds it: see `price`. ``info["mask"]`` says which actions are possible, at
    the end ``info["tour"]`` and ``info["cost"]`` hold the tour. An action that is not possible ends
    the episode without a tour, at the cost of a forbidden way, and is ``info["impossible"]``.

    Observations are free of scale, lengths in mean edge lengths, demands in shares of their sum:

    - ``edges``, [room, 8]: length on each side, demand, the way from the vehicle to the entry of
      each side, the way from the exit of each side to the end, and whether it is still open;
    - ``vehicle``, [3]: the load, W / (W + total load), and how much farther the vehicle is, in
      mean edge lengths, if the last edge was served on its other side.

    Parameters
    ----------
    source
        ``"eulerian"``, ``"rural"`` or ``"city"`` for a new random instance per episode; a file, an
        instance, or several of them, of which one is drawn per episode; or a function from a seed
        to an instance.
    options
        What `arcload.generate` takes besides, such as ``{"nodes": 7, "edges": 12}``.
    room
        Most served edges of an instance; arrays are padded to it. It must be named for a function.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        source: Source = "eulerian",
        *,
        options: Mapping[str, Any] | None = None,
        room: int | None = None,
    ) -> None:
        self._next, largest = _supply(source, dict(options or {}))
        room = largest if room is None else room
        if room is None:
            raise InputError(
                "how many edges an instance may have is not known",
                advice="name the most that are served by {room}",
            )
        self.room = room
        self.action_space = spaces.Discrete(room)
        self.observation_space = spaces.Dict(
            {
                "edges": spaces.Box(0.0, FORBIDDEN, (room, _EDGE_COLUMNS), np.float32),
                "vehicle": spaces.Box(0.0, FORBIDDEN, (3,), np.float32),
            }
        )  # type: ignore[assignment]  # a space of dictionaries, which Gymnasium types as any

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin with the next instance, or with ``options["instance"]``."""
        super().reset(seed=seed)
        given = (options or {}).get("instance")
        self.instance = self._next(self.np_random) if given is None else given
        batch, unit = batch_of([self.instance], None).scaled()
        if batch.demand.shape[1] > self.room:
            raise InputError(
                f"{self.instance.name!r} serves {batch.demand.shape[1]} edges, and there is room "
                f"for {self.room}",
                advice="give more by {room}",
            )
        self.unit = float(unit[0])
        self._mdp = ArcMDP(batch)
        self._state: State = self._mdp.start(1)
        self._order: list[int] = []
        return self._observation(), {"mask": self.action_masks(), "instance": self.instance}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Serve an edge; one that the mask does not allow ends the episode as no tour does."""
        if action not in self.action_space:
            raise InputError(f"action {action!r} is none of 0 to {self.room - 1}")
        if not self.action_masks()[action]:
            return self._failed(action)
        self._order.append(int(action))
        self._state = self._mdp.step(self._state, np.array([[action]]))
        mask = self.action_masks()
        info: dict[str, Any] = {"mask": mask, "instance": self.instance}
        done, reward = not mask.any(), 0.0
        if done:
            info["tour"] = tour = self._tour()
            info["cost"] = self._cost() if tour is None else tour.cost
            reward = -self.price(tour, info["cost"])
        return self._observation(), reward, done, False, info

    def _failed(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Return the end of an episode without a tour: a way that is forbidden, fully loaded."""
        batch = self._mdp.batch
        weight = float(batch.curb_weight[0] + batch.demand[0].sum())
        cost = FORBIDDEN * weight * self.unit
        info = {"mask": self.action_masks(), "instance": self.instance, "tour": None, "cost": cost}
        info["impossible"] = int(action)
        return self._observation(), -self.price(None, cost), True, False, info

    def action_masks(self) -> NDArray[np.int8]:
        """Return 1 for each action that is possible now, as ``Discrete.sample`` takes it."""
        mask = np.zeros(self.room, np.int8)
        mask[: self._state.open.shape[2]] = self._state.open[0, 0]
        return mask

    def price(self, tour: Tour | None, cost: float) -> float:
        """Return minus the reward of a finished tour; a subclass may have one of its own.

        Parameters
        ----------
        tour
            The tour; None where none serves the edges in that order along the one-way streets, or
            where an action was not possible.
        cost
            Its cost, in the instance's units. What must not be driven counts `FORBIDDEN` mean edge
            lengths.
        """
        return cost

    def _cost(self) -> float:
        return float(self._mdp.cost(self._state)[0, 0]) * self.unit

    def _tour(self) -> Tour | None:
        problem = Problem.of(self.instance)
        order = np.array(self._order)
        cost, sides = direction_program(order, *problem.arrays)
        return problem.tour(order, sides) if np.isfinite(cost) else None

    def _observation(self) -> Observation:
        batch, where, state = self._mdp.batch, self._mdp.where, self._state
        side, other = standing(state, batch)
        place = state.place[0, 0, side[0, 0]]
        size = batch.demand.shape[1]
        home = batch.to_end[0][batch.entry[0, :, ::-1]]  # an edge is left where side 1 - s enters
        edges = np.zeros((self.room, _EDGE_COLUMNS), np.float32)
        edges[:size, 0:2] = batch.length[0]
        edges[:size, 2] = batch.demand[0]
        edges[:size, 3:5] = where.reach[0, place].T
        edges[:size, 5:7] = home
        edges[:size, 7] = state.open[0, 0]
        W, load = batch.curb_weight[0], state.load[0, 0]
        total = max(W + batch.demand[0].sum(), np.finfo(float).tiny)
        vehicle = np.array([load, W / total, other[0, 0]], np.float32)
        return {"edges": edges, "vehicle": np.clip(vehicle, 0, FORBIDDEN)}


def _supply(
    source: Source, options: dict[str, Any]
) -> tuple[Callable[[np.random.Generator], Instance], int | None]:
    """Return what gives the next instance, and how many edges it serves at most, if known."""
    if isinstance(source, str) and source in KINDS:
        small = {"edges": 30} if source == "city" else {"edges": 12, "nodes": 7}
        kind, options = source, {**small, **options}
        return lambda rng: generate(kind, seed=_seed(rng), **options), options["edges"]
    if options:
        raise InputError(f"options are for {', '.join(KINDS)}; the source is {shown(source)}")
    if callable(source):
        return lambda rng: source(_seed(rng)), None
    listed = [source] if isinstance(source, str | PathLike | Instance) else list(source)
    if not listed:
        raise InputError("the source is empty; name a generator, a file or an instance")
    instances = [one if isinstance(one, Instance) else read(one) for one in listed]
    largest = max(len(instance.served) for instance in instances)
    return lambda rng: instances[int(rng.integers(len(instances)))], largest


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(_LARGEST_SEED))
