"""The Arc-MDP as a Gymnasium environment, ``arcload/ArcMDP-v0``, and as batches of tensors."""

import gymnasium

from arcload.gym.arc_env import ArcEnv
from arcload.gym.batch_of import batch_of
from arcload.neural.common.environment import ArcMDP

__all__ = ["ArcEnv", "ArcMDP", "batch_of"]

gymnasium.register("arcload/ArcMDP-v0", entry_point="arcload.gym.arc_env:ArcEnv")
