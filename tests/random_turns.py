"""Random rules of turns for tiny networks, fast and reproducible, with a list of what they are."""

import math
from typing import Any, NamedTuple

import numpy as np

from arcload import Instance, Turn, TurnRules
from arcload.model.units import METRES
from tests.random_instances import Rng


class RandomTurns(NamedTuple):
    """A network with coordinates, and rules that it may be unable to keep."""

    network: Instance
    rules: TurnRules
    forbidden: tuple[Turn, ...]

    def instance(self) -> Instance:
        """Return the network with its rules."""
        return self.network.replace(turn_rules=self.rules, forbidden_turns=self.forbidden)


def random_turns(rng: Rng, network: Instance, kinds: list[str], seconds: bool) -> RandomTurns:
    """Return random rules for a network, and add of what kinds they are.

    Parameters
    ----------
    rng
        The random generator.
    network
        A network without rules and coordinates.
    kinds
        The list of kinds.
    seconds
        Whether turns take time.
    """
    fields: dict[str, Any] = {}
    if rng.random() < 0.9:
        kinds.append("coordinates")
        fields = _courses(rng, network)
    placed = network.replace(**fields)
    unit = METRES.get(network.length_unit, 1.0)
    metres = [float(rng.choice([0, 0.5, 1, 3])) * unit for _ in range(3)]
    kind = str(rng.choice(["free", "dear", "never", "never"]))
    kinds.append(f"U-turns {kind}")
    rules = TurnRules(
        left=metres[0],
        right=metres[1],
        straight=metres[2] if rng.random() < 0.3 else 0.0,
        u_turn={"free": 0.0, "dear": 5.0 * unit, "never": math.inf}[kind],
        traffic="left" if rng.random() < 0.3 else "right",
        **(_seconds(rng) if seconds else {}),
    )
    forbidden: tuple[Turn, ...] = ()
    if rng.random() < 0.6:
        kinds.append("forbidden turns")
        turns = _turns(network)
        share = float(rng.choice([0.1, 0.3, 0.6]))
        forbidden = tuple(turn for turn in turns if rng.random() < share)
    return RandomTurns(placed, rules, forbidden)


def _seconds(rng: Rng) -> dict[str, float]:
    names = ("left_seconds", "right_seconds", "straight_seconds", "u_turn_seconds")
    return {name: float(rng.choice([0, 60, 600, 1800])) for name in names}


def _courses(rng: Rng, network: Instance) -> dict[str, Any]:
    """Return points of the nodes, no two the same, and shapes: of all loops and some others."""
    cells = rng.choice(49, size=len(network.nodes), replace=False)
    points = [(float(cell % 7), float(cell // 7)) for cell in cells]
    shapes: list[tuple[tuple[float, float], ...]] = []
    for tail, head in network.ends.tolist():
        a, b = points[tail], points[head]
        shape: tuple[tuple[float, float], ...] = ()
        if tail == head:
            x, y = rng.choice([-2.0, -1.0, 1.0, 2.0], size=2).tolist()
            shape = (a, (a[0] + x, a[1] + y), (a[0] - y, a[1] + x), a)
        elif rng.random() < 0.3:
            aside = 0.25 * math.dist(a, b)
            x, y = (
                (p + q) / 2 + float(rng.uniform(-aside, aside)) for p, q in zip(a, b, strict=True)
            )
            shape = (a, (x, y), b)
        shapes.append(shape)
    return {"coordinates": np.array(points), "shapes": tuple(shapes)}


def _turns(network: Instance) -> list[Turn]:
    """Return every turn of a network."""
    drives = [(edge, side) for edge in range(len(network.edges)) for side in (0, 1)]
    return [
        Turn(network.edges[one], side + 1, network.edges[other], back + 1)
        for one, side in drives
        for other, back in drives
        if network.ends[one, 1 - side] == network.ends[other, back]
    ]
