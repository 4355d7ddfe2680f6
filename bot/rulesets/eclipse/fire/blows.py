"""What a blow takes: a weapon for close combat, and whoever is struck at within reach, or at the end of a charge."""

from __future__ import annotations

from bot.core.errors import Incomplete, RuleViolation
from bot.core.ground.moving import bound_for
from bot.core.wording import agreeing, metres, names_in, shown
from bot.rulesets.eclipse.deeds.holding import check_free
from bot.rulesets.eclipse.deeds.rules import check_upright, running_left
from bot.rulesets.eclipse.equipment.weapons import weapon_named
from bot.rulesets.eclipse.fire.actions import Attack
from bot.rulesets.eclipse.fire.rounds import POINT_BLANK_M
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import BARE_HANDS, BodyKind, State, Weapon
from bot.rulesets.eclipse.time.phases import state_in_moment

MOST_FURTHER = 3
"""The most dice that further weapons of one blow add."""

CHARGE_M = 4
"""The shortest way that is a charge."""

BESIDE_M = 1
"""How far from its target a charge ends."""


def check_close(scene: EclipseScene, said: Attack, weapon: Weapon, targets: tuple[str, ...]) -> None:
    """Check that what is said of blows alone is said of one, and that whoever is to be subdued feels stun.

    Raises:
        RuleViolation: the weapon is for attacks from afar, or a machine or a thing is to be subdued (EPL 7; ours).
    """
    if (said.also or said.subdue) and not weapon.melee:
        raise RuleViolation(f"The {weapon.name} is for attacks from afar.", "Name a weapon for close combat.")
    if said.touch and not weapon.melee:
        remedy = "Name the bare hands, or what is in hand for close combat."
        raise RuleViolation(f"Nobody is touched with the {weapon.name}.", remedy)
    for target in targets if said.subdue else ():
        if state_in_moment(scene, target).kind is not BodyKind.BIOMORPH:
            raise RuleViolation(f"No blow stuns {shown(target)}: that is no living body.", "Attack without subdue.")


def further_weapons(attacker: State, said: Attack, key: str) -> int:
    """Return the dice that further weapons of the same blow add (001-31).

    Raises:
        RuleViolation: one of them is not there, not in hand or not for close combat.
    """
    named = {weapon_named(attacker.weapons, name) for name in names_in(said.also)} - {key}
    for name in sorted(named):
        weapon = attacker.weapons[name]
        if not (weapon.melee and weapon.ready) or weapon.kind == BARE_HANDS:
            what = f"The {name} {agreeing(name, 'is', 'are')} no further weapon."
            raise RuleViolation(what, "Name what is in hand for close combat.")
    return min(MOST_FURTHER, len(named))


def check_reached(
    reading: EclipseReading,
    attacker: State,
    said: Attack,
    weapon: Weapon,
    range_m: float | None,
    targets: tuple[str, ...],
) -> None:
    """Check that a blow reaches its target, or a charge gets there, and that all others who are struck at are beside.

    Raises:
        RuleViolation: somebody is known to be farther off, or no charge gets there.
    """
    target, *others = targets
    if said.charging:
        _check_charge(reading, attacker, said, weapon, range_m, target)
    elif weapon.melee:
        _check_beside(reading, attacker, range_m, target)
    for other in others if weapon.melee else ():
        other_m = reading.distance(said.actor, other)
        struck_m = range_m if said.charging and range_m is not None else 0
        if other_m is not None and abs(other_m - struck_m) > POINT_BLANK_M:
            away = f"{shown(other)} is {metres(other_m)} away."
            remedy = "Leave it out of others" + (
                "." if said.charging else ", or move there first with /act action:move."
            )
            raise RuleViolation(away, remedy)


def _check_charge(
    reading: EclipseReading, attacker: State, said: Attack, weapon: Weapon, range_m: float | None, target: str
) -> None:
    """Check that a charge is long enough, and not longer than what is left to run in the turn (001-27).

    Raises:
        RuleViolation: it is not, nobody knows how long it is, something is in the way, or somebody cannot charge so.
    """
    if not weapon.melee:
        raise RuleViolation(f"Nobody charges with the {weapon.name}.", "Charge with a weapon for close combat.")
    check_upright(attacker, said.actor)
    check_free(reading.scene, said.actor)
    if range_m is None:
        raise Incomplete("How far away is the target of the charge?", "Say it in metres, for example range_m=8.")
    run_m, left = charged_m(reading, said.actor, target, range_m), running_left(reading.tables, attacker)
    if run_m < CHARGE_M:
        raise RuleViolation(
            f"From {range_m:g} m away it is no charge.",
            f"A charge takes {CHARGE_M} m and ends {BESIDE_M} m from its target: go there, or attack without charging.",
        )
    if run_m > left:
        what = f"{metres(range_m)} away is too far for a charge."
        raise RuleViolation(what, f"{left:g} m are left to run in this turn.")


def _check_beside(reading: EclipseReading, attacker: State, range_m: float | None, target: str) -> None:
    """Raise RuleViolation where the target of a blow is known to be out of reach; a charge may get there (001-27)."""
    if range_m is None or range_m <= POINT_BLANK_M:
        return
    may_charge = not attacker.prone and CHARGE_M <= range_m - BESIDE_M <= running_left(reading.tables, attacker)
    charging = ", or say charging=yes" if may_charge else ""
    raise RuleViolation(f"{shown(target)} is {metres(range_m)} away.", f"Move there with /act action:move{charging}.")


def charged_m(reading: EclipseReading, actor: str, target: str, range_m: float) -> float:
    """Return the metres of a charge at somebody so far away, beside whom it ends (001-27).

    Raises:
        RuleViolation: on a ground something is in the way.
    """
    whole_m = bound_for(reading, actor, target).length_m
    return round(range_m - BESIDE_M, 2) if whole_m is None else whole_m
