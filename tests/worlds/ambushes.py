"""Two worlds, in one of which somebody lies in ambush, or elsewhere, while players go by, look, aim, fire and ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from bot.core.views import GM as THE_GM
from bot.rulesets.graydawn.deeds.events import StolenPast
from bot.rulesets.reflex.ambush.events import AmbushSprung
from bot.service.names import readable
from bot.service.rows import AnyScene
from tests.worlds.by_word import done, turn_of_ann
from tests.worlds.fights import Difference, Fight
from tests.worlds.hidden_things import ANN, FOE, ann_and_her_foe, said_of
from tests.worlds.moves import Move, Options
from tests.worlds.unseen import Shadows
from tests.worlds.world import World

LURKER, SHADE = "Lurker", "Shade"
LIES = "55,60"

LAID: Mapping[str, tuple[tuple[str, Options], ...]] = {
    "reflex": (("/ambush set", {"actor": LURKER, "with": "at=55,56 radius_m=4 side=party"}),),
    "eclipse": (("/ambush spring", {"actor": LURKER, "target": SHADE}),),
    "graydawn": (),
}
"""How an ambush is laid before the fight: Eclipse's is sprung at once, here on one whom nobody sees either."""

LURKING: Mapping[str, tuple[Options, ...]] = {
    "reflex": ({"action": "assess"},),
    "eclipse": ({"action": "watch", "with": 'area="90,90"'}, {"action": "aim"}),
    "graydawn": ({"action": "move", "with": f'to="56,61" unseen_by="{ANN}"'},),
}
"""What the one in ambush does, once each, when it may act; in Gray Dawn it steals past Ann, who does not notice it."""
AMBUSH: Mapping[str, Callable[[AnyScene], object]] = {
    "reflex": lambda scene: scene.state.ambushes,
    "eclipse": lambda scene: [area for area in scene.ground.areas.values() if area.hidden] if scene.ground else (),
    "graydawn": lambda scene: [each for each in scene.combatants.values() if each.state.unnoticed],
}
"""What there is of it in a scene."""

PLACES = ("55,56", "55,61", f"behind {LURKER}", "behind the brush", f"2m north of {LURKER}")
CALLED = {"target": (LURKER, SHADE), "unseen_by": (LURKER,), "area": ("ambush", LURKER), "others": (LURKER,)}
UNHURT: Options = {"path": "wound_threshold", "value": "200"}
"""Her wounds of one moment slow her in the next, unless that has come, which it has not where the hidden are before."""
NOTICING: Options = {"path": "skills.awareness", "value": "9"}
"""Whoever tries to steal past her in Gray Dawn does so in vain."""
LOOKS = ("/map show", "/map list", "/init status", "/log show", "/log report", "/sheet show", "/ambush list", "/attack")
"""What Ann and somebody with nobody of their own ask; the last opens a panel."""
LOOKED_AFTER = ("aim", "attack", "move")
GOING = ("move", "take_cover", "throw", "watch", "suppress")


class Lurkers(Shadows):
    """Those who lie in ambush when the fight waits for them: they act as they are to, else they let it go by."""

    def __init__(self, world: World) -> None:
        super().__init__(world, Random(0))
        self._deeds = iter(LURKING[world.key])

    def settling(self) -> Move:
        """What the one who may act does next, or what lets the fight go on where that is somebody else."""
        scene = self.world.scene()
        assert scene is not None
        if scene.pending or readable(scene, THE_GM)[scene.entitled()[0].actor] != LURKER:
            return self.patience()
        if scene.entitled()[0].kinds == ("choice",):  # to hold takes nerve after a pause, and whoever fails presses
            return Move("gm", "/act", {"action": "surrender", "actor": LURKER}, unseen=True)
        deed = next(self._deeds, None)
        return Move("gm", "/act", {**deed, "actor": LURKER}, unseen=True) if deed else self.patience()


async def in_ambush(fight: Fight) -> Difference | None:
    """Have Ann do all there is where somebody lies in ambush in the one world, and nobody does in the other."""
    key = fight.less.world.key
    found = await _all_there_is(fight, *((UNHURT,) if key == "eclipse" else ()))
    for side in (fight.less, fight.more) if found is None else ():
        scene = side.world.scene()
        assert scene is not None
        assert bool(AMBUSH[key](scene)) is (side is fight.more)
    return found


async def noticed(fight: Fight) -> Difference | None:
    """Have Ann do all there is where somebody hidden tries in vain to steal past her, of which she is told nothing."""
    found = await _all_there_is(fight, NOTICING)
    assert [each.unnoticed for each in fight.more.world.events() if isinstance(each, StolenPast)] == [False]
    return found


async def _all_there_is(fight: Fight, *edits: Options) -> Difference | None:
    """Have Ann, whose sheet is edited first, do all there is and look, where somebody lurks in one of the worlds."""
    key = fight.less.world.key
    fight.settler = Lurkers(fight.more.world)
    for move in (*_opening(key, *edits), *_lying_in_wait(key), *_beginning()):
        if found := await fight.takes(move):
            return found
    typed = {each.display_name for each in fight.less.world.command("/act").parameters}
    for spec in fight.less.world.system.ruleset.actions.values():
        for move in said_of(spec, typed, PLACES, CALLED):
            if found := await turn_of_ann(fight, spec.kinds) or await done(fight, move):
                return found
        for move in _looks() if spec.name in LOOKED_AFTER else ():
            if found := await fight.takes(move):
                return found
    return None


async def elsewhere(fight: Fight) -> Difference | None:
    """Have Ann go about where an ambush of the Reflex System has its ground, which lies elsewhere in the other world.

    Who laid it has left, so that nobody is waited for.
    """
    key = fight.less.world.key
    lair = {"name": "lair", "shape": "circle", "at": "55,56", "wide_m": 8, "hidden": True}
    laying = (
        Move("gm", "/npc add", {"template": "guard", "name": LURKER, "hidden": True}),
        Move("gm", "/map area", lair, otherwise={"at": "80,90"}),
        Move("gm", "/ambush set", {"actor": LURKER, "with": "area=lair side=party"}),
        Move("gm", "/init remove", {"actor": LURKER}),
    )
    for move in (*_opening(key), *laying, *_beginning()):
        if found := await fight.takes(move):
            return found
    typed = {each.display_name for each in fight.less.world.command("/act").parameters}
    for spec in fight.less.world.system.ruleset.actions.values():
        for move in said_of(spec, typed, PLACES, CALLED) if spec.name in GOING else ():
            if found := await turn_of_ann(fight, spec.kinds) or await done(fight, move):
                return found
    return None


async def sprung_by_nobody(fight: Fight) -> Difference | None:
    """Have an ambush of the Reflex System sprung on Ann whose hidden leader has left in one of the worlds."""
    sprung = {"actor": FOE, "target": ANN, "with": f"ambush={LURKER}"}
    moves = (
        *_opening("reflex"),
        Move("gm", "/npc add", {"template": "guard", "name": LURKER, "hidden": True}),
        Move("gm", "/ambush set", {"actor": LURKER, "with": "side=party"}),
        Move("gm", "/init remove", {"actor": LURKER}, unseen=True),
        Move("gm", "/ambush spring", sprung),
        *_looks(),
    )
    for move in moves:
        if found := await fight.takes(move):
            return found
    for side in (fight.less, fight.more):
        assert [each for each in side.world.events() if isinstance(each, AmbushSprung)]
    return None


def _opening(key: str, *edits: Options) -> Iterator[Move]:
    yield from ann_and_her_foe(key, *edits)
    yield Move("gm", "/map piece", {"name": "brush", "material": "brush", "at": "53,59", "to": "58,59"})


def _lying_in_wait(key: str) -> Iterator[Move]:
    for name, at in ((LURKER, LIES), *(((SHADE, "70,90"),) if key == "eclipse" else ())):
        yield Move("gm", "/npc add", {"template": "guard", "name": name, "hidden": True}, unseen=True)
        yield Move("gm", "/map place", {"who": name, "at": at}, unseen=True)
    for command, options in LAID[key]:
        yield Move("gm", command, options, unseen=True)


def _beginning() -> Iterator[Move]:
    yield Move("gm", "/init start", {"now": True, "title": "The track"})


def _looks() -> Iterator[Move]:
    for user in ("ann", "bob"):
        yield from (Move(user, command) for command in LOOKS)
        yield Move(user, "/odds", {"attacker": ANN, "target": LURKER})
        yield Move(user, "/attack", {}, option="target")
        yield Move(user, "/log export", {"as": "page"})
