"""What happens to what somebody carries."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.state import State, with_weapon


class Drew(Personal, frozen=True, kw_only=True, tag="graydawn.drew"):
    """``actor`` has another weapon in hand."""

    weapon: str

    def changed(self, state: State) -> State:
        """Return the state with the weapon in hand."""
        return msgspec.structs.replace(state, wields=self.weapon)


class Reloaded(Personal, frozen=True, kw_only=True, tag="graydawn.reloaded"):
    """``actor`` loaded ``weapon``, or tried to: it holds ``loaded`` now and has ``spare`` left.

    Where a check was needed, ``roll`` says after a fumble what became of it.
    """

    weapon: str
    loaded: int
    spare: int
    check: Outcome | None = None
    number: int = 0
    done: bool = True
    jammed: bool = False
    roll: Roll | None = None

    def changed(self, state: State) -> State:
        """Leave the weapon and what is spare as they are told, and keep a check."""
        state = with_weapon(state, self.weapon, loaded=self.loaded, spare=self.spare, jammed=self.jammed)
        return self.check.kept(state, succeeded=self.done) if self.check else state


class Cleared(Personal, frozen=True, kw_only=True, tag="graydawn.cleared"):
    """``actor`` has cleared a jam."""

    weapon: str

    def changed(self, state: State) -> State:
        """Return the state with the weapon jammed no more."""
        return with_weapon(state, self.weapon, jammed=False)
