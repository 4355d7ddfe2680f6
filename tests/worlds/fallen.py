"""Two worlds in which one of the GM's lies there: out of it in one, dead in the other, and players shoot on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.views import PUBLIC
from bot.service.names import readable
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import NAMES, Move, Options

BODY = "Guard 1"
TURNS = 14
SHOT_FROM_M = 20.0

FALLS: Mapping[str, tuple[str, Options, Options]] = {
    "reflex": ("/init set", {"what": "unconscious", "value": "yes"}, {"what": "dead"}),
    "eclipse": ("/init set", {"what": "unconscious", "value": "yes"}, {"what": "dead"}),
    "horizons": ("/damage apply", {"amount": 60, "place": "torso"}, {"amount": 400}),
    "graydawn": ("/init set", {"what": "stunned", "value": "yes"}, {"what": "dead"}),
}
"""By system: what the GM types to put somebody out of it, and what is typed where they are to be dead."""


async def shot_at(fight: Fight, key: str) -> Difference | None:
    """Put somebody down in both worlds, and let everybody shoot at them or wait."""
    command, options, otherwise = FALLS[key]
    who = "actor" if command == "/init set" else "target"
    down = Move("gm", command, {who: BODY, **options}, otherwise=otherwise)
    for move in (*fight.table.opening(), down):
        if found := await fight.takes(move):
            return found
    for _ in range(TURNS):
        for move in _turn(fight):
            if found := await fight.takes(move):
                return found
    return None


def _turn(fight: Fight) -> Iterator[Move]:
    """Whoever is a player's looks at the chances and shoots; anybody else waits."""
    scene = fight.table.scene
    if scene.pending:
        yield Move("gm", "/answer", {"choice": scene.pending.question.default})
        return
    for slot in scene.entitled()[:1]:
        name, owner = readable(scene, PUBLIC)[slot.actor], scene.combatants[slot.actor].owner
        if owner and slot.actor != BODY:
            shot = {"target": BODY, "attacker": name, "range_m": SHOT_FROM_M}
            yield Move(NAMES[owner], "/odds", shot)
            yield Move(NAMES[owner], "/attack", shot)
            yield Move(NAMES[owner], "/init status")
        yield Move("gm", "/init next", {"actor": name})
