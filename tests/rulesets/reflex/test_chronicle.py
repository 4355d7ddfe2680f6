"""A fight is summed up by rounds, attacks and hits, without a word of who was never seen."""

from __future__ import annotations

import msgspec

from bot.core.events import Event
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.boxing import ring, strike
from tests.rulesets.reflex.firing import REFLEX, fight, shoot
from tests.rulesets.reflex.test_words_combat import HIT

SCENE = fight()


def told(events: tuple[Event, ...], viewer: Viewer = PUBLIC) -> list[str]:
    """The summary line by line."""
    return [line.text for line in REFLEX.summary(SCENE, events, viewer)]


def test_rounds_attacks_and_hits_are_counted_for_both_sides() -> None:
    missed = shoot(fight(), 20, 20, rounds=4).events
    hit = shoot(fight(), *HIT).events
    assert told((*missed, *hit)) == ["Ann: 5 rounds in 2 attacks, 1 hit.", "Guard: hit once."]


def test_who_fires_and_is_hit_reads_in_one_line() -> None:
    (fired,) = [event for event in shoot(fight(), 20, 20).events if isinstance(event, ShotFired)]
    (hit,) = [event for event in shoot(fight(), *HIT).events if isinstance(event, Hit)]
    back = msgspec.structs.replace(hit, actor="Guard", target="Ann")
    assert told((fired, back))[0] == "Ann: 1 round in 1 attack, 0 hits; hit once."


def test_a_burning_wreck_hits_without_an_attacker() -> None:
    (hit,) = [event for event in shoot(fight(), *HIT).events if isinstance(event, Hit)]
    assert told((msgspec.structs.replace(hit, actor=""),)) == ["Guard: hit once."]


def test_blows_are_attacks_too() -> None:
    blows = (*strike(ring(), 20, 20).events, *strike(ring(tick=10), 2, 20, 3, 3).events)
    assert told(blows) == ["Ann: 2 attacks, 1 hit.", "Guard: hit once."]


def test_the_unseen_stay_unseen() -> None:
    (fired,) = [event for event in shoot(fight(), 20, 20).events if isinstance(event, ShotFired)]
    hidden = msgspec.structs.replace(fired, unseen=("Ann",), guarded=("Ann",))
    assert told((hidden,)) == ["someone unseen: 1 round in 1 attack, 0 hits."]
    assert told((hidden,), GM) == ["Ann: 1 round in 1 attack, 0 hits."]
    assert told((msgspec.structs.replace(hidden, audience="gm"),)) == []
