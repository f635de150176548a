"""The formulas of the Arc-MDP give a kernel of a GPU the numbers that they give NumPy."""

import numpy as np
import pytest
import torch

from arcload.engine.kernels import arc_mdp
from tests.neural.train.conftest import DEVICE, require_triton

require_triton()
import triton  # noqa: E402
import triton.language as tl  # noqa: E402

from arcload.neural.train.fused_formulas import detour, service_cost, share_around  # noqa: E402


@triton.jit
def _fill(out, values, SIZE: tl.constexpr):  # type: ignore[no-untyped-def]
    at = tl.arange(0, SIZE)
    a, b, c = tl.load(values + at), tl.load(values + SIZE + at), tl.load(values + 2 * SIZE + at)
    tl.store(out + at, service_cost(a, b, c, a, b, c, a))
    tl.store(out + SIZE + at, detour(a - b, c))
    tl.store(out + 2 * SIZE + at, share_around(a, b))


def test_a_kernel_computes_what_numpy_does() -> None:
    values = np.random.default_rng(1).random((3, 16), dtype=np.float32)
    values[:, 0] = 0  # nothing on board, nowhere to go
    out = torch.zeros(3, 16, device=DEVICE)
    _fill[(1,)](out, torch.from_numpy(values).to(DEVICE), SIZE=16)
    a, b, c = values
    wanted = (
        arc_mdp.service_cost(a, b, c, a, b, c, a),
        arc_mdp.detour(a - b, c),
        arc_mdp.share_around(a, b),
    )
    assert out.cpu().numpy() == pytest.approx(np.stack(wanted), rel=1e-5, abs=1e-6)
