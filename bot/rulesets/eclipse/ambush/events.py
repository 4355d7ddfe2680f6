"""What happens when an ambush is sprung."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import Audience, Event
from bot.core.scene import restated
from bot.rulesets.eclipse.checks.rules import Outcome
from bot.rulesets.eclipse.play import EclipseScene


class AmbushSprung(Event, frozen=True, kw_only=True, tag="eclipse.ambush_sprung"):
    """``target`` noticed ``actor`` in time, or was ``surprised``, perhaps ``inside`` a turn that is being played.

    That ``adds`` to what the ambush of somebody else has left; older ones took it away.
    """

    hiding: Outcome
    noticing: Outcome
    surprised: bool
    inside: bool = False
    audience: Audience = Audience.GM
    adds: bool = False

    def apply(self, scene: EclipseScene) -> EclipseScene:
        """Return the scene with the target surprised or startled, also for those who act at the same moment; whoever is
        out of action is neither.
        """
        field = "caught" if self.inside else "surprised"
        change = {field: self.surprised, "startled": not self.surprised}
        if self.adds:
            change = {field if self.surprised else "startled": True}
        return restated(scene, self.target, lambda state: replace(state, **change) if state.able else state)
