"""Which instances a training draws, and how many at a time."""

from arcload.neural.common.configuration import TrainingConfiguration
from arcload.neural.train.instances import InstanceKind

LARGE = (16, 20, 27, 53, 75, 110, 162, 232)
"""Numbers of edges of the paper's large instances."""

_NODES = {16: 10, 20: 10, 27: 10, 53: 20, 75: 20, 110: 30, 162: 30, 232: 30}

_TINY = InstanceKind("walk", (3, 16), (3, 10))
_TINY_RURAL = InstanceKind("rural", (1, 16), (5, 14), served=0.3)
_SMALL = InstanceKind("walk", (12, 32), (6, 20))
_RURAL = InstanceKind("rural", (1, 32), (5, 28), served=0.3)
_HAMLET = InstanceKind("street", (1, 32), (24, 24), served=0.25, grid=(4, 6))
_LIKE_E = (  # the sizes of the paper's set E, and about them
    InstanceKind("walk", (10, 14), (6, 8)),
    InstanceKind("walk", (15, 22), (9, 12)),
    InstanceKind("walk", (24, 32), (15, 20)),
)
_MEDIUM = InstanceKind("walk", (24, 64), (8, 22))

_ALL = (  # the small take little time and are no easier: they come several times
    *(_TINY, _RURAL, _SMALL, _HAMLET, *_LIKE_E, _MEDIUM),
    InstanceKind("walk", (40, 80), (12, 26)),
    InstanceKind("street", (1, 56), (36, 36), served=0.3, grid=(6, 6)),
    InstanceKind("walk", (84, 128), (18, 30)),
    *(_TINY, _RURAL, _SMALL, _HAMLET, *_LIKE_E, _MEDIUM),
    InstanceKind("street", (1, 128), (80, 80), served=0.3, grid=(8, 10)),
    InstanceKind("walk", (128, 176), (20, 30)),
    *(_RURAL, *_LIKE_E),
    InstanceKind("walk", (176, 232), (24, 30)),
)

_WORK = 30_000  # instances times edges in a step
_MOST = 1024  # instances in a step


def steps(mix: str) -> tuple[tuple[InstanceKind, ...], ...]:
    """Return which kinds of instance each gradient step draws; a training takes them in turn.

    The paper's batches hold all sizes: batch normalisation would learn those of one size alone.
    """
    if mix == "all":
        return tuple((kind,) for kind in _ALL)
    if mix == "tiny":
        return tuple((kind,) for kind in (_TINY, _TINY_RURAL))
    paper = mix == "paper"
    large = tuple(InstanceKind("walk", (m, m), (_NODES[m], _NODES[m]), paper=paper) for m in LARGE)
    return (large,) if paper else tuple((kind,) for kind in large)


def instances_at_a_time(kinds: tuple[InstanceKind, ...], training: TrainingConfiguration) -> int:
    """Return how many instances make a gradient step."""
    if training.instances is not None:
        return training.instances
    room = max(kind.room for kind in kinds)
    return min(_MOST, _WORK // room // 16 * 16)  # a multiple of 16, as of edges
