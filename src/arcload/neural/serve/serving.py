"""Tours from trained weights, without torch.

The encoder and its inputs are those of training, on NumPy's arrays, with a kernel for the
exponentials. The steps of the decoder are a kernel, too: on arrays as small as one state's, a
library of array operations, be it NumPy or an inference runtime, spends most of its time on
calling them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import brief
from arcload.model.types import IntArray
from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import NetworkConfiguration, from_dict
from arcload.neural.common.environment import edges_at_nodes, lookups
from arcload.neural.common.features import SCHEMA, near_end_first
from arcload.neural.common.network import FORMAT, Memory, encode, shapes

FOLDER = Path(__file__).with_name("weights")
"""Where the weights that ship with arcload are."""

MOST_EDGES = 3000
"""Most streets that a policy looks at: memory grows with their square, 2 GB here."""

MEMORY = 225
"""Bytes that a policy takes for each street squared."""

_HEAVY = 1e6  # times the load: beyond it a heavier vehicle changes nothing
_LOT = 500_000  # edges squared times tours between two looks at the clock


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
            network = _network(file.metadata() or {}, path)
            held = {name: tuple(file.get_slice(name).get_shape()) for name in file.keys()}  # noqa: SIM118
            _require_shapes(held, network, path)  # before any memory is taken for them
            weights = {name: file.get_tensor(name) for name in shapes(network)}
    except (SafetensorError, OSError, TypeError) as error:
        raise InputError(f"{path}: cannot be read as weights ({error})") from error
    for name, values in weights.items():
        if not np.isfinite(values).all():
            raise InputError(f"{path}: its weights {name!r} are not all finite")
    return TrainedPolicy(network, {name: w.astype(np.float32) for name, w in weights.items()})


def _network(metadata: dict[str, str], path: Path) -> NetworkConfiguration:
    if metadata.get("format") != FORMAT:
        raise InputError(
            f"{path}: these are not weights of arcload; make them with 'export-policy'"
        )
    if metadata.get("schema") != str(SCHEMA):
        raise InputError(
            f"{path}: it was trained on inputs of version {str(metadata.get('schema'))[:40]}, and "
            f"this arcload has version {SCHEMA}; export it again"
        )
    try:
        return from_dict({"network": json.loads(metadata["network"])}).network
    except RecursionError:
        raise InputError(f"{path}: its configuration is nested too deeply") from None
    except (KeyError, ValueError) as error:
        raise InputError(f"{path}: its configuration cannot be read ({error})") from None


def _require_shapes(
    held: dict[str, tuple[int, ...]], network: NetworkConfiguration, path: Path
) -> None:
    """Refuse weights that are not those of the network."""
    wanted = shapes(network)
    for name in sorted(wanted.keys() ^ held.keys()):
        missing = "lacks" if name in wanted else "has, beyond its configuration,"
        raise InputError(f"{path}: it {missing} the weights {brief(name)}; it is damaged")
    for name, shape in wanted.items():
        if held[name] != shape:
            raise InputError(f"{path}: its weights {name!r} do not fit its configuration")


def batch_of(problem: Problem) -> Batch:
    """Return a problem as a batch of one, in its own units."""
    arrays = problem.arrays
    return Batch(
        entry=arrays.entry[None],
        length=arrays.length[None],
        demand=arrays.q[None],
        distance=arrays.D[None],
        from_start=arrays.from_start[None],
        to_end=problem.to_end[None],
        curb_weight=np.array([arrays.W]),
        real=np.ones((1, problem.size), dtype=bool),
    )


def as_seen(problem: Problem) -> Batch:
    """Return a problem as the network sees it: scaled, and in single precision."""
    batch, _ = batch_of(problem).scaled()
    if not problem.arrays.q.any():  # the load costs nothing, as beside a very heavy vehicle
        even = np.full_like(batch.demand, 1 / problem.size)
        batch = batch._replace(demand=even, curb_weight=np.array([_HEAVY]))
    batch = near_end_first(batch._replace(curb_weight=np.minimum(batch.curb_weight, _HEAVY)))
    return Batch(*(c.astype(np.float32) if c.dtype == np.float64 else c for c in batch))


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
    """Offer the greedy tour, then sampled ones, none of them twice; fewer where there are no more.

    Parameters
    ----------
    policy, problem
        What to build with, and for.
    offer
        Called with the orders built, [tours, m].
    samples
        Most tours to sample.
    temperature
        Above 1 chances are more even, below 1 less.
    rng
        The random generator.
    should_stop
        Whether to sample no more.
    """
    if problem.size > MOST_EDGES:
        raise InputError(
            f"the policy looks at up to {MOST_EDGES:,} streets at a time, and {problem.size:,} are "
            "to be served; use the method auto"
        )
    decoder = _Decoder(policy, as_seen(problem), samples, temperature, rng)
    offer(decoder.tours(1, greedy=True))
    lot = max(1, _LOT // problem.size**2)
    for begin in range(0, samples, lot):
        if should_stop():
            return
        count = min(lot, samples - begin)
        orders = decoder.tours(count)
        if len(orders):
            offer(orders)
        if len(orders) < count:
            return


class _Decoder:
    """An instance as the policy sees it, ready to build tours, none of them twice."""

    def __init__(
        self,
        policy: TrainedPolicy,
        batch: Batch,
        samples: int,
        temperature: float,
        rng: np.random.Generator,
    ) -> None:
        from arcload.engine.kernels.decoding import Sampling, Scores, StreetArrays
        from arcload.engine.kernels.distinct import nothing_drawn

        network, weights = policy.network, policy.weights
        where = lookups(batch)
        memory = Memory(*(column[0] for column in encode(network, weights, batch, where)))
        memory = memory._replace(
            last=np.array(memory.last),  # always writable: one compiled decoder for all networks
            values=np.ascontiguousarray(memory.values.swapaxes(1, 2)),
        )
        self._size = batch.demand.shape[1]
        self._sampling = Sampling(
            counters=rng.integers(1, 2**62, 1),
            drawn=nothing_drawn(samples + 1, self._size),
            temperature=float(temperature) if samples else 0.0,
        )
        self._scores = Scores(
            paper=network.inputs == "paper",
            sees_ways=network.decoder_distances,
            clip=float(network.clip),
            of_vehicle=np.ascontiguousarray(weights["query_vehicle.weight"].T),
            **memory._asdict(),
        )
        self._streets = StreetArrays(
            W=float(batch.curb_weight[0]),
            demand=batch.demand[0],
            entry=batch.entry[0],
            at_nodes=edges_at_nodes(batch)[0].astype(np.int64),
            **{name: column[0] for name, column in where._asdict().items()},
        )

    def tours(self, count: int, greedy: bool = False) -> IntArray:
        """Return the greedy order or sampled ones, [tours, m]; fewer once all were drawn."""
        from arcload.engine.kernels.decoding import decode

        orders = np.empty((count, self._size), dtype=np.int64)
        built = decode(orders, greedy, self._sampling, self._scores, self._streets)
        return orders[:built]


def warm_up() -> None:
    """Compile the decoder, on two edges and a network of the smallest size."""
    nothing = NetworkConfiguration(width=8, heads=2, layers=1, feed_forward=8, hidden=4)
    zeros = {name: np.zeros(shape, np.float32) for name, shape in shapes(nothing).items()}
    ones = np.ones((1, 2, 2), np.float32)
    batch = Batch(
        entry=np.array([[[0, 1], [1, 0]]]),
        length=ones,
        demand=ones[:, 0],
        distance=ones,
        from_start=ones[:, 0],
        to_end=ones[:, 0],
        curb_weight=ones[:, 0, 0],
        real=ones[:, 0] > 0,
    )
    _Decoder(TrainedPolicy(nothing, zeros), batch, 1, 1.0, np.random.default_rng(1)).tours(1)
