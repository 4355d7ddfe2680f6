"""What places cost an order: what lies between two, and a move that meets what lies on its way."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from bot.core.events import AreaLaid
from bot.core.ground.laid import Ground
from bot.core.ground.moving import bound_for, went
from bot.core.ground.outlines import Box, Lane
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place, distance_cm
from bot.core.ground.sight import Figure, screens
from bot.core.ground.whereabouts import AtPlace
from tests.bench.measure import Measure, at_most, quantile
from tests.core.brawl import TOY
from tests.core.ground.test_laying import crowd
from tests.rulesets.game import play_on

PIECES: Final = 500
PEOPLE: Final = 100
AREAS: Final = 50
WIDE_CM: Final = 40_000
TIMES: Final = 15
ROUNDS: Final = 5  # the least disturbed counts


async def measures() -> list[Measure]:
    """Look and walk."""
    looked = min(quantile(_looks_s(), 0.5) for _ in range(ROUNDS)) * 1e6
    walked = min(quantile([_taken_s(_walk()) for _ in range(TIMES)], 0.5) for _ in range(ROUNDS)) * 1e3
    town = f"{PIECES} pieces and {PEOPLE} people on {WIDE_CM // 100} m by {WIDE_CM // 100} m, each pair once"
    return [
        Measure("distance, sight and cover of an attack p50", looked, "µs", at_most(20), town),
        Measure(f"move through {AREAS} areas p50", walked, "ms", at_most(1), "each met at its border"),
    ]


def _looks_s() -> list[float]:
    """Seconds of processor time of finding what lies between two, each pair for the first time: one's mean each."""
    chance = random.Random(1)
    ground, people = town(chance), [_somebody(chance) for _ in range(PEOPLE)]
    screens(ground, people[0], people[1])
    return [_taken_s(partial(_looks_at, ground, one, people[20:])) / len(people[20:]) for one in people[:20]]


def _looks_at(ground: Ground, one: Figure, others: list[Figure]) -> None:
    for other in others:
        distance_cm(one.place, other.place)
        screens(ground, one, other)


def town(chance: random.Random) -> Ground:
    """A ground with houses, walls and boxes all over it."""
    pieces = {}
    for number in range(PIECES):
        east, north = chance.randrange(WIDE_CM), chance.randrange(WIDE_CM)
        size = chance.choice(((100, 100), (400, 30), (30, 600), (800, 1_000)))
        outline = Box(Place(east, north), Place(east + size[0], north + size[1]))
        pieces[str(number)] = Piece(str(number), outline, "brick_wall", top_cm=chance.choice((100, 250, 600)))
    return Ground(6_000, pieces=pieces)


def _somebody(chance: random.Random) -> Figure:
    middle = WIDE_CM // 2
    return Figure(Place(middle + chance.randrange(-6_000, 6_000), middle + chance.randrange(-6_000, 6_000)))


def _taken_s(do: Callable[[], Any]) -> float:
    began_s = time.process_time()
    do()
    return time.process_time() - began_s


def _walk() -> Callable[[], None]:
    play = play_on(TOY, crowd().scene)
    for number in range(AREAS):
        north_cm = 5_200 + 100 * number
        outline = Lane(Place(0, north_cm), Place(10_000, north_cm), 50)
        play.tell(AreaLaid(area=Area(str(number), "toy.lane", outline)))
    way = bound_for(play, "Ann", to=AtPlace(Place(5_000, 10_900)))
    return lambda: went(play, way, 100)
