"""Two worlds with the same names hidden, where the moment belongs to another of them: nobody may tell whose it is."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from bot.core.views import GM as THE_GM
from bot.service.names import readable
from tests.worlds.fights import Difference, Fight, Side, bare
from tests.worlds.moves import NAMES, Move
from tests.worlds.places import CHANNEL
from tests.worlds.unseen import Shadows, waits_unseen

UNSEEN = ("Shade", "Gloom")
TURNS = 10
WORDS = 30  # until an exchange of fire of Reflex is over, behind which all choose at one moment, by dice
MOST_WAITS = 16


async def of_another(fight: Fight) -> Difference | None:
    """Hide two, who have each other's names and strengths in the other world, and let all act in turn."""
    kinds = [*fight.less.world.system.templates][:2]
    *opening, begins = fight.table.opening()
    hiding = [
        Move(
            "gm",
            "/npc add",
            {"template": kinds[first], "name": name, "hidden": True},
            otherwise={"template": kinds[not first]},
        )
        for first, name in enumerate(UNSEEN)
    ]
    turns = _Turns(fight)
    for move in (*opening, *hiding, begins):
        if found := await turns.takes(move):
            return found
    for _ in range(TURNS):
        if found := await turns.takes(_next(fight)):
            return found
    return None


async def under_orders(fight: Fight) -> Difference | None:
    """Hide two, who stand under an order in the one world and act by themselves; in the other the GM has them act."""
    kind = next(iter(fight.less.world.system.templates))
    hiding = [Move("gm", "/npc add", {"template": kind, "name": name, "hidden": True}) for name in UNSEEN]
    turns = _Turns(fight)
    for move in (*fight.table.opening(), *hiding):
        if found := await turns.takes(move):
            return found
    await turns.orders(
        Move("gm", "/npc squad", {"name": "Dark", "members": ", ".join(UNSEEN)}),
        Move("gm", "/npc order", {"squad": "Dark", "do": "hold"}),
    )
    for _ in range(TURNS):
        if found := await turns.takes(_next(fight)):
            return found
    return None


async def at_one_word(fight: Fight) -> Difference | None:
    """Hide two in the one world alone, who stand under an order; the GM lets all go on at one word each time."""
    kind = next(iter(fight.less.world.system.templates))
    turns = _Turns(fight)
    *opening, begins = fight.table.opening()
    for move in opening:
        if found := await turns.takes(move):
            return found
    await turns.orders(
        *(Move("gm", "/npc add", {"template": kind, "name": name, "hidden": True}) for name in UNSEEN),
        Move("gm", "/npc squad", {"name": "Dark", "members": ", ".join(UNSEEN)}),
        Move("gm", "/npc order", {"squad": "Dark", "do": "hold"}),
    )
    for move in (begins, *(Move("gm", "/init next") for _ in range(WORDS))):
        if found := await turns.takes(move):
            return found
    return None


def _next(fight: Fight) -> Move:
    """What whoever is to act in sight does: an answer, or letting the moment go by, as its player or the GM."""
    scene = fight.table.scene
    if scene.pending:
        return Move("gm", "/answer", {"choice": scene.pending.question.default})
    seen = next((slot.actor for slot in scene.entitled() if not scene.combatants[slot.actor].hidden), "")
    if not seen:
        return Move("ann", "/init status")
    user = NAMES.get(scene.combatants[seen].owner, "gm")
    return Move(user, "/init next", {"actor": readable(scene, THE_GM)[seen]})


class _Turns:
    """Moves that are made in both worlds, and the GM who lets the hidden act behind each, whichever it is."""

    def __init__(self, fight: Fight) -> None:
        self.fight, self.sides = fight, (fight.less, fight.more)
        self.gms = [Shadows(side.world, Random(number)) for number, side in enumerate(self.sides)]
        self.waited = False

    async def takes(self, move: Move) -> Difference | None:
        """Make a move in both worlds, and compare what stands there while both wait and once nobody does."""
        less, more = self.sides
        self.fight.moves.append(move)
        for side in self.sides:
            side.world.begins(unseen=False)
        said = await less.takes(move)
        heard = await more.takes(Move(move.user, move.command, {**move.options, **move.otherwise}))
        for attempt in range(MOST_WAITS):
            waiting = [side for side in self.sides if waits_unseen(side.world.scene())]
            if len(waiting) == len(self.sides) and (found := _while_both_wait(move, less, more)):
                return found
            if not waiting:
                break
            for side in waiting:
                await self._lets_act(side, patient=attempt > MOST_WAITS // 2)
        return _told_apart(move, self._seen(less, said), self._seen(more, heard))

    async def orders(self, *moves: Move) -> None:
        """Have the GM of the second world order what the other does not."""
        more = self.sides[1]
        more.world.begins(unseen=True)
        for move in moves:
            await more.takes(move)
        self.waited = True

    async def _lets_act(self, side: Side, *, patient: bool) -> None:
        self.waited = True
        side.masks()
        side.world.begins(unseen=True)
        gm = self.gms[self.sides.index(side)]
        await side.takes(gm.patience() if patient else gm.settling())

    def _seen(self, side: Side, said: list[str]) -> Mapping[str, list[str]]:
        """What came to be seen in public places, line by line where a round was told of behind who is hidden."""
        found = {**side.news(parted=self.waited), "answer": said}
        return found if not self.waited else _by_line(found)


def _by_line(found: Mapping[str, list[str]]) -> Mapping[str, list[str]]:
    """The same, without saying in how many messages and whether as an answer or behind it."""
    together = [*found["answer"], *found.get(CHANNEL, [])]
    rest = {lane: lines for lane, lines in found.items() if lane not in ("answer", CHANNEL)}
    lines = (line for text in together for line in bare(text).split("\n"))
    return {**rest, "told": sorted(line for line in lines if "ft:" not in line)}


def _while_both_wait(move: Move, less: Side, more: Side) -> Difference | None:
    """The trackers of two worlds that both wait for somebody hidden, whoever that is."""
    looks = []
    for side in (less, more):
        tracker = side.world.tracker()
        buttons = tuple(label for label, _ in tracker.buttons) if tracker else ()
        looks.append(f"{tracker.text if tracker else ''} {buttons}")
    return None if looks[0] == looks[1] else Difference(move, "waiting tracker", *looks)


def _told_apart(move: Move, one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> Difference | None:
    for lane in {**one, **other}:
        less, more = ("\n".join(each.get(lane, [])) or "nothing" for each in (one, other))
        if less != more:
            return Difference(move, lane, less, more)
    return None
