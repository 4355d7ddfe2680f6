"""What happens by a shot before it hits anybody."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal, Told
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.state import Band, Recoil, State

_with = msgspec.structs.replace


class ShotFired(Personal, frozen=True, kw_only=True, tag="reflex.shot_fired"):
    """``actor`` attacked ``target`` with a firearm.

    ``mode`` is hip, snap or aimed; ``rounds`` are those that count for bonus and further hits, ``spent`` those fired.
    ``recoil`` is what the shooter must hold in the next attack; ``loaded`` the rounds left in the weapon. ``margin``
    is that of success from zero up, of failure below zero. ``costs`` are the parts of ``cost_ticks``. A ``futile``
    attack fails whatever the dice say.
    """

    weapon: str
    title: str
    mode: str
    rounds: int
    spent: int
    range_m: float
    band: Band
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    margin: int
    hit: bool
    recoil: int
    loaded: int
    called: str = ""
    futile: bool = False

    def changed(self, state: State) -> State:
        fired = state.with_weapon(self.weapon, loaded=self.loaded)
        return fired.with_turn(carried=Recoil(self.weapon, self.recoil))


class BurstSpread(Told, frozen=True, kw_only=True, tag="reflex.burst_spread"):
    """Further rounds of a burst hit: ``same`` the place of the first round, ``strays`` a place by chance."""

    roll: Roll
    same: int
    strays: int
