"""Which of somebody's weapons is meant, and whether it can be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.rulesets.eclipse.state import BARE_HANDS, Mode, State, Weapon

Fitting: TypeAlias = Callable[[Weapon], bool]

CONE_ROUNDS = 20
"""What a cone that is held under fire takes (C3)."""


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


def weapon_in_hand(now: State, opening: State, wanted: str, fits: Fitting = bool) -> tuple[str, Weapon]:
    """Return the weapon that is used, with its key: the one named, else the first that is ready, if any one that fits.

    Raises:
        RuleViolation: it is not ready.
    """
    ready = [key for key, weapon in now.weapons.items() if opening.weapons.get(key, weapon).ready]
    fitting = (key for key in ready if fits(now.weapons[key]))
    key = weapon_named(now.weapons, wanted) if wanted else next(fitting, next(iter(ready), ""))
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


def _carried(state: State, fits: Fitting) -> list[Choice]:
    return [each for each in weapons_carried(state) if fits(state.weapons[each.value])]


def may_suppress(weapon: Weapon) -> bool:
    """Tell whether a weapon can hold a cone under fire once it is loaded (C3)."""
    return Mode.FULL_AUTOMATIC in weapon.modes and weapon.capacity >= CONE_ROUNDS


def shoots(weapon: Weapon) -> bool:
    """Tell whether a weapon hits from afar and does not explode."""
    return weapon.shoots


def suppressing(state: State) -> list[Choice]:
    """Return the weapons that can hold a cone under fire, those that are ready first."""
    return _carried(state, may_suppress)


def shooting(state: State) -> list[Choice]:
    """Return the weapons that shoot, those that are ready first."""
    return _carried(state, shoots)


def readied(state: State) -> list[Choice]:
    """Return the weapons that are taken in hand and put away, those that are ready first."""
    return _carried(state, lambda weapon: weapon.kind != BARE_HANDS)


def loadable(state: State) -> list[Choice]:
    """Return the weapons that hold any rounds, those that are ready first."""
    return _carried(state, lambda weapon: weapon.capacity > 0)


def explosives_carried(state: State) -> list[Choice]:
    """Return the weapons that explode, those that are ready first."""
    return _carried(state, lambda weapon: weapon.explodes)
