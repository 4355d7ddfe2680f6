"""What a picture of the ground costs one core, and how heavy it is."""

from __future__ import annotations

import io
import random
import time
from typing import Final

import msgspec
from PIL import Image

from bot import app
from bot.render.picture import drawn
from bot.service.requests import GroundBackdrop, GroundMark, GroundThing, GroundView, GroundZone, Posture
from tests.bench.measure import Measure, at_most, quantile

PEOPLE: Final = 40
TIMES: Final = 9
KB: Final = 1_000
MAP_POINTS: Final = 1_024
MAP_CM: Final = 6_000


async def measures() -> list[Measure]:
    """Draw every ready ground with many people; the slowest and the heaviest of them count."""
    views = [crowded(name) for name in app.grounds()]
    taken_ms = {view: quantile([_taken_ms(view) for _ in range(TIMES)], 0.5) for view in views}
    heaviest = max(len(drawn(view)) for view in views) / KB
    what = f"{PEOPLE} people, {len(views)} ready grounds, the worst of them"
    over_map = msgspec.structs.replace(views[0], behind=_busiest_map())
    over_map_ms = quantile([_taken_ms(over_map) for _ in range(TIMES)], 0.5)
    busiest = f"{PEOPLE} people, a map without two points alike"
    return [
        Measure("picture of the ground p50", max(taken_ms.values()), "ms", at_most(80), f"{what}, of one core"),
        Measure("picture of the ground", heaviest, "KB", at_most(60), what),
        Measure("picture over an imported map p50", over_map_ms, "ms", None, f"{busiest}, of one core"),
        Measure("picture over an imported map", len(drawn(over_map)) / KB, "KB", at_most(150), busiest),
    ]


def _busiest_map() -> GroundBackdrop:
    """A map of nothing but noise, than which none is harder to make small."""
    chance = random.Random(1)
    image = Image.frombytes("RGB", (MAP_POINTS, MAP_POINTS), chance.randbytes(3 * MAP_POINTS * MAP_POINTS))
    file = io.BytesIO()
    image.save(file, "WEBP", quality=40)
    return GroundBackdrop(file.getvalue(), 0, 0, MAP_CM, MAP_CM)


def crowded(name: str) -> GroundView:
    """A ready ground with people all over it, one of them in smoke."""
    layout = app.grounds()[name]
    things = tuple(GroundThing(each.name, each.material, each.outline) for each in layout.pieces)
    west, south = layout.zones[0].corner.east_cm, layout.zones[0].corner.north_cm
    marks = tuple(
        GroundMark(
            initials=f"G{number}",
            side=number % 3,
            east_cm=west + 617 * (number % 8),
            north_cm=south + 811 * (number // 8),
            down=number % 11 == 0,
            posture=tuple(Posture)[number % 3],
            lost=number % 7 == 0,
        )
        for number in range(PEOPLE)
    )
    smoke = tuple(GroundZone("smoke", each.outline) for each in layout.pieces[:2])
    return GroundView(("party", "foes", "others"), marks, things, smoke)


def _taken_ms(view: GroundView) -> float:
    began_s = time.process_time()
    drawn(view)
    return (time.process_time() - began_s) * 1e3
