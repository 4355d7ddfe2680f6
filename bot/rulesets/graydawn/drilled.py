"""What one of a squad does first, or instead, where it is told to fire or to go."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from bot.core.actions import read
from bot.core.errors import RuleViolation
from bot.core.ground.lost import known_to
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import distance_cm
from bot.core.ground.shelter import nearest_of
from bot.core.ground.whereabouts import BESIDE_CM, BySight
from bot.core.orders import Act
from bot.core.scene import changed_at_once
from bot.core.squads.standing import Drill, squad_of
from bot.rulesets.graydawn.deeds.actions import Move, TakeCover
from bot.rulesets.graydawn.fire.actions import Attack
from bot.rulesets.graydawn.fire.declaration import declared
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.suppression.actions import Suppress
from bot.rulesets.graydawn.time.actions import Declare
from bot.rulesets.graydawn.time.slots import most_actions, number_now


def leading_to(reading: DawnReading, act: Act) -> Iterator[Act]:
    """Yield what one of a squad does before an act or in its place, the best first (ours).

    Who kept wholly down shows itself where it can fire then. Whose nerve has failed lays covering fire, in the open
    behind a run for cover (text 004, lines 158 and 230). Who falls back runs.
    """
    actor, state = act.actor, reading.scene.combatants[act.actor].state
    if act.action == Attack.offer.name and state.turn.pinned:
        weapon = act.inputs.get("weapon")
        yield Suppress(actor=actor, target=act.inputs["target"], weapon=weapon).as_order()
        yield from _runs_for_cover(reading, actor)
    elif act.action == Attack.offer.name and state.stance is Stance.FULL and _could_fire(reading, act):
        yield Declare(actor=actor, stance=Stance.ACTIVE).as_order()
    elif act.action in (Move.offer.name, TakeCover.offer.name) and _falls_back(reading, actor):
        most = min(reading.tables.limits.moves.value, most_actions(reading, number_now(reading.scene, actor)))
        yield Declare(actor=actor, actions=most, moves=most).as_order()


def _could_fire(reading: DawnReading, act: Act) -> bool:
    """Tell whether an attack is possible once somebody shows itself."""
    shown = changed_at_once(reading.scene, act.actor, lambda state: replace(state, stance=Stance.ACTIVE))
    with suppress(RuleViolation):
        return bool(declared(reading.supposing(shown), read(Attack, act)))
    return False


def _falls_back(reading: DawnReading, actor: str) -> bool:
    squad = squad_of(reading.scene.squads, actor)
    return squad is not None and squad.standing is not None and squad.standing.drill is Drill.FALL_BACK


def _runs_for_cover(reading: DawnReading, actor: str) -> list[Act]:
    """Return ways behind what is there, the nearest first; where distances are told, a run to wherever the GM says."""
    ground = reading.scene.ground
    if ground is None or actor not in ground.places:
        return [Move(actor=actor).as_order()]
    here, things = ground.places[actor], known_to(reading.scene, ground, actor).pieces
    near = sorted(things, key=lambda each: distance_cm(here, nearest_of(things[each].outline, here)))
    return [TakeCover(actor=actor, behind=BySight(PIECE + key, "behind", BESIDE_CM)).as_order() for key in near]
