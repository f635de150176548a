"""How a network is built and how it is trained; the two that ship, and files of one's own."""

import dataclasses
import math
import reprlib
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from arcload.model.errors import InputError, did_you_mean

_LARGEST = {  # of a network; beyond it a file is a mistake or a trap
    "width": 4096,
    "heads": 256,
    "layers": 100,
    "feed_forward": 16_384,
    "hidden": 1024,
    "clip": 1_000_000,
}


@dataclass(frozen=True)
class NetworkConfiguration:
    """The network.

    Parameters
    ----------
    width, heads, layers, feed_forward
        Its size.
    clip
        Logits lie within this of 0, by a hyperbolic tangent.
    inputs
        ``"paper"``: length, demand and load left; ``"full"``: distances, W and more;
        ``"plain"``: of an edge its length and demand alone, all else as for ``"full"``.
    normalisation
        ``"batch"``: after each sublayer, as in the paper; ``"layer"``: before it.
    encoder_distances
        Whether attention between edges depends on their distance. If not, it is masked to
        edges that touch, as in the paper.
    decoder_distances
        Whether logits and the decoder's attention depend on how far each edge is from the vehicle.
    hidden
        Width of the small networks that turn distances into scores.
    """

    width: int = 128
    heads: int = 8
    layers: int = 4
    feed_forward: int = 512
    clip: float = 10.0
    inputs: Literal["paper", "plain", "full"] = "full"
    normalisation: Literal["batch", "layer"] = "layer"
    encoder_distances: bool = True
    decoder_distances: bool = True
    hidden: int = 16

    def __post_init__(self) -> None:
        _check_choices(self)
        for name, most in _LARGEST.items():
            _require_above_zero(self, name)
            _require(getattr(self, name) <= most, name, getattr(self, name), f"{most:,} or less")
        _require(self.width % self.heads == 0, "width", self.width, "a multiple of heads")
        sees_all = self.inputs != "paper" or not self.decoder_distances
        _require(sees_all, "inputs", self.inputs, "'full' or 'plain' for distances")


@dataclass(frozen=True)
class TrainingConfiguration:
    """The training.

    Parameters
    ----------
    baseline
        What a cost is compared with. ``"group"``: the mean of the instance's samples, in units
        of the batch's spread; ``"leave-one-out"``: the mean of its other samples, relatively;
        ``"greedy"``: the greedy tour of the best policy so far (Algorithm 1 of the paper), as it is
        for one sample per instance, in units of the batch's spread for several.
    samples
        Tours drawn for each instance.
    learn_from
        How many of them are learnt from, the best and the worst; None: all.
    instances
        Instances in a gradient step; None: as many as balance the work between sizes.
    learning_rate, schedule, warm_up
        ``"constant"``, or ``"cosine"``: to 3 % over the time given, after so many steps
        of growing.
    clip_gradient
        Largest norm of the gradient.
    entropy
        Reward for the entropy of a choice; it falls to a tenth over the time given.
    mix
        ``"paper"``: Eulerian networks of 10, 20 and 30 nodes; ``"all"``: Eulerian, rural and
        street-like ones, of 1 to 232 served edges; ``"large"``: those of the benchmark;
        ``"tiny"``: Eulerian and rural ones of 1 to 16 served edges.
    epoch
        Instances in an epoch, after which the greedy baseline is challenged.
    epochs
        Most epochs; None: until the time is up.
    significance
        A challenger replaces the baseline if a one-sided paired t-test says so at this level.
    challenge
        Instances in a challenge.
    average
        Weights are averaged with this decay, and the average is exported; 0 for none.
    minutes
        How long to train where nothing else is said.
    """

    baseline: Literal["group", "leave-one-out", "greedy"] = "group"
    samples: int = 32
    learn_from: int | None = 8
    instances: int | None = None
    learning_rate: float = 6e-4
    schedule: Literal["constant", "cosine"] = "cosine"
    warm_up: int = 200
    clip_gradient: float = 1.0
    entropy: float = 0.3
    mix: Literal["paper", "all", "large", "tiny"] = "all"
    epoch: int = 100_000
    epochs: int | None = None
    significance: float = 0.05
    challenge: int = 10_000
    average: float = 0.999
    minutes: float = 10.0

    def __post_init__(self) -> None:
        _check_choices(self)
        for name in ("minutes", "samples", "learning_rate", "clip_gradient", "epoch", "challenge"):
            _require_above_zero(self, name)
        for name in ("instances", "epochs"):
            if getattr(self, name) is not None:
                _require_above_zero(self, name)
        _require(self.warm_up >= 0, "warm_up", self.warm_up, "0 or more")
        _require(0 <= self.entropy < math.inf, "entropy", self.entropy, "0 or more")
        _require(0 <= self.average < 1, "average", self.average, "at least 0 and below 1")
        _require(0 < self.significance < 1, "significance", self.significance, "between 0 and 1")
        if self.learn_from is not None:
            _require(self.learn_from >= 2, "learn_from", self.learn_from, "2 or more")
        grouped = self.baseline != "greedy"
        _require(not grouped or self.samples > 1, "samples", self.samples, "2 or more for a group")


@dataclass(frozen=True)
class Configuration:
    """A network and its training."""

    network: NetworkConfiguration = field(default_factory=NetworkConfiguration)
    training: TrainingConfiguration = field(default_factory=TrainingConfiguration)


def configuration(name: str) -> Configuration:
    """Return a configuration by its name, or from a TOML file.

    A file has the tables ``[network]`` and ``[training]``; what it leaves out is as in the
    configuration that its key ``base`` names, ``"default"`` if it names none.
    """
    if name in PRESETS:
        return PRESETS[name]
    path = Path(name)
    if path.suffix != ".toml":
        hint = did_you_mean(name, PRESETS)
        raise InputError(
            f"configuration {name!r} is unknown{hint}; use {', '.join(PRESETS)} or a .toml file"
        )
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: this is no TOML ({error})") from error
    base = given.pop("base", "default")
    if not isinstance(base, str) or base not in PRESETS:
        raise InputError(f"{path}: base is {base!r}; it must be one of {', '.join(PRESETS)}")
    try:
        return from_dict(given, PRESETS[base])
    except InputError as error:
        raise error.found_in(path) from None


def from_dict(given: Any, base: Configuration | None = None) -> Configuration:
    """Return the configuration of plain values, as `to_dict` gives them."""
    base = base or Configuration()
    if not isinstance(given, dict):
        raise InputError(f"the configuration is {reprlib.repr(given)}; it must be a table")
    for name in given:
        if name not in ("network", "training"):
            raise InputError(f"{name!r} is unknown; use the tables network and training")
    return Configuration(
        _changed(base.network, given.get("network", {}), "network"),
        _changed(base.training, given.get("training", {}), "training"),
    )


def to_dict(configuration: Configuration) -> dict[str, Any]:
    """Return a configuration as plain values."""
    return dataclasses.asdict(configuration)


def _changed(part: Any, given: Any, table: str) -> Any:
    if not isinstance(given, dict):
        raise InputError(f"{table} is {reprlib.repr(given)}; it must be a table")
    types = get_type_hints(type(part))
    for name, value in given.items():
        if name not in types:
            raise InputError(f"{table} has no {name!r}{did_you_mean(name, types)}")
        if not _fits(value, types[name]):
            _require(False, name, value, _called(types[name]))
    return dataclasses.replace(part, **given)


def _fits(value: Any, kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_args(kind):
        return any(_fits(value, option) for option in get_args(kind))
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _called(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    plain = {int: "a whole number", float: "a number", bool: "true or false"}
    return " or ".join(plain[option] for option in (*get_args(kind), kind) if option in plain)


def _check_choices(part: Any) -> None:
    for name, kind in get_type_hints(type(part)).items():
        if get_origin(kind) is Literal and getattr(part, name) not in get_args(kind):
            _require(False, name, getattr(part, name), _called(kind))


def _require_above_zero(part: Any, name: str) -> None:
    value = getattr(part, name)
    _require(0 < value < math.inf, name, value, "above 0")


def _require(holds: bool, name: str, value: Any, what: str) -> None:
    if not holds:
        raise InputError(f"{name} is {reprlib.repr(value)}; it must be {what}")


PAPER = Configuration(
    NetworkConfiguration(
        layers=3,
        inputs="paper",
        normalisation="batch",
        encoder_distances=False,
        decoder_distances=False,
    ),
    TrainingConfiguration(
        baseline="greedy",
        samples=1,
        learn_from=None,
        instances=512,
        learning_rate=1e-4,
        schedule="constant",
        warm_up=0,
        entropy=0.0,
        mix="paper",
        epochs=100,
        average=0.0,
    ),
)
"""Sections 4.3 and 5.1 of the paper: 100 epochs of 100,000 instances, as we read it."""

TINY = Configuration(
    NetworkConfiguration(width=32, heads=2, layers=2, feed_forward=64),
    TrainingConfiguration(
        instances=16,
        samples=8,
        learn_from=None,
        learning_rate=4e-3,
        warm_up=10,
        entropy=0.05,
        mix="tiny",
        average=0.95,
        minutes=1.0,
    ),
)
"""Learns something that can be seen in a minute on two cores."""

PRESETS = {"default": Configuration(), "paper": PAPER, "tiny": TINY}
