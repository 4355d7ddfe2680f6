"""How hard it is to hit something is a sum to which every feature adds what it knows of."""

from __future__ import annotations

import msgspec

from bot.core.terms import Term
from bot.rulesets.horizons.play import HorizonsReading, row_term
from bot.rulesets.horizons.state import State


class Hitting(msgspec.Struct, frozen=True):
    """Somebody tries to hit what moves at ``pace``: a ``target``, or where that is None a place.

    Nothing is ``thrown`` better from a rifle stance. An ``out_of_turn`` shooter moves as in the turn before.
    """

    shooter: State
    pace: str
    target: State | None = None
    thrown: bool = False
    out_of_turn: bool = False


def difficulty(reading: HorizonsReading, hitting: Hitting, shown: Term, modifier: int) -> tuple[Term, ...]:
    """Return the summands of the difficulty, without those that are 0 (text 000, lines 239-243).

    ``shown`` is for the size and the distance, ``modifier`` for what the table says of light, wind and the like.
    """
    told = Term("circumstances", modifier, "000:239-243; 000-1")
    terms = (shown, *reading.added_terms(hitting), told)
    return row_term("base", reading.tables.numbers.base, "base"), *(term for term in terms if term.value)
