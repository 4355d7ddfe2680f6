"""What happens by fire that keeps heads down."""

from __future__ import annotations

import msgspec

from bot.core.events import Personal
from bot.rulesets.horizons.state import State, rearmed

_with = msgspec.structs.replace


class Suppressing(Personal, frozen=True, kw_only=True, tag="horizons.suppressing"):
    """``actor`` covers somewhere with ``rounds`` at each action that anybody takes."""

    weapon: str
    rounds: int

    def changed(self, state: State) -> State:
        """Keep what each action costs from here on."""
        return _with(state, suppressing=self.rounds)


class SuppressionFired(Personal, frozen=True, kw_only=True, tag="horizons.suppression_fired"):
    """An action was taken under the fire of ``actor``, who has ``left`` rounds."""

    weapon: str
    rounds: int
    left: int

    def changed(self, state: State) -> State:
        """Take the rounds from the weapon."""
        return rearmed(state, self.weapon, loaded=self.left)


class SuppressionEnded(Personal, frozen=True, kw_only=True, tag="horizons.suppression_ended"):
    """``actor`` covers nothing any more; ``empty`` where the rounds ran out, ``fault`` where the gun fails."""

    empty: bool = False
    fault: str = ""

    def changed(self, state: State) -> State:
        """Have nothing covered."""
        return _with(state, suppressing=0)
