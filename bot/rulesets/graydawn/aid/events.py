"""What makes a body better."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Event, Personal
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.state import State

_with = msgspec.structs.replace


class Treated(Event, frozen=True, kw_only=True, tag="graydawn.stabilized"):
    """``actor`` tried to keep ``target`` alive, against ``number``."""

    check: Outcome
    number: int
    done: bool

    def apply(self, scene: DawnScene) -> DawnScene:
        """Keep the target alive where it was enough, and the check for whoever made it."""
        if self.done:
            scene = with_person(scene, self.target, lambda state: _with(state, stable=True))
        return with_person(scene, self.actor, lambda state: self.check.kept(state, succeeded=self.done))


class Healed(Personal, frozen=True, kw_only=True, tag="graydawn.healed"):
    """Boxes of ``actor`` were cleared, ``ones`` of them of one-point wounds, and points of stun; ``limbs`` mended.

    ``rested`` are hours of rest that make no whole day yet.
    """

    for_everybody: ClassVar[bool] = True

    boxes: int = 0
    ones: int = 0
    stun: int = 0
    limbs: bool = False
    rested: int = 0

    def changed(self, state: State) -> State:
        """Take so much off the wound track; who has no box left is neither dying nor in need of help."""
        boxes = state.boxes - self.boxes
        return _with(
            state,
            boxes=boxes,
            ones=state.ones - self.ones,
            stun=state.stun - self.stun,
            crippled=() if self.limbs else state.crippled,
            dying=state.dying and bool(boxes),
            stable=state.stable and bool(boxes),
            rested=self.rested,
        )
