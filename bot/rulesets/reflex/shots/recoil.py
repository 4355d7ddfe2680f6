"""Recoil is a number that Muscle must hold: grip, stance and support decide how much of either there is."""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.shots.burst import Load
from bot.rulesets.reflex.state import Pace, Recoil, Stance, State, Weapon
from bot.rulesets.reflex.tables import ReflexTables

SECOND_HAND = 2
BIPOD = 2


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


def burst_recoil_terms(recoil: int, muscle: int, fired: Load) -> tuple[Term, ...]:
    """Return the penalty of a burst that kicks harder than Muscle holds (text 003, lines 640-643; ruling 003-3)."""
    return _excess("burst_recoil", recoil, muscle, "003:640-643") if fired.kicks else ()


def carried_terms(carried: Recoil | None, weapon: str, mode: str, muscle: int) -> tuple[Term, ...]:
    """What the attack before adds to one that is not aimed, with the weapon unchanged (625-627; 003-3, 003-4)."""
    if carried is None or carried.weapon != weapon or mode == "aimed":
        return ()
    return _excess("carried_recoil", carried.recoil, muscle, "003:625-627")


def _excess(label: str, recoil: int, muscle: int, source: str) -> tuple[Term, ...]:
    return (Term(label, muscle - recoil, source, f"{recoil}/{muscle}"),) if recoil > muscle else ()
