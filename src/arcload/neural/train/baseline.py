"""What the cost of a sampled tour is compared with."""

import copy
import math
from collections.abc import Callable

import torch
from torch import Tensor

from arcload.neural.common.batch import Batch
from arcload.neural.train.policy import Policy
from arcload.neural.train.rollout import RollOut, roll_out

_LEAST = 1e-9  # cost, so that tours without any are compared as well


def group_advantage(cost: Tensor, against: Tensor | None = None) -> Tensor:
    """Return how much worse each tour is than its instance's mean, or than a cost, relatively.

    In units of the spread over the whole batch: an instance on which all samples are alike must
    not count as much as one on which they differ, or the policy soon dares nothing new.
    """
    mean = cost.mean(-1, keepdim=True).clamp(min=_LEAST)
    cost = cost / mean
    against = cost.mean(-1, keepdim=True) if against is None else against / mean
    spread = cost.var(-1, correction=0).mean().sqrt()
    return (cost - against) / (spread + 1e-6)


def leave_one_out_advantage(cost: Tensor) -> Tensor:
    """Return how much worse each tour is than the mean of the others, as a share of it."""
    samples = cost.shape[-1]
    others = (cost.sum(-1, keepdim=True) - cost) / (samples - 1)
    return (cost - others) / cost.mean(-1, keepdim=True).clamp(min=_LEAST)


def most_telling(cost: Tensor, number: int) -> Tensor:
    """Return which of an instance's tours to learn from: the best and the worst, [B, number]."""
    order = cost.argsort(-1)
    return torch.cat([order[:, : number - number // 2], order[:, -(number // 2) :]], -1)


class GreedyBaseline:
    """The greedy tour of the best policy so far (Algorithm 1 of the paper).

    Parameters
    ----------
    policy
        The policy that is trained; its copy is the first baseline.
    significance
        Level of the one-sided paired t-test with which a challenger must win.
    relative
        Whether costs are compared relatively, in units of the spread as in `group_advantage`, and
        not as they are, in units of the total length times the total demand.
    roll_out
        What builds tours.
    """

    def __init__(
        self,
        policy: Policy,
        significance: float,
        *,
        relative: bool = False,
        roll_out: RollOut = roll_out,
    ) -> None:
        self.policy = copy.deepcopy(policy).eval()
        self.significance = significance
        self._relative = relative
        self._roll_out = roll_out

    def advantage(self, batch: Batch, cost: Tensor) -> Tensor:
        """Return how much worse sampled tours are than the baseline's."""
        greedy = self._roll_out(self.policy, batch, 1, greedy=True).cost
        if self._relative:
            return group_advantage(cost, greedy)
        edges: Tensor = batch.real.sum(-1, keepdim=True)
        return (cost - greedy) / edges

    def challenge(self, policy: Policy, draw: Callable[[], Batch], instances: int) -> bool:
        """Let a policy take the baseline's place if it is better on fresh instances.

        Parameters
        ----------
        policy
            The challenger; it is left in the mode in which it came.
        draw
            Returns fresh instances.
        instances
            Least number of instances to compare on.
        """
        training = policy.training
        policy.eval()
        gains: list[Tensor] = []
        while sum(len(some) for some in gains) < instances:
            batch = draw()
            ours, theirs = (
                self._roll_out(each, batch, 1, greedy=True).cost[:, 0]
                for each in (policy, self.policy)
            )
            unit = theirs.clamp(min=_LEAST) if self._relative else batch.real.sum(-1)
            gains.append(((theirs - ours) / unit).double().cpu())
        policy.train(training)
        won = is_above_zero(torch.cat(gains), self.significance)
        if won:
            self.policy.load_state_dict(policy.state_dict())
        return won


def is_above_zero(values: Tensor, significance: float) -> bool:
    """Return whether the mean of values is above 0, by a one-sided t-test."""
    from scipy import stats

    mean, spread = float(values.mean()), float(values.std())
    if spread == 0:
        return mean > 0
    t = mean / (spread / math.sqrt(len(values)))
    return mean > 0 and bool(stats.t.sf(t, len(values) - 1) < significance)
