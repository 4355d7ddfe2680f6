"""What movement and posture add to the difficulty of hitting something."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.features import Adds
from bot.core.terms import Term
from bot.rulesets.horizons.checks.difficulty import Hitting
from bot.rulesets.horizons.play import HorizonsReading, row_term
from bot.rulesets.horizons.state import State

adds = Adds()


@adds(Hitting)
def moving(reading: HorizonsReading, hitting: Hitting) -> Iterator[Term]:
    """Yield what the movements of both add, and the posture of the shooter; a rifle stance helps no throw (000-35)."""
    paces, pace, posture = reading.tables.movement, own_pace(hitting), hitting.shooter.posture
    yield row_term("target moves", paces[hitting.pace], hitting.pace)
    yield row_term("shooter moves", paces[pace], pace)
    stance = reading.tables.postures[posture]
    if not (hitting.thrown and stance.rifle):
        yield row_term("posture", stance, posture)


def pace_of(target: State) -> str:
    """Return the pace of a target: whoever cannot move is still (ruling 000-6)."""
    return target.pace if target.able else "still"


def own_pace(hitting: Hitting) -> str:
    """Return the pace of a shooter: in its turn that of this turn, out of turn that of the last (000, 101-103).

    Whoever shoots is never still, though it be bound (ruling 000-6).
    """
    shooter = hitting.shooter
    goes = shooter.pace != "still" and (shooter.moved or hitting.out_of_turn)
    return shooter.pace if goes else "subtle"
