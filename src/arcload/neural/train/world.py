"""Where a training runs: on which device, and in how many processes."""

import importlib
import os
from dataclasses import dataclass
from typing import Self

import torch

from arcload.model.errors import InputError


def find_device(name: str | None) -> torch.device:
    """Return a device by its name, or a GPU if there is one."""
    if name in (None, "cuda") and torch.cuda.is_available():
        return torch.device("cuda")
    if name in (None, "cpu"):
        return torch.device("cpu")
    usable = "cuda or cpu" if torch.cuda.is_available() else "cpu, the only one here"
    raise InputError(f"device {name!r} cannot be used; name {usable}")


@dataclass(frozen=True)
class World:
    """The processes that train together, as torchrun started them."""

    rank: int = 0
    local_rank: int = 0
    size: int = 1
    device: str = "cpu"

    @classmethod
    def join(cls, device: torch.device) -> Self:
        """Return the processes that this one is started with."""
        size = int(os.environ.get("WORLD_SIZE", "1"))
        if size == 1:
            return cls()
        # Its functions keep the group that is there when they are defined: it would never end.
        importlib.import_module("torch.distributed.nn")
        torch.distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
        return cls(int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"]), size, device.type)

    def any(self, here: bool) -> bool:
        """Return whether it is so in any process."""
        if self.size == 1:
            return here
        anywhere = torch.tensor(float(here), device=self.device)
        torch.distributed.all_reduce(anywhere, torch.distributed.ReduceOp.MAX)
        return bool(anywhere > 0)

    def leave(self) -> None:
        """End what they share."""
        if self.size > 1:
            torch.distributed.destroy_process_group()
