"""Two worlds, in one of which somebody hidden keeps heads down where a player goes about, or does so no longer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from bot.core.views import PUBLIC
from bot.service.names import readable
from tests.worlds.by_word import turn_of_ann
from tests.worlds.fights import Difference, Fight
from tests.worlds.hidden_things import ANN, FOE, ann_and_her_foe
from tests.worlds.moves import Move, Options
from tests.worlds.unseen import Shadows

GUNNER = "Lurker"
FIRES: Options = {"action": "suppress", "actor": GUNNER, "with": "to=50,60 rounds=1"}
GOES: Options = {"action": "move", "actor": ANN, "with": "pace=slow to=48,50"}
ROUNDS = 3
MOST_TURNS = 30

HELD: Mapping[str, Options] = {
    "eclipse": {"action": "suppress", "to": "50,50"},
    "graydawn": {"action": "suppress", "to": "50,52", "with": "area=door"},
    "horizons": {"action": "suppress", "to": "50,50", "with": "rounds=1"},
    "reflex": {"action": "suppress", "to": "50,50", "with": "area=door known=yes"},
}
"""How her foe keeps a place near Ann under fire, before all eyes."""
OVER: Mapping[str, tuple[str, Options]] = {
    "leaves": ("/init remove", {"actor": FOE}),
    "goes": ("/map place", {"who": FOE, "at": "30,90"}),
}
"""What the one who does so does next, once it is hidden."""
LOOKS = ("/map show", "/map list", "/init status", "/log show", "/log report", "/attack")
NAMING = ("brave", "expose", "suppress", "watch")


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


async def fire_is_over(fight: Fight, how: str) -> Difference | None:
    """Have Ann look and ask where her foe, who has held a lane and been hidden, holds it no longer in one world."""
    begins = Move("gm", "/init start", {"now": True, "title": "The lane"})
    for move in (*ann_and_her_foe(fight.less.world.key), begins):
        if found := await fight.takes(move):
            return found
    if found := await _fires(fight):
        return found
    ground = fight.table.scene.ground
    assert ground is not None
    assert ground.areas
    command, options = OVER[how]
    hides = Move("gm", "/init show", {"actor": FOE, "hidden": True})
    for move in (hides, Move("gm", command, options, unseen=True), *_looks()):
        if found := await fight.takes(move):
            return found
    return None


async def _fires(fight: Fight) -> Difference | None:
    """Let everybody pass until her foe may act, and have it fire."""
    fires = Move("gm", "/act", {**HELD[fight.less.world.key], "actor": FOE})
    for _ in range(MOST_TURNS):
        names = readable(fight.table.scene, PUBLIC)
        waited = [names[slot.actor] for slot in fight.table.scene.entitled()]
        move = fires if FOE in waited else Move("gm", "/init next", {"actor": waited[0]})
        if found := await fight.takes(move):
            return found
        if move == fires:
            return None
    raise AssertionError("it is never its turn")


def _looks() -> Iterator[Move]:
    for user in ("ann", "bob"):
        yield from (Move(user, command) for command in LOOKS)
    for action in NAMING:
        yield Move("ann", "/act", {"action": action, "actor": ANN}, option="with")
        yield Move("ann", "/act", {"action": action, "actor": ANN, "with": "area=door"})
