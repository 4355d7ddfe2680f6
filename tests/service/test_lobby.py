"""Where nobody is in sight a fight gathers: people join in one message, and a GM begins it there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import app
from bot.service.requests import Button, PanelState, Reply, Verb
from tests.service.table import ANN, BOB, BRAWLER, GM, Table, agreed, ask, refused, words

LOBBY = 77


async def gathering(table: Table, *given: object) -> Reply:
    return agreed(await table.referee.init_start(ask(), *given))  # type: ignore[arg-type]  # as a GM types it


def button(reply: Reply, label: str) -> Button:
    return next(each for each in reply.buttons if each.label == label)


async def tap(table: Table, pressed: Button, user: int) -> Reply:
    return await table.referee.click(ask(user, message_id=LOBBY), pressed.verb, pressed.argument, pressed.once)


async def choose(table: Table, reply: Reply, value: str, user: int) -> Reply:
    assert reply.menu is not None
    assert reply.menu.verb is not None
    return await table.referee.click(ask(user), reply.menu.verb, f"{reply.menu.argument}.{value}", "")


async def test_where_nobody_is_a_fight_gathers_and_opens_nothing(table: Table) -> None:
    lobby = await gathering(table, "The yard")
    assert not lobby.ephemeral
    assert "A fight gathers: The yard" in lobby.title
    assert "Nobody has joined yet" in words(lobby)
    assert f"rules are those of {table.house.system('toy').ruleset.title}; /campaign setup" in words(lobby)
    assert table.look(lambda unit: unit.scene_at(100)) is None
    assert "Only a GM" in refused(await table.referee.init_start(ask(ANN)))


async def test_with_somebody_in_sight_a_fight_begins_as_ever(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert "begins" in words(await gathering(table, "The yard"))


async def test_a_gm_may_have_people_gather_round_those_who_are_here(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    lobby = agreed(await table.referee.init_start(ask(), now=False))
    assert "Here: Thug (foes)." in words(lobby)
    begun = agreed(await tap(table, button(lobby, "Begin (GM)"), GM))
    assert begun.apart == ()
    assert "already open" in refused(await table.referee.init_start(ask(), now=False))


async def test_a_fight_that_begins_with_nobody_in_sight_says_how_people_come_in(table: Table) -> None:
    begun = agreed(await table.referee.init_start(ask(), now=True))
    assert "/init join brings in your character" in words(Reply(lines=begun.apart))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.npc_add(ask(), "thug", hidden=True))
    assert agreed(await table.referee.init_start(ask())).apart == begun.apart


async def test_the_hidden_have_no_fight_begin_without_the_others(table: Table) -> None:
    empty = await gathering(table)
    agreed(await table.referee.npc_add(ask(), "thug", hidden=True))
    assert await gathering(table) == empty


async def test_the_only_sheet_joins_at_one_tap_and_the_lobby_shows_who_is_here(table: Table) -> None:
    lobby = await gathering(table)
    await table.sheet(ANN, "Axel")
    joined = agreed(await tap(table, button(lobby, "Join"), ANN))
    assert "Axel joins (party)" in words(joined)
    assert joined.board is not None
    assert joined.board_id == LOBBY
    assert "Here: Axel (party)." in words(joined.board)
    assert "/campaign setup" not in words(joined.board)
    assert joined.board.buttons == lobby.buttons
    assert "is here already" in refused(await tap(table, button(lobby, "Join"), ANN))


async def test_who_has_several_sheets_or_none_chooses(table: Table) -> None:
    lobby = await gathering(table)
    for each in ("Axel", "Alf"):
        await table.sheet(ANN, each)
    asked = agreed(await tap(table, button(lobby, "Join"), ANN))
    assert asked.ephemeral
    assert asked.menu is not None
    alf = next(each.value for each in asked.menu.choices if each.label == "Alf")
    joined = agreed(await choose(table, asked, alf, ANN))
    assert joined.board is not None
    assert joined.board_id == LOBBY
    assert "Alf (party)" in words(joined.board)
    assert "not yours" in refused(await choose(table, asked, alf, BOB))


async def test_somebody_ready_made_is_made_on_the_spot_and_called_after_the_player(table: Table) -> None:
    lobby = await gathering(table)
    asked = agreed(await tap(table, button(lobby, "Join"), BOB))
    assert "Bob joins" in words(agreed(await choose(table, asked, "t-thug", BOB)))
    asked = agreed(await tap(table, button(lobby, "Join as ..."), BOB))
    assert "Bob 2 joins" in words(agreed(await choose(table, asked, "t-thug", BOB)))
    agreed(await table.referee.npc_add(ask(), "thug"))  # who is called as somebody new would be
    unnamed = agreed(await tap(table, button(lobby, "Join"), 5))
    assert unnamed.menu is not None
    made = agreed(
        await table.referee.click(ask(5, user_name="@here"), Verb.LOBBY, f"{unnamed.menu.argument}.t-thug", "")
    )
    assert "Thug 2 joins" in words(made)


async def test_a_gm_says_how_it_begins_and_begins(table: Table) -> None:
    lobby = await gathering(table, "The yard")
    await table.sheet(ANN, "Axel")
    agreed(await tap(table, button(lobby, "Join"), ANN))
    assert "Only a GM" in refused(await choose(table, lobby, "60", ANN))
    assert "Only a GM" in refused(await tap(table, button(lobby, "Begin (GM)"), ANN))
    apart = agreed(await choose(table, lobby, "60", GM))
    assert apart.in_place
    assert "60 m apart" in words(apart)
    street = agreed(await choose(table, apart, "g-street", GM))
    assert "on the ground" in words(street)
    told = agreed(await choose(table, street, "told", GM))
    assert told.buttons == lobby.buttons
    begun = agreed(await tap(table, button(apart, "Begin (GM)"), GM))
    scene = table.scene()
    assert scene.fight is not None
    assert scene.fight.title == "The yard"
    assert scene.ground is not None
    assert scene.ground.apart_cm == 6_000
    assert begun.board is not None
    assert begun.board.buttons == ()
    assert "already open" in refused(await tap(table, button(apart, "Begin (GM)"), GM))
    assert table.audit().problems == []


async def test_begin_is_the_order_that_is_typed(table: Table) -> None:
    lobby = await gathering(table, "The yard", None, "street")
    agreed(await tap(table, button(lobby, "Begin (GM)"), GM))
    tapped = table.orders()[-1].payload
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), "The yard", None, "street", now=True))
    assert table.orders()[-1].payload == tapped


async def test_a_late_join_comes_into_the_running_fight_and_leaves_the_lobby_closed(table: Table) -> None:
    lobby = await gathering(table)
    agreed(await tap(table, button(lobby, "Begin (GM)"), GM))
    await table.sheet(ANN, "Axel")
    late = agreed(await tap(table, button(lobby, "Join"), ANN))
    assert "Axel joins" in words(late)
    assert late.board is None


@pytest.mark.parametrize("argument", ["begin|rubbish|", "bring|x|told|.s-1", "dance", "how|told|x.nowhere"])
async def test_rubbish_is_refused(table: Table, argument: str) -> None:
    await gathering(table)
    assert refused(await table.referee.click(ask(), Verb.LOBBY, argument, ""))


async def test_a_title_that_no_button_holds_is_refused_and_may_begin_at_once(table: Table) -> None:
    for title, ground, room in (("x" * 52, "", 51), ("\N{FIRE}" * 26, "", 51), ("x" * 51, "crossroads", 43)):
        assert f"at most {room} characters" in refused(await table.referee.init_start(ask(), title, ground=ground))
    agreed(await table.referee.init_start(ask(), "x" * 51))
    agreed(await table.referee.init_start(ask(), "x" * 70, now=True))


async def test_a_lobby_offers_more_sheets_than_one_menu_has_room_for(table: Table) -> None:
    lobby = await gathering(table)
    for number in range(30):
        await table.sheet(ANN, f"Axel {number}")
    asked = agreed(await tap(table, button(lobby, "Join"), ANN))
    assert asked.menu is not None
    turned = agreed(await choose(table, asked, asked.menu.choices[-1].value, ANN))
    assert turned.in_place
    assert turned.menu is not None
    assert "Somebody new: thug" in [each.label for each in turned.menu.choices]
    joined = agreed(await choose(table, turned, turned.menu.choices[1].value, ANN))
    assert joined.board_id == LOBBY
    assert "joins (party)" in words(joined)


async def test_what_is_the_gms_in_a_lobby_says_so_and_whose_it_is_to_whoever_taps_it(table: Table) -> None:
    lobby = await gathering(table)
    await table.sheet(ANN, "Axel")
    agreed(await tap(table, button(lobby, "Join"), ANN))
    mine = [each.label for each in lobby.buttons if not each.label.endswith("(GM)")]
    assert mine == ["Join", "Join as ..."]
    surprise = next(each for each in lobby.buttons if each.verb is Verb.PANEL)
    told = refused(await table.referee.panel(ask(ANN), PanelState(action=surprise.argument)))
    assert told.strip().startswith(f"Only a GM can use {surprise.label.removesuffix(' (GM)')}.")


async def test_a_gm_who_types_nothing_of_whom_to_add_chooses_it(table: Table) -> None:
    await gathering(table)
    assert "Only a GM" in refused(await table.referee.npc_add(ask(ANN)))
    who = agreed(await table.referee.npc_add(ask()))
    assert who.ephemeral
    many = agreed(await choose(table, who, "t-thug", GM))
    added = agreed(await choose(table, many, "t-thug*2", GM))
    assert "Thug 2 joins (foes)" in words(added)
    assert added.board is None  # nobody knows which message that would be
    assert "Say either template" in refused(await table.referee.npc_add(ask(), count=2))


async def test_what_is_typed_has_a_lobby_show_whoever_all_can_see(table: Table) -> None:
    lobby = await gathering(table, "The yard")
    said = button(lobby, "Join").argument.removeprefix("join|")
    await table.sheet(ANN, "Axel")
    assert not agreed(await table.referee.npc_add(ask(), "thug", hidden=True)).gathers
    assert not agreed(await table.referee.npc_import(ask(), BRAWLER, "Lurker", hidden=True)).gathers
    assert await table.referee.lobby(ask(), said) == lobby
    assert agreed(await table.referee.npc_add(ask(), "thug")).gathers
    assert agreed(await table.referee.npc_import(ask(), BRAWLER, "Brute")).gathers
    assert agreed(await table.referee.init_join(ask(ANN))).gathers
    now = agreed(await table.referee.lobby(ask(ANN), said))
    assert "Here: Thug (foes), Brute (foes), Axel (party)." in words(now)
    assert now.buttons == lobby.buttons
    agreed(await table.referee.init_start(ask(), now=True))
    assert not agreed(await table.referee.npc_add(ask(), "thug")).gathers
    assert "has begun" in refused(await table.referee.lobby(ask(), said))


async def test_a_gm_adds_foes_at_a_tap_seen_or_hidden(table: Table) -> None:
    lobby = await gathering(table)
    foes = button(lobby, "Add foes (GM)")
    assert "Only a GM" in refused(await tap(table, foes, ANN))
    who = agreed(await tap(table, foes, GM))
    assert "Only a GM" in refused(await choose(table, who, "t-thug", ANN))
    again = agreed(await choose(table, who, "p-0", GM))
    assert again.in_place
    assert again.menu == who.menu
    many = agreed(await choose(table, again, "t-thug", GM))
    assert many.in_place
    assert many.menu is not None
    assert {"2 × Thug", "1 × Thug, hidden"} <= {each.label for each in many.menu.choices}
    added = agreed(await choose(table, many, "t-thug*2", GM))
    assert not added.ephemeral
    assert added.board_id == LOBBY
    assert added.board is not None
    assert "Here: Thug 1 (foes), Thug 2 (foes)." in words(added.board)
    hidden = agreed(await choose(table, many, "t-thug*h1", GM))
    assert hidden.ephemeral
    assert "(foes), hidden." in words(hidden)
    assert hidden.board is None
    assert hidden.in_place  # nothing is left to be chosen twice
    assert "nobody like that" in refused(await choose(table, many, "t-dragon", GM))
    assert "did not arrive whole" in refused(await choose(table, many, "t-thug*x", GM))


async def test_who_taps_join_once_more_is_told_who_of_theirs_is_in(table: Table) -> None:
    lobby = await gathering(table)
    asked = agreed(await tap(table, button(lobby, "Join as ..."), ANN))
    assert "besides" not in words(asked)
    agreed(await choose(table, asked, "t-thug", ANN))
    again = agreed(await tap(table, button(lobby, "Join as ..."), ANN))
    assert "Ann is in; whom you choose comes in besides." in words(again)
    assert "is in" not in words(agreed(await tap(table, button(lobby, "Join as ..."), BOB)))


async def test_a_gm_begins_by_the_last_button_of_a_lobby(table: Table) -> None:
    lobby = await gathering(table)
    assert lobby.buttons[0].label == "Join"
    assert lobby.buttons[-1].label == "Begin (GM)"


@pytest.mark.parametrize(("key", "thing"), [("reflex", "car"), ("eclipse", "door")])
async def test_cars_and_doors_come_in_as_foes_and_as_nobodys_character(tmp_path: Path, key: str, thing: str) -> None:
    table = Table(tmp_path / "table.db", **{key: app.house().systems[key]})
    agreed(await table.referee.campaign_setup(ask(), key))
    lobby = agreed(await table.referee.init_start(ask()))
    whom, foes = [agreed(await tap(table, button(lobby, each), GM)).menu for each in ("Join as ...", "Add foes (GM)")]
    assert whom is not None
    assert foes is not None
    assert any(thing in each.label.casefold() for each in foes.choices)
    assert not any(thing in each.label for each in whom.choices)
    await table.store.close()
