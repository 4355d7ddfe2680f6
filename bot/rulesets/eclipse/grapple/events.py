"""What happens in a grapple."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from bot.core.events import AtOnce, Audience, Event
from bot.core.renaming import sign_of
from bot.core.scene import with_states
from bot.rulesets.eclipse.checks.rules import Outcome
from bot.rulesets.eclipse.grapple.actions import Purpose
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import Grip, State


class Wrestled(Event, frozen=True, kw_only=True, tag="eclipse.wrestled"):
    """``actor`` wrestled with ``target`` to hold it, to hurt it or to be free, and ``won`` or not.

    To let go takes no test.
    """

    to: Purpose
    won: bool
    outcome: Outcome | None = None
    defence: Outcome | None = None

    def apply(self, scene: EclipseScene) -> EclipseScene:
        """Return the scene with the two in a grapple, or out of it."""
        if not self.won or self.to is Purpose.HURT:
            return scene
        grips = {self.actor: Grip(sign_of(self.target), holds=True), self.target: Grip(sign_of(self.actor))}
        found: dict[str, Grip | None] = dict(grips) if self.to is Purpose.HOLD else dict.fromkeys(grips)
        states = {actor: replace(scene.combatants[actor].state, grip=grip) for actor, grip in found.items()}
        return with_states(scene, states)


class GrappleOver(AtOnce, frozen=True, kw_only=True, tag="eclipse.grapple_over"):
    """``actor`` is in a grapple no longer, since one of the two is out of action or has left."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Return the state in no grapple."""
        return replace(state, grip=None)
