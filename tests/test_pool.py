"""A pool is left when all in it is through, however often Ctrl-C is pressed."""

import signal
import threading
import time

import pytest

from arcload.pool import Pool


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_pool_is_left_when_all_in_it_is_through(times: int) -> None:
    begun, ended = threading.Event(), []

    def work() -> None:
        begun.set()
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)  # interrupts the main thread, which waits
            time.sleep(0.1)
        ended.append(True)

    def use() -> None:
        with Pool(2) as pool:
            pool.submit(work)
            begun.wait()

    if times:
        with pytest.raises(KeyboardInterrupt):
            use()
    else:
        use()
    assert ended
    assert not any(thread.name.startswith("arcload") for thread in threading.enumerate())


def test_what_has_not_begun_is_dropped_when_a_pool_is_left() -> None:
    hold, done = threading.Event(), []
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
