"""An environment that rewards short tours of small towns, whatever is on board."""

from typing import Any

import gymnasium

from arcload import Instance, Tour, generate
from arcload.gym import ArcEnv


class ToursByLength(ArcEnv):
    """The Arc-MDP with the length as its price, on a new town per episode."""

    def __init__(self) -> None:
        super().__init__(_town, room=9)

    def price(self, tour: Tour | None, cost: float) -> float:
        """Return the length of a tour."""
        return cost if tour is None else tour.length

    def reset(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin with another town, and say how many streets there are to serve."""
        observation, info = super().reset(**kwargs)
        return observation, {**info, "streets": len(info["instance"].served)}


def _town(seed: int) -> Instance:
    return generate("eulerian", nodes=7, edges=9, seed=seed)


gymnasium.register("outside/ToursByLength-v0", f"{__name__}:{ToursByLength.__name__}")
