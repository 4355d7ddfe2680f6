"""What a GM sets right by hand."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import AtOnce
from bot.rulesets.eclipse.state import State


class Corrected(AtOnce, frozen=True, kw_only=True, tag="eclipse.corrected"):
    """A GM set something of ``actor`` right by hand: ``field`` and its new value."""

    field: str
    value: int
    weapon: str = ""

    def changed(self, state: State) -> State:
        """Return the state with the value that the GM said; what it was about comes to nothing as by a wound."""
        if self.weapon:
            return state.with_weapon(self.weapon, loaded=self.value)
        was = getattr(state, self.field)
        right = replace(state, **{self.field: bool(self.value) if isinstance(was, bool) else self.value})
        if not right.able:
            return right.put_out()
        return right.witless() if right.dazed else right
