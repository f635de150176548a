"""The order in which the published program takes equal edges."""

from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.introsort import falling_order


@given(st.lists(st.integers(0, 30).map(float), max_size=200))
def test_sorts(keys: list[float]) -> None:
    order = falling_order(keys)
    assert sorted(order) == list(range(len(keys)))
    assert [keys[k] for k in order] == sorted(keys, reverse=True)


@given(st.lists(st.integers(0, 5).map(float), max_size=16))
def test_short_lists_keep_the_order_of_equals(keys: list[float]) -> None:
    assert falling_order(keys) == sorted(range(len(keys)), key=lambda k: -keys[k])


def test_long_lists_leave_equals_as_the_gnu_library_does() -> None:
    """Taken from ``std::sort`` of 20 keys k % 3 with ``>``, compiled with GCC 12."""
    assert falling_order([float(k % 3) for k in range(20)]) == [
        *(2, 17, 5, 14, 8, 11, 10, 19, 16, 13, 7, 4, 1, 0, 9, 12, 6, 15, 3, 18),
    ]
