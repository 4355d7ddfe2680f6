"""A grenade is thrown at a place of the ground, whoever is there."""

from __future__ import annotations

from bot.core.errors import Incomplete, RuleViolation
from bot.core.features import Rules
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.places import Place, distance_cm
from bot.core.ground.sight import Figure, sees
from bot.rulesets.eclipse.blasts.epicentre import Epicentre
from bot.rulesets.eclipse.blasts.rules import explode
from bot.rulesets.eclipse.cover.figures import figure
from bot.rulesets.eclipse.cover.screened import Screened, screened_spot
from bot.rulesets.eclipse.equipment.weapons import explosives_carried, weapon_in_hand
from bot.rulesets.eclipse.fire.actions import Attack, Throw
from bot.rulesets.eclipse.fire.declaration import Declaration, aim_taken
from bot.rulesets.eclipse.fire.modifiers import attack_check
from bot.rulesets.eclipse.fire.rounds import band_of, rounds_fired
from bot.rulesets.eclipse.fire.rules import attacked
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading
from bot.rulesets.eclipse.state import AimKind, State
from bot.rulesets.eclipse.time.phases import begin_action, end_action, state_in_moment

rules = Rules()

NOBODY = ""
"""Who is the target of what is thrown at a place."""

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
        raise Incomplete("Where to?", "Say a place: to=C4, or to=5m north of Ann.")
    place = place_known(play.scene, ground, actor, thrown.to, ground.places[actor])
    made = _declared(play, thrown, ground, place)
    begin_action(play, actor, quick=int(thrown.aim == AimKind.QUICK))
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
    screen = _screen(play, thrown, ground, place)
    range_m = distance_cm(ground.places[actor], place) / 100
    said = Attack(
        actor=actor, target=NOBODY, weapon=key, modifier=thrown.modifier, indirect=thrown.indirect, aim=thrown.aim
    )
    return Declaration(
        said=said,
        targets=(NOBODY,),
        attacker=attacker,
        target=State(),
        key=key,
        weapon=weapon,
        fired=rounds_fired(play, weapon, said, None, 1),
        range_m=range_m,
        band=band_of(weapon, range_m, "That place"),
        aim=aim_taken(play.scene, attacker, said, weapon, NOBODY),
        volley=None,
        screens={NOBODY: screen},
    )


def _screen(reading: EclipseReading, thrown: Throw, ground: Ground, place: Place) -> Screened:
    """Return what stands between whoever throws and a place; what flies over it meets nothing.

    Raises:
        RuleViolation: whoever throws does not see it, and does not throw over what hides it.
    """
    if thrown.indirect:
        return Screened()
    own = figure(reading.scene.combatants[thrown.actor].state, ground.places[thrown.actor])
    spot = Figure(place, LIES_CM, LIES_CM)
    if not sees(ground, own, spot):
        raise RuleViolation("That place cannot be seen.", "Throw over what hides it: indirect=yes.")
    return screened_spot(reading.tables, ground, own, spot)
