"""Where a training runs."""

import pytest
import torch

from arcload.model.errors import InputError
from arcload.neural.train.world import World, find_device


def test_a_device_is_found_by_its_name_or_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert find_device(None).type == find_device("cpu").type == "cpu"
    with pytest.raises(InputError, match="'cuda' cannot be used"):
        find_device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert find_device(None).type == find_device("cuda").type == "cuda"
    with pytest.raises(InputError, match="'tpu' cannot be used"):
        find_device("tpu")


def test_a_process_alone_needs_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    world = World.join(torch.device("cpu"))
    assert (world.rank, world.size) == (0, 1)
    assert (world.any(True), world.any(False)) == (True, False)
    world.leave()
