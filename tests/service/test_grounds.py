"""A ground over the whole service: who may lay it, who sees what of it, and what is said of where."""

from __future__ import annotations

from bot.service.requests import Choosing, GroundView, OnGround
from tests.service.table import ANN, BOB, Table, agreed, ask, refused, words


async def laid(table: Table) -> None:
    """A fight on a ground of Axel and Bea against thugs."""
    await table.fight()
    agreed(await table.referee.map_use(ask(), 60))


def view_of(table_view: GroundView | None) -> GroundView:
    assert table_view is not None
    return table_view


async def test_only_a_gm_lays_a_ground_and_puts_people_on_it(table: Table) -> None:
    await table.fight()
    assert "Only a GM" in refused(await table.referee.map_use(ask(ANN), 60))
    assert "distances are told" in refused(await table.referee.map_show(ask(ANN)))
    agreed(await table.referee.map_use(ask(), 60))
    assert "Only a GM" in refused(await table.referee.map_place(ask(ANN), "Axel", "C4"))
    assert "Axel stands at C4" in words(agreed(await table.referee.map_place(ask(), "Axel", "C4", 3, "a better place")))
    assert table.audit().problems == []


async def test_who_looks_is_told_how_far_from_their_own(table: Table) -> None:
    await laid(table)
    agreed(await table.referee.map_place(ask(), "Axel", "50, 50"))
    agreed(await table.referee.map_place(ask(), "Bea", "20m north-east of Axel"))
    agreed(await table.referee.map_place(ask(), "Thug", "50, 50, 7"))
    shown = words(agreed(await table.referee.map_show(ask(ANN))))
    assert "Bea: M13 (64.1, 64.1), 20 m north-east of Axel." in shown
    assert "Thug: K11 (50, 50, 7 up), 7 m right above or below of Axel." in shown
    assert "of Axel" not in words(agreed(await table.referee.map_show(ask())))


async def test_several_are_put_in_a_row(table: Table) -> None:
    await laid(table)
    agreed(await table.referee.npc_add(ask(), "thug", 3, None, "Guard"))
    for who in ("Guards", "guard", "foes"):
        agreed(await table.referee.map_place(ask(), who, "C4", 2))
    agreed(await table.referee.map_place(ask(), "Axel, Bea", "D4"))
    agreed(await table.referee.map_place(ask(), "everybody", "30,30", 1))
    scene = table.scene()
    assert scene.ground is not None
    assert sorted(place.north_cm for place in scene.ground.places.values()) == [3_000] * len(scene.combatants)
    assert len({place.east_cm for place in scene.ground.places.values()}) == len(scene.combatants)


async def test_what_cannot_be_is_refused(table: Table) -> None:
    await laid(table)
    assert "in sight" in refused(await table.referee.map_place(ask(), "Axel, Nobody", "C4"))
    assert "cannot tell where" in refused(await table.referee.map_place(ask(), "Axel", "x" * 5_000))
    for apart_m in (1_000, 0, -3):
        told = refused(await table.referee.map_place(ask(), "Axel", "C4", apart_m))
        assert f"{apart_m:g} m from one to the next does not work." in told
        assert "Above 0, and at most 100 m." in told
    assert "does not work" in refused(await table.referee.map_use(ask(), float("nan")))


async def test_a_newcomer_stands_where_the_gm_says(table: Table) -> None:
    await laid(table)
    agreed(await table.referee.npc_add(ask(), "thug", 1, None, "Scout", at="10m east of Axel"))
    scene = table.scene()
    assert scene.range_m("Axel", "Scout") == 10


async def test_of_the_hidden_neither_words_nor_picture_know(table: Table) -> None:
    await laid(table)
    before = agreed(await table.referee.map_show(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "thug", 2, "spies", "Sniper", hidden=True))
    for user in (ANN, BOB):
        after = agreed(await table.referee.map_show(ask(user)))
        assert view_of(after.picture) == view_of(before.picture)
    assert words(agreed(await table.referee.map_show(ask(ANN)))) == words(before)
    gm = agreed(await table.referee.map_show(ask()))
    assert len(view_of(gm.picture).marks) == len(view_of(before.picture).marks) + 3  # with Lurker
    offered = await table.referee.complete(ask(ANN), Choosing.PLACE, "sniper", {})
    assert offered == []
    assert [choice.value for choice in await table.referee.complete(ask(ANN), Choosing.PLACE, "behind b", {})] == [
        "behind Bea"
    ]


async def test_marks_have_letters_that_tell_people_apart_or_numbers(table: Table) -> None:
    await laid(table)
    agreed(await table.referee.npc_add(ask(), "thug", 2, None, "Old Guard"))
    agreed(await table.referee.npc_add(ask(), "thug", 1, None, "守衛"))
    agreed(await table.referee.npc_add(ask(), "thug", 1, None, "Ante"))
    marks = view_of(agreed(await table.referee.map_show(ask())).picture).marks
    initials = [mark.initials for mark in marks]
    assert len(set(initials)) == len(initials)
    assert {"B", "OG1", "OG2"} <= set(initials)
    assert any(each.isdecimal() for each in initials)


async def test_a_ready_ground_is_laid_by_its_name(table: Table) -> None:
    await table.fight()
    assert "which ground" in refused(await table.referee.map_use(ask()))
    assert "There is no ground 'moon'" in refused(await table.referee.map_use(ask(), None, "moon"))
    assert "Leave out range_m" in refused(await table.referee.map_use(ask(), 60, "bridge"))
    assert "Only a GM" in refused(await table.referee.map_use(ask(ANN), None, "bridge"))
    assert "The ground: Bridge." in words(agreed(await table.referee.map_use(ask(), None, "bridge")))
    assert "stalled car" in words(agreed(await table.referee.map_list(ask(ANN))))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), "", None, "Street", now=True))
    assert "blue car" in words(agreed(await table.referee.map_list(ask(ANN))))
    offered = await table.referee.complete(ask(), Choosing.GROUND, "cross", {})
    assert [(choice.value, choice.label) for choice in offered] == [("crossroads", "Crossroads")]
    assert table.audit().problems == []


async def test_who_goes_behind_a_wall_is_shown_where_it_was_last_seen(table: Table) -> None:
    await laid(table)
    agreed(await table.referee.map_place(ask(), "Axel, Bea", "50,0"))
    agreed(await table.referee.map_place(ask(), "Thug", "150,40"))
    agreed(await table.referee.map_piece(ask(), OnGround(name="wall", material="brick_wall", at="20,20", to="80,20")))
    before = agreed(await table.referee.map_show(ask(ANN)))
    moved = agreed(await table.referee.map_place(ask(), "Thug", "50,40", reason="behind the wall"))
    assert moved.ephemeral
    shown = agreed(await table.referee.map_show(ask(ANN)))
    assert "Thug: last seen at AE9 (150, 40)" in words(shown)
    (then,) = (mark for mark in view_of(before.picture).marks if mark.name == "Thug")
    (thug,) = (mark for mark in view_of(shown.picture).marks if mark.name == "Thug")
    assert (thug.lost, thug.east_cm, then.lost) == (True, 15_000, False)
    for told in ("40,45", "60,50"):
        agreed(await table.referee.map_place(ask(), "Thug", told))
        again = agreed(await table.referee.map_show(ask(ANN)))
        assert (words(again), again.picture) == (words(shown), shown.picture)
    assert "Thug: M11 (60, 50)" in words(agreed(await table.referee.map_show(ask())))
    assert table.audit().problems == []
