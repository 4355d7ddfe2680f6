"""What happens to weapons."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import AtOnce, Personal
from bot.rulesets.eclipse.state import State


class Reloaded(AtOnce, frozen=True, kw_only=True, tag="eclipse.reloaded"):
    """``actor`` loaded a weapon: ``loaded`` rounds are in it, ``spare`` are left, None where nobody counts.

    So many more actions are ``left`` until it is done. What was taped to the old magazine may be ``used``.
    """

    weapon: str
    loaded: int
    ammunition: str
    spare: int | None = None
    left: int = 0
    used: bool = False

    def changed(self, state: State) -> State:
        """Return the state with what was loaded in the weapon."""
        rounds = {"loaded": self.loaded, "spare": self.spare, "ammunition": self.ammunition}
        taped = state.weapons[self.weapon].taped and not self.used
        return state.with_weapon(self.weapon, loading_left=self.left, taped=taped, **rounds)


class Readied(AtOnce, frozen=True, kw_only=True, tag="eclipse.readied"):
    """``actor`` took a weapon in hand, or put it away; in older events the former itself ``ends_aim`` with another."""

    weapon: str
    ready: bool = True
    ends_aim: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the weapon in hand, or put away."""
        if not self.ready:
            return state.without_weapon(self.weapon)
        held = state.with_weapon(self.weapon, ready=True)
        return replace(held, aim=None) if self.ends_aim else held


class Disarmed(Personal, frozen=True, kw_only=True, tag="eclipse.disarmed"):
    """``actor`` lost hold of a weapon."""

    weapon: str

    def changed(self, state: State) -> State:
        """Return the state with the weapon out of its hand."""
        return state.without_weapon(self.weapon)
