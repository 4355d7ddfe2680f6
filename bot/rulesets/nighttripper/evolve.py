"""The scene after what happens in a skirmish."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated, with_state
from bot.rulesets.nighttripper import events as happened
from bot.rulesets.nighttripper.melee import SIGNS, in_force, key_of, value_for
from bot.rulesets.nighttripper.play import NightScene
from bot.rulesets.nighttripper.state import State, Wound

_with = msgspec.structs.replace

SET_BY_HAND = (happened.ConditionSet, happened.Corrected, happened.Healed, happened.Recovered)


def evolve(scene: NightScene, event: Event) -> NightScene:
    """The scene after one of the system's own events."""
    match event:
        case happened.RoundBegan():
            return _ground(scene, rounds=event.number, reaches=in_force(scene), gained={}, called=-1)
        case happened.StepCalled():
            return _ground(scene, called=event.step)
        case happened.AdvantageGained():
            key = key_of(event.actor, event.target)
            return _ground(scene, gained={**scene.ground.gained, key: value_for(event.actor, event.target, 1)})
        case happened.Moved() if event.away:
            return _apart(scene, event.actor, event.target)
        case happened.ReachSet():
            return _reach_set(_apart(scene, event.actor, event.target), event)
        case happened.QuartersSet():
            return _ground(scene, cramped=event.cramped)
        case _:
            return _of_somebody(scene, event)


def _ground(scene: NightScene, **changes: Any) -> NightScene:
    return _with(scene, ground=_with(scene.ground, **changes))


def _apart(scene: NightScene, actor: str, target: str) -> NightScene:
    """The scene after a pair was left to its weapons."""
    key, ground = key_of(actor, target), scene.ground
    left = ({each: sign for each, sign in kept.items() if each != key} for kept in (ground.reaches, ground.gained))
    reaches, gained = left
    return _ground(scene, reaches=reaches, gained=gained)


def _reach_set(scene: NightScene, event: happened.ReachSet) -> NightScene:
    if not event.position:
        return scene
    value = value_for(event.actor, event.target, SIGNS[event.position])
    return _ground(scene, reaches={**scene.ground.reaches, key_of(event.actor, event.target): value})


def _of_somebody(scene: NightScene, event: Event) -> NightScene:
    """What changes the state of the actor alone; what a GM set right counts at once, also in the step being played."""
    combatant = scene.combatants.get(event.actor)
    if combatant and isinstance(event, SET_BY_HAND):
        return restated(scene, event.actor, lambda state: _with(state, **_changes(state, event)))
    changes = _changes(combatant.state, event) if combatant else {}
    return with_state(scene, event.actor, _with(combatant.state, **changes)) if combatant and changes else scene


def _changes(state: State, event: Event) -> dict[str, Any]:
    match event:
        case happened.Attacked():
            return {"wields": event.weapon, **_paid(state, event.throw)}
        case happened.Worked() | happened.Talked() if event.throw:
            return _paid(state, event.throw)
        case happened.ArmorUsed():
            return {"armor_spent": True}
        case happened.LuckPaid() | happened.Recovered():
            return {"luck": event.luck}
        case happened.Wounded():
            return {"wounds": (*state.wounds, Wound(event.place, event.severity, event.side))}
        case happened.LimbLost():
            return {"lost": (*state.lost, event.limb)}
        case happened.Died():
            return {"dead": True}
        case happened.ConditionSet():
            return _ailing(state, event)
        case happened.Healed():
            return _healed(state, event)
        case happened.Corrected():
            return _corrected(state, event)
        case _:
            return {}


def _ailing(state: State, event: happened.ConditionSet) -> dict[str, Any]:
    conditions = {name: severity for name, severity in state.conditions.items() if name != event.name}
    relevant = {name: deed for name, deed in state.relevant.items() if name != event.name}
    if event.severity:
        conditions[event.name] = event.severity
        relevant.update({event.name: event.deed} if event.deed else {})
    return {"conditions": conditions, "relevant": relevant}


def _paid(state: State, throw: happened.Throw) -> dict[str, Any]:
    """Each reroll costs one luck; a botched one takes the most down to what is left after paying (002-21)."""
    if not throw.rerolls:
        return {}
    luck = max(0, state.luck - len(throw.rerolls))
    return {"luck": luck, "luck_max": luck} if throw.botched else {"luck": luck}


def _healed(state: State, event: happened.Healed) -> dict[str, Any]:
    """The wounds that are meant come down to a degree; of a replaced limb nothing is left."""
    wounds = [_better(wound, event) for wound in state.wounds]
    lost = tuple(limb for limb in state.lost if not (event.replaced and limb.endswith(event.place)))
    return {"wounds": tuple(wound for wound in wounds if wound.severity), "lost": lost}


def _better(wound: Wound, event: happened.Healed) -> Wound:
    meant = event.place in ("", wound.place)
    return _with(wound, severity=min(wound.severity, event.degree)) if meant else wound


def _corrected(state: State, event: happened.Corrected) -> dict[str, Any]:
    fields = ("luck", "luck_max", "dead", "wields")
    found = {field: getattr(event, field) for field in fields if getattr(event, field) is not None}
    luck_max = found.get("luck_max", state.luck_max)
    luck = {"luck": min(found.get("luck", state.luck), luck_max)}
    worn = {} if event.armor is None else {"armor": event.armor, "armor_spent": False}
    return {**found, **luck, **worn}
