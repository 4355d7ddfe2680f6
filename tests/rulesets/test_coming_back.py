"""In every system: who leaves a fight and comes back has what it had, and never a turn more."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.events import Enlisted, Event, Released
from bot.core.folding import fold
from bot.core.ruleset import Ruleset
from bot.core.scene import with_combatant
from bot.rulesets.reflex.morale.events import OddsCounted
from tests.rulesets.drawing import AnyScene
from tests.rulesets.play import PLAYERS, decided, dice_for, played
from tests.rulesets.registry import KEYS, entry

pytestmark = pytest.mark.untraced

SHEET = 77
SEEDS = range(3)
_with = msgspec.structs.replace

every_system = pytest.mark.parametrize("key", KEYS)


def moments(key: str) -> Iterator[tuple[AnyScene, str]]:
    """Moments of fights at which a player's combatant may leave, with that combatant."""
    for seed in SEEDS:
        for step in decided(played(key, seed)):
            scene = step.after
            if scene is None or scene.fight is None or scene.pending:
                continue
            for actor in PLAYERS:
                if actor in scene.combatants:
                    yield with_combatant(scene, _with(scene.combatants[actor], sheet_id=SHEET)), actor


def leaving(key: str, scene: AnyScene, actor: str) -> engine.Decision[object, object]:
    """What comes of it that somebody leaves the scene."""
    return engine.decide(entry(key).ruleset, scene, orders.Release(actor=actor), dice_for)


def without(key: str, scene: AnyScene, actor: str) -> AnyScene:
    """The scene after somebody has left it."""
    return leaving(key, scene, actor).scene


def back(key: str, scene: AnyScene) -> engine.Decision[object, object]:
    """What comes of it that the one who is away comes back."""
    ruleset: Ruleset[object, object] = entry(key).ruleset
    was = scene.away[SHEET].combatant
    sheet = msgspec.to_builtins(ruleset.project(was, {}))
    order = orders.Enlist(name=was.actor, owner=was.owner, side=was.side, sheet=sheet, sheet_id=SHEET)
    return engine.decide(ruleset, scene, order, dice_for)


def compared(scene: AnyScene, actor: str) -> AnyScene:
    """What must be the same: all but the count of orders, and what others were like before this moment."""
    before = {actor: scene.before[actor]} if actor in scene.before else {}
    return _with(scene, position=0, before=before)


def waits_to_open_anew(scene: AnyScene) -> bool:
    """Whether somebody came into the moment being played, who acts when the others are done."""
    return any(slot.key == scene.opened and slot.actor not in scene.opening for slot in scene.agenda)


def acting(decision: engine.Decision[object, object]) -> list[Event]:
    """What happened, but that people counted anew who stands with and against them."""
    return [event for event in decision.events if type(event) is not OddsCounted]


def counted_anew(key: str, scene: AnyScene, decision: engine.Decision[object, object]) -> AnyScene:
    """The scene as it would be had people only counted anew."""
    counts = [event for event in decision.events if type(event) is OddsCounted]
    return fold(entry(key).ruleset, scene, [counts])


def others_go_on(left: engine.Decision[object, object]) -> bool:
    """Whether the turn of others has come since somebody left."""
    return any(event.actor for event in acting(left) if type(event) is not Released)


@every_system
def test_coming_back_at_once_changes_nothing_whatever_the_moment(key: str) -> None:
    period, seen = entry(key).ruleset.period, 0
    for scene, actor in moments(key):
        left = leaving(key, scene, actor)
        if period(left.scene) != period(scene) or waits_to_open_anew(scene) or others_go_on(left):
            continue
        decision = back(key, left.scene)
        entered, *others = acting(decision)
        assert type(entered) is Enlisted
        assert actor not in [event.actor for event in others]
        if others:
            continue
        assert compared(decision.scene, actor) == compared(counted_anew(key, scene, decision), actor)
        seen += 1
    assert seen > 50


@every_system
def test_time_that_goes_by_meanwhile_gives_nobody_a_slot_more(key: str) -> None:
    """Others act, then the one who left comes back: in the same round with no more slots, and none before its time."""
    ruleset, seen = entry(key).ruleset, 0
    for scene, actor in moments(key):
        later = without(key, scene, actor)
        had = later.away[SHEET].slots
        while later.entitled() and not later.pending and ruleset.period(later) == ruleset.period(scene):
            later = engine.decide(ruleset, later, orders.GoOn(), dice_for).scene
            if later.pending or ruleset.period(later) != ruleset.period(scene):
                break
            returned = back(key, later).scene
            slots = [slot for slot in returned.agenda if slot.actor == actor]
            assert len(slots) <= len(had)
            assert all(slot.key >= had[0].key for slot in slots)
            seen += 1
        if seen > 60:
            break
    assert seen > 5


@every_system
def test_the_next_round_takes_up_who_was_away_when_it_began(key: str) -> None:
    ruleset, seen = entry(key).ruleset, 0
    for scene, actor in moments(key):
        later = without(key, scene, actor)
        for _ in range(12):
            if later.pending or not later.entitled() or ruleset.period(later) != ruleset.period(scene):
                break
            later = engine.decide(ruleset, later, orders.GoOn(), dice_for).scene
        if later.pending or ruleset.period(later) == ruleset.period(scene) or SHEET not in later.away:
            continue
        decision = back(key, later)
        assert decision.scene.away == {}
        assert actor in decision.scene.combatants
        seen += 1
        if seen == 20:
            break
    assert seen
