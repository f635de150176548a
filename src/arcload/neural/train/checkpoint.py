"""A training that can go on where it stood."""

import io
import warnings
from pathlib import Path
from typing import Any

import torch

from arcload.model.errors import InputError
from arcload.model.files import write_bytes
from arcload.neural.common.configuration import Configuration, from_dict, to_dict
from arcload.neural.common.features import SCHEMA
from arcload.neural.train.learner import Learner

_FORMAT = "arcload-checkpoint/1"
_PARTS = {
    *("format", "schema", "configuration", "progress"),
    *("policy", "average", "optimiser", "baseline", "random"),
}


def save(
    path: Path, configuration: Configuration, learner: Learner, progress: dict[str, Any]
) -> None:
    """Write a checkpoint: weights, their average, optimiser, baseline, random state, progress."""
    content = {
        "format": _FORMAT,
        "schema": SCHEMA,
        "configuration": to_dict(configuration),
        "progress": {**progress, "steps": learner.steps},
        "policy": learner.policy.state_dict(),
        "average": learner.average,
        "optimiser": learner.optimiser.state_dict(),
        "baseline": None if learner.baseline is None else learner.baseline.policy.state_dict(),
        "random": random_state(learner.device),
    }
    buffer = io.BytesIO()
    torch.save(content, buffer)
    write_bytes(path, buffer.getvalue())


def load(path: Path) -> dict[str, Any]:
    """Return the content of a checkpoint; nothing in the file is run."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of a file that is refused below
            content = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    except Exception as error:  # a damaged file can cause any
        raise InputError(f"{path}: this is no checkpoint of arcload, or it is damaged") from error
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise InputError(f"{path}: this is no checkpoint of arcload")
    if content.get("schema", SCHEMA) != SCHEMA:
        raise InputError(
            f"{path}: it was trained on inputs of version {content['schema']}, and this arcload "
            f"has version {SCHEMA}; train it again"
        )
    if content.keys() != _PARTS:
        raise InputError(f"{path}: this is no whole checkpoint of arcload")
    return content


def configuration_of(content: dict[str, Any], path: Path) -> Configuration:
    """Return the configuration of a checkpoint."""
    try:
        return from_dict(content["configuration"])
    except InputError as error:
        raise error.found_in(path) from None


def restore(content: dict[str, Any], learner: Learner, path: Path) -> dict[str, Any]:
    """Let a learner go on where a checkpoint stands; return its progress."""
    try:
        learner.policy.load_state_dict(content["policy"], strict=True)
        if learner.baseline is not None:
            learner.baseline.policy.load_state_dict(content["baseline"], strict=True)
        if learner.average.keys() != content["average"].keys():
            raise RuntimeError("the averages have other names")
        for name, value in content["average"].items():
            learner.average[name].copy_(value)
        _require_moments(content["optimiser"]["state"], learner)
        learner.optimiser.load_state_dict(content["optimiser"])
        progress: dict[str, Any] = dict(content["progress"])
        learner.steps = progress["steps"]
        set_random_state(learner.device, content["random"])
    except (AttributeError, RuntimeError, ValueError, KeyError, TypeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"{path}: it does not fit its configuration ({reason})") from None
    return progress


def _require_moments(state: dict[int, Any], learner: Learner) -> None:
    """Refuse the state of an optimiser of other weights, which it would take without a word."""
    shapes = dict(enumerate(parameter.shape for parameter in learner.policy.parameters()))
    for name in ("exp_avg", "exp_avg_sq"):
        if state and {number: one[name].shape for number, one in state.items()} != shapes:
            raise RuntimeError("its optimiser is one of other weights")


def require_weights(
    weights: dict[str, torch.Tensor], wanted: dict[str, tuple[int, ...]], path: Path
) -> None:
    """Refuse weights that are not exactly those of a network."""
    for name in sorted(wanted.keys() ^ weights.keys()):
        raise InputError(f"{path}: the weights {name!r} do not fit its configuration")
    for name, shape in wanted.items():
        if tuple(weights[name].shape) != shape:
            raise InputError(f"{path}: the weights {name!r} do not fit its configuration")


def random_state(device: torch.device) -> dict[str, torch.Tensor]:
    """Return the state of the random generators."""
    state = {"cpu": torch.get_rng_state()}
    if device.type == "cuda":
        state["cuda"] = torch.cuda.get_rng_state(device).cpu()
    return state


def set_random_state(device: torch.device, state: dict[str, torch.Tensor]) -> None:
    """Set the random generators to a state."""
    torch.set_rng_state(state["cpu"])
    if device.type == "cuda" and "cuda" in state:
        torch.cuda.set_rng_state(state["cuda"], device)
