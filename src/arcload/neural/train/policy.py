"""The policy that is trained: the network's weights as torch parameters."""

import math

import torch
from torch import Tensor, nn

from arcload.neural.common.batch import Batch
from arcload.neural.common.configuration import NetworkConfiguration
from arcload.neural.common.environment import Lookups
from arcload.neural.common.features import Look
from arcload.neural.common.network import (
    Biases,
    Memory,
    batch_normed,
    biases,
    encode,
    logits,
    shapes,
    unclipped,
)

_MOMENTUM = 0.1  # of the running statistics of batch normalisation


class Policy(nn.Module):
    """The policy p(next edge | state).

    Parameters
    ----------
    configuration
        How its network is built.
    """

    def __init__(self, configuration: NetworkConfiguration) -> None:
        super().__init__()
        self.configuration = configuration
        wanted = shapes(configuration)
        for name, shape in wanted.items():
            owner, leaf = self._owner(name)
            if leaf.startswith("running_"):
                owner.register_buffer(leaf, torch.full(shape, float(leaf == "running_var")))
            else:
                first = _first_value(name, shape, wanted)
                owner.register_parameter(leaf, nn.Parameter(first))

    def _owner(self, name: str) -> tuple[nn.Module, str]:
        """Return the module that holds a weight, and the weight's name there."""
        owner: nn.Module = self
        *path, leaf = name.split(".")
        for part in path:
            if part not in owner._modules:
                owner.add_module(part, nn.Module())
            owner = owner.get_submodule(part)
        return owner, leaf

    def weights(self) -> dict[str, Tensor]:
        """Return the weights by their names."""
        return dict(self.named_parameters()) | dict(self.named_buffers())

    def encode(self, batch: Batch, where: Lookups) -> Memory:
        """Return what the decoder needs of a scaled batch, see `network.encode`."""
        weights = self.weights()
        if not self.training or self.configuration.normalisation == "layer":
            return encode(self.configuration, weights, batch, where)
        real = nn.functional.pad(batch.real, (1, 0), value=True)
        return encode(
            self.configuration,
            weights,
            batch,
            where,
            lambda hidden, name: self._batch_norm(weights, real, hidden, name),
        )

    def logits(self, memory: Memory, batch: Batch, look: Look, biases: Biases = biases) -> Tensor:
        """Return the score of each edge as the next one, see `network.logits`, [B, Q, M]."""
        scores: Tensor = logits(self.configuration, self.weights(), memory, batch, look, biases)
        return scores

    def unclipped(self, memory: Memory, batch: Batch, look: Look) -> Tensor:
        """Return the scores before they are clipped, see `network.unclipped`, [B, Q, M]."""
        scores: Tensor = unclipped(self.configuration, self.weights(), memory, batch, look)
        return scores

    def _batch_norm(
        self, weights: dict[str, Tensor], real: Tensor, hidden: Tensor, name: str
    ) -> Tensor:
        """Return batch normalisation over the real edges alone.

        While sampling without gradients, the statistics of the batch are used and not remembered:
        the pass that learns sees the same batch and does it once.
        """
        weight, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        share = real[..., None].to(weight.dtype)
        exact, count = hidden.to(weight.dtype), share.sum((0, 1))
        mean = (exact * share).sum((0, 1)) / count
        var = ((exact - mean).square() * share).sum((0, 1)) / count
        if torch.is_grad_enabled():
            with torch.no_grad():
                weights[f"{name}.running_mean"].lerp_(mean, _MOMENTUM)
                weights[f"{name}.running_var"].lerp_(var, _MOMENTUM)
        normed: Tensor = batch_normed(hidden, mean, var, weight, bias)
        return normed


def _first_value(name: str, shape: tuple[int, ...], shapes: dict[str, tuple[int, ...]]) -> Tensor:
    """Return a weight before training: uniform within 1 / sqrt(inputs), norms neutral."""
    if "norm" in name or name.startswith("final"):
        return torch.full(shape, float(name.endswith("weight")))
    inputs = shapes.get(name.removesuffix("bias") + "weight", shape)[-1]
    return torch.empty(shape).uniform_(-1, 1) / math.sqrt(inputs)
