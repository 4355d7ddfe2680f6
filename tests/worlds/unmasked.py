"""Two worlds in which somebody hidden comes into sight, whose name must not tell how many others are hidden still."""

from __future__ import annotations

import msgspec

from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import Move
from tests.worlds.world import World

OTHERS = 3


async def unmasked(fight: Fight) -> Difference | None:
    """Hide some in the one world, one more in both, and show that one to everybody before there is a fight."""
    kind, other = [*fight.less.world.system.templates][:2]
    hiding = Move("gm", "/npc add", {"template": kind, "hidden": True})
    others = [msgspec.structs.replace(hiding, options={**hiding.options, "template": other}, unseen=True)] * OTHERS
    for move in (*fight.table.opening()[:-1], *others, hiding):
        if found := await fight.takes(move):
            return found
    named = _hidden(fight.less.world)
    for move in (Move("gm", "/init show", {"actor": named}), Move("ann", "/init status")):
        if found := await fight.takes(move):
            return found
    return None


def _hidden(world: World) -> str:
    """The one who is hidden in the world with less in it."""
    scene = world.scene()
    assert scene is not None
    return next(actor for actor, combatant in scene.combatants.items() if combatant.hidden)
