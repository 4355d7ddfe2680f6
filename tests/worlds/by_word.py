"""Two worlds in which one of the GM's stands elsewhere out of sight, and players say places by it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.core.options import ActionSpec, Kind
from bot.core.views import PUBLIC
from bot.service.names import readable
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import SHEETS, Move

WHO = "Lurker"
HERE, THERE = "48, 82", "62, 80"
SAID = (f"5m north of {WHO}", f"between {SHEETS['ann']} and {WHO}", f"3m left of {WHO}", f"5m towards {WHO}")
MOST_TURNS = 40


async def by_word(fight: Fight, what: str = "") -> Difference | None:
    """Have Ann do all that is done to a place, by the one whom nobody sees, and take back what she has done.

    That one is made of the template ``what``, or of the first.
    """
    for move in _opening(fight, what):
        if found := await fight.takes(move):
            return found
    for spec in fight.less.world.system.ruleset.actions.values():
        for move in _said(spec):
            if found := await turn_of_ann(fight) or await done(fight, move):
                return found
    return None


def _opening(fight: Fight, what: str) -> Iterator[Move]:
    template = next(iter(fight.less.world.system.templates))
    yield Move("gm", "/campaign setup", {"ruleset": fight.less.world.key})
    yield Move("ann", "/sheet create", {"name": SHEETS["ann"], "template": template})
    yield Move("ann", "/init join")
    yield Move("gm", "/npc add", {"template": what or template, "name": WHO})
    yield Move("gm", "/init start", {"now": True, "title": "The wall", "range_m": 20.0})
    yield Move("gm", "/map piece", {"name": "wall", "material": "brick_wall", "at": "30,75", "to": "70,75"})
    yield Move("gm", "/map place", {"who": SHEETS["ann"], "at": "50,50"})
    yield Move("gm", "/map place", {"who": WHO, "at": "53,60"})
    yield Move("gm", "/map place", {"who": WHO, "at": "53,80"})
    yield Move("gm", "/map place", {"who": WHO, "at": HERE}, otherwise={"at": THERE})


def _said(spec: ActionSpec) -> Iterator[Move]:
    places = [item for item in spec.inputs if item.kind is Kind.PLACE and not item.lists]
    for item in places if not spec.gm_only else ():
        for said in SAID:
            named = "area=x " if spec.name == "suppress" and spec.input("area") else ""
            typed = {"action": spec.name, "actor": SHEETS["ann"], "with": f'{named}{item.key}="{said}"'}
            yield Move("ann", "/act", typed)


async def turn_of_ann(fight: Fight, kinds: Collection[str] = ()) -> Difference | None:
    """Let everybody pass until it is her turn, for something of these kinds where they come up soon."""
    for number in range(MOST_TURNS):
        scene = fight.table.scene
        names = readable(scene, PUBLIC)
        waited = {names[slot.actor]: slot.kinds for slot in scene.entitled()}
        own = waited.get(SHEETS["ann"])
        if scene.pending:
            move = Move("gm", "/answer", {"choice": scene.pending.question.default})
        elif own is not None and (not kinds or set(kinds) & set(own) or number > MOST_TURNS // 2):
            return None
        else:
            move = Move("gm", "/init next", {"actor": next(iter(waited))})
        if found := await fight.takes(move):
            return found
    raise AssertionError("it is never her turn")


async def done(fight: Fight, move: Move) -> Difference | None:
    """What she does, and where anything comes of it how it looks, and undoing it unless the unseen came behind."""
    before = fight.less.world.head()
    found = await fight.takes(move)
    if found or fight.less.world.head() == before:
        return found
    looks = (Move("ann", each) for each in ("/map show", "/map list", "/init status", "/sheet export"))
    undo = Move("gm", "/undo", {"to": str(fight.less.world.numbered())})
    undone = () if fight.touched else (undo,)
    for each in (*looks, Move("ann", "/log export", {"as": "data"}), *undone):
        if found := await fight.takes(each):
            return found
    return None
