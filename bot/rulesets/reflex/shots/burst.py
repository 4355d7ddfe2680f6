"""A pull of the trigger is one load: how many rounds leave, how many of them are aimed, how many only kick."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core.dice import Ask, Buckets
from bot.core.errors import RuleViolation
from bot.core.terms import Term
from bot.rulesets.reflex.state import Weapon

UNTRAINED_PENALTY = -2
SAME_PLACE, STRAY = 1, 3
SPREAD = Buckets((SAME_PLACE, STRAY, 6))


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
        raise RuleViolation(f"It does not fire {wanted} at a time.", f"Rounds it fires: {_listed(modes)}.")
    spent = min(weapon.loaded, wanted * 2 if untrained and wanted > 1 else wanted)
    return SINGLE if spent == 1 else Load(min(wanted, spent), spent, spent, untrained)


def modes_of(weapon: Weapon) -> tuple[int, ...]:
    """The numbers of rounds the weapon fires at a time, ascending; whatever fires no bursts fires single shots."""
    return ((1,) if weapon.model.single or not weapon.model.bursts else ()) + weapon.model.bursts


def _listed(modes: Sequence[int]) -> str:
    return ", ".join(str(mode) for mode in modes)


def burst_terms(fired: Load) -> tuple[Term, ...]:
    """Return the bonus of a burst (text 003, lines 595-597) and the penalty of an untrained one (lines 664-665)."""
    if fired.rounds == 1:
        return ()
    bonus = Term("burst", fired.rounds - 1, "003:596-597", str(fired.rounds))
    return (bonus, Term("untrained_burst", UNTRAINED_PENALTY, "003:664-665")) if fired.untrained else (bonus,)


def spread_ask(fired: Load) -> Ask:
    """Return the dice for the further rounds of a burst that hit (text 003, lines 600-604)."""
    return Ask("extra rounds", fired.rounds - 1, 6, SPREAD)


def spread_of(faces: Sequence[int]) -> tuple[int, int]:
    """Return how many further rounds hit the place of the first, and how many a place by chance."""
    same = sum(face == SAME_PLACE for face in faces)
    return same, sum(face <= STRAY for face in faces) - same
