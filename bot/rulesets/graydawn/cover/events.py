"""What somebody is said to be behind."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.graydawn.state import BEHIND, Shelter, Stance, State


class CoverSet(Personal, frozen=True, kw_only=True, tag="graydawn.cover_set"):
    """The GM said what ``actor`` is behind: ``cover`` of a ``level``, or nothing."""

    for_everybody: ClassVar[bool] = True

    cover: str = ""
    level: int = 0

    def changed(self, state: State) -> State:
        """Return the state behind that; who was behind cover and has none stands in the open."""
        if self.cover:
            return msgspec.structs.replace(state, shelter=Shelter(self.cover, self.level))
        stance = Stance.OPEN if state.stance in BEHIND else state.stance
        return msgspec.structs.replace(state, shelter=None, stance=stance)
