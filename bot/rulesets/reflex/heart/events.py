"""What enemies that go down do to hearts."""

from __future__ import annotations

from bot.core.events import Personal
from bot.rulesets.reflex.checks.nerve import heartened
from bot.rulesets.reflex.state import State

FROM_THE_FALLEN = "tango"
"""What raises CUF at present under this key comes from enemies put down."""


class TookHeart(Personal, frozen=True, kw_only=True, tag="reflex.took_heart"):
    """``actor`` put ``target`` out of action, which changes its CUF by ``value`` in all for this scene.

    Only the users ``knowers`` read of it where there are any: what did it was theirs in secret.
    """

    value: int
    knowers: tuple[int, ...] = ()

    def changed(self, state: State) -> State:
        return heartened(state, FROM_THE_FALLEN, self.value)
