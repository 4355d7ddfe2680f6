"""Whether an attack is possible, and all that is settled of it before a die falls."""

from __future__ import annotations

import msgspec

from bot.core.errors import Incomplete, RuleViolation
from bot.core.ground.moving import bound_for
from bot.core.wording import agreeing, metres, names_in, shown
from bot.rulesets.eclipse.blasts.epicentre import places_named
from bot.rulesets.eclipse.cover.screened import Screened, check_seen, screened
from bot.rulesets.eclipse.deeds.holding import check_free
from bot.rulesets.eclipse.deeds.rules import check_upright, running_left
from bot.rulesets.eclipse.equipment.weapons import weapon_in_hand, weapon_named, with_ammunition
from bot.rulesets.eclipse.fire.actions import Attack
from bot.rulesets.eclipse.fire.rounds import POINT_BLANK_M, RoundsFired, band_of, cone_dice, rounds_fired
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import (
    BARE_HANDS,
    ROUNDS,
    TWICE,
    AimKind,
    AreaOfEffect,
    BodyKind,
    FirstAttack,
    HeldAim,
    State,
    Weapon,
)
from bot.rulesets.eclipse.targets import check_together, target_named, targets_named
from bot.rulesets.eclipse.time.phases import is_between, moment, state_in_moment

MOST_FURTHER = 3
"""The most dice that further weapons of one blow add."""

CHARGE_M = 4
"""The shortest way that is a charge."""

BESIDE_M = 1
"""How far from its target a charge ends."""

BLIND = "blind"
"""How well somebody sees what it attacks without seeing it."""


class Declaration(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that is possible: by whom and on whom, with what, from how far; ``said`` is the action itself.

    ``screens`` are what stands between on a ground, by target, as far as it counts for the attack.
    """

    said: Attack
    targets: tuple[str, ...]
    attacker: State
    target: State
    key: str
    weapon: Weapon
    fired: RoundsFired
    range_m: float | None
    band: str
    aim: HeldAim | None
    volley: FirstAttack | None
    extra_targets: int = 0
    screens: dict[str, Screened] = {}

    @property
    def screen(self) -> Screened:
        """Return what stands between the attacker and the target; nothing where distances are told."""
        return self.screens.get(self.targets[0], Screened())

    @property
    def weapon_after(self) -> Weapon:
        """Return the weapon with the rounds of the attack gone."""
        return msgspec.structs.replace(self.weapon, loaded=self.weapon.loaded - self.fired.rounds)

    def through(self, target: str) -> tuple[str, ...]:
        """Return what is shot through at a target: what was said, else what the ground says."""
        return (self.said.through,) if self.said.through else self.screens.get(target, Screened()).through


def declare(reading: EclipseReading, said: Attack, first: FirstAttack | None = None) -> Declaration:
    """Return the attack that is asked for, behind the ``first`` of its action where that was made out of turn.

    Raises:
        RuleViolation: no such target, no weapon, empty, out of reach, or not what the second attack may be.
    """
    actor = said.actor
    attacker = state_in_moment(reading.scene, actor)
    key, weapon = weapon_in_hand(reading.scene.combatants[actor].state, attacker, said.weapon)
    weapon = with_ammunition(weapon, said.ammunition)
    targets = _targets(reading.scene, said, weapon)
    _check_called(weapon, said)
    volley = first or _volley(reading.scene, actor)
    _check_second(volley, key, weapon, said)
    fired = rounds_fired(reading, weapon, said, volley, len(targets))
    range_m = reading.distance(actor, targets[0]) if said.range_m is None else said.range_m
    band = band_of(weapon, range_m, shown(targets[0]))
    if (said.also or said.subdue) and not weapon.melee:
        raise RuleViolation(f"The {weapon.name} is for attacks from afar.", "Name a weapon for close combat.")
    if said.subdue:
        _check_alive(reading.scene, targets)
    fired = msgspec.structs.replace(fired, extra_dice=fired.extra_dice + _further_weapons(attacker, said, key))
    if said.touch and not weapon.melee:
        raise RuleViolation(f"Nobody is touched with the {weapon.name}.", "Say weapon=unarmed, or what is in hand.")
    if said.charging:
        _check_charge(reading, attacker, said, weapon, range_m, targets[0])
    elif weapon.melee:
        _check_beside(reading, attacker, range_m, targets[0])
    _check_others_beside(reading, said, weapon, targets[1:])
    if weapon.area == AreaOfEffect.CONE:
        wider = cone_dice(weapon, band, len(targets))
        fired = msgspec.structs.replace(fired, extra_dice=fired.extra_dice + wider)
    return Declaration(
        said=said,
        targets=targets,
        attacker=attacker,
        target=state_in_moment(reading.scene, targets[0]),
        key=key,
        weapon=weapon,
        fired=fired,
        range_m=range_m,
        band=band,
        aim=aim_taken(reading.scene, attacker, said, weapon, targets[0]),
        volley=volley,
        screens=_screens(reading, said, targets, weapon),
    )


def _screens(reading: EclipseReading, said: Attack, targets: tuple[str, ...], weapon: Weapon) -> dict[str, Screened]:
    """Return what stands between on a ground; what flies over it meets nothing, and what was said outranks it.

    Raises:
        RuleViolation: a target is wholly out of sight, and the attack is not made blindly or over what hides it.
    """
    if said.cover or said.indirect:
        return {}
    found = {target: screen for target in targets if (screen := screened(reading, said.actor, target))}
    for target, screen in found.items():
        if not said.blindly:
            check_seen(screen, target, _otherwise(weapon))
    return found


def _otherwise(weapon: Weapon) -> str:
    """Return what works where a target cannot be seen."""
    if weapon.melee:
        return "Go where it can be reached."
    if weapon.explodes:
        return "Throw it at a place with /act action:throw, or over what hides it with indirect=yes."
    return "Go where it can be seen, or fire through what hides it with blindly=yes."


def _targets(scene: EclipseScene, said: Attack, weapon: Weapon) -> tuple[str, ...]:
    """Return whom the attack is made on; who else stands in a blast is no target of it."""
    if not weapon.explodes:
        targets = targets_named(scene, said.actor, said.target, said.others)
        check_together(scene, targets)
        return targets
    places_named(scene, said.actor, said.others)
    return (target_named(scene, said.actor, said.target),)


def _volley(scene: EclipseScene, actor: str) -> FirstAttack | None:
    """Return the first attack of the action that is going on, where there was one.

    Raises:
        RuleViolation: whoever made it has lost the weapon of it.
    """
    if not is_between(scene, actor):
        return None
    volley = state_in_moment(scene, actor).volley
    if volley is None:
        raise RuleViolation("The weapon of the first attack is gone.", "Pass with /act action:pass.")
    return volley


def _further_weapons(attacker: State, said: Attack, key: str) -> int:
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
    may_charge = CHARGE_M <= range_m - BESIDE_M <= running_left(reading.tables, attacker)
    charging = ", or say charging=yes" if may_charge else ""
    raise RuleViolation(f"{shown(target)} is {metres(range_m)} away.", f"Move there with /act action:move{charging}.")


def _check_others_beside(reading: EclipseReading, said: Attack, weapon: Weapon, others: tuple[str, ...]) -> None:
    """Check that whoever else is struck at hand to hand is beside the attacker, since a charge is at the target alone.

    Raises:
        RuleViolation: one of them is known to be farther off.
    """
    for other in others if weapon.melee else ():
        range_m = reading.distance(said.actor, other)
        if range_m is not None and range_m > POINT_BLANK_M:
            away = f"{shown(other)} is {metres(range_m)} away."
            raise RuleViolation(away, "Leave it out of others, or move there first with /act action:move.")


def charged_m(reading: EclipseReading, actor: str, target: str, range_m: float) -> float:
    """Return the metres of a charge at somebody so far away, beside whom it ends (001-27).

    Raises:
        RuleViolation: on a ground something is in the way.
    """
    whole_m = bound_for(reading, actor, target).length_m
    return round(max(0, range_m - BESIDE_M), 2) if whole_m is None else whole_m


def _check_second(volley: FirstAttack | None, key: str, weapon: Weapon, said: Attack) -> None:
    """Check a second attack: with the same weapon, and in the same mode while the rounds last for it (001-23)."""
    if volley and said.concentrated:
        raise RuleViolation("There is no second attack to give up.", "Attack without concentrated.")
    if volley is None:
        return
    short = weapon.loaded < ROUNDS.get(volley.mode, 0)
    other = said.mode not in ("", volley.mode) and not (short and said.mode in TWICE)
    if volley.weapon != key or other:
        raise RuleViolation(
            f"This is the second attack with the {volley.weapon}.",
            f"Make it with weapon={volley.weapon} and mode={volley.mode}, or pass.",
        )


def _check_alive(scene: EclipseScene, targets: tuple[str, ...]) -> None:
    """Raise RuleViolation where a machine or a thing is to be subdued, which feels no stun (EPL 7; ours)."""
    for target in targets:
        if state_in_moment(scene, target).kind is not BodyKind.BIOMORPH:
            raise RuleViolation(f"No blow stuns {shown(target)}: that is no living body.", "Attack without subdue.")


def _check_called(weapon: Weapon, said: Attack) -> None:
    """Raise RuleViolation where a shot is called with what catches all about it, of whom none defends (C2; 60-64)."""
    if said.called and weapon.explodes:
        raise RuleViolation(
            f"No attack with the {weapon.name} is called on anything: it catches all who are near.",
            "Attack without called.",
        )


def aim_taken(scene: EclipseScene, attacker: State, said: Attack, weapon: Weapon, target: str) -> HeldAim | None:
    """Return the aim that counts: of a quick and a full one the better (001-22), a full one at whom is in sight.

    Raises:
        RuleViolation: a quick aim must be the only quick action of the phase (001-10), and is none in melee.
    """
    if weapon.melee and said.aim:
        raise RuleViolation("Aiming is for attacks from afar.", "Strike without aim.")
    held = attacker.aim if attacker.aim and attacker.aim.target == target and not _is_unseen(said) else None
    if said.aim != AimKind.QUICK:
        return held
    if attacker.quick:
        raise RuleViolation(
            "Quick aim must be the only quick action.", "Attack without it, or aim in the next phase: /act action:aim."
        )
    return held or HeldAim(AimKind.QUICK, target, moment(scene))


def _is_unseen(said: Attack) -> bool:
    """Tell whether the target of an attack is not in sight: of what is attacked blindly or indirectly, or hides."""
    return said.blindly or said.indirect or said.unseen or said.visibility == BLIND
