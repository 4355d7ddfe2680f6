"""What a GM puts on a ground: who may, how it is said, and that players learn nothing of what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from bot import app
from bot.core.errors import RuleViolation
from bot.core.ground.outlines import Box, Cone, Disc, Lane, Path, Spot
from bot.core.ground.pieces import MARKED, PIECE, Area, Piece
from bot.core.ground.places import Bearing, Place, toward
from bot.core.ground.whereabouts import BySight
from bot.core.views import GM, Viewer
from bot.service.playing.grounds import where_said
from bot.service.requests import Choosing, OnGround
from bot.settings import Database
from tests.service.table import ANN, Table, agreed, ask, refused, words
from tests.service.test_grounds import laid


async def put(table: Table, name: str, **said: Any) -> str:
    return words(agreed(await table.referee.map_piece(ask(), OnGround(name=name, **said))))


async def marked(table: Table, name: str, **said: Any) -> str:
    return words(agreed(await table.referee.map_area(ask(), OnGround(name=name, **said))))


def thing(table: Table, name: str) -> Piece:
    ground = table.scene().ground
    assert ground is not None
    return ground.pieces[name]


def mark(table: Table, name: str) -> Area:
    ground = table.scene().ground
    assert ground is not None
    return ground.areas[name]


async def test_a_thing_is_as_its_material_unless_the_gm_says_otherwise(table: Table) -> None:
    await laid(table)
    assert "Truck stands at" in await put(table, "the truck", material="truck", at="C4", to="D4", shape="box")
    truck = thing(table, "truck")
    assert (truck.outline, truck.top_cm) == (Box(Place(1_250, 1_750), Place(1_750, 1_750)), 300)
    assert (truck.hides, truck.blocks, truck.hidden) == (True, True, False)
    await put(table, "screen", material="Glass", at="C4", high_m=1.2, hides=True, blocks=False)
    screen = thing(table, "screen")
    assert (screen.outline, screen.material) == (Spot(Place(1_250, 1_750)), "glass")
    assert (screen.top_cm, screen.hides, screen.blocks) == (120, True, False)
    assert "Screen is changed" in await put(table, "Screen", material="crate", at="12,30 then 14,30", to="14,32")
    corners = (Place(1_200, 3_000), Place(1_400, 3_000), Place(1_400, 3_200))
    assert thing(table, "screen").outline == Path(corners)
    assert (thing(table, "screen").top_cm, thing(table, "screen").blocks) == (120, True)
    assert "Screen is open" in await put(table, "the screen", opened=True)
    assert "Screen is shut" in await put(table, "the screen", opened=False)
    assert "Screen is gone" in await put(table, "screen", remove=True)
    agreed(await table.referee.undo(ask()))
    assert thing(table, "screen").material == "crate"
    assert "Sandbags stand at" in await put(table, "sandbags", material="sandbags", at="C4", to="D4")
    assert table.audit().problems == []


@pytest.mark.parametrize(
    ("said", "outline"),
    [
        ({"shape": "circle", "wide_m": 6}, Disc(Place(1_250, 1_750), 300)),
        ({"shape": "circle", "to": "D4"}, Disc(Place(1_250, 1_750), 500)),
        ({"to": "D5"}, Box(Place(1_250, 1_750), Place(1_750, 2_250))),
        ({"shape": "lane", "to": "D4"}, Lane(Place(1_250, 1_750), Place(1_750, 1_750), 300)),
        ({"shape": "cone", "to": "D4"}, Cone(Place(1_250, 1_750), Place(1_750, 1_750), 500)),
    ],
)
async def test_an_area_is_marked_in_any_shape(table: Table, said: dict[str, Any], outline: object) -> None:
    await laid(table)
    assert "Mud is marked around" in await marked(table, "mud", at="C4", **said)
    assert mark(table, "mud") == Area("mud", MARKED, outline)  # type: ignore[arg-type]


async def test_an_area_lies_around_somebody_and_a_thing_stands_beside(table: Table) -> None:
    await laid(table)
    ground = table.scene().ground
    assert ground is not None
    name, place = next(iter(ground.places.items()))
    await marked(table, "mud", at=name, shape="circle", wide_m=6)
    assert mark(table, "mud").outline == Disc(place, 300)
    await put(table, "crate", material="crate", at=name)
    assert thing(table, "crate").outline == Spot(toward(place, Bearing.EAST, 100))


async def test_a_mark_is_changed_and_lifted(table: Table) -> None:
    await laid(table)
    await marked(table, "mud", at="C4", to="D5")
    await marked(table, "Mud", hides=True, high_m=3)
    found = mark(table, "mud")
    assert (found.outline, found.top_cm) == (Box(Place(1_250, 1_750), Place(1_750, 2_250)), 300)
    assert found.hides
    assert "Mud is no longer marked" in await marked(table, "mud", remove=True)


async def test_what_cannot_be_is_refused_with_what_would_work(table: Table) -> None:
    await table.fight()
    for command in (table.referee.map_piece, table.referee.map_area):
        assert "Only a GM" in refused(await command(ask(ANN), OnGround(name="truck")))
        assert "distances are told" in refused(await command(ask(), OnGround(name="truck")))
    assert "distances are told" in refused(await table.referee.map_list(ask(ANN)))
    agreed(await table.referee.map_use(ask(), 60))
    for said, why in (
        ({"name": "truck"}, "Where is truck?"),
        ({"name": "truck", "at": "C4"}, "What is it made of?"),
        ({"name": "truck", "at": "C4", "material": "cheese"}, "Nothing is made of 'cheese'"),
        ({"name": "truck", "at": "C4", "material": "truck", "shape": "cone"}, "point, line, box, circle"),
        ({"name": "truck", "at": "C4", "material": "truck", "shape": "box"}, "the corner that faces it"),
        ({"name": "truck", "at": "C4", "to": "C4", "material": "truck"}, "needs more than one place"),
        ({"name": "truck", "at": "C4", "material": "truck", "high_m": 1_000}, "high_m 1000 does not work"),
        ({"name": "truck", "at": "left of Axel", "material": "truck"}, "needs somebody who stands somewhere"),
        ({"name": "truck", "at": " then ".join(["C4"] * 20), "material": "truck"}, "too many"),
        ({"name": "truck", "at": "C4", "material": "truck", "shape": "circle", "wide_m": -1}, "wide_m -1 does not"),
        ({"name": "C4", "at": "C4", "material": "truck"}, "C4 is a place"),
        ({"name": "truck", "remove": True}, "no truck on this ground"),
    ):
        assert why in refused(await table.referee.map_piece(ask(), OnGround(**said)))
    assert "Where is mud?" in refused(await table.referee.map_area(ask(), OnGround(name="mud")))


async def test_places_are_said_by_things(table: Table) -> None:
    await laid(table)
    await put(table, "truck", material="truck", at="100,100", to="110,104", shape="box")
    agreed(await table.referee.map_place(ask(), "Axel", "3m east of the truck"))
    ground = table.scene().ground
    assert ground is not None
    assert ground.places["Axel"] == Place(11_300, 10_200)
    offered = await table.referee.complete(ask(ANN), Choosing.PLACE, "behind the t", {})
    assert [choice.value for choice in offered] == ["behind the truck"]


async def test_the_list_says_what_is_there(table: Table) -> None:
    await laid(table)
    assert "Nothing stands here" in words(agreed(await table.referee.map_list(ask(ANN))))
    await put(table, "truck", material="truck", at="100,100", to="110,104", shape="box")
    await put(table, "gate", material="door", at="5,5", to="9,5", opened=True)
    await put(table, "fence", material="fence", at="5,5", to="9,5 then 9,9")
    await put(table, "tree", material="tree", at="5,5", hidden=True)
    await put(table, "well", material="rock", at="5,5", shape="circle", wide_m=3)
    for name, shape in (("mud", "box"), ("street", "lane"), ("view", "cone")):
        await marked(table, name, at="C4", to="D5", shape=shape)
    shown = words(agreed(await table.referee.map_list(ask())))
    for said in (
        "truck: truck, around V21 (105, 102), 10 by 4 m, 3 m high.",
        "gate: wooden door, from B2 (5, 5) to B2 (9, 5), 2.1 m high, open.",
        "fence: fence, from B2 (5, 5) to B2 (9, 9), by way of 1 more point,",
        "tree: tree, at B2 (5, 5), 8 m high, hidden.",
        "well: rock, at B2 (5, 5), 3 m wide, 1.2 m high.",
        "mud: around",
        "street: from C4 (12.5, 17.5) to D5 (17.5, 22.5).",
        "view: from C4 (12.5, 17.5) towards D5 (17.5, 22.5).",
    ):
        assert said in shown
    for number in range(60):
        await put(table, f"crate {number}", material="crate", at="5,5")
    assert "And 8 more." in words(agreed(await table.referee.map_list(ask())))


async def test_of_a_hidden_thing_players_learn_nothing(table: Table) -> None:
    await laid(table)
    before = words(agreed(await table.referee.map_list(ask(ANN))))
    for what, command in ((Choosing.PIECE, table.referee.map_piece), (Choosing.AREA, table.referee.map_area)):
        said = OnGround(name="trap", material="crate", at="C4", to="D4", hidden=True)
        reply = agreed(await command(ask(), said))
        assert reply.ephemeral
        assert [choice.value for choice in await table.referee.complete(ask(), what, "tr", {})] == ["trap"]
        assert await table.referee.complete(ask(ANN), what, "tr", {}) == []
    assert words(agreed(await table.referee.map_list(ask(ANN)))) == before
    assert await table.referee.complete(ask(ANN), Choosing.PLACE, "behind the t", {}) == []
    with pytest.raises(RuleViolation, match="cannot tell where 'behind the trap' is"):
        where_said(table.scene(), Viewer(ANN), "behind the trap")
    assert where_said(table.scene(), GM, "the trap") == BySight(PIECE + "trap", "before", 100)
    assert agreed(await table.referee.map_place(ask(), "Thug", "2m north of the trap")).ephemeral
    assert agreed(await table.referee.map_area(ask(), OnGround(name="trap", remove=True))).ephemeral
    assert agreed(await table.referee.map_piece(ask(), OnGround(name="trap", remove=True))).ephemeral
    log = words(agreed(await table.referee.log_show(ask(ANN))))
    assert "trap" not in log


async def test_materials_are_offered(table: Table) -> None:
    await laid(table)
    offered = await table.referee.complete(ask(), Choosing.MATERIAL, "sand", {})
    assert [(choice.value, choice.label) for choice in offered] == [("sandbags", "sandbags")]


async def test_a_gm_says_what_a_thing_stops_where_the_system_has_numbers_for_it(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    agreed(await table.referee.campaign_setup(ask(), "graydawn"))
    agreed(await table.referee.npc_add(ask(), next(iter(app.house().system("graydawn").templates))))
    agreed(await table.referee.init_start(ask(), range_m=60))
    await put(table, "wall", material="brick_wall", at="C4", to="D4", stops=7)
    assert thing(table, "wall").stops == 7
    assert "2.5 m high, stops 7." in words(agreed(await table.referee.map_list(ask())))
    await put(table, "wall", opened=True)
    assert thing(table, "wall").stops == 7
    assert "From 0 to 10." in refused(await table.referee.map_piece(ask(), OnGround(name="wall", stops=11)))
    await put(table, "wall", material="wood_wall")
    assert thing(table, "wall").stops is None
    await table.store.close()


async def test_elsewhere_its_material_alone_says_it(table: Table) -> None:
    await laid(table)
    told = refused(await table.referee.map_piece(ask(), OnGround(name="wall", material="glass", at="C4", stops=3)))
    assert "no number for what a thing stops" in told
