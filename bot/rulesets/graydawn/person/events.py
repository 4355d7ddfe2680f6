"""What a GM sets right by hand."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.graydawn.state import Stance, State, with_weapon


class Corrected(Personal, frozen=True, kw_only=True, tag="graydawn.corrected"):
    """A GM set something of ``actor`` right: what is not None is so now; whoever lives again is not ``dying``."""

    for_everybody: ClassVar[bool] = True

    luck: int | None = None
    boxes: int | None = None
    stun: int | None = None
    loaded: int | None = None
    spare: int | None = None
    wields: str | None = None
    stance: Stance | None = None
    stunned: bool | None = None
    stable: bool | None = None
    dead: bool | None = None
    score: int | None = None
    dying: bool | None = None

    def changed(self, state: State) -> State:
        """Return the state with what was said; no more boxes are of one-point wounds than are marked."""
        plain = ("luck", "boxes", "stun", "wields", "stance", "stunned", "stable", "dead", "score", "dying")
        found = {field: value for field in plain if (value := getattr(self, field)) is not None}
        arms = {key: value for key, value in (("loaded", self.loaded), ("spare", self.spare)) if value is not None}
        ones = state.ones if self.boxes is None else min(state.ones, self.boxes)
        corrected = msgspec.structs.replace(state, **found, ones=ones)
        return with_weapon(corrected, corrected.wields, **arms)
