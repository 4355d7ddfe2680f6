"""A wound is more than a number: each rise in degree is resisted, and what is not resisted takes people out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from bot.core.dice import Ask, Buckets
from bot.core.events import SlotMoved
from bot.core.terms import Term
from bot.rulesets.reflex.anatomy import LIMBS, held_in
from bot.rulesets.reflex.check import Outcome, attribute_check
from bot.rulesets.reflex.consciousness import is_down
from bot.rulesets.reflex.events_combat import (
    Against,
    Cause,
    Destabilized,
    Died,
    FellDown,
    KnockedOut,
    LimbTested,
    LostHold,
    Shocked,
    Worsened,
    WoundChecked,
    Wounded,
)
from bot.rulesets.reflex.physique import ARMS, LEGS
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Degree, Place, Stance, State

DEGREES = tuple(Degree)
UNSTABLE_FROM_FAILURE = 6
SERIOUS_LIMB_PENALTY = -2
AMPUTATION_PERCENT = 50
AMPUTATION = Ask("amputation", 1, 100, Buckets((AMPUTATION_PERCENT, 100)))


def degree_of(thresholds: Sequence[int], damage: int) -> Degree:
    """The degree that ``damage`` reaches on four ascending thresholds; one that is met counts (line 894; 003-13)."""
    return DEGREES[bisect_right(thresholds, damage)]


def given_degree(thresholds: Sequence[int], damage: int, *, graze: bool) -> Degree:
    """The degree of one hit; a graze is slight at worst (text 003, lines 908-910)."""
    return min(degree_of(thresholds, damage), Degree.SLIGHT) if graze else degree_of(thresholds, damage)


def worsened(before: Degree, given: Degree) -> Degree:
    """The injury of a place after a wound of degree ``given``: an equal one adds up (929-931; 003-21, 003-62)."""
    if given == before and given is not Degree.NONE:
        return DEGREES[min(before + 1, Degree.CRITICAL)]
    return max(before, given)


def suffer(
    referee: Referee, scene: ReflexScene, actor: str, place: Place, damage: int, *, graze: bool = False
) -> Ruling:
    """``actor`` is hit at ``place`` for ``damage`` behind all protection: the wound and all that follows from it."""
    thresholds = scene.combatants[actor].state.thresholds[place]
    given = given_degree(thresholds, damage, graze=graze)
    return (yield from wound(referee, scene, actor, place, given, damage=damage, graze=graze))


def wound(
    referee: Referee,
    scene: ReflexScene,
    actor: str,
    place: Place,
    given: Degree,
    *,
    damage: int = 0,
    graze: bool = False,
) -> Ruling:
    """``actor`` suffers a wound of degree ``given``, to be resisted only if the injury gets worse (003-61)."""
    before = DEGREES[scene.combatants[actor].state.wounds.get(place, 0)]
    after = worsened(before, given)
    scene = yield Wounded(
        actor=actor, place=place, degree=given, before=before, after=after, damage=damage, graze=graze
    )
    if after > before:
        scene = yield from _systemic(referee, scene, actor, place, after)
        scene = yield from _local(referee, scene, actor, place, after)
    return (yield from _maimed(referee, scene, actor, place, damage)) if given is Degree.CRITICAL else scene


def _systemic(referee: Referee, scene: ReflexScene, actor: str, place: Place, after: Degree) -> Ruling:
    """Shock and instability (text 003, lines 1011-1012, 1022-1023, 1033-1034)."""
    if after is Degree.CRITICAL:
        return (yield from _critical(referee, scene, actor, place))
    state = scene.combatants[actor].state
    if after < Degree.MODERATE or (state.shocked and state.unstable):
        return scene
    outcome = _resisted(referee, state, "fitness", Against.SHOCK)
    scene = yield WoundChecked(actor=actor, against=Against.SHOCK, place=place, outcome=outcome)
    if not outcome.succeeded:
        scene = yield from shock(scene, actor, place)
    if outcome.failure >= UNSTABLE_FROM_FAILURE:
        scene = yield from destabilize(scene, actor, place, Cause.FAILED_BADLY)
    return scene


def _critical(referee: Referee, scene: ReflexScene, actor: str, place: Place) -> Ruling:
    scene = yield from shock(scene, actor, place)
    state = scene.combatants[actor].state
    if state.unstable:
        return scene
    outcome = _resisted(referee, state, "fitness", Against.INSTABILITY)
    scene = yield WoundChecked(actor=actor, against=Against.INSTABILITY, place=place, outcome=outcome)
    return scene if outcome.succeeded else (yield from destabilize(scene, actor, place, Cause.CRITICAL))


def _resisted(referee: Referee, state: State, attribute: str, against: Against, penalty: int = 0) -> Outcome:
    """A check to resist a bad effect: wounds do not hinder it (text 003, lines 985-986)."""
    terms = (Term("serious_limb", penalty, "003:1026-1028"),) if penalty else ()
    return attribute_check(referee, against.value, state, attribute, terms)


def shock(scene: ReflexScene, actor: str, place: Place) -> Ruling:
    """``actor`` enters shock, or becomes unstable if it has been in shock before in this scene (1045-1047)."""
    if scene.combatants[actor].state.shocked:
        return (yield from destabilize(scene, actor, place, Cause.SECOND_SHOCK))
    scene = yield Shocked(actor=actor)
    return (yield from stand_down(scene, actor))


def destabilize(scene: ReflexScene, actor: str, place: Place, cause: Cause) -> Ruling:
    """``actor`` becomes unstable, and from a head injury unconscious for the scene (text 003, lines 1053-1058)."""
    if scene.combatants[actor].state.unstable:
        return scene
    period = (scene.ground.exchange, scene.ground.pauses)
    scene = yield Destabilized(actor=actor, place=place, period=period, cause=cause)
    return (yield from knock_out(scene, actor, for_scene=True)) if place == Place.HEAD else scene


def knock_out(scene: ReflexScene, actor: str, *, for_scene: bool = False) -> Ruling:
    """``actor`` loses consciousness, drops what it holds and lies on the ground."""
    if is_down(scene.combatants[actor].state):
        return scene
    scene = yield KnockedOut(actor=actor, for_scene=for_scene)
    return (yield from stand_down(scene, actor))


def stand_down(scene: ReflexScene, actor: str) -> Ruling:
    """``actor`` leaves the agenda, but keeps a slot of the moment that is being played: it acts together with others.

    Text 003, lines 136-138.
    """
    held = tuple(slot for slot in scene.agenda if slot.actor == actor)
    kept = tuple(slot for slot in held if slot in scene.entitled())
    return (yield SlotMoved(actor=actor, slots=kept)) if kept != held else scene


def _local(referee: Referee, scene: ReflexScene, actor: str, place: Place, after: Degree) -> Ruling:
    """What the place of an injury adds (text 003, lines 1015-1017, 1026-1028, 1035-1043; ruling 003-14)."""
    if place == Place.HEAD and after is Degree.CRITICAL:
        return (yield from knock_out(scene, actor))
    if place not in LIMBS or after < Degree.MODERATE:
        return scene
    return (yield from _limb(referee, scene, actor, place, after))


def _limb(referee: Referee, scene: ReflexScene, actor: str, place: Place, after: Degree) -> Ruling:
    """A hurt hand must keep hold, a hurt leg must keep up; a critical one cannot."""
    state = scene.combatants[actor].state
    if not at_stake(state, place):
        return scene
    if after is not Degree.CRITICAL:
        against = Against.DROPPING if place in ARMS else Against.FALLING
        penalty = SERIOUS_LIMB_PENALTY if after is Degree.SERIOUS else 0
        outcome = _resisted(referee, state, "muscle", against, penalty)
        scene = yield WoundChecked(actor=actor, against=against, place=place, outcome=outcome)
        if outcome.succeeded:
            return scene
    return (yield from _give_way(scene, actor, place))


def at_stake(state: State, place: Place) -> bool:
    """Whether a hurt limb has something to lose: something held, or a footing."""
    return bool(held_in(state, place)) if place in ARMS else state.stance != Stance.PRONE


def _give_way(scene: ReflexScene, actor: str, place: Place) -> Ruling:
    if place in LEGS:
        return (yield FellDown(actor=actor))
    return (yield LostHold(actor=actor, things=held_in(scene.combatants[actor].state, place)))


def _maimed(referee: Referee, scene: ReflexScene, actor: str, place: Place, damage: int) -> Ruling:
    """An even chance that a limb hit beyond twice its critical threshold is gone (1039, 1043; 003-75)."""
    state = scene.combatants[actor].state
    if place not in LIMBS or place in state.lost or damage <= 2 * state.thresholds[place][-1]:
        return scene
    roll = referee.roll(AMPUTATION)
    return (yield LimbTested(actor=actor, place=place, roll=roll, lost=roll.faces[0] <= AMPUTATION_PERCENT))


def degrade(scene: ReflexScene) -> Ruling:
    """The end of an exchange of fire or a pause: the unstable get worse (text 003, lines 1054-1057).

    The period in which somebody became unstable does not count yet.
    """
    period = (scene.ground.exchange, scene.ground.pauses)
    for actor, combatant in scene.combatants.items():
        state = combatant.state
        if state.unstable and not state.dead and state.unstable_in != period and any(state.wounds.values()):
            scene = yield from _bleed(scene, actor, state)
    return scene


def _bleed(scene: ReflexScene, actor: str, state: State) -> Ruling:
    hurt = [(Place(place), Degree(degree)) for place, degree in state.wounds.items() if degree]
    changes = tuple((place, before, DEGREES[min(before + 1, Degree.CRITICAL)]) for place, before in hurt)
    scene = yield Worsened(actor=actor, changes=changes)
    if any(before is Degree.CRITICAL for _, before in hurt):
        scene = yield Died(actor=actor, was_down=state.unconscious)
        return (yield from stand_down(scene, actor))
    for place, before in hurt:
        if before is Degree.SERIOUS:
            scene = yield from _turned_critical(scene, actor, place)
    return scene


def _turned_critical(scene: ReflexScene, actor: str, place: Place) -> Ruling:
    """What a critical injury does by itself, without a blow that would have to be resisted."""
    return (yield from give_out((yield from shock(scene, actor, place)), actor, place))


def give_out(scene: ReflexScene, actor: str, place: Place) -> Ruling:
    """What a critical place can do no more: the head wake, an arm hold, a leg carry (text 003, lines 1035-1042)."""
    if place == Place.HEAD:
        return (yield from knock_out(scene, actor))
    gives_way = place in LIMBS and at_stake(scene.combatants[actor].state, place)
    return (yield from _give_way(scene, actor, place)) if gives_way else scene
