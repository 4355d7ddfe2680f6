"""What happens by an attack."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from bot.core.events import AtOnce
from bot.core.ground.places import Place
from bot.rulesets.eclipse.checks.rules import Outcome
from bot.rulesets.eclipse.state import AimKind, FirstAttack, HeldAim, Moment, State


class Attacked(AtOnce, frozen=True, kw_only=True, tag="eclipse.attacked"):
    """``actor`` attacked ``target``, and ``others`` with it; ``spent`` rounds are gone, ``loaded`` are left.

    ``second`` says that one more attack of the same action may follow, after one that is ``concentrated`` only if it
    misses. Without a target it was aimed ``at`` a place.
    """

    weapon: str
    title: str
    mode: str
    outcome: Outcome
    band: str = ""
    range_m: float = 0
    spent: int = 0
    loaded: int = 0
    others: tuple[str, ...] = ()
    called: str = ""
    second: bool = False
    free: bool = False
    ammunition: str = ""
    at: Place | None = None
    concentrated: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the rounds gone, and with the first of two attacks kept in mind."""
        fired = state.with_weapon(self.weapon, loaded=self.loaded)
        if self.free:
            return fired
        volley = FirstAttack(self.weapon, self.mode, (self.target, *self.others)) if self.second else None
        return replace(fired, volley=volley)


class Resolved(AtOnce, frozen=True, kw_only=True, tag="eclipse.resolved"):
    """``target`` defended itself, or could not, against an attack of ``actor`` that had succeeded.

    ``critical``: armour does not count. ``excellent`` is the extra damage, ``called`` what the attack was called on
    where its margin was enough for that. By a ``touch`` it takes no damage.
    """

    defence: Outcome | None
    hit: bool
    critical: bool = False
    excellent: int = 0
    called: str = ""
    touch: bool = False

    def changed(self, state: State) -> State:
        """Return the state knowing that the first of two attacks has hit."""
        volley = state.volley
        return replace(state, volley=replace(volley, hit=True)) if volley and self.hit else state


class Aimed(AtOnce, frozen=True, kw_only=True, tag="eclipse.aimed"):
    """``actor`` aims at ``target``."""

    silent: ClassVar[bool] = True

    kind: AimKind
    moment: Moment

    def changed(self, state: State) -> State:
        """Return the state with the aim kept."""
        return replace(state, aim=HeldAim(self.kind, self.target, self.moment))


class AimLost(AtOnce, frozen=True, kw_only=True, tag="eclipse.aim_lost"):
    """``actor`` aims no more: it lost ``target`` from sight, or is ``rearmed`` with another weapon than before."""

    rearmed: bool = False

    def changed(self, state: State) -> State:
        """Return the state aiming at nobody."""
        return replace(state, aim=None)
