"""How random play of Eclipse Phase is read: who acts by an event, what a phase has, what a body and a weapon hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.events import Event
from bot.rulesets.eclipse.deeds.events import DefenceRaised, Moved, StanceChanged
from bot.rulesets.eclipse.deeds.holding import hold_of
from bot.rulesets.eclipse.equipment.events import Readied, Reloaded
from bot.rulesets.eclipse.fire.events import Aimed, Attacked
from bot.rulesets.eclipse.grapple.events import Wrestled
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.suppression.events import Suppressed
from bot.rulesets.eclipse.time.events import HeldUntil, Spent
from bot.rulesets.eclipse.wounds.events import (
    Bled,
    Bruised,
    CameToItsSenses,
    Damaged,
    FirstAidGiven,
    Healed,
    Stressed,
)
from tests.rulesets.conduct import Change, Conduct, Use

DEEDS = (
    Aimed,
    Attacked,
    CameToItsSenses,
    DefenceRaised,
    FirstAidGiven,
    HeldUntil,
    Moved,
    Readied,
    Reloaded,
    StanceChanged,
    Suppressed,
    Wrestled,
)
ACTIONS = 3
"""The most that one phase has: three quick actions, or a quick one and the two attacks of a complex one."""
NUMBERS = ("damage", "wounds", "stun", "stress", "traumas")


def _deed(event: Event) -> str:
    return event.actor if isinstance(event, DEEDS) else ""


def _may(state: State, event: Event) -> bool:
    return state.able and (isinstance(event, CameToItsSenses) or not state.dazed)


def _own_moment(event: Event) -> bool:
    return isinstance(event, Attacked) and event.free


def _uses(scene: EclipseScene, event: Event) -> Iterator[Use]:
    if isinstance(event, Moved):
        hold = hold_of(scene, event.actor)
        yield event.actor, "moves while held", int(hold is not None and not hold.holds), 0
    if isinstance(event, Spent):
        state = scene.combatants[event.actor].state
        yield event.actor, event.moment, 1, ACTIONS
        if state.moment != event.moment and event.moment[1] > 0:
            yield event.actor, "phases", 1, state.speed


def _has(state: State) -> Mapping[str, int]:
    loaded = {f"rounds in the {key}": weapon.loaded for key, weapon in state.weapons.items()}
    return {**{key: getattr(state, key) for key in NUMBERS}, **loaded}


def _changes(scene: EclipseScene, event: Event) -> Iterator[Change]:
    combatant = scene.combatants.get(event.actor)
    state = combatant.state if combatant else State()
    match event:
        case Attacked() | Suppressed() if event.spent:
            yield event.actor, f"rounds in the {event.weapon}", -event.spent
        case Reloaded():
            yield event.actor, f"rounds in the {event.weapon}", event.loaded - state.weapons[event.weapon].loaded
        case Corrected() if event.weapon:
            yield event.actor, f"rounds in the {event.weapon}", event.value - state.weapons[event.weapon].loaded
        case Damaged():
            yield event.actor, "damage", event.damage
            yield event.actor, "wounds", event.wounds
        case Bruised():
            yield event.actor, "stun", event.stun
        case FirstAidGiven():
            yield event.target, "damage", -event.damage
            yield event.target, "wounds", -event.wounds
        case Bled():
            yield event.actor, "damage", 1
        case Stressed():
            yield event.actor, "stress", event.stress
            yield event.actor, "traumas", event.traumas
        case Healed():
            for key in NUMBERS:
                yield event.actor, key, -getattr(event, key)
        case _:
            pass


CONDUCT = Conduct(deed=_deed, may=_may, own_moment=_own_moment, uses=_uses, has=_has, changes=_changes)
