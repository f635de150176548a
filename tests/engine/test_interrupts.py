"""Ctrl-C and SIGTERM."""

import signal
import threading
from collections.abc import Iterator

import pytest

from arcload.engine.interrupts import Interrupts, interrupts

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture(autouse=True)
def handlers_come_back() -> Iterator[None]:
    before = [signal.getsignal(number) for number in SIGNALS]
    yield
    assert [signal.getsignal(number) for number in SIGNALS] == before


@pytest.mark.parametrize("number", SIGNALS)
def test_with_nothing_to_keep_the_first_ends_at_once(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt), interrupts():
        signal.raise_signal(number)


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_stops_a_search_and_the_second_ends_at_once(number: signal.Signals) -> None:
    calls: list[str] = []
    with interrupts() as asked:
        with asked.stopping(lambda: calls.append("stop")):
            signal.raise_signal(number)
        assert (calls, asked.asked) == (["stop"], True)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert calls == ["stop"]


def test_after_a_search_the_first_is_only_noted() -> None:
    with interrupts() as asked:
        with asked.stopping(lambda: pytest.fail("the search is over")):
            pass
        signal.raise_signal(signal.SIGINT)
        assert asked.asked


def test_the_first_skips_what_can_be_skipped_and_nothing_after_it() -> None:
    done: list[str] = []
    with interrupts() as asked:
        with asked.stopping(lambda: None):
            pass
        with asked.skippable():
            signal.raise_signal(signal.SIGINT)
            done.append("skipped")
        done.append("written")
        with pytest.raises(KeyboardInterrupt), asked.skippable():
            signal.raise_signal(signal.SIGINT)
    assert done == ["written"]


def test_one_within_another_is_the_same() -> None:
    with interrupts() as outer:
        handler = signal.getsignal(signal.SIGINT)
        with interrupts() as inner:
            assert inner is outer
        assert signal.getsignal(signal.SIGINT) == handler


def test_a_thread_has_nothing_to_hear() -> None:
    found: list[Interrupts] = []

    def work() -> None:
        with interrupts() as asked:
            found.append(asked)

    with interrupts() as outer:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert found[0] is not outer
