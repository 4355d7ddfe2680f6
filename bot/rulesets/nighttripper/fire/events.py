"""What happens by an attack."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal, Told
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.state import State


class Attacked(Personal, frozen=True, kw_only=True, tag="nighttripper.attacked"):
    """``actor`` attacked ``target`` with ``weapon`` in ``step``; ``range_m`` of a shot, ``title`` of the step."""

    weapon: str
    step: str
    title: str
    throw: Outcome
    hit: bool
    range_m: float | None = None
    laser: bool = False

    def changed(self, state: State) -> State:
        """Have the weapon in hand, and pay for rerolls."""
        return self.throw.paid(msgspec.structs.replace(state, wields=self.weapon))


class Drew(Personal, frozen=True, kw_only=True, tag="nighttripper.drew"):
    """``actor`` took ``weapon`` in hand."""

    weapon: str

    def changed(self, state: State) -> State:
        """Take it in hand."""
        return msgspec.structs.replace(state, wields=self.weapon)


class Hit(Told, frozen=True, kw_only=True, tag="nighttripper.hit"):
    """``actor`` hit ``target`` at ``place``; ``roll`` decided the ``side`` of a limb."""

    place: str
    impact: int
    side: str = ""
    roll: Roll | None = None
