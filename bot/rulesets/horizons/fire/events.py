"""What happens by a shot."""

from __future__ import annotations

import msgspec

from bot.core.events import Personal
from bot.core.terms import Term
from bot.rulesets.horizons.checks.events import Outcome
from bot.rulesets.horizons.state import BURST_BARREL, State, rearmed

_with = msgspec.structs.replace


class ShotFired(Personal, frozen=True, kw_only=True, tag="horizons.shot_fired"):
    """``actor`` shot at ``target``: ``fired`` of ``rounds`` left the barrel and ``hits`` of them hit.

    They were aimed at the zone that was ``called``, if any.
    """

    weapon: str
    mode: str
    rounds: int
    fired: int
    range_m: float
    size: str
    band: str
    terms: tuple[Term, ...]
    difficulty: int
    recoil: int
    check: Outcome
    hits: int
    called: str = ""

    def changed(self, state: State) -> State:
        """Return the state with the rounds gone from the weapon."""
        loaded = state.weapons[self.weapon].loaded - self.fired
        return rearmed(state, self.weapon, loaded=loaded, worked=0)


class Malfunctioned(Personal, frozen=True, kw_only=True, tag="horizons.malfunctioned"):
    """Something is wrong with the weapon of ``actor``."""

    weapon: str
    fault: str

    def changed(self, state: State) -> State:
        """Return the state with the fault, of which nothing is cleared yet."""
        return rearmed(state, self.weapon, fault=self.fault, cleared=0)


class BarrelBurst(Personal, frozen=True, kw_only=True, tag="horizons.barrel_burst"):
    """``actor`` fired behind a stuck bullet, and the weapon is gone."""

    weapon: str

    def changed(self, state: State) -> State:
        """Return the state with the weapon spoilt, and the round gone that burst it."""
        loaded = state.weapons[self.weapon].loaded - 1
        return rearmed(state, self.weapon, fault=BURST_BARREL, loaded=loaded, cleared=0)


class Aimed(Personal, frozen=True, kw_only=True, tag="horizons.aimed"):
    """``actor`` aimed for ``actions`` in all."""

    actions: int

    def changed(self, state: State) -> State:
        """Return the state with the aim counted."""
        return _with(state, aimed=self.actions)
