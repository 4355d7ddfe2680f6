"""The more waits, the less often each channel is served; who has waited longest for its kind is next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.posting.pressure import CALM, CALM_S, PATIENCE_S, due_s, manner, rest_s
from bot.posting.waiting_line import Recipient, WaitingLine
from bot.service.outbox import Stream

waiting = st.integers(0, 10_000)
per_s = st.integers(1, 500)
times_s = st.floats(0, 1e6)
streams = st.sampled_from((*Stream, None))
places = st.tuples(st.integers(1, 5), streams)


@given(waiting, waiting, per_s, st.floats(0, 100))
def test_with_more_waiting_nothing_is_said_sooner(one: int, other: int, per_s: int, usual_s: float) -> None:
    less, more = (manner(each, per_s) for each in sorted((one, other)))
    assert less.rides <= more.rides
    assert usual_s <= rest_s(usual_s, less) <= rest_s(usual_s, more)


@given(waiting, per_s)
def test_calls_ride_as_soon_as_discord_takes_longer_than_a_moment(waiting: int, per_s: int) -> None:
    how = manner(waiting, per_s)
    assert (how == CALM) == (waiting <= CALM_S * per_s)
    assert how.rides == (how != CALM)


@given(times_s)
def test_the_gm_waits_longer_than_everybody_and_the_tracker_longest(since_s: float) -> None:
    assert due_s(Stream.LOG, since_s) == due_s(Stream.CHANNEL, since_s) == since_s
    assert since_s < due_s(Stream.GM, since_s) < due_s(None, since_s)


@given(st.lists(st.tuples(places, times_s)), st.integers(0, 30))
def test_everybody_is_served_once_by_when_they_are_due(
    came: list[tuple[tuple[int, Stream | None], float]], most: int
) -> None:
    line, since_s = WaitingLine(), dict[Recipient, float]()
    for place, at_s in came:
        since_s.setdefault(place, at_s)
        line.stand(place, at_s)
    first, others = list(line.served(most)), list(line.served(len(came)))
    served = [*first, *others]
    assert len(first) == min(most, len(since_s))
    assert sorted(served, key=str) == sorted(since_s, key=str)
    dues_s = [since_s[place] + PATIENCE_S[place[1]] for place in served]
    assert dues_s == sorted(dues_s)
    assert not line


@given(st.lists(places), st.lists(st.integers(1, 5)))
def test_what_waits_for_gms_counts_for_nothing(public: list[tuple[int, Stream | None]], secret: list[int]) -> None:
    line = WaitingLine()
    for place in [each for each in public if each[1] is not Stream.GM]:
        line.stand(place, 0.0)
    before = line.public
    for channel_id in secret:
        line.stand((channel_id, Stream.GM), 0.0)
    assert line.public == before
    list(line.served(len(public) + len(secret)))
    assert line.public == 0
