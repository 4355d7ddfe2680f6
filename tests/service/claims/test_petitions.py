"""What is the GM's to change in a fight is asked of them with a button, and others hear of it when they allow it."""

from __future__ import annotations

import pytest

from bot.service.outbox import Post
from bot.service.requests import Button, Reply
from tests.service.table import ANN, BOB, Table, agreed, ask, everything, refused, words


async def hurt(table: Table, amount: int = 4) -> None:
    """A fight in which Ann's Axel was hurt."""
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": amount}))


async def healing(table: Table) -> tuple[Button, Button]:
    """Ann asks for Axel to be whole again: the buttons that allow and refuse it."""
    agreed(await table.referee.sheet_edit(ask(ANN), "hurt", "0"))
    return await buttons(table)


async def buttons(table: Table) -> tuple[Button, Button]:
    """How the GM settles what was asked last."""
    allow, refuse = (await table.referee.init_status(ask())).buttons[-2:]
    return allow, refuse


async def tap(table: Table, button: Button, user: int = 9) -> Reply:
    """Somebody clicks."""
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


def hits(table: Table, actor: str = "Axel") -> int:
    found: int = table.scene().combatants[actor].state.hits
    return found


async def test_a_player_does_not_heal_by_editing_the_sheet(table: Table) -> None:
    await hurt(table)
    said = agreed(await table.referee.sheet_edit(ask(ANN), "hurt", "0"))
    assert "A GM is asked: Axel wants hurt to be 0." in words(said)
    assert said.ephemeral
    assert hits(table) == 2
    assert "Asked: Axel wants hurt to be 0." in words(await table.referee.init_status(ask()))


async def test_what_is_allowed_is_told_from_what_to_what(table: Table) -> None:
    await hurt(table)
    allow, _ = await healing(table)
    assert (allow.label, _.label) == ("Allow: Axel wants hurt to be 0", "Refuse: Axel wants hurt to be 0")
    said = agreed(await tap(table, allow))
    assert "Sheet of Axel: hurt: 4 -> 0." in words(said)
    assert not said.ephemeral
    assert hits(table) == 6
    assert "hurt: 4 -> 0" in words(await table.referee.log_show(ask(BOB)))
    assert table.audit().problems == []


async def test_what_is_refused_is_told_and_changes_nothing(table: Table) -> None:
    await hurt(table)
    _, refuse = await healing(table)
    assert "Refused: Axel wants hurt to be 0." in words(agreed(await tap(table, refuse)))
    assert hits(table) == 2
    assert table.scene().petitions == {}
    assert "Refused" in words(await table.referee.log_show(ask(BOB)))


async def test_until_then_only_the_gm_knows_and_finds_the_buttons_in_their_thread(table: Table) -> None:
    await hurt(table)
    before = words(await table.referee.log_show(ask(BOB)))
    await table.deliver()
    allow, refuse = await healing(table)
    (parcel,) = await table.parcels()
    assert (parcel.kind, parcel.buttons) == (Post.GM, (allow, refuse))
    assert "wants hurt" in everything(parcel.lines)
    assert words(await table.referee.log_show(ask(BOB))) == before
    assert "wants" not in words(await table.referee.init_status(ask(BOB)))
    agreed(await table.referee.init_range(ask(), "Axel", "Bea", 4))
    assert [each.buttons for each in await table.parcels() if each.id == parcel.id] == [(allow, refuse)]
    agreed(await tap(table, allow))
    assert [each.buttons for each in await table.parcels() if each.id == parcel.id] == [()]


async def test_a_button_works_once_and_only_for_a_gm(table: Table) -> None:
    await hurt(table)
    allow, refuse = await healing(table)
    assert "Only a GM" in refused(await tap(table, allow, ANN))
    agreed(await tap(table, refuse))
    assert "settled already" in refused(await tap(table, allow))
    again, _ = await healing(table)
    assert again != allow
    assert "settled already" in refused(await tap(table, allow))
    agreed(await tap(table, again))


async def test_the_fight_goes_on_and_what_happened_meanwhile_stays(table: Table) -> None:
    await hurt(table)
    agreed(await table.referee.sheet_edit(ask(ANN), "skill", "13"))
    allow, _ = await buttons(table)
    agreed(await table.referee.init_next(ask()))
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await tap(table, allow))
    assert hits(table) == 1
    assert table.scene().combatants["Axel"].state.skill == 13


async def test_what_no_rule_reads_stays_the_players_own(table: Table) -> None:
    await table.fight()
    assert "motto: none -> Hey" in words(agreed(await table.referee.sheet_edit(ask(ANN), "motto", "Hey")))
    assert table.scene().petitions == {}


async def test_a_gm_edits_at_once_and_of_their_own_only_gms_read_what(table: Table) -> None:
    await table.fight()
    assert "skill: 12 -> 3" in words(agreed(await table.referee.sheet_edit(ask(), "skill", "3", "Axel")))
    agreed(await table.referee.sheet_edit(ask(), "skill", "3", "Thug"))
    assert "Sheet of Thug: something changed." in words(await table.referee.log_show(ask(BOB)))
    assert "Sheet of Thug: skill: " in words(await table.referee.log_show(ask()))


async def test_before_a_fight_a_sheet_is_its_players(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.sheet_edit(ask(ANN), "skill", "3"))
    assert table.scene().combatants["Axel"].state.skill == 3


async def test_what_does_not_fit_is_refused_before_anybody_is_asked(table: Table) -> None:
    await table.fight()
    assert "from 1 to 18" in refused(await table.referee.sheet_edit(ask(ANN), "skill", "99"))
    assert table.scene().petitions == {}


async def test_asking_again_takes_the_place_of_what_was_asked(table: Table) -> None:
    await hurt(table)
    for value in ("3", "2", "1"):
        agreed(await table.referee.sheet_edit(ask(ANN), "hurt", value))
    assert [each.value for each in table.scene().petitions.values()] == ["1"]


async def test_nobody_asks_for_more_than_a_few_things(table: Table) -> None:
    await hurt(table)
    for path, value in (("hurt", "0"), ("skill", "9"), ("hits", "9"), ("shield", "yes"), ("points", "3")):
        agreed(await table.referee.sheet_edit(ask(ANN), path, value))
    assert "You have asked a GM for 5 things" in refused(await table.referee.sheet_edit(ask(ANN), "weapon", "spear"))
    agreed(await table.referee.sheet_edit(ask(ANN), "hurt", "1"))
    agreed(await table.referee.sheet_edit(ask(BOB), "hits", "7"))


async def test_who_has_left_is_not_changed(table: Table) -> None:
    await hurt(table)
    allow, refuse = await healing(table)
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert "Axel is not here" in refused(await tap(table, allow))
    agreed(await table.referee.npc_add(ask(), "thug", name="Axel"))
    assert "Axel is not here" in refused(await tap(table, allow))
    agreed(await tap(table, refuse))


async def test_asking_and_settling_are_undone(table: Table) -> None:
    await hurt(table)
    before = table.scene()
    allow, _ = await healing(table)
    asked = table.scene()
    agreed(await tap(table, allow))
    agreed(await table.referee.undo(ask()))
    assert table.scene() == asked
    agreed(await tap(table, allow))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.undo(ask()))
    assert table.scene() == before
    assert "settled already" in refused(await tap(table, allow))
    assert table.audit().problems == []


async def test_nothing_is_asked_beyond_the_end_of_a_fight(table: Table) -> None:
    await hurt(table)
    await healing(table)
    agreed(await table.referee.init_end(ask()))
    assert table.scene().petitions == {}


async def test_no_other_way_leads_round_the_gm(table: Table) -> None:
    await hurt(table)
    assert "in a fight" in refused(await table.referee.sheet_import(ask(ANN), b'{"skill": 12}', "Axel"))
    assert "in a fight" in refused(await table.referee.sheet_edit(ask(ANN, channel_id=101), "hurt", "0"))
    assert "in a fight" in refused(await table.referee.sheet_delete(ask(ANN), "Axel"))


async def option(table: Table, value: str) -> None:
    agreed(await table.referee.campaign_options(ask(), "joining", value))


async def running(table: Table, joining: str) -> None:
    """A fight that Ann would like to join."""
    await option(table, joining)
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await table.referee.init_start(ask(), now=True))


async def test_whoever_is_let_in_by_a_gm_is_told_of_only_then(table: Table) -> None:
    await running(table, "ask")
    before = words(await table.referee.log_show(ask(BOB)))
    said = agreed(await table.referee.init_join(ask(ANN)))
    assert said.ephemeral
    assert "A GM is asked: Axel wants to join (party)." in words(said)
    assert "Axel" not in everything((await table.referee.init_status(ask(BOB))).lines)
    assert words(await table.referee.log_show(ask(BOB))) == before
    allow, _ = await buttons(table)
    assert "Axel joins (party)" in words(agreed(await tap(table, allow)))
    assert table.scene().combatants["Axel"].owner == ANN
    assert table.audit().problems == []


async def test_a_sheet_that_a_newer_version_has_by_now_holds_up_no_words_of_what_is_asked(table: Table) -> None:
    await running(table, "ask")
    agreed(await table.referee.init_join(ask(ANN)))
    table.tamper("UPDATE sheets SET ruleset_version = 99")
    assert "Asked: Axel wants to join (party)." in words(agreed(await table.referee.init_status(ask())))
    assert any("Allow: Axel wants to join" in each.label for sent in await table.parcels() for each in sent.buttons)


async def test_whoever_is_not_let_in_is_told_of_to_nobody(table: Table) -> None:
    await running(table, "ask")
    agreed(await table.referee.init_join(ask(ANN), None, "rebels"))
    _, refuse = await buttons(table)
    before = words(await table.referee.log_show(ask(BOB)))
    assert agreed(await tap(table, refuse)).ephemeral
    assert words(await table.referee.log_show(ask(BOB))) == before
    assert "Axel" not in table.scene().combatants


async def test_a_sheet_is_let_in_as_it_is_then(table: Table) -> None:
    await running(table, "ask")
    agreed(await table.referee.init_join(ask(ANN)))
    allow, refuse = await buttons(table)
    agreed(await table.referee.sheet_edit(ask(ANN), "skill", "4"))
    agreed(await tap(table, allow))
    assert table.scene().combatants["Axel"].state.skill == 4
    assert "settled already" in refused(await tap(table, refuse))


async def test_a_sheet_that_is_gone_is_not_let_in(table: Table) -> None:
    await running(table, "ask")
    agreed(await table.referee.init_join(ask(ANN)))
    allow, _ = await buttons(table)
    agreed(await table.referee.sheet_delete(ask(ANN), "Axel"))
    assert "no longer theirs" in refused(await tap(table, allow))


async def test_nobody_joins_where_the_campaign_has_it_so(table: Table) -> None:
    await running(table, "nobody")
    assert "Nobody may join a running fight" in refused(await table.referee.init_join(ask(ANN)))
    assert "Axel" not in table.scene().combatants


@pytest.mark.parametrize("joining", ["ask", "nobody"])
async def test_before_the_fight_and_for_a_gm_joining_is_free(table: Table, joining: str) -> None:
    await option(table, joining)
    await table.sheet(ANN, "Axel")
    await table.sheet(9, "Boss")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.init_join(ask()))
    assert {"Axel", "Boss"} <= table.scene().combatants.keys()


async def test_one_player_brings_in_no_more_than_a_few(table: Table) -> None:
    for number in range(11):
        await table.sheet(ANN, f"A{number}")
        reply = await table.referee.init_join(ask(ANN), f"A{number}")
        assert reply.refusal == (number == 10)
    assert "You play 10 here already" in words(reply)
    await table.sheet(BOB, "Bea")
    agreed(await table.referee.init_join(ask(BOB)))
