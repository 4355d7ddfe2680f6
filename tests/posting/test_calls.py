"""Nobody is called twice within a minute while there is a crowd, and whoever comes too soon is called later."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.posting import calls
from bot.posting.calls import Calls
from bot.service.outbox import Letter, LogThread, Mail, Post, Stream, TrackerPost
from bot.service.requests import Pinged

PAGE = Letter(
    kind=Post.ORDER, stream=Stream.LOG, channel_id=1, log=LogThread(scene_id=1, fight=1), parts=(), text="Ann waits"
)
ANN, BOTH, ROLE = Pinged((7,)), Pinged((7, 8)), Pinged(roles=(9,))


def page(ping: Pinged) -> Mail:
    """A page of the log that calls somebody."""
    return Mail(letters=(msgspec.structs.replace(PAGE, ping=ping),))


def tracker(ping: Pinged) -> Mail:
    """A tracker that does."""
    return Mail(tracker=TrackerPost(scene_id=1, tracker=None, ping=ping))


def called(mail: Mail) -> Pinged:
    """Whom what goes out calls."""
    return mail.tracker.ping if mail.tracker else mail.letters[0].ping


def test_who_was_called_a_moment_ago_is_called_a_minute_after_that() -> None:
    known = Calls()
    assert known.due(page(ANN), 100.0, crowded=True) == (page(ANN), 0.0)
    found, wait_s = known.due(page(BOTH), 130.0, crowded=True)
    assert (called(found), wait_s) == (Pinged(), 35.0)
    assert known.due(tracker(BOTH), 165.0, crowded=True) == (tracker(BOTH), 0.0)


def test_trackers_roles_and_other_fights_count_alike() -> None:
    known = Calls()
    assert called(known.due(tracker(ROLE), 100.0, crowded=True)[0]) == ROLE
    assert called(known.due(page(ROLE), 164.0, crowded=True)[0]) == Pinged()
    assert called(known.due(page(ANN), 159.0, crowded=True)[0]) == ANN


def test_without_a_crowd_everybody_is_called_at_once() -> None:
    known = Calls()
    for at_s in (100.0, 100.0, 101.0):
        assert known.due(page(ANN), at_s, crowded=False) == (page(ANN), 0.0)


def test_who_is_not_called_waits_for_nobody() -> None:
    known = Calls()
    assert known.due(page(Pinged()), 100.0, crowded=True) == (page(Pinged()), 0.0)
    assert known.due(Mail(), 100.0, crowded=True) == (Mail(), 0.0)


def test_who_was_called_long_ago_is_forgotten(monkeypatch: Any) -> None:
    monkeypatch.setattr(calls, "MOST_REMEMBERED", 2)
    known = Calls()
    for person in range(5):
        known.due(page(Pinged((person,))), 1_000.0 * person, crowded=True)
    assert len(known._called_s) <= 2


def test_it_is_crowded_until_a_minute_after_it_was() -> None:
    known = Calls()
    known.due(Mail(), 100.0, crowded=True)
    assert called(known.due(page(ANN), 101.0, crowded=False)[0]) == ANN
    assert called(known.due(page(ANN), 120.0, crowded=False)[0]) == Pinged()
    assert called(known.due(page(ANN), 165.0, crowded=False)[0]) == ANN
    assert called(known.due(page(ANN), 166.0, crowded=False)[0]) == ANN
