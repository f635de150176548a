"""Events on their way to whoever listens."""

import threading

from arcload.engine.events import BetterBound, Done, Event, Phase
from arcload.engine.mailbox import Mailbox

AT = (0.0, 0, None)


def test_events_come_out_in_their_order() -> None:
    mailbox = Mailbox()
    events = [Phase(*AT, None, "searching"), BetterBound(*AT, 1.0), Done(*AT, 1.0)]
    for event in events:
        mailbox.post(event)
    assert [mailbox.take(0) for _ in events] == events
    assert mailbox.is_empty
    assert mailbox.take(60) is None


def test_of_each_kind_the_newest_is_held() -> None:
    mailbox = Mailbox()
    phase = Phase(*AT, None, "searching")
    mailbox.post(BetterBound(*AT, 0.0))
    mailbox.post(phase)
    for bound in range(1, 10_000):
        mailbox.post(BetterBound(*AT, float(bound)))
    assert mailbox.take(0) is phase
    newest = mailbox.take(0)
    assert newest is not None
    assert newest.lower_bound == 9999.0
    assert mailbox.take(0) is None
    assert not mailbox.is_empty


def test_nothing_comes_after_the_end() -> None:
    mailbox = Mailbox()
    mailbox.post(Done(*AT, None))
    mailbox.post(BetterBound(*AT, 1.0))
    assert isinstance(mailbox.take(0), Done)
    assert mailbox.is_empty


def test_an_event_wakes_the_one_that_waits() -> None:
    mailbox = Mailbox()
    taken: list[Event | None] = []
    listener = threading.Thread(target=lambda: taken.append(mailbox.take(60)))
    listener.start()
    mailbox.post(Done(*AT, None))
    listener.join(60)
    assert [type(event) for event in taken] == [Done]
