"""A server keeps the maps that its GMs import, and fights are laid on them; each picture is kept once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.ground.layouts import Backdrop, Layout
from bot.core.ground.outlines import Box, Path
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.service.playing.maps import MOST_MAPS, MOST_THINGS
from bot.service.ports import Unit
from bot.service.requests import Choosing, GroundBackdrop, MapFile
from tests.service.table import ANN, GUILD, Table, agreed, ask, refused, words

CELLAR = MapFile(
    picture=b"webp",
    wide=20,
    deep=10,
    squares=True,
    walls=(((0, 0), (5, 0), (5, 0), (5, 4)),),
    doors=(((5, 4), (6, 4), True), ((1, 1), (1, 1), True)),
    left_out=("its lights",),
)
PLAIN = MapFile(picture=b"other", wide=1_000, deep=500)


def pictures(table: Table, *digests: str) -> list[bytes]:
    def look(unit: Unit) -> list[bytes]:
        return [unit.map_picture(GUILD, digest) for digest in digests]

    return table.look(look)


def kept(table: Table) -> list[Layout]:
    def look(unit: Unit) -> list[Layout]:
        return unit.maps(GUILD)

    return table.look(look)


async def imported(table: Table, name: str, read: MapFile, **said: Any) -> str:
    return words(agreed(await table.referee.map_import(ask(), name, read, **said)))


async def test_a_map_becomes_a_ground_with_walls_doors_and_zones(table: Table) -> None:
    said = await imported(table, "Cellar", CELLAR, square_m=2)
    assert "Cellar: 40 by 20 m, walls: 1, doors: 1." in said
    assert "Left out: its lights." in said
    (layout,) = kept(table)
    assert layout.backdrop is not None
    assert layout == Layout(
        "Cellar",
        (Box(Place(0, 0), Place(4_000, 250)), Box(Place(0, 1_750), Place(4_000, 2_000))),
        (
            Piece("wall 1", Path((Place(0, 2_000), Place(1_000, 2_000), Place(1_000, 1_200))), "brick_wall"),
            Piece("door 1", Path((Place(1_000, 1_200), Place(1_200, 1_200))), "door", top_cm=210),
        ),
        backdrop=Backdrop(layout.backdrop.hash, Place(0, 0), 4_000, 2_000),
    )
    assert pictures(table, layout.backdrop.hash) == [b"webp"]
    await table.fight()
    assert "The ground: Cellar." in words(agreed(await table.referee.map_use(ask(), None, "cellar")))
    shown = agreed(await table.referee.map_show(ask(ANN))).picture
    assert shown is not None
    assert shown.behind == GroundBackdrop(b"webp", 0, 0, 4_000, 2_000)
    assert "wall 1" in words(agreed(await table.referee.map_list(ask(ANN))))
    offered = await table.referee.complete(ask(), Choosing.GROUND, "cell", {})
    assert [choice.value for choice in offered] == ["Cellar"]
    assert [choice.value for choice in await table.referee.complete(ask(), Choosing.MAP, "", {})] == ["Cellar"]
    agreed(await table.referee.map_remove(ask(), "cellar"))
    shown = agreed(await table.referee.map_show(ask(ANN))).picture
    assert shown is not None
    assert shown.behind is None
    assert table.audit().problems == []


async def test_one_imported_anew_takes_the_place_of_the_old_and_of_its_picture(table: Table) -> None:
    await imported(table, "Cellar", CELLAR)
    await imported(table, "Copy", CELLAR)
    (cellar, copy) = kept(table)
    assert cellar.backdrop is not None
    assert copy.backdrop == cellar.backdrop
    await imported(table, "cellar", PLAIN, metres_wide=50)
    assert [each.title for each in kept(table)] == ["cellar", "Copy"]
    assert pictures(table, cellar.backdrop.hash) == [b"webp"]
    agreed(await table.referee.map_remove(ask(), "COPY"))
    assert pictures(table, cellar.backdrop.hash) == [b""]
    assert [each.title for each in kept(table)] == ["cellar"]
    bare = MapFile(picture=b"", wide=20, deep=10, squares=True)
    await imported(table, "cellar", bare)
    await imported(table, "cellar", bare)
    assert kept(table)[0].backdrop is None


async def test_many_walls_become_not_too_many_things(table: Table) -> None:
    long = tuple((float(number % 7), number / 600) for number in range(5_000))
    await imported(table, "Maze", MapFile(picture=b"", wide=20, deep=10, squares=True, walls=(long,)))
    (layout,) = kept(table)
    assert len(layout.pieces) <= MOST_THINGS
    assert sum(len(piece.outline.points) - 1 for piece in layout.pieces if isinstance(piece.outline, Path)) == 4_999


@pytest.mark.parametrize(
    ("name", "read", "said", "why"),
    [
        ("Cellar", PLAIN, {}, "How wide is what the picture shows"),
        ("Cellar", PLAIN, {"square_m": 2}, "A plain picture has no squares"),
        ("Cellar", PLAIN, {"metres_wide": 20_000}, "So large a map does not work"),
        ("Cellar", CELLAR, {"square_m": float("nan")}, "So large a map does not work"),
        ("Cellar", CELLAR, {"square_m": -1}, "So large a map does not work"),
        ("Bridge", CELLAR, {}, "Bridge is a ready ground"),
        ("@here", CELLAR, {}, "That name does not work"),
    ],
)
async def test_what_cannot_be_is_refused(
    table: Table, name: str, read: MapFile, said: dict[str, Any], why: str
) -> None:
    assert why in refused(await table.referee.map_import(ask(), name, read, **said))
    assert kept(table) == []


async def test_only_gms_import_and_a_server_keeps_twenty(table: Table) -> None:
    assert "Only a GM" in refused(await table.referee.map_importable(ask(ANN), "Cellar"))
    assert "Only a GM" in refused(await table.referee.map_import(ask(ANN), "Cellar", CELLAR))
    assert "Only a GM" in refused(await table.referee.map_remove(ask(ANN), "Cellar"))
    assert "/map import keeps one." in refused(await table.referee.map_remove(ask(), "Cellar"))
    for number in range(MOST_MAPS):
        agreed(await table.referee.map_importable(ask(), f"Map {number}"))
        await imported(table, f"Map {number}", CELLAR)
    assert "This server has 20 maps" in refused(await table.referee.map_importable(ask(), "One more"))
    agreed(await table.referee.map_importable(ask(), "Map 3"))
