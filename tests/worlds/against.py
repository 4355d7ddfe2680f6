"""Two worlds of players against players: out of the other side's sight one goes elsewhere and does otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.views import PUBLIC
from bot.service.names import readable
from tests.worlds.fights import Difference, Fight
from tests.worlds.moves import NAMES, SHEETS, Move, Options

HERE, THERE = ("48, 72", "48, 70.8"), ("52, 72", "52, 70.2")
"""Where Bob goes behind the wall in the one world, and where in the other."""
KEEPS: Mapping[str, tuple[tuple[Options, Options], ...]] = {
    **dict.fromkeys(
        ("eclipse", "horizons"),
        (
            ({"action": "suppress", "to": "44,72"}, {"to": "56,72"}),
            ({"action": "watch", "with": 'area="44,72"'}, {"with": 'area="56,72"'}),
        ),
    ),
    "reflex": (({"action": "watch", "to": "44,72"}, {"to": "56,72"}),),
    "graydawn": (({"action": "suppress", "to": "44,72", "with": "area=x"}, {"to": "56,72"}),),
}
"""By system: which place Bob keeps under fire or watches from there, in a turn of his each, and which in the other
world."""
KEPT = [keeps for kept in KEEPS.values() for keeps, _ in kept]
TURNS = 8
WATCHERS = ("ann", "cat")
"""Who looks on: the other side, and somebody with nobody of their own."""


async def behind_a_wall(fight: Fight) -> Difference | None:
    """Have Bob go about behind a wall, differently in the two worlds, while the others look wherever they can."""
    fight.less.own = fight.more.own = frozenset({"gm", "bob"})
    for move in _opening(fight):
        if found := await fight.takes(move):
            return found
    for turn in range(TURNS):
        for move in (*_turn(fight, turn), *_looks(fight)):
            if found := await fight.takes(move):
                return found
    for move in _coming_out():
        if found := await fight.takes(move):
            return found
    return None


def _opening(fight: Fight) -> Iterator[Move]:
    ann, bob = SHEETS["ann"], SHEETS["bob"]
    yield Move("gm", "/campaign setup", {"ruleset": fight.less.world.key})
    yield Move("gm", "/campaign options", {"option": "players_against_players", "value": "yes"})
    template = next(iter(fight.less.world.system.templates))
    for user, side in (("ann", "red"), ("bob", "blue")):
        yield Move(user, "/sheet create", {"name": SHEETS[user], "template": template})
        yield Move(user, "/init join", {"side": side})
    yield Move("gm", "/npc add", {"template": template, "name": "Guard"})
    yield Move("gm", "/init start", {"now": True, "title": "The wall", "range_m": 20.0})
    yield Move("gm", "/map piece", {"name": "wall", "material": "brick_wall", "at": "40,65", "to": "60,65"})
    for name, at in (("west crate", "48,73"), ("east crate", "52,73")):
        yield Move("gm", "/map piece", {"name": name, "material": "car", "blocks": False, "shape": "point", "at": at})
    yield Move("gm", "/map area", {"name": "yard", "shape": "box", "at": "51,69", "to": "54,71"})
    yield Move("gm", "/map place", {"who": ann, "at": "50,50"})
    yield Move("gm", "/map place", {"who": "Guard", "at": "50,45"})
    yield Move("gm", "/map place", {"who": bob, "at": HERE[0]}, otherwise={"at": THERE[0]})
    yield Move("gm", "/npc squad", {"name": "Watch", "members": "Guard"})
    yield Move("gm", "/npc order", {"squad": "Watch", "do": "fire", "at": bob})


def _turn(fight: Fight, turn: int) -> Iterator[Move]:
    """What whoever may act does: Bob what nobody sees, all others wait."""
    scene = fight.table.scene
    if scene.pending:
        yield Move("gm", "/answer", {"choice": scene.pending.question.default})
        return
    for slot in scene.entitled()[:1]:
        name, owner = readable(scene, PUBLIC)[slot.actor], scene.combatants[slot.actor].owner
        if NAMES.get(owner) == "bob":
            number = turn % 2
            kept, done = KEEPS.get(fight.less.world.key, ()), sum(each.options in KEPT for each in fight.moves)
            for keeps, otherwise in kept[done : done + 1]:
                yield Move("bob", "/act", keeps, otherwise=otherwise)
                yield from _looks(fight)
            if turn % 4 < 2:
                goes: Options = {"action": "move", "to": HERE[1 - number]}
                yield Move("bob", "/act", goes, otherwise={"to": THERE[1 - number]})
            else:
                behind = {"action": "take_cover", "behind": "west crate"}
                yield Move("bob", "/act", behind, otherwise={"behind": "east crate"})
            yield Move("bob", "/act", {"action": "reload"})
            yield Move("bob", "/attack", {"target": SHEETS["ann"]})
            yield Move("gm", "/map place", {"who": SHEETS["bob"], "at": HERE[number]}, otherwise={"at": THERE[number]})
        yield Move("gm", "/init next", {"actor": name})


def _looks(fight: Fight) -> Iterator[Move]:
    """Everything in which it could show where Bob is, or what he has done."""
    bob = SHEETS["bob"]
    for user in WATCHERS:
        for command in ("/map show", "/map list", "/init status", "/log show", "/log report", "/undo"):
            yield Move(user, command)
        for form in ("data", "text", "page", "animation"):
            yield Move(user, "/log export", {"as": form})
    yield Move("ann", "/odds", {"target": bob})
    yield Move("ann", "/attack", {"target": bob})
    yield Move("ann", "/attack", {})
    yield Move("ann", "/act", {"action": "move", "to": f"behind {bob}"})
    yield Move("ann", "/attack", {}, option="target")
    yield Move("ann", "/act", {"action": "move"}, option="to")
    hanging = fight.less.eyes.pressed
    yield from (Move("ann", press=at) for at in range(len(hanging)) if hanging[at].startswith("ft:everybody"))


def _coming_out() -> Iterator[Move]:
    """Bob comes to the same place in both worlds, in the sight of all."""
    yield Move("gm", "/map place", {"who": SHEETS["bob"], "at": "65,60"})
    yield from (Move(user, "/map show") for user in WATCHERS)
