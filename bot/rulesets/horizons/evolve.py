"""The scene after what happens in a fight of Endless Horizons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Audience, Event
from bot.core.scene import restated, with_state
from bot.rulesets.horizons.events import (
    Aimed,
    BarrelBurst,
    Cleared,
    ConditionEnded,
    ConditionSet,
    Corrected,
    Died,
    Drew,
    EffectTold,
    EffortSpent,
    GrenadeThrown,
    Healed,
    Hit,
    Hurt,
    Malfunctioned,
    Moved,
    PostureChanged,
    Reacted,
    ReactionBegan,
    Readied,
    Reloaded,
    Rested,
    RoundBegan,
    Searched,
    ShotFired,
    SideEffect,
    StayedAwake,
    Suppressing,
    SuppressionEnded,
    SuppressionFired,
    TookCover,
    TurnEnded,
    WeaponHidden,
    WoundChecked,
)
from bot.rulesets.horizons.play import HorizonsScene
from bot.rulesets.horizons.state import Armor, Condition, Effect, Ground, State

_with = msgspec.structs.replace


def evolve(scene: HorizonsScene, event: Event) -> HorizonsScene:
    """The scene after one of the system's own events."""
    change = CHANGES.get(type(event))
    return change(scene, event) if change else scene


def _now(scene: HorizonsScene, actor: str, **changes: Any) -> HorizonsScene:
    return with_state(scene, actor, _with(scene.combatants[actor].state, **changes))


def _armed(scene: HorizonsScene, actor: str, weapon: str, **changes: Any) -> HorizonsScene:
    return with_state(scene, actor, rearmed(scene.combatants[actor].state, weapon, **changes))


def rearmed(state: State, weapon: str, **changes: Any) -> State:
    """The state with one of its weapons changed."""
    return _with(state, weapons={**state.weapons, weapon: _with(state.weapons[weapon], **changes)})


def rewounded(state: State, zone: str, count: int) -> State:
    """The state with so many wounds in a zone: fewer raise the most hit points and give none back."""
    others = {each: wounds for each, wounds in state.wounds.items() if each != zone}
    wounds = {**others, zone: count} if count else others
    return _with(state, damage=state.most - state.points, wounds=wounds)


def _round_began(scene: HorizonsScene, event: RoundBegan) -> HorizonsScene:
    scene = _with(scene, ground=Ground(event.number))
    for actor, combatant in scene.combatants.items():
        aimed = 0 if scene.options.get("strict_round") else combatant.state.aimed
        scene = _now(scene, actor, reacted=False, aimed=aimed)
    return scene


def _shot_fired(scene: HorizonsScene, event: ShotFired) -> HorizonsScene:
    loaded = scene.combatants[event.actor].state.weapons[event.weapon].loaded
    return _armed(scene, event.actor, event.weapon, loaded=loaded - event.fired, worked=0)


def _effort_spent(scene: HorizonsScene, event: EffortSpent) -> HorizonsScene:
    return _now(scene, event.actor, effort=scene.combatants[event.actor].state.effort - event.points)


def _rested(scene: HorizonsScene, event: Rested) -> HorizonsScene:
    return restated(scene, event.actor, lambda state: _with(state, effort=event.effort))


def _side_effect(scene: HorizonsScene, event: SideEffect) -> HorizonsScene:
    if not event.open:
        return scene
    found = Effect(event.degree, secret=event.audience is Audience.GM)
    return _now(scene, event.actor, effects=(*scene.combatants[event.actor].state.effects, found))


def _effect_told(scene: HorizonsScene, event: EffectTold) -> HorizonsScene:
    return restated(scene, event.actor, lambda state: _with(state, effects=state.effects[1:]))


def _condition_set(scene: HorizonsScene, event: ConditionSet) -> HorizonsScene:
    found = Condition(event.modifier, event.skill, event.until)
    return restated(scene, event.actor, lambda state: _with(state, conditions={**state.conditions, event.name: found}))


def _condition_ended(scene: HorizonsScene, event: ConditionEnded) -> HorizonsScene:
    def without(state: State) -> State:
        return _with(state, conditions={name: each for name, each in state.conditions.items() if name != event.name})

    return restated(scene, event.actor, without)


def _malfunctioned(scene: HorizonsScene, event: Malfunctioned) -> HorizonsScene:
    return _armed(scene, event.actor, event.weapon, fault=event.fault, cleared=0)


def _barrel_burst(scene: HorizonsScene, event: BarrelBurst) -> HorizonsScene:
    loaded = scene.combatants[event.actor].state.weapons[event.weapon].loaded
    return _armed(scene, event.actor, event.weapon, fault="burst", loaded=loaded - 1, cleared=0)


def _hit(scene: HorizonsScene, event: Hit) -> HorizonsScene:
    """Armour takes the damage before it is multiplied, whether it stops the bullet or not (rulings E, 000-20)."""
    spent = {layer.worn for layer in event.layers}
    worn = scene.combatants[event.target].state.armor
    armor = tuple(_worn_down(piece, event.base) if place in spent else piece for place, piece in enumerate(worn))
    return _now(scene, event.target, armor=armor)


def _worn_down(piece: Armor, damage: int) -> Armor:
    return _with(piece, points=max(0, piece.points - damage))


def _hurt(scene: HorizonsScene, event: Hurt) -> HorizonsScene:
    return _now(scene, event.actor, damage=scene.combatants[event.actor].state.most - event.left)


def _stayed_awake(scene: HorizonsScene, event: StayedAwake) -> HorizonsScene:
    return scene if event.passed else _now(scene, event.actor, unconscious=True, suppressing=0)


def _wound_checked(scene: HorizonsScene, event: WoundChecked) -> HorizonsScene:
    if event.passed or not event.zone:
        return scene
    wounds = scene.combatants[event.actor].state.wounds
    return _now(scene, event.actor, wounds={**wounds, event.zone: wounds.get(event.zone, 0) + 1})


def _died(scene: HorizonsScene, event: Died) -> HorizonsScene:
    return _now(scene, event.actor, dead=True, suppressing=0)


def _healed(scene: HorizonsScene, event: Healed) -> HorizonsScene:
    def better(state: State) -> State:
        wounds = {zone: count for zone, count in state.wounds.items() if zone != event.zone}
        awake = state.unconscious and not event.woke
        posture = "prone" if event.woke else state.posture
        damage = max(0, state.most - state.points - event.points)
        return _with(state, damage=damage, wounds=wounds, unconscious=awake, posture=posture)

    return restated(scene, event.actor, better)


def _reloaded(scene: HorizonsScene, event: Reloaded) -> HorizonsScene:
    worked = 0 if event.worked == event.needed else event.worked
    return _armed(scene, event.actor, event.weapon, worked=worked, loaded=event.loaded, spare=event.spare)


def _drew(scene: HorizonsScene, event: Drew) -> HorizonsScene:
    if event.drawn < event.needed:
        return _armed(scene, event.actor, event.weapon, drawn=event.drawn)
    scene = _armed(scene, event.actor, event.weapon, drawn=0, hidden=None)
    return _now(scene, event.actor, held=event.weapon)


def _cleared(scene: HorizonsScene, event: Cleared) -> HorizonsScene:
    if event.cleared < event.needed:
        return _armed(scene, event.actor, event.weapon, cleared=event.cleared)
    return _armed(scene, event.actor, event.weapon, cleared=0, fault="")


def _aimed(scene: HorizonsScene, event: Aimed) -> HorizonsScene:
    return _now(scene, event.actor, aimed=event.actions)


def _posture_changed(scene: HorizonsScene, event: PostureChanged) -> HorizonsScene:
    return _now(scene, event.actor, posture=event.posture, freed=True, aimed=0)


def _moved(scene: HorizonsScene, event: Moved) -> HorizonsScene:
    """Whoever walks or runs leaves its cover (ours)."""
    state = scene.combatants[event.actor].state
    stays = event.pace in ("still", "subtle")
    cover, parts = (state.cover, state.parts) if stays else ("", ())
    return _now(scene, event.actor, pace=event.pace, moved=True, freed=True, aimed=0, cover=cover, parts=parts)


def _took_cover(scene: HorizonsScene, event: TookCover) -> HorizonsScene:
    return _now(scene, event.actor, cover=event.cover, parts=event.parts, freed=True, aimed=0)


def _turn_ended(scene: HorizonsScene, event: TurnEnded) -> HorizonsScene:
    state = scene.combatants[event.actor].state
    aimed = state.aimed if event.aiming else 0
    if event.reaction:
        return _now(scene, event.actor, freed=False, aimed=aimed)
    pace = state.pace if state.moved or state.pace == "still" else "subtle"
    readied = state.readied if state.fresh else ""
    return _now(scene, event.actor, freed=False, moved=False, pace=pace, aimed=aimed, readied=readied, fresh=False)


def _corrected(scene: HorizonsScene, event: Corrected) -> HorizonsScene:
    fields = {"posture": event.posture, "pace": event.pace, "effort": event.effort}
    now = {key: value for key, value in fields.items() if value is not None}
    weapon = {"loaded": event.rounds, "fault": event.fault}
    arms = {key: value for key, value in weapon.items() if value is not None}

    def right(state: State) -> State:
        state = rearmed(state, event.weapon, **arms) if event.weapon else state
        state = state if event.wounds is None else rewounded(state, event.zone, event.wounds)
        return _with(state, **now)

    return restated(scene, event.actor, right)


def _grenade_thrown(scene: HorizonsScene, event: GrenadeThrown) -> HorizonsScene:
    return scene if event.left is None else _now(scene, event.actor, grenades=event.left)


def _suppressing(scene: HorizonsScene, event: Suppressing) -> HorizonsScene:
    return _now(scene, event.actor, suppressing=event.rounds)


def _suppression_fired(scene: HorizonsScene, event: SuppressionFired) -> HorizonsScene:
    return _armed(scene, event.actor, event.weapon, loaded=event.left)


def _suppression_ended(scene: HorizonsScene, event: SuppressionEnded) -> HorizonsScene:
    return _now(scene, event.actor, suppressing=0)


def _reacted(scene: HorizonsScene, event: Reacted) -> HorizonsScene:
    return _now(scene, event.actor, reacted=True)


def _readied(scene: HorizonsScene, event: Readied) -> HorizonsScene:
    return _now(scene, event.actor, readied=event.what, fresh=True)


def _reaction_began(scene: HorizonsScene, event: ReactionBegan) -> HorizonsScene:
    """There is no free action beside a reaction."""
    return _now(scene, event.actor, reacted=True, readied="", freed=True)


def _weapon_hidden(scene: HorizonsScene, event: WeaponHidden) -> HorizonsScene:
    scene = _armed(scene, event.actor, event.weapon, hidden=max(0, event.check.result))
    held = scene.combatants[event.actor].state.held
    return _now(scene, event.actor, held="" if held == event.weapon else held)


def _searched(scene: HorizonsScene, event: Searched) -> HorizonsScene:
    for weapon in event.found:
        scene = _armed(scene, event.target, weapon, hidden=None)
    return scene


CHANGES: Mapping[type[Event], Callable[[HorizonsScene, Any], HorizonsScene]] = {
    RoundBegan: _round_began,
    ShotFired: _shot_fired,
    EffortSpent: _effort_spent,
    Rested: _rested,
    SideEffect: _side_effect,
    EffectTold: _effect_told,
    ConditionSet: _condition_set,
    ConditionEnded: _condition_ended,
    Malfunctioned: _malfunctioned,
    BarrelBurst: _barrel_burst,
    Hit: _hit,
    Hurt: _hurt,
    StayedAwake: _stayed_awake,
    WoundChecked: _wound_checked,
    Died: _died,
    Healed: _healed,
    Reloaded: _reloaded,
    Drew: _drew,
    Cleared: _cleared,
    Aimed: _aimed,
    PostureChanged: _posture_changed,
    Moved: _moved,
    TookCover: _took_cover,
    TurnEnded: _turn_ended,
    Corrected: _corrected,
    Suppressing: _suppressing,
    SuppressionFired: _suppression_fired,
    SuppressionEnded: _suppression_ended,
    Reacted: _reacted,
    Readied: _readied,
    ReactionBegan: _reaction_began,
    GrenadeThrown: _grenade_thrown,
    WeaponHidden: _weapon_hidden,
    Searched: _searched,
}
