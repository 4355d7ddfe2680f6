"""A grenade is thrown at a place of the ground, whoever is there."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.places import Place, distance_cm
from bot.core.ground.sight import Figure, sees
from bot.rulesets.eclipse.blasts.epicentre import Epicentre
from bot.rulesets.eclipse.blasts.rules import explode
from bot.rulesets.eclipse.cover.figures import figure
from bot.rulesets.eclipse.equipment.weapons import explosives_carried, weapon_in_hand
from bot.rulesets.eclipse.fire.actions import Attack, Throw
from bot.rulesets.eclipse.fire.declaration import Declaration
from bot.rulesets.eclipse.fire.modifiers import attack_check
from bot.rulesets.eclipse.fire.rounds import band_of, rounds_fired
from bot.rulesets.eclipse.fire.rules import attacked
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.time.phases import begin_action, end_action, state_in_moment

rules = Rules()

LIES_CM = 10
"""How high something is that lies where a grenade is thrown to (house)."""


@rules(Throw)
def throw(play: EclipsePlay, thrown: Throw) -> None:
    """Throw a grenade at a place, as at somebody who stands there (C3; 001:60-64).

    Dice: the throw, scatter where it misses, then damage for each who is near.

    Raises:
        RuleViolation: nobody has a place, it is not said where to, or nothing is there to be thrown so far.
    """
    actor, ground = thrown.actor, play.scene.ground
    if ground is None or actor not in ground.places:
        raise not_laid()
    if thrown.to is None:
        raise RuleViolation("Where to?", "Say a place: to=C4, or to=5m north of Ann.")
    place = place_known(play.scene, ground, actor, thrown.to, ground.places[actor])
    made = _declared(play, thrown, ground, place)
    begin_action(play, actor)
    outcome = attack_check(play, made)
    play.tell(attacked(made, outcome, second=False, at=place))
    explode(play, made.weapon, Epicentre(actor=actor, range_m=made.range_m or 0, place=place), outcome)
    end_action(play, actor)


def _declared(play: EclipsePlay, thrown: Throw, ground: Ground, place: Place) -> Declaration:
    actor = thrown.actor
    attacker, own = state_in_moment(play.scene, actor), play.scene.combatants[actor].state
    named = thrown.item or next((each.value for each in explosives_carried(attacker)), "")
    if not named:
        raise RuleViolation("There is nothing that explodes.", "Attack somebody: /attack.")
    key, weapon = weapon_in_hand(own, attacker, named)
    if not weapon.explodes:
        raise RuleViolation(f"The {weapon.name} does not explode.", "Attack somebody with it: /attack.")
    range_m = _metres(play, thrown, ground, place)
    said = Attack(actor=actor, target="", weapon=key, modifier=thrown.modifier, indirect=thrown.indirect)
    return Declaration(
        said=said,
        targets=("",),
        attacker=attacker,
        target=State(),
        key=key,
        weapon=weapon,
        fired=rounds_fired(play, weapon, said, None, 1),
        range_m=range_m,
        band=band_of(weapon, range_m, "That place"),
        aim=None,
        volley=None,
    )


def _metres(reading: EclipseReading, thrown: Throw, ground: Ground, place: Place) -> float:
    """Return how far a place is.

    Raises:
        RuleViolation: whoever throws does not see it, and does not throw over what hides it.
    """
    own = figure(reading.scene.combatants[thrown.actor].state, ground.places[thrown.actor])
    if not (thrown.indirect or sees(ground, own, Figure(place, LIES_CM, LIES_CM))):
        raise RuleViolation("That place cannot be seen.", "Throw over what hides it with indirect=yes.")
    return distance_cm(own.place, place) / 100
