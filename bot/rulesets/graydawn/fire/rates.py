"""How many rounds a weapon fires: of single shots in an action, and what is offered to choose from."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.actions import Given, numbers_to
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import AUTO, BURST, SINGLE, Weapon
from bot.rulesets.graydawn.tables import WeaponRow

SELF_LOADING_SHOTS = 2


def single_shots(row: WeaponRow) -> int:
    """Return how many single shots a weapon fires in one action (B4; of an automatic weapon ours)."""
    return min(row.rof, SELF_LOADING_SHOTS) if AUTO in row.modes else row.rof


def rounds_at_once(reading: DawnReading, given: Given) -> Iterable[str]:
    """Return how many rounds what is named or in hand may fire in one action, in the mode that is said or its own."""
    weapon = _weapon_meant(reading, given)
    if weapon is None:
        return ()
    row = reading.tables.weapons[weapon.kind]
    mode = given.get("mode") or row.modes[0]
    most = single_shots(row) if mode == SINGLE else row.rof
    return () if mode == BURST else numbers_to(min(most, weapon.loaded))


def rounds_loaded(reading: DawnReading, given: Given) -> Iterable[str]:
    """Return how many rounds what is named or in hand may fire in a round: a stream by its rate, else all it holds."""
    weapon = _weapon_meant(reading, given)
    if weapon is None:
        return ()
    row = reading.tables.weapons[weapon.kind]
    streams = (given.get("mode") or row.modes[-1]) == AUTO
    return numbers_to(min(row.rof, weapon.loaded) if streams else weapon.loaded)


def _weapon_meant(reading: DawnReading, given: Given) -> Weapon | None:
    combatant = reading.scene.combatants.get(str(given.get("actor", "")))
    if combatant is None:
        return None
    state = combatant.state
    wanted = str(given.get("weapon") or state.wields).casefold()
    return next((weapon for key, weapon in state.weapons.items() if key.casefold() == wanted), None)
