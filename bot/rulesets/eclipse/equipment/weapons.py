"""Which of somebody's weapons is meant, and whether it can be used."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.rulesets.eclipse.state import State, Weapon


def weapon_named(armed: Mapping[str, Weapon], wanted: str) -> str:
    """Return the key of the weapon that was named.

    Raises:
        RuleViolation: there is none; the remedy names those there are.
    """
    found = next((key for key in armed if key.casefold() == wanted.strip().casefold()), None)
    if found is None:
        raise RuleViolation(f"There is no {wanted[:40]!r}.", f"There are: {', '.join(armed)}.")
    return found


def check_kind(weapon: Weapon, ammunition: str) -> None:
    """Raise RuleViolation where a weapon that has no kinds of ammunition shall take another."""
    if ammunition not in ("", weapon.ammunition) and not weapon.takes_kinds:
        raise RuleViolation(f"The {weapon.name} takes no other ammunition.", "Leave ammunition out.")


def with_ammunition(weapon: Weapon, ammunition: str) -> Weapon:
    """Return the weapon as it is fired: a smart magazine feeds each attack the kind asked for (EP1, p. 342).

    Raises:
        RuleViolation: the weapon has no such magazine, or fires no bullets.
    """
    check_kind(weapon, ammunition)
    if ammunition in ("", weapon.ammunition):
        return weapon
    if not weapon.smart:
        raise RuleViolation(
            f"The {weapon.name} has no smart magazine.",
            f"Load that first: /act action:reload with:ammunition={ammunition}.",
        )
    return msgspec.structs.replace(weapon, ammunition=ammunition)


def weapon_in_hand(now: State, opening: State, wanted: str) -> tuple[str, Weapon]:
    """Return the weapon that is used, with its key: the one named, else the first that is ready.

    Raises:
        RuleViolation: it is not ready.
    """
    ready = [key for key, weapon in now.weapons.items() if opening.weapons.get(key, weapon).ready]
    key = weapon_named(now.weapons, wanted) if wanted else next(iter(ready), "")
    if key not in ready:
        raise not_ready(key)
    held = opening.weapons.get(key, now.weapons[key])
    return key, msgspec.structs.replace(held, loaded=now.weapons[key].loaded)


def not_ready(key: str) -> RuleViolation:
    """Return that a weapon is not in hand, or that none is, and what takes it in hand."""
    readying = f"/act action:ready item:{key}" if key else "/act action:ready"
    return RuleViolation(f"The {key or 'weapon'} is not ready.", f"Ready it first, a quick action: {readying}.")


def weapons_carried(state: State) -> list[Choice]:
    """Return all weapons with their rounds, those that are ready first."""
    armed = sorted(state.weapons.items(), key=lambda pair: not pair[1].ready)
    return [Choice(name, f"{name} ({weapon.loaded})" if weapon.capacity else name) for name, weapon in armed]


def loadable(state: State) -> list[Choice]:
    """Return the weapons that hold any rounds, those that are ready first."""
    return [each for each in weapons_carried(state) if state.weapons[each.value].capacity]


def explosives_carried(state: State) -> list[Choice]:
    """Return the weapons that explode, those that are ready first."""
    return [each for each in weapons_carried(state) if state.weapons[each.value].explodes]
