"""Two worlds in one of which the GM does something to somebody hidden, before players take back what they just did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.views import PUBLIC
from bot.service.names import readable
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import NAMES, SHEETS, Move, Options

WHO = "Lurker"
TURNS = 24
LEAVES_EVERY = 4  # turns a player's character leaves and comes back

UNSEEN: Mapping[str, tuple[tuple[str, Options], ...]] = {
    "reflex": (("/init set", {"actor": WHO, "what": "stance", "value": "prone"}),),
    "eclipse": (("/damage apply", {"target": WHO, "amount": 1}),),
    "horizons": (("/init set", {"actor": WHO, "what": "effort", "value": "1"}),),
    "graydawn": (("/damage heal", {"target": WHO}), ("/damage apply", {"target": WHO, "amount": 1})),
    "nighttripper": (
        ("/damage heal", {"target": WHO}),
        ("/damage apply", {"target": WHO, "amount": 1, "place": "arm"}),
    ),
}
"""By system: what the GM does to the one whom nobody sees."""


async def taken_back(fight: Fight, command: str, options: Options) -> Difference | None:
    """Let everybody pass, leave and come back, and have players take that back behind what was done unseen."""
    for move in _opening(fight):
        if found := await fight.takes(move):
            return found
    for number in range(TURNS):
        unseen = Move("gm", command, options, unseen=True)
        for moves in _turns(fight, leaves=number % LEAVES_EVERY == 1):
            if found := await _regretted(fight, moves, unseen):
                return found
    return None


def _opening(fight: Fight) -> Iterator[Move]:
    template = next(iter(fight.less.world.system.templates))
    yield Move("gm", "/campaign setup", {"ruleset": fight.less.world.key})
    for user, name in SHEETS.items():
        yield Move(user, "/sheet create", {"name": name, "template": template})
        yield Move(user, "/init join")
    yield Move("gm", "/npc add", {"template": template, "name": WHO, "hidden": True}, unseen=True)
    yield Move("gm", "/npc add", {"template": template, "name": "Guard"})
    yield Move("gm", "/init start", {"now": True, "title": "The wait"})


def _turns(fight: Fight, *, leaves: bool) -> Iterator[tuple[Move, ...]]:
    """What comes next, each thing with what follows where it was taken back."""
    scene = fight.table.scene
    if scene.pending:
        yield (Move("gm", "/answer", {"choice": scene.pending.question.default}),)
        return
    names = readable(scene, PUBLIC)
    actor = next((slot.actor for slot in scene.entitled() if scene.combatants[slot.actor].owner), "")
    if not actor:
        yield (Move("gm", "/init next", {"actor": names[scene.entitled()[0].actor]}),)
        return
    user = NAMES[scene.combatants[actor].owner]
    passing = Move(user, "/init next", {"actor": names[actor]})
    yield (passing, Move(user, "/undo"), Move(user, "/redo"))
    if leaves:
        leaving, joining = Move(user, "/init remove", {"actor": names[actor]}), Move(user, "/init join")
        yield (leaving, Move(user, "/undo"), leaving)
        yield (Move("gm", "/init next"),)
        yield (joining, Move(user, "/undo"), joining)


async def _regretted(fight: Fight, moves: tuple[Move, ...], unseen: Move) -> Difference | None:
    """Do the first; the others follow behind what is done unseen, unless a fight went on that waited for the hidden."""
    first, *others = moves
    if found := await fight.takes(first):
        return found
    for move in (unseen, *others) if others and not fight.touched else ():
        if found := None if fight.touched else await fight.takes(move):
            return found
    return None
