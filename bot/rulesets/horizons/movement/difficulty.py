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
    """Yield what the movements of both add, and the posture of the shooter."""
    paces, pace, posture = reading.tables.movement, own_pace(hitting.shooter), hitting.shooter.posture
    yield row_term("target moves", paces[hitting.pace], hitting.pace)
    yield row_term("shooter moves", paces[pace], pace)
    yield row_term("posture", reading.tables.postures[posture], posture)


def pace_of(target: State) -> str:
    """Return the pace of a target: whoever cannot move is still (ruling 000-6)."""
    return target.pace if target.able else "still"


def own_pace(shooter: State) -> str:
    """Return the pace of a shooter in this turn; that of the turn before is over."""
    return shooter.pace if shooter.moved else "subtle"
