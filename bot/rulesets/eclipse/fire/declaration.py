"""Whether an attack is possible, and all that is settled of it before a die falls."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.eclipse.blasts.epicentre import places_named
from bot.rulesets.eclipse.cover.screened import Screened, check_seen, screened
from bot.rulesets.eclipse.equipment.weapons import weapon_in_hand, with_ammunition
from bot.rulesets.eclipse.fire.actions import Attack
from bot.rulesets.eclipse.fire.blows import check_close, check_reached, further_weapons
from bot.rulesets.eclipse.fire.rounds import RoundsFired, band_of, cone_dice, rounds_fired
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import (
    ROUNDS,
    TWICE,
    AimKind,
    AreaOfEffect,
    FirstAttack,
    HeldAim,
    State,
    Weapon,
)
from bot.rulesets.eclipse.targets import check_together, target_named, targets_named
from bot.rulesets.eclipse.time.phases import is_between, moment, state_in_moment

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
    check_close(reading.scene, said, weapon, targets)
    more = further_weapons(attacker, said, key)
    check_reached(reading, attacker, said, weapon, range_m, targets)
    if weapon.area == AreaOfEffect.CONE:
        more += cone_dice(weapon, band, len(targets))
    return Declaration(
        said=said,
        targets=targets,
        attacker=attacker,
        target=state_in_moment(reading.scene, targets[0]),
        key=key,
        weapon=weapon,
        fired=msgspec.structs.replace(fired, extra_dice=fired.extra_dice + more),
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
        return "Throw it at a place with /act action:throw, or over what hides it: indirect=yes."
    return "Go where it can be seen, or fire through what hides it: blindly=yes."


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
