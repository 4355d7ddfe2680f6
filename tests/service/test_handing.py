"""Somebody plays on for a player who is away: whom it is handed to, who may act then, and how it comes back."""

from __future__ import annotations

import pytest

from bot.service.requests import Button, Menu, Reply, TrackerView, Verb
from tests.service.table import ANN, BOB, CHANNEL, GM, Table, agreed, ask, refused, words

EVE = 3


async def view_of(table: Table) -> TrackerView:
    """What everybody sees of the fight."""
    found = await table.referee.tracker(CHANNEL)
    assert found is not None
    return found


async def menu_for(table: Table, user: int) -> Menu:
    """The menu that the tracker's button opens for somebody."""
    button = next(each for each in (await view_of(table)).buttons if each.verb is Verb.HAND)
    opened = agreed(await table.referee.click(ask(user), button.verb, button.argument, button.once))
    assert opened.ephemeral
    assert opened.menu is not None
    return opened.menu


async def chosen(table: Table, user: int, label: str) -> Reply:
    """What comes of a choice in that menu."""
    menu = await menu_for(table, user)
    assert menu.verb is Verb.HAND
    (value,) = [each.value for each in menu.choices if each.label == label]
    return await table.referee.click(ask(user), menu.verb, f"{menu.argument}.{value}", "")


async def alone(table: Table) -> None:
    """A fight in which it is the turn of nobody but Ann's Axel."""
    await table.fight()
    await table.turn_of("Axel")
    for actor in {slot.actor for slot in table.scene().entitled()} - {"Axel"}:
        agreed(await table.referee.init_next(ask(), actor))
    assert {slot.actor for slot in table.scene().entitled()} == {"Axel"}


async def test_a_gm_hands_somebody_over_to_themselves_at_the_tracker(table: Table) -> None:
    await alone(table)
    assert (await view_of(table)).ping.users == (ANN,)
    told = agreed(await chosen(table, GM, "Axel: to the GM"))
    assert not told.ephemeral
    assert "Axel is handed over to the GM." in words(told)
    view = await view_of(table)
    assert view.ping.users == ()
    stands = next(each.line.text for each in view.people if each.name == "Axel")
    assert stands.startswith("Axel (handed over to the GM)")
    wait = next(each for each in view.buttons if each.verb is Verb.GO_ON)
    before = table.row().head
    agreed(await table.referee.click(ask(), wait.verb, wait.argument, wait.once))  # and is not asked whether they may
    assert table.row().head == before + 1


async def test_the_one_it_is_handed_to_is_called_and_may_act(table: Table) -> None:
    await alone(table)
    turn = (await view_of(table)).turn
    assert "not yours to play" in refused(await table.referee.act(ask(BOB), "Axel", "rest"))
    told = agreed(await chosen(table, ANN, "Axel: to the player of Bea"))
    assert "Axel is handed over to the player of Bea." in words(told)
    view = await view_of(table)
    assert view.ping.users == (BOB,)
    assert view.turn != turn
    axel = table.scene().combatants["Axel"]
    assert (axel.owner, axel.guarded, axel.side) == (ANN, False, "party")
    agreed(await table.referee.act(ask(BOB), "Axel", "rest"))
    assert table.audit().problems == []


async def test_whoever_was_handed_somebody_gives_them_back_and_no_further(table: Table) -> None:
    await alone(table)
    agreed(await table.referee.init_hand(ask(ANN), "Axel", BOB))
    assert "give it back" in refused(await table.referee.init_hand(ask(BOB), "Axel", EVE))
    assert "give it back" in refused(await table.referee.init_hand(ask(BOB), "Axel"))
    assert [each.label for each in (await menu_for(table, BOB)).choices if each.label.startswith("Axel")] == [
        "Axel: back to its player"
    ]
    agreed(await chosen(table, BOB, "Axel: back to its player"))
    assert "not yours to play" in refused(await table.referee.act(ask(BOB), "Axel", "rest"))
    assert (await view_of(table)).ping.users == (ANN,)


async def test_its_owner_may_act_meanwhile_and_takes_it_back(table: Table) -> None:
    await alone(table)
    agreed(await table.referee.init_hand(ask(), "Axel", EVE))
    assert table.scene().combatants["Axel"].player == EVE
    agreed(await table.referee.init_next(ask(ANN)))
    agreed(await table.referee.init_hand(ask(ANN), "Axel", back=True))
    twice = refused(await table.referee.init_hand(ask(ANN), "Axel", back=True))
    assert "in these hands already" in twice
    assert "Its own player has it" in twice
    assert table.scene().combatants["Axel"].player == ANN


async def test_two_gms_at_once_hand_it_over_once(table: Table) -> None:
    await alone(table)
    agreed(await table.referee.init_hand(ask(), "Axel"))
    before = table.row().head
    twice = refused(await table.referee.init_hand(ask(), "Axel"))
    assert "in these hands already" in twice
    assert "Say to somebody else" in twice
    assert table.row().head == before


async def test_what_is_whose_to_hand_over(table: Table) -> None:
    await alone(table)
    assert "not yours to play" in refused(await table.referee.init_hand(ask(BOB), "Axel"))
    assert "Thug is the GM's" in refused(await table.referee.init_hand(ask(), "Thug", BOB))
    unknown = refused(await table.referee.init_hand(ask(ANN), "Ghost"))
    assert unknown.replace("Ghost", "Lurker") == refused(await table.referee.init_hand(ask(ANN), "Lurker"))
    assert "Leave out either to or back" in refused(await table.referee.init_hand(ask(), "Axel", BOB, back=True))
    assert "Nobody here is yours" in refused(await table.referee.click(ask(EVE), Verb.HAND, "", ""))


@pytest.mark.parametrize("argument", ["x", ".0.Axel", f".{2**63}.Axel", ".12345678901234567890.Axel", ".²."])
async def test_no_menu_of_ours_says_that(table: Table, argument: str) -> None:
    await alone(table)
    assert "none of mine" in refused(await table.referee.click(ask(), Verb.HAND, argument, ""))


async def test_it_is_undone_redone_and_checked(table: Table) -> None:
    await alone(table)
    agreed(await table.referee.init_hand(ask(ANN), "Axel", BOB))
    agreed(await table.referee.undo(ask(ANN)))
    assert table.scene().combatants["Axel"].player == ANN
    agreed(await table.referee.redo(ask(ANN)))
    assert table.scene().combatants["Axel"].player == BOB
    agreed(await table.referee.undo(ask()))
    assert table.scene().combatants["Axel"].player == ANN
    assert table.audit().problems == []


async def test_a_question_goes_to_whoever_plays_on(table: Table) -> None:
    await table.fight(shield=True)
    agreed(await table.referee.init_hand(ask(), "Bea", EVE))
    await table.turn_of("Axel")
    while not table.scene().pending:
        agreed(await table.referee.act(ask(), "Axel", "strike", {"target": "Bea"}))
        await table.turn_of("Axel") if not table.scene().pending else None
    assert (await view_of(table)).ping.users == (EVE,)
    assert "A question is open" in refused(await table.referee.init_hand(ask(), "Bea"))
    choice = next(each for each in (await view_of(table)).buttons if each.verb is Verb.ANSWER)
    assert "not yours to answer" in refused(await _tapped(table, ANN, choice))
    agreed(await _tapped(table, EVE, choice))
    assert table.scene().pending is None


async def test_a_question_for_whom_the_gm_plays_calls_the_gm_and_its_owner_may_answer(table: Table) -> None:
    await table.fight(shield=True)
    agreed(await table.referee.init_hand(ask(), "Bea"))
    await table.turn_of("Axel")
    while not table.scene().pending:
        agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
        await table.turn_of("Axel") if not table.scene().pending else None
    view = await view_of(table)
    assert view.ping.users == (GM,)
    choice = next(each for each in view.buttons if each.verb is Verb.ANSWER)
    agreed(await _tapped(table, BOB, choice))


async def _tapped(table: Table, user: int, button: Button) -> Reply:
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


async def test_it_ends_with_the_fight(table: Table) -> None:
    await alone(table)
    agreed(await table.referee.init_hand(ask(), "Axel", BOB))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    assert table.scene().combatants["Axel"].entrusted_to is None


async def test_one_who_plays_on_for_many_may_still_join(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_hand(ask(), "Axel", BOB))
    for number in range(9):
        await table.sheet(BOB, f"Own {number}")
        agreed(await table.referee.init_join(ask(BOB), f"Own {number}"))
    await table.sheet(BOB, "One more")
    assert "You play 10 here already" in refused(await table.referee.init_join(ask(BOB), "One more"))
