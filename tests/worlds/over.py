"""Two worlds in one of which somebody hidden still stands when all of the GM's in sight are down and the fight ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.worlds.fallen import FALLS
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import SHEETS, Move, Options

GUARD = "Guard"
TURNS = 3
KILLS: Mapping[str, tuple[str, Options]] = {
    **{key: (command, options) for key, (command, options, _) in FALLS.items()},
    "nighttripper": ("/init set", {"what": "dead", "value": "yes"}),
}
"""What puts somebody down, by system; in Gray Dawn it may get up again by itself."""


async def over(fight: Fight) -> Difference | None:
    """Put down whoever is in sight of the GM's, let some turns go by, end the fight, and look what it came to."""
    for move in _played(fight):
        if found := await fight.takes(move):
            return found
    for button in range(len(fight.less.eyes.pressed)):
        for user in ("ann", "cat"):
            if found := await fight.takes(Move(user, press=button)):
                return found
    return None


def _played(fight: Fight) -> Iterator[Move]:
    key, template = fight.less.world.key, next(iter(fight.less.world.system.templates))
    command, options = KILLS[key]
    yield Move("gm", "/campaign setup", {"ruleset": key})
    yield Move("ann", "/sheet create", {"name": SHEETS["ann"], "template": template})
    yield Move("ann", "/init join")
    yield Move("gm", "/npc add", {"template": template, "name": GUARD})
    yield Move("gm", "/npc add", {"template": template, "name": "Lurker", "hidden": True}, unseen=True)
    yield Move("gm", "/init start", {"now": True, "title": "The end"})
    yield Move("gm", command, {"actor" if command == "/init set" else "target": GUARD, **options})
    for _ in range(TURNS):
        yield Move("gm", "/init next")
        yield Move("ann", "/init status")
    yield Move("gm", "/init end")
    for user in ("ann", "cat"):
        yield from (Move(user, each) for each in ("/log report", "/log show", "/init status"))
        yield from (Move(user, "/log export", {"as": form}) for form in ("data", "text", "page"))
