"""What only the GM knows of is counted by whom it is about, so that nothing hidden moves the dice of others."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.engine import Kept
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import MARKED, Area, Piece
from bot.core.ground.places import Place
from bot.core.timeline import Slot
from bot.service.orders.hidden_dice import decided
from bot.service.requests import OnGround
from bot.service.rows import AnyScene
from tests.rulesets.game import FirstThese
from tests.rulesets.toy.brawl.actions import ACT
from tests.service.table import Table, agreed, ask

PIT = Disc(Place(0, 0), 100)


async def behind_a_wall(table: Table) -> AnyScene:
    """Axel and Bea in the open, a thug in sight, a guard out of it behind a wall, and somebody hidden."""
    await table.fight()
    referee = table.referee
    agreed(await referee.npc_add(ask(), "thug", name="Guard"))
    agreed(await referee.npc_add(ask(), "thug", name="Lurker", hidden=True))
    agreed(await referee.map_use(ask(), 60))
    agreed(await referee.map_place(ask(), "Axel, Bea", "50,0"))
    agreed(await referee.map_place(ask(), "Thug", "150,40"))
    agreed(await referee.map_piece(ask(), OnGround(name="wall", material="brick_wall", at="20,20", to="80,20")))
    agreed(await referee.map_place(ask(), "Guard, Lurker", "50,40", 1))
    return table.scene()


def together(scene: AnyScene, *actors: str) -> AnyScene:
    """The scene at a moment at which these may act."""
    slots = tuple(Slot((1,), actor, (ACT,)) for actor in actors)
    opening = {actor: scene.combatants[actor].state for actor in actors}
    return msgspec.structs.replace(scene, agenda=slots, opened=(1,), opening=opening)


def kept(table: Table, scene: AnyScene, order: orders.Order) -> Kept:
    ruleset = table.house.system("toy").ruleset
    return decided(ruleset, scene, order, lambda _: lambda _position, _order: FirstThese()).kept


async def test_what_the_hidden_do_is_theirs_whomever_of_those_out_of_sight_it_is_about(table: Table) -> None:
    scene = await behind_a_wall(table)
    assert kept(table, scene, orders.Act(actor="Lurker", action="hurt", inputs={"points": 1})) is Kept.UNSEEN
    assert kept(table, together(scene, "Lurker"), orders.GoOn()) is Kept.UNSEEN
    strike = orders.Act(actor="Lurker", action="strike", inputs={"target": "Guard"})
    assert kept(table, together(scene, "Lurker"), strike) is Kept.UNSEEN


async def test_what_those_out_of_sight_do_is_counted_apart_whoever_hidden_does_it_with_them(table: Table) -> None:
    scene = await behind_a_wall(table)
    assert kept(table, scene, orders.Act(actor="Guard", action="hurt", inputs={"points": 1})) is Kept.LOST
    assert kept(table, together(scene, "Guard"), orders.GoOn()) is Kept.LOST
    assert kept(table, together(scene, "Guard", "Lurker"), orders.GoOn()) is Kept.LOST


async def test_what_is_hidden_and_names_nobody_counts_with_the_hidden(table: Table) -> None:
    scene = await behind_a_wall(table)
    assert kept(table, scene, orders.SetPiece(piece=Piece("pit", PIT, "fence", hidden=True))) is Kept.UNSEEN
    assert kept(table, scene, orders.MarkArea(area=Area("pit", MARKED, PIT, hidden=True))) is Kept.UNSEEN


async def test_what_everybody_reads_of_counts_for_all(table: Table) -> None:
    scene = await behind_a_wall(table)
    assert kept(table, together(scene, "Axel", "Lurker"), orders.GoOn()) is Kept.NOTICED
