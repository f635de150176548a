"""Recorded work, without a device that can record."""

import torch

from arcload.neural.train.recording import Recorder


def test_without_a_gpu_the_function_itself_is_called() -> None:
    calls: list[int] = []

    def work() -> int:
        calls.append(1)
        return len(calls)

    recorded = Recorder(torch.device("cpu")).record(work)
    assert calls == []
    assert (recorded(), recorded()) == (1, 2)
