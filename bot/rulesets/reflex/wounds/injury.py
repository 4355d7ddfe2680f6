"""A wound is more than a number: each rise in degree is resisted, and what is not resisted takes people out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from bot.core.dice import Ask, Buckets
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome, attribute_check
from bot.rulesets.reflex.kinds import BodyPart, Degree, Stance
from bot.rulesets.reflex.person.anatomy import LIMBS, held_in
from bot.rulesets.reflex.person.consciousness import is_down, known_dead
from bot.rulesets.reflex.person.physique import ARMS, LEGS
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import taken_off
from bot.rulesets.reflex.wounds.events import (
    Against,
    Cause,
    Destabilized,
    Died,
    FellDown,
    FootingTested,
    KnockedOut,
    LimbTested,
    LostHold,
    Shocked,
    Worsened,
    WoundChecked,
    Wounded,
)

DEGREES = tuple(Degree)
UNSTABLE_FROM_FAILURE = 6
SERIOUS_LIMB_PENALTY = -2
AMPUTATION_PERCENT = 50
AMPUTATION = Ask("amputation", 1, 100, Buckets((AMPUTATION_PERCENT, 100)))


def degree_of(thresholds: Sequence[int], damage: int) -> Degree:
    """Return the degree that ``damage`` reaches on four ascending thresholds; to meet one is enough (894; 003-13)."""
    return DEGREES[bisect_right(thresholds, damage)]


def given_degree(thresholds: Sequence[int], damage: int, *, graze: bool) -> Degree:
    """Return the degree of one hit; a graze is slight at worst (text 003, lines 908-910)."""
    return min(degree_of(thresholds, damage), Degree.SLIGHT) if graze else degree_of(thresholds, damage)


def worsened(before: Degree, given: Degree) -> Degree:
    """Return the injury of a place after a wound of degree ``given``: equal ones add up (929-931; 003-21, 003-62)."""
    if given == before and given is not Degree.NONE:
        return DEGREES[min(before + 1, Degree.CRITICAL)]
    return max(before, given)


def suffer(play: ReflexPlay, actor: str, place: BodyPart, damage: int, *, graze: bool = False) -> None:
    """Wound ``actor`` at ``place`` for ``damage`` that got through all protection, with all that follows from it."""
    thresholds = play.scene.combatants[actor].state.person.thresholds[place]
    given = given_degree(thresholds, damage, graze=graze)
    wound(play, actor, place, given, damage=damage, graze=graze)


def wound(
    play: ReflexPlay,
    actor: str,
    place: BodyPart,
    given: Degree,
    *,
    damage: int = 0,
    graze: bool = False,
) -> None:
    """Give ``actor`` a wound of degree ``given``, which it has to resist only if the injury gets worse (003-61).

    It is resisted with the nerve of the moment before: its own threat weakens none of these checks (003-91). Who all
    know is dead resists nothing (ours).
    """
    resisting = play.scene.combatants[actor].state
    before = DEGREES[resisting.body.wounds.get(place, 0)]
    after = worsened(before, given)
    play.tell(Wounded(actor=actor, place=place, degree=given, before=before, after=after, damage=damage, graze=graze))
    if after > before and not known_dead(play.scene.combatants[actor]):
        _systemic(play, actor, place, after, resisting)
        _local(play, actor, place, after, resisting)
    if given is Degree.CRITICAL:
        _maimed(play, actor, place, damage)


def _systemic(play: ReflexPlay, actor: str, place: BodyPart, after: Degree, resisting: State) -> None:
    """Have a wound bring shock and instability, if it is bad enough (lines 1011-1012, 1022-1023, 1033-1034)."""
    if after is Degree.CRITICAL:
        _critical(play, actor, place, resisting)
        return
    state = play.scene.combatants[actor].state
    if after < Degree.MODERATE or (state.body.shocked and state.body.unstable):
        return
    outcome = _resisted(play, resisting, "fitness", Against.SHOCK)
    play.tell(WoundChecked(actor=actor, against=Against.SHOCK, place=place, outcome=outcome))
    if not outcome.succeeded:
        shock(play, actor, place)
    if outcome.failure >= UNSTABLE_FROM_FAILURE:
        destabilize(play, actor, place, Cause.FAILED_BADLY)


def _critical(play: ReflexPlay, actor: str, place: BodyPart, resisting: State) -> None:
    shock(play, actor, place)
    if play.scene.combatants[actor].state.body.unstable:
        return
    outcome = _resisted(play, resisting, "fitness", Against.INSTABILITY)
    play.tell(WoundChecked(actor=actor, against=Against.INSTABILITY, place=place, outcome=outcome))
    if not outcome.succeeded:
        destabilize(play, actor, place, Cause.CRITICAL)


def _resisted(play: ReflexPlay, state: State, attribute: str, against: Against, penalty: int = 0) -> Outcome:
    """Return a check to resist a bad effect: wounds do not hinder it (text 003, lines 985-986)."""
    terms = (Term("serious_limb", penalty, "003:1026-1028"),) if penalty else ()
    return attribute_check(play, against.value, state, attribute, terms)


def shock(play: ReflexPlay, actor: str, place: BodyPart) -> None:
    """Put ``actor`` in shock, or make it unstable if it has been in shock before in this scene (1045-1047)."""
    if play.scene.combatants[actor].state.body.shocked:
        destabilize(play, actor, place, Cause.SECOND_SHOCK)
        return
    play.tell(Shocked(actor=actor, at_rest=play.scene.state.phase != "exchange"))
    stand_down(play, actor)


def destabilize(play: ReflexPlay, actor: str, place: BodyPart, cause: Cause) -> None:
    """Make ``actor`` unstable, and by a head injury unconscious for the scene (text 003, lines 1053-1058)."""
    if play.scene.combatants[actor].state.body.unstable:
        return
    period = (play.scene.state.exchange, play.scene.state.pauses)
    play.tell(Destabilized(actor=actor, place=place, period=period, cause=cause))
    if place == BodyPart.HEAD:
        knock_out(play, actor, for_scene=True)


def knock_out(play: ReflexPlay, actor: str, *, for_scene: bool = False) -> None:
    """Have ``actor`` lose consciousness, drop what it holds and lie on the ground."""
    if is_down(play.scene.combatants[actor].state):
        return
    play.tell(KnockedOut(actor=actor, for_scene=for_scene))
    stand_down(play, actor)


def die(play: ReflexPlay, actor: str) -> None:
    """Have ``actor`` die, which nobody does twice."""
    state = play.scene.combatants[actor].state
    if state.body.dead:
        return
    play.tell(Died(actor=actor, was_down=state.body.unconscious))
    stand_down(play, actor)


def stand_down(play: ReflexPlay, actor: str) -> None:
    """Take ``actor`` off the agenda, but leave a slot of the moment that is played: it acts together with others.

    Text 003, lines 136-138.
    """
    held = tuple(slot for slot in play.scene.agenda if slot.actor == actor)
    kept = tuple(slot for slot in held if slot in play.scene.entitled())
    if kept != held:
        taken_off(play, actor, kept)


def _local(play: ReflexPlay, actor: str, place: BodyPart, after: Degree, resisting: State) -> None:
    """Have a hurt hand try to keep hold, or a hurt leg to keep upright; what is critical cannot (ruling 003-14).

    Text 003, lines 1015-1017, 1026-1028, 1035-1043.
    """
    if after is Degree.CRITICAL:
        give_out(play, actor, place)
        return
    if place not in LIMBS or after < Degree.MODERATE or not at_stake(play.scene.combatants[actor].state, place):
        return
    against = Against.DROPPING if place in ARMS else Against.FALLING
    penalty = SERIOUS_LIMB_PENALTY if after is Degree.SERIOUS else 0
    outcome = _resisted(play, resisting, "muscle", against, penalty)
    play.tell(WoundChecked(actor=actor, against=against, place=place, outcome=outcome))
    if not outcome.succeeded:
        _give_way(play, actor, place)


def at_stake(state: State, place: BodyPart) -> bool:
    """Tell whether a hurt limb has something to lose: something held, or a footing."""
    return bool(held_in(state, place)) if place in ARMS else state.body.stance != Stance.PRONE


def _give_way(play: ReflexPlay, actor: str, place: BodyPart) -> None:
    if place in LEGS:
        play.tell(FellDown(actor=actor))
        return
    play.tell(LostHold(actor=actor, things=held_in(play.scene.combatants[actor].state, place)))


def keep_footing(play: ReflexPlay, actor: str, terms: tuple[Term, ...]) -> None:
    """Have who is not on the ground yet keep upright by a check of Muscle, or fall."""
    state = play.scene.combatants[actor].state
    if state.body.stance is Stance.PRONE:
        return
    outcome = attribute_check(play, "footing", state, "muscle", terms)
    play.tell(FootingTested(actor=actor, outcome=outcome, stands=outcome.succeeded))
    if not outcome.succeeded:
        play.tell(FellDown(actor=actor))


def _maimed(play: ReflexPlay, actor: str, place: BodyPart, damage: int) -> None:
    """Roll whether a limb hit beyond twice its critical threshold is gone, on even chances (1039, 1043; 003-75)."""
    state = play.scene.combatants[actor].state
    if place not in LIMBS or place in state.body.lost or damage <= 2 * state.person.thresholds[place][-1]:
        return
    roll = play.roll(AMPUTATION)
    play.tell(LimbTested(actor=actor, place=place, roll=roll, lost=roll.faces[0] <= AMPUTATION_PERCENT))


def degrade(play: ReflexPlay) -> None:
    """Let the unstable get worse, at the end of an exchange of fire or a pause (text 003, lines 1054-1057).

    The period in which somebody became unstable does not count yet.
    """
    period = (play.scene.state.exchange, play.scene.state.pauses)
    for actor, combatant in play.scene.combatants.items():
        state = combatant.state
        if (
            state.body.unstable
            and not state.body.dead
            and state.body.unstable_in != period
            and any(state.body.wounds.values())
        ):
            _bleed(play, actor, state)


def _bleed(play: ReflexPlay, actor: str, state: State) -> None:
    hurt = [(BodyPart(place), Degree(degree)) for place, degree in state.body.wounds.items() if degree]
    changes = tuple((place, before, DEGREES[min(before + 1, Degree.CRITICAL)]) for place, before in hurt)
    play.tell(Worsened(actor=actor, changes=changes))
    if any(before is Degree.CRITICAL for _, before in hurt):
        die(play, actor)
        return
    for place, before in hurt:
        if before is Degree.SERIOUS:
            shock(play, actor, place)
            give_out(play, actor, place)


def give_out(play: ReflexPlay, actor: str, place: BodyPart) -> None:
    """End what a critical place can do no more: the head wake, an arm hold, a leg carry (text 003, lines 1035-1042)."""
    if place == BodyPart.HEAD:
        knock_out(play, actor)
        return
    gives_way = place in LIMBS and at_stake(play.scene.combatants[actor].state, place)
    if gives_way:
        _give_way(play, actor, place)
