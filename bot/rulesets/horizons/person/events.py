"""What a GM sets right by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.horizons.state import State, rearmed, rewounded

_with = msgspec.structs.replace


class Corrected(Personal, frozen=True, kw_only=True, tag="horizons.corrected"):
    """A GM set something of ``actor`` right by hand; what is None stays as it is.

    So many actions have ``cleared`` the fault: none where it is another than before, of which older events say nothing.
    """

    for_everybody: ClassVar[bool] = True

    weapon: str = ""
    rounds: int | None = None
    fault: str | None = None
    posture: str | None = None
    pace: str | None = None
    effort: int | None = None
    zone: str = ""
    wounds: int | None = None
    cleared: int | None = None

    def changed(self, state: State) -> State:
        """Return the state with what was said."""
        fields = {"posture": self.posture, "pace": self.pace, "effort": self.effort}
        weapon = {"loaded": self.rounds, "fault": self.fault, "cleared": self.cleared}
        state = rearmed(state, self.weapon, **_said(weapon)) if self.weapon else state
        state = state if self.wounds is None else rewounded(state, self.zone, self.wounds)
        return _with(state, **_said(fields))


def _said(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the fields of which something was said."""
    return {key: value for key, value in fields.items() if value is not None}
