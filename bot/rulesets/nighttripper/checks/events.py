"""What is thrown, and what comes of luck that is used up."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Told
from bot.core.terms import Term
from bot.rulesets.nighttripper.state import State


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Two dice and a sum of terms.

    ``faces`` are those that count after the ``rerolls``; a reroll that shows 1 has ``botched`` the throw. ``impact`` is
    0 where it failed. ``needed`` is the total that succeeds, 0 where older rules did not keep it.
    """

    terms: tuple[Term, ...]
    roll: Roll
    faces: tuple[int, ...]
    total: int
    impact: int
    rerolls: tuple[Roll, ...] = ()
    botched: bool = False
    needed: int = 0

    def paid(self, state: State) -> State:
        """Return the state after rerolls: each costs one luck, a botch lowers the most to what is left (002-21)."""
        if not self.rerolls:
            return state
        luck = max(0, state.luck - len(self.rerolls))
        return msgspec.structs.replace(state, luck=luck, luck_max=luck if self.botched else state.luck_max)


class Retired(Told, frozen=True, kw_only=True, tag="nighttripper.retired"):
    """``actor`` has no luck left for good, and will retire."""
