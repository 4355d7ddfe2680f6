"""A tenth of Discord's limit for a tenth of the fights: the bot's own publisher keeps up, in simulated time."""

from __future__ import annotations

from structlog.testing import capture_logs

from bot.service.outbox import Stream
from tests.bench.pressure import Crush, crushed
from tests.bench.simulated_time import simulated

A_TENTH = 0.1


def test_a_crowd_is_told_in_fuller_pages_and_called_at_most_once_a_minute() -> None:
    with capture_logs() as noted:
        found = simulated(crushed(Crush(fights=60, orders_per_s=6.0, seconds=120.0, share=A_TENTH)))
    assert noted == []
    assert not found.amiss
    assert found.refused == 0
    assert found.calls > 0
    assert found.soonest_again_s >= 60.0
    assert found.oldest_s(Stream.LOG) <= 60.0
    assert found.oldest_s(Stream.GM) <= 180.0
    assert found.oldest_s(None) <= 300.0


def test_where_discord_takes_what_there_is_nothing_waits() -> None:
    found = simulated(crushed(Crush(fights=60, orders_per_s=0.5, seconds=120.0, share=A_TENTH)))
    assert not found.amiss
    assert max(found.oldest_s(stream) for stream in found.ages_s) <= 3.0
