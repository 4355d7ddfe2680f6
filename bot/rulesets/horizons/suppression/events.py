"""What happens by fire that keeps heads down."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.core.ground.places import Bearing, Place
from bot.core.renaming import sign_of
from bot.rulesets.horizons.state import State, exposed, rearmed

_with = msgspec.structs.replace


class Suppressing(Personal, frozen=True, kw_only=True, tag="horizons.suppressing"):
    """``actor`` covers somewhere with ``rounds`` at each action that anybody takes, on a ground to its ``bearing``.

    Older events say instead where that ends, as far as the gun reaches.
    """

    weapon: str
    rounds: int
    end: Place | None = None
    bearing: Bearing | None = None

    def changed(self, state: State) -> State:
        """Return the state with what each action costs from here on."""
        return _with(state, suppressing=self.rounds)


class CameUnderFire(Personal, frozen=True, kw_only=True, tag="horizons.came_under_fire"):
    """``actor`` came to where ``target`` keeps heads down, ``late`` by the free action of a turn that is over."""

    silent: ClassVar[bool] = True

    late: bool = False

    def changed(self, state: State) -> State:
        """Return the state exposed until the end of its next turn."""
        return exposed(state, (sign_of(self.target),), late=self.late)


class SuppressionFired(Personal, frozen=True, kw_only=True, tag="horizons.suppression_fired"):
    """An action was taken under the fire of ``actor``, who has ``left`` rounds."""

    weapon: str
    rounds: int
    left: int

    def changed(self, state: State) -> State:
        """Return the state with the rounds gone, which undoes what was begun of loading, as every shot does."""
        return rearmed(state, self.weapon, loaded=self.left, worked=0)


class SuppressionEnded(Personal, frozen=True, kw_only=True, tag="horizons.suppression_ended"):
    """``actor`` covers nothing any more; ``empty`` where the rounds ran out, ``fault`` where the gun fails."""

    empty: bool = False
    fault: str = ""

    def changed(self, state: State) -> State:
        """Return the state covering nothing."""
        return _with(state, suppressing=0)
