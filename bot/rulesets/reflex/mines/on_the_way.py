"""On a ground whoever goes through what is mined meets it at that point of the way, by the same dice as ever."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.core.events import Entered
from bot.core.features import Follows
from bot.core.ground.moving import Way
from bot.core.ground.outlines import WHOLE, covers, flat, spans
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.rulesets.reflex.mines.crossing import passed, walked, way_of
from bot.rulesets.reflex.mines.events import MineNoticed
from bot.rulesets.reflex.mines.lying import FIELD, MINE
from bot.rulesets.reflex.mines.noticing import noticed, stop_short
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.traps import knows_of

follows = Follows()


@follows(Entered)
def met(play: ReflexPlay, entered: Entered) -> None:
    """Have whoever comes to what is mined notice it, or pass a single mine there (text 003, lines 1678, 1709-1717).

    Dice: those of ``noticing.noticed``, then of ``crossing.passed``.
    """
    key = entered.area.removeprefix(f"{MINE} ")
    if entered.kind not in (MINE, FIELD) or key not in play.scene.state.mines:
        return
    if not noticed(play, key, entered.actor) and entered.kind == MINE:
        passed(play, key, entered.actor, way_of(play.scene, entered.actor))


class Crossing:
    """A move of somebody over a ground on which minefields may lie: each is crossed once, where one comes into it.

    How far one goes through it is known as the move begins, so that one die says for the whole of it.
    """

    def __init__(self, play: ReflexPlay, way: Way, metres: float) -> None:
        self.play = play
        self.way = way
        self.left = {key: part for key, part in metres_through(play.scene, way, metres).items() if part}
        self.told = len(play.events)

    def begins(self) -> bool:
        """Cross the fields that one stands in, and tell whether the move goes on."""
        start = self.way.start
        mines = self.play.scene.state.mines
        inside = [key for key in self.left if start and (outline := mines[key].outline) and covers(outline, start)]
        return all(self._cross(key) for key in inside)

    def goes_on(self) -> bool:
        """Stop short of what was just noticed, or cross the field one has come into; tell whether the move goes on."""
        new, self.told = self.play.events[self.told :], len(self.play.events)
        if self.way.start and any(isinstance(each, MineNoticed) and each.noticed for each in new):
            stop_short(self.play, self.way.actor, self.way.start)
            return False
        came = [each.area.removeprefix(f"{MINE} ") for each in new if isinstance(each, Entered) and each.kind == FIELD]
        return all(self._cross(key) for key in came if key in self.left)

    def _cross(self, key: str) -> bool:
        play, mover = self.play, self.way.actor
        distance_m = self.left.pop(key)
        mine = play.scene.state.mines[key]
        user = play.scene.combatants[mover].owner
        marked_m = min(distance_m, Fraction(mine.route_m)) if knows_of(mine, user, gm=not user) else Fraction()
        walked(play, key, mover, way_of(play.scene, mover), distance_m, marked_m)
        return play.hindrance(mover) is None


def metres_through(scene: ReflexScene, way: Way, metres: float) -> dict[str, Fraction]:
    """Return how many metres of a way lead through which minefields, to the centimetre, if one goes so far."""
    found: dict[str, Fraction] = {}
    for start, end in _legs(way, round(metres * 100)):
        line = flat(start), flat(end)
        for key, mine in scene.state.mines.items():
            for into, out in spans(mine.outline, *line) if mine.is_field and mine.outline else ():
                part = Fraction(distance_cm(start, end) * (out - into), 100 * WHOLE)
                found[key] = found.get(key, Fraction()) + part
    return {key: Fraction(round(part * 100), 100) for key, part in found.items()}


def _legs(way: Way, left_cm: int) -> Iterator[tuple[Place, Place]]:
    """Yield the straight parts of a way as far as one gets."""
    for start, goal in way.legs:
        long_cm = distance_cm(start, goal)
        if long_cm >= left_cm:
            yield start, along(start, vector(start, goal), left_cm)
            return
        yield start, goal
        left_cm -= long_cm
