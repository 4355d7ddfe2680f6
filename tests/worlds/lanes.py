"""Two worlds, in one of which somebody hidden keeps heads down where a player goes about."""

from __future__ import annotations

from random import Random

from tests.worlds.by_word import turn_of_ann
from tests.worlds.fights import Difference, Fight
from tests.worlds.hidden_things import ANN, ann_and_her_foe
from tests.worlds.moves import Move, Options
from tests.worlds.unseen import Shadows

GUNNER = "Lurker"
FIRES: Options = {"action": "suppress", "actor": GUNNER, "with": "to=50,60 rounds=1"}
GOES: Options = {"action": "move", "actor": ANN, "with": "pace=slow to=48,50"}
ROUNDS = 3


class _Gunners(Shadows):
    """What a hidden gunner does: it keeps heads down, turn by turn."""

    def settling(self) -> Move:
        """Have it fire in its turn."""
        return Move("gm", "/act", FIRES, unseen=True)


async def under_fire(fight: Fight) -> Difference | None:
    """Have Ann go about in a lane of Endless Horizons that nobody knows of, and open a panel behind each step."""
    fight.settler = _Gunners(fight.more.world, Random(0), laid=True)
    laid = (
        Move("gm", "/npc add", {"template": "guard", "name": GUNNER, "hidden": True}, unseen=True),
        Move("gm", "/map place", {"who": GUNNER, "at": "50,40"}, unseen=True),
    )
    begins = Move("gm", "/init start", {"now": True, "title": "The lane"})
    for move in (*ann_and_her_foe("horizons"), *laid, begins):
        if found := await fight.takes(move):
            return found
    for _ in range(ROUNDS):
        for move in (Move("ann", "/act", GOES), Move("ann", "/attack"), Move("ann", "/init next")):
            if found := await turn_of_ann(fight) or await fight.takes(move):
                return found
    return None
