"""What happens by a shot before it hits anybody."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Told
from bot.core.scene import with_one
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Recoil, Sustained

_with = msgspec.structs.replace


class ShotFired(Event, frozen=True, kw_only=True, tag="reflex.shot_fired"):
    """``actor`` attacked ``target`` with a firearm.

    ``mode`` is hip, snap or aimed; ``rounds`` are those that count for bonus and further hits, ``spent`` those fired.
    ``recoil`` is what the shooter must hold in the next attack; ``loaded`` the rounds left in the weapon. ``margin``
    is that of success from zero up, of failure below zero. ``costs`` are the parts of ``cost_ticks``. A ``futile``
    attack fails whatever the dice say. It was aimed at a ``thing`` of the target, or of nobody, where one is named;
    ``mark`` is what tells it apart where that does not.
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
    thing: str = ""
    mark: str = ""

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with fewer rounds in the weapon and its recoil to hold.

        The string of attacks counts at once, also for what the shooter does next on the same tick.
        """
        combatant, at_opening = scene.combatants[self.actor], scene.opening.get(self.actor)
        state = combatant.state
        string = self._string(state.turn.sustained)
        turn = _with(state.turn, carried=Recoil(self.weapon, self.recoil), sustained=string)
        fired = _with(state.with_weapon(self.weapon, loaded=self.loaded), turn=turn)
        people = with_one(scene.combatants, self.actor, _with(combatant, state=fired))
        if at_opening is None:
            return _with(scene, combatants=people)
        opening = {**scene.opening, self.actor: _with(at_opening, turn=_with(at_opening.turn, sustained=string))}
        return _with(scene, combatants=people, opening=opening)

    def _string(self, before: Sustained | None) -> Sustained | None:
        """Return the string of attacks on a target that goes on or begins; what costs no time leaves it as it is."""
        if not self.cost_ticks:
            return before
        return string_with(before, self.weapon, self.mark or self.target or self.thing, int(self.rounds > 1))


def string_with(before: Sustained | None, weapon: str, target: str, bursts: int) -> Sustained:
    """Return the string of attacks with one more, which goes on with that of ``before`` or begins anew."""
    if before is not None and before.weapon == weapon and before.target == target:
        bursts += before.bursts
    return Sustained(weapon, target, bursts, fresh=True)


class BurstSpread(Told, frozen=True, kw_only=True, tag="reflex.burst_spread"):
    """Further rounds of a burst hit: ``same`` the place of the first round, ``strays`` a place by chance."""

    roll: Roll
    same: int
    strays: int
