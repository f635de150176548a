"""A network and a reward of one's own, trained as ours are: python examples/own_network.py"""

from collections import namedtuple
from pathlib import Path

from torch import nn, where

from arcload.neural.common.arrays import rows
from arcload.neural.common.configuration import configuration
from arcload.neural.common.features import EDGE_INPUTS, VEHICLE_INPUTS, edge_inputs
from arcload.neural.train.learner import Learner
from arcload.neural.train.policy import Policy
from arcload.neural.train.train import Budget, train

Seen = namedtuple("Seen", "edges ways")  # [B, M, 32], and from each place to each edge


class NearAndHeavy(Policy):  # scores an edge by itself, the vehicle and the way between them
    def __init__(self, network):
        nn.Module.__init__(self)
        self.configuration = network
        self.edge, self.way = nn.Linear(EDGE_INPUTS["full"], 32), nn.Linear(1, 32)
        self.vehicle, self.score = nn.Linear(VEHICLE_INPUTS["full"], 32), nn.Linear(32, 1)

    def encode(self, batch, lookups):
        return Seen(self.edge(edge_inputs(batch, "full")), lookups.reach.amin(2))

    def logits(self, memory, batch, look, biases=None):  # [B, Q, M]
        way = self.way(rows(memory.ways, look.place).log1p()[..., None])
        hidden = (way + memory.edges[:, None] + self.vehicle(look.vehicle)[:, :, None]).relu()
        return where(look.open, self.score(hidden)[..., 0], -1e9)

    unclipped = logits


class Mine(Learner):
    make_policy = staticmethod(NearAndHeavy)

    def price(self, batch, rollout):  # twice the cost is four times as bad
        return rollout.cost.square()


if __name__ == "__main__":
    train(configuration("tiny"), Path("training/mine"), Budget(0.5), learner_class=Mine, tell=print)
