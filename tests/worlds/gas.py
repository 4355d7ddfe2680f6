"""Two worlds with the same cloud of gas, which takes in somebody hidden in one of them, and a mine of more of it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.worlds.ambushes import LURKER, Lurkers
from tests.worlds.fights import Difference, Fight
from tests.worlds.hidden_things import ANN, FOE
from tests.worlds.moves import Move, Options

ROUNDS = 3
LOOKS = ("/map show", "/map list", "/init status", "/log show", "/log report", "/attack")
UNSEEN: tuple[tuple[str, Options], ...] = (
    ("/npc add", {"template": "guard", "name": LURKER, "hidden": True}),
    ("/map place", {"who": LURKER, "at": "60,61"}),
    ("/mine emplace", {"actor": LURKER, "mine": "Nebel", "to": "58,60", "with": "explosive=gas_grenade"}),
    ("/map area", {"name": "more gas", "shape": "circle", "at": "60,60", "wide_m": 9, "hidden": True}),
)
"""What is hidden where the gas will be."""


async def hidden_in_gas(fight: Fight) -> Difference | None:
    """Let gas lie and drift over somebody hidden until it is gone, while players look on, shoot and go by."""
    fight.settler = Lurkers(fight.more.world)
    for move in _opening():
        if found := await fight.takes(move):
            return found
    for number in range(ROUNDS * 4):
        for move in (*_turn(fight, number), *_looks()):
            if found := await fight.takes(move):
                return found
    scene = fight.more.world.scene()
    assert scene is not None
    assert any(LURKER in cloud.inside for cloud in scene.state.clouds)
    return None


def _opening() -> Iterator[Move]:
    yield Move("gm", "/campaign setup", {"ruleset": "reflex"})
    yield Move("ann", "/sheet create", {"name": ANN, "template": "guard"})
    yield Move("ann", "/init join")
    yield Move("gm", "/npc add", {"template": "guard", "name": FOE})
    yield Move("gm", "/map use", {"range_m": 20.0})
    yield Move("gm", "/map place", {"who": ANN, "at": "50,50"})
    yield Move("gm", "/map place", {"who": FOE, "at": "46,70"})
    for command, options in UNSEEN:
        yield Move("gm", command, options, unseen=True)
    yield Move("gm", "/init start", {"now": True, "title": "The cloud"})
    yield Move("gm", "/act", {"action": "gas_release", "actor": FOE, "to": "60,60", "with": "radius_m=4"})


def _turn(fight: Fight, number: int) -> Iterator[Move]:
    """Whoever may act: Ann goes along the gas or shoots, and everybody passes."""
    scene = fight.table.scene
    if scene.pending:
        yield Move("gm", "/answer", {"choice": scene.pending.question.default})
        return
    waited = {slot.actor: slot.kinds for slot in scene.entitled()}
    if ANN in waited:
        deeds: tuple[Options, ...] = (
            {"action": "move", "to": f"5{number % 3},50"},
            {"action": "attack", "target": FOE},
        )
        yield Move("ann", "/act", deeds[number % 2])
    yield Move("gm", "/init next", {"actor": next(iter(waited))})


def _looks() -> Iterator[Move]:
    yield from (Move("ann", command) for command in LOOKS)
    yield Move("ann", "/act", {"action": "move"}, option="to")
    yield Move("ann", "/log export", {"as": "data"})
