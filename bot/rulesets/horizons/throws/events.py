"""What happens by a thrown grenade."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Personal, Told
from bot.core.ground.places import Place
from bot.core.terms import Term
from bot.rulesets.horizons.checks.events import Outcome
from bot.rulesets.horizons.state import State

_with = msgspec.structs.replace


class GrenadeThrown(Personal, frozen=True, kw_only=True, tag="horizons.grenade_thrown"):
    """``actor`` threw a grenade at where ``target`` is; ``left`` are those it has yet, None where nobody counts.

    One that did not land went off ``astray_m`` metres from there, or harms nobody where that is None. On a ground it
    was thrown to a ``place`` and goes off at the ``burst``; the die ``strayed`` says in which direction it went astray.
    """

    kind: str
    range_m: float
    band: str
    terms: tuple[Term, ...]
    difficulty: int
    check: Outcome
    landed: bool
    left: int | None = None
    astray_m: float | None = None
    place: Place | None = None
    burst: Place | None = None
    strayed: Roll | None = None

    def changed(self, state: State) -> State:
        """Return the state with one grenade less, where they are counted."""
        return state if self.left is None else _with(state, grenades=self.left)


class Exploded(Told, frozen=True, kw_only=True, tag="horizons.exploded"):
    """By the GM's word something went off where ``target`` is, or at a ``place``, be somebody near or not."""

    place: Place | None = None


class Blasted(Told, frozen=True, kw_only=True, tag="horizons.blasted"):
    """``actor``, ``distance_m`` from the blast, took ``dealt`` of its ``damage``."""

    damage: int
    dealt: int
    distance_m: float
    covered: bool


class Unplaced(Told, frozen=True, kw_only=True, tag="horizons.unplaced"):
    """Nobody has said how far these are from where ``target`` is, so that the blast there did nothing to them."""

    actors: tuple[str, ...]
    damage: int
    audience: Audience = Audience.GM
