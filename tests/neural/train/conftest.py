"""Where the kernels of a GPU run, there or in Triton's interpreter, and batches for them.

Without a GPU: ``pip install triton`` and ``TRITON_INTERPRET=1 pytest tests/neural/train -k fused``.
"""

import os

import pytest
import torch

from arcload.neural.common.batch import Batch
from arcload.neural.train.instances import InstanceKind, draw_all

GPU = torch.cuda.is_available()
DEVICE = "cuda" if GPU else "cpu"
KINDS = {
    "walks": InstanceKind("walk", (5, 12), (4, 8)),
    "rural": InstanceKind("rural", (1, 16), (5, 12), served=0.3),
    "streets": InstanceKind("street", (1, 20), (24, 24), served=0.25, grid=(4, 6)),
}
IDS = [*KINDS, "all in one batch"]

# Products of single precision are rounded to 10 bits on a GPU, and the tours compared are exact.
os.environ["TRITON_F32_DEFAULT"] = "ieee"


def require_triton() -> None:
    """Skip a file of tests where no kernel of a GPU can run."""
    if not GPU and os.environ.get("TRITON_INTERPRET") != "1":
        pytest.skip("neither a GPU nor Triton's interpreter", allow_module_level=True)
    pytest.importorskip("triton")


@pytest.fixture(params=[*((kind,) for kind in KINDS.values()), tuple(KINDS.values())], ids=IDS)
def batch(request: pytest.FixtureRequest) -> Batch:
    """Return some instances of up to 20 edges."""
    torch.manual_seed(1)
    return draw_all(request.param, 3, DEVICE)
