"""Who is out of reach of somebody has broken off: once they meet again, they stand as their weapons say."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.events import Audience
from bot.core.ground.gunners import is_unseen
from bot.rulesets.nighttripper.close.events import ReachSet
from bot.rulesets.nighttripper.close.reaches import settled_pairs
from bot.rulesets.nighttripper.play import NightPlay, NightReading, NightScene


def part_who_went(play: NightPlay, before: NightScene) -> None:
    """Part those of whom one has come out of reach of the other, whichever way it went (002-10)."""
    was = play.supposing(before)
    for one, other in settled_pairs(play.scene):
        if _far(was, one, other) is False and _far(play, one, other):
            settle(play, one, other)


def part_who_was_put(play: NightPlay, put: Sequence[str]) -> None:
    """Part those of whom a GM has put one out of reach of the other (002-10; ours)."""
    for one, other in settled_pairs(play.scene):
        if {one, other}.intersection(put) and _far(play, one, other):
            settle(play, one, other)


def _far(reading: NightReading, one: str, other: str) -> bool | None:
    """Tell whether two are out of each other's reach; None where nobody knows how far apart they are."""
    range_m = reading.distance(one, other)
    return None if range_m is None else range_m > reading.tables.limits.reach.value


def settle(play: NightPlay, one: str, other: str, position: str = "") -> None:
    """Tell how two stand, to the GM alone where players do not know that one of them is there."""
    unseen = is_unseen(play.scene, one) or is_unseen(play.scene, other)
    audience = Audience.GM if unseen else Audience.ALL
    play.tell(ReachSet(actor=one, target=other, position=position, audience=audience))
