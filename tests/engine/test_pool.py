"""A pool is left when all in it is through, however often Ctrl-C is pressed."""

import threading
from collections.abc import Callable

import pytest

from arcload.engine.pool import Pool
from tests.interrupts import ctrl_c


@pytest.mark.parametrize("times", [0, 1, 3])
def test_a_pool_is_left_when_all_in_it_is_through(times: int) -> None:
    left, ended = threading.Event(), []

    def use(press: Callable[[], None]) -> None:
        def work() -> None:
            left.wait()
            for _ in range(times):
                press()
            ended.append(True)

        with Pool(1) as pool:
            pool.submit(work)
            pool.submit(print).add_done_callback(lambda _: left.set())  # dropped when it is left

    with ctrl_c() as press:
        if times:
            with pytest.raises(KeyboardInterrupt):
                use(press)
        else:
            use(press)
    assert ended
    assert not any(thread.name.startswith("arcload") for thread in threading.enumerate())


def test_what_has_not_begun_is_dropped_when_a_pool_is_left() -> None:
    hold = threading.Event()
    done: list[int] = []
    with Pool(1) as pool:
        first = pool.submit(hold.wait)
        second = pool.submit(done.append, 1)
        second.add_done_callback(lambda _: hold.set())
    assert first.result()
    assert second.cancelled()
    assert not done


def test_errors_and_results_come_back() -> None:
    with Pool(2) as pool:
        assert [*pool.map(abs, [-1, 2, -3])] == [1, 2, 3]
        assert isinstance(pool.submit(lambda: 1 // 0).exception(), ZeroDivisionError)
