"""What a GM sets right by hand."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.nighttripper.state import State


class Corrected(Personal, frozen=True, kw_only=True, tag="nighttripper.corrected"):
    """A GM set something of ``actor`` right: what is not None is so now."""

    for_everybody: ClassVar[bool] = True

    luck: int | None = None
    luck_max: int | None = None
    armor: str | None = None
    dead: bool | None = None
    wields: str | None = None

    def changed(self, state: State) -> State:
        """Have it as it was said; armour that was named is fresh."""
        said = {name: getattr(self, name) for name in ("luck", "luck_max", "dead", "wields")}
        found = {name: value for name, value in said.items() if value is not None}
        luck = min(found.get("luck", state.luck), found.get("luck_max", state.luck_max))
        worn = {} if self.armor is None else {"armor": self.armor, "armor_spent": False}
        return msgspec.structs.replace(state, **{**found, "luck": luck, **worn})
