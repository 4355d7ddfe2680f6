"""What one attack fires, and how hard that kicks."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.kinds import Pace, Stance
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.gear import modes_of
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

SECOND_HAND, BIPOD = 2, 2


class Load(msgspec.Struct, frozen=True):
    """What one attack fires: ``rounds`` count for bonus and further hits, ``spent`` leave the weapon.

    ``kicks`` add to its Recoil: none for a single shot. ``untrained`` says that rounds are wasted on a long burst.
    """

    rounds: int
    spent: int
    kicks: int = 0
    untrained: bool = False


SINGLE = Load(1, 1)


def load(weapon: Weapon, wanted: int | None, *, untrained: bool) -> Load:
    """Return what the weapon fires for ``wanted`` rounds, or by default; the weapon is not empty.

    A short magazine makes a shorter burst (text 003, lines 614-617), its last round a single shot (ruling 003-52). An
    untrained burst takes double (lines 664-665; ruling 003-53).

    Raises:
        RuleViolation: the weapon has no such mode of fire; the remedy names those it has.
    """
    modes = modes_of(weapon)
    wanted = modes[0] if wanted is None else wanted
    if wanted not in modes:
        raise RuleViolation(f"It does not fire {wanted} at a time.", f"Rounds it fires: {', '.join(map(str, modes))}.")
    spent = min(weapon.loaded, wanted * 2 if untrained and wanted > 1 else wanted)
    return SINGLE if spent == 1 else Load(min(wanted, spent), spent, spent, untrained)


def holding_muscle(tables: ReflexTables, state: State, weapon: Weapon) -> int:
    """Return the Muscle that holds the gun: grip first, then stance (text 003, lines 651-653; rulings A7, 003-51)."""
    stance = tables.stances[state.body.stance]
    return int(_gripping_muscle(state, weapon) * stance.recoil_times + stance.recoil_muscle)


def _gripping_muscle(state: State, weapon: Weapon) -> int:
    muscle = state.person.attributes.muscle
    if weapon.model.grip_hands < weapon.held_with:
        return muscle + SECOND_HAND
    one_handed = weapon.held_with < weapon.model.grip_hands and not weapon.fixed_mount
    return halved_up(muscle) if one_handed else muscle


def kick(state: State, weapon: Weapon, fired: Load, *, braced: bool) -> int:
    """Return the Recoil of an attack, all rounds of a burst added (text 003, lines 640-641; rulings 003-2, 003-53).

    Zero for a weapon without recoil, to which none of this applies (line 622).
    """
    return _supported_recoil(state, weapon, braced=braced) + fired.kicks if weapon.model.recoil else 0


def _supported_recoil(state: State, weapon: Weapon, *, braced: bool) -> int:
    """Return the weapon's Recoil on a mount or a bipod (text 003, lines 672-673)."""
    if weapon.fixed_mount:
        return halved_up(weapon.model.recoil)
    stands = weapon.bipod_down and state.body.moving == Pace.STILL and (braced or state.body.stance == Stance.PRONE)
    return max(0, weapon.model.recoil - BIPOD) if stands else weapon.model.recoil
