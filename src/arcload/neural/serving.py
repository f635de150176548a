"""Tours from trained weights, with NumPy alone.

The network, its inputs and the environment are those of training, on NumPy's arrays: one
definition, and nothing to install.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arcload.errors import InputError, did_you_mean
from arcload.neural.batch import Batch
from arcload.neural.configuration import NetworkConfiguration, from_dict
from arcload.neural.environment import places, start, step
from arcload.neural.features import SCHEMA, look_at, near_end_first
from arcload.neural.network import encode, logits, shapes
from arcload.problem import Problem
from arcload.types import IntArray

FORMAT = "arcload-policy/1"
FOLDER = Path(__file__).with_name("weights")
"""Where the weights that ship with arcload are."""

_BYTES = 3e8  # of scores at a time; more samples are drawn one lot after another


@dataclass(frozen=True)
class TrainedPolicy:
    """A network and its weights, as a file holds them.

    Parameters
    ----------
    network
        How the network is built.
    weights
        Its weights by name.
    """

    network: NetworkConfiguration
    weights: dict[str, Any]


def shipped() -> list[str]:
    """Return the names of the policies that ship with arcload."""
    return sorted(path.stem for path in FOLDER.glob("*.safetensors"))


def load_policy(model: str) -> TrainedPolicy:
    """Return a policy that ships with arcload, by its name, or that of a file."""
    from safetensors import SafetensorError, safe_open

    path = Path(model)
    if path.suffix != ".safetensors":
        if model not in shipped():
            raise InputError(
                f"model {model!r} is unknown{did_you_mean(model, shipped())}; use "
                f"{', '.join(shipped())} or a .safetensors file from 'arcload export-policy'"
            )
        path = FOLDER / f"{model}.safetensors"
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    try:
        with safe_open(path, framework="numpy") as file:
            said = file.metadata() or {}
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise InputError(f"{path}: cannot be read as weights ({error})") from error
    return TrainedPolicy(_network(said, path), _checked(weights, said, path))


def _network(said: dict[str, str], path: Path) -> NetworkConfiguration:
    if said.get("format") != FORMAT:
        raise InputError(f"{path}: these are no weights of arcload; make them by 'export-policy'")
    if said.get("schema") != str(SCHEMA):
        raise InputError(
            f"{path}: it was trained on inputs of version {said.get('schema')}, and this arcload "
            f"has version {SCHEMA}; export it anew"
        )
    try:
        return from_dict({"network": json.loads(said["network"])}).network
    except (KeyError, ValueError) as error:
        raise InputError(f"{path}: its configuration cannot be read ({error})") from None


def _checked(weights: dict[str, Any], said: dict[str, str], path: Path) -> dict[str, Any]:
    wanted = shapes(_network(said, path))
    for name in sorted(wanted.keys() ^ weights.keys()):
        missing = "lacks" if name in wanted else "has, beyond its configuration,"
        raise InputError(f"{path}: it {missing} the weights {name!r}; it is damaged")
    for name, shape in wanted.items():
        if weights[name].shape != shape or not np.isfinite(weights[name]).all():
            raise InputError(f"{path}: its weights {name!r} do not fit its configuration")
    return {name: weights[name].astype(np.float32) for name in wanted}


def batch_of(problem: Problem) -> Batch:
    """Return a problem as a batch of one, in its own units."""
    arrays = problem.arrays

    def single(column: Any) -> Any:
        return np.asarray(column)[None].astype(np.float32)

    return Batch(
        entry=arrays.entry[None],
        length=single(arrays.length),
        demand=single(arrays.q / arrays.q.sum()),
        distance=single(arrays.D),
        from_start=single(arrays.from_start),
        to_end=single(problem.to_end),
        curb_weight=single(arrays.W / arrays.q.sum()),
        real=np.ones((1, problem.size), dtype=bool),
    )


def build_tours(
    policy: TrainedPolicy,
    problem: Problem,
    offer: Callable[[IntArray], object],
    *,
    samples: int = 0,
    temperature: float = 1.0,
    rng: np.random.Generator,
    should_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Offer the greedy tour, then sampled ones.

    Parameters
    ----------
    policy, problem
        What to build with, and for.
    offer
        Called with the orders built, [tours, m].
    samples
        How many to sample.
    temperature
        Above 1 chances are more even, below 1 less.
    rng
        The random generator.
    should_stop
        Whether to end; the greedy tour is then finished as the edges are numbered.
    """
    with np.errstate(over="ignore"):
        batch = near_end_first(batch_of(problem).scaled()[0])
    decoder = _Decoder(policy, batch)
    offer(decoder.tours(1, None, 1.0, should_stop))
    most = max(1, int(_BYTES / (4 * policy.network.heads * problem.size)))
    while samples > 0 and not should_stop():
        lot = min(samples, most)
        orders = decoder.tours(lot, rng, temperature, should_stop)
        if should_stop():
            return
        offer(orders)
        samples -= lot


class _Decoder:
    """An instance as the policy sees it, ready to build tours."""

    def __init__(self, policy: TrainedPolicy, batch: Batch) -> None:
        self.network, self.weights, self.batch = policy.network, policy.weights, batch
        self.where = places(batch)
        self.memory = encode(self.network, self.weights, batch, self.where)

    def tours(
        self,
        count: int,
        rng: np.random.Generator | None,
        temperature: float,
        should_stop: Callable[[], bool],
    ) -> IntArray:
        """Return orders, greedy ones if there is no random generator, [count, m]."""
        batch, size = self.batch, self.batch.demand.shape[1]
        state = start(batch, count)
        last = first = np.zeros((1, count), dtype=np.int64)
        order = np.zeros((count, size), dtype=np.int64)
        for position in range(size):
            if should_stop():
                left = np.argsort(~state.open[0], axis=1, kind="stable")
                order[:, position:] = left[:, : size - position]
                break
            look = look_at(state, batch, last, first, self.network.inputs)
            scores = logits(self.network, self.weights, self.memory, batch, look)
            if rng is not None:
                noise = rng.standard_exponential(scores.shape, dtype=np.float32)
                scores = scores / temperature - np.log(noise)
            action = scores.argmax(-1)
            state = step(state, batch, self.where, action)
            order[:, position] = action[0]
            last = action + 1
            first = last if position == 0 else first
        return order
