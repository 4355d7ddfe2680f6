"""Whoever leaves a fight and comes back goes on where it was, and all of it can be undone and verified."""

from __future__ import annotations

from tests.service.table import ANN, BOB, Table, agreed, ask, refused, words

CAT = 3


async def acted(table: Table) -> None:
    """A fight in which Axel has acted and was hurt."""
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 4}))
    while any(slot.actor == "Axel" for slot in table.scene().entitled()):
        agreed(await table.referee.act(ask(ANN), "Axel", "rest"))


async def test_leaving_is_no_second_turn(table: Table) -> None:
    await acted(table)
    before = table.scene()
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert "Axel comes back (party)" in words(agreed(await table.referee.init_join(ask(ANN))))
    assert table.scene().slot("Axel") == before.slot("Axel")
    assert "not Axel's turn" in refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    assert table.audit().problems == []


async def test_a_sheet_healed_meanwhile_comes_back_when_a_gm_lets_it(table: Table) -> None:
    await acted(table)
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    agreed(await table.referee.sheet_edit(ask(ANN), "hurt", "0"))
    assert "A GM is asked: Axel wants to join (party)" in words(agreed(await table.referee.init_join(ask(ANN))))
    assert "Axel" not in table.scene().combatants
    allow, _ = (await table.referee.init_status(ask())).buttons[-2:]
    agreed(await table.referee.click(ask(), allow.verb, allow.argument, allow.once))
    assert table.scene().combatants["Axel"].state.hits == 6
    assert "not Axel's turn" in refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    assert table.audit().problems == []


async def test_the_side_is_that_of_before_unless_another_is_said(table: Table) -> None:
    await table.fight()
    for side, found in (("rebels", "rebels"), (None, "rebels"), ("party", "party")):
        agreed(await table.referee.init_remove(ask(ANN), "Axel"))
        agreed(await table.referee.init_join(ask(ANN), None, side))
        assert table.scene().combatants["Axel"].side == found


async def test_a_name_is_kept_for_whoever_may_come_back(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    agreed(await table.referee.npc_add(ask(), "thug", name="Axel"))
    agreed(await table.referee.sheet_create(ask(BOB), "\u0410xel", "thug"))
    assert "reads like Axel" in refused(await table.referee.init_join(ask(BOB), "\u0410xel"))
    agreed(await table.referee.init_join(ask(ANN)))
    assert {"Axel", "Axel 1"} <= set(table.scene().combatants)


async def test_somebody_hidden_of_that_name_gives_way_to_whoever_comes_back(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    agreed(await table.referee.npc_add(ask(), "thug", name="Axel", hidden=True))
    agreed(await table.referee.init_join(ask(ANN)))
    assert "Axel" in table.scene().combatants
    assert table.audit().problems == []


async def test_coming_back_is_undone_and_redone(table: Table) -> None:
    await acted(table)
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    away = table.scene()
    agreed(await table.referee.init_join(ask(ANN)))
    back = table.scene()
    agreed(await table.referee.undo(ask()))
    assert table.scene() == away
    agreed(await table.referee.redo(ask()))
    assert table.scene() == back
    assert table.audit().problems == []


async def test_leaving_is_undone(table: Table) -> None:
    await acted(table)
    before = table.scene()
    agreed(await table.referee.init_remove(ask(BOB), "Bea"))
    agreed(await table.referee.undo(ask()))
    assert table.scene() == before


async def test_a_sheet_deleted_and_made_anew_is_the_same_character(table: Table) -> None:
    await acted(table)
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    agreed(await table.referee.sheet_delete(ask(ANN), "Axel"))
    await table.sheet(ANN, "Axel")
    assert "A GM is asked" in words(agreed(await table.referee.init_join(ask(ANN))))
    allow, _ = (await table.referee.init_status(ask())).buttons[-2:]
    agreed(await table.referee.click(ask(), allow.verb, allow.argument, allow.once))
    assert "not Axel's turn" in refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    assert table.audit().problems == []


async def test_a_new_sheet_is_not_taken_for_one_that_was_deleted(table: Table) -> None:
    await acted(table)
    agreed(await table.referee.init_remove(ask(BOB), "Bea"))
    agreed(await table.referee.sheet_delete(ask(BOB), "Bea"))
    await table.sheet(CAT, "Cleo")
    agreed(await table.referee.init_join(ask(CAT)))
    assert {each.owner for each in table.scene().combatants.values()} == {0, ANN, CAT}
    assert "Bea" in {each.combatant.actor for each in table.scene().away.values()}


async def test_a_side_that_is_known_is_meant_however_its_letters_are_typed(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    agreed(await table.referee.npc_add(ask(), "thug", 1, "Rebels", "Spy", hidden=True))
    sides = []
    for side in ("FOES", "rebels", "Party"):
        agreed(await table.referee.init_join(ask(ANN), None, side))
        sides.append(table.scene().combatants["Axel"].side)
        agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert sides == ["foes", "rebels", "party"]  # that others are called so out of sight, nobody reads
    for name, side, found in (("Eve", "Rebels", "Rebels"), ("Fay", "REBELS", "rebels"), ("Gus", "Pirates", "Pirates")):
        agreed(await table.referee.npc_add(ask(), "thug", 1, side, name))
        assert table.scene().combatants[name].side == found
