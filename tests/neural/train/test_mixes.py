"""Which instances a training draws."""

import pytest

from arcload.neural.common.configuration import TrainingConfiguration
from arcload.neural.train.mixes import LARGE, instances_at_a_time, steps


def test_the_papers_steps_hold_all_large_sizes() -> None:
    (kinds,) = steps("paper")
    assert tuple(kind.edges[0] for kind in kinds) == LARGE
    assert all(kind.paper for kind in kinds)


@pytest.mark.parametrize("mix", ["all", "large"])
def test_other_steps_draw_one_kind_each(mix: str) -> None:
    kinds = [kind for (kind,) in steps(mix)]
    assert {16, 232} <= {kind.edges[1] for kind in kinds}
    assert not any(kind.paper for kind in kinds)


@pytest.mark.parametrize("mix", ["all", "large", "paper"])
def test_the_larger_the_fewer_at_a_time(mix: str) -> None:
    training = TrainingConfiguration()
    sizes = {kinds: instances_at_a_time(kinds, training) for kinds in steps(mix)}
    assert all(size % 16 == 0 and 0 < size <= 1024 for size in sizes.values())
    by_room = sorted(sizes, key=lambda kinds: max(kind.room for kind in kinds))
    assert [sizes[kinds] for kinds in by_room] == sorted(sizes.values(), reverse=True)


def test_a_number_of_ones_own_is_taken() -> None:
    (kinds,) = steps("paper")
    assert instances_at_a_time(kinds, TrainingConfiguration(instances=7)) == 7
