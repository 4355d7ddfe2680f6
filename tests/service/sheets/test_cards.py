"""A card tells of a sheet in a few lines; more is a tap away, for whoever may read it and nobody else."""

from __future__ import annotations

import pytest

from bot import app
from bot.service.requests import Button, Reply, Verb
from tests.service.table import ANN, BOB, GM, Table, agreed, ask, refused, words

REFLEX = app.built("reflex")


@pytest.fixture
async def played(table: Table) -> Table:
    """Ann's rifleman and a hidden guard of the GM in a scene of the Reflex System."""
    reflex = Table(table.database, None, None, reflex=REFLEX)
    agreed(await reflex.referee.campaign_setup(ask(GM), "reflex"))
    agreed(await reflex.referee.sheet_create(ask(ANN), "Ann", "rifleman"))
    agreed(await reflex.referee.init_join(ask(ANN)))
    agreed(await reflex.referee.npc_add(ask(GM), "guard", 1, None, "Guard", hidden=True))
    return reflex


def hidden(table: Table) -> str:
    """What the GM calls whoever is hidden."""
    return next(actor for actor, each in table.scene().combatants.items() if each.hidden)


def button(reply: Reply, label: str) -> Button:
    """The button of a card with this label."""
    return next(each for each in reply.buttons if each.label == label)


async def tap(table: Table, user: int, pressed: Button) -> Reply:
    """Press a button of a card."""
    return await table.referee.click(ask(user), pressed.verb, pressed.argument, pressed.once)


async def test_a_card_has_about_eight_lines_and_three_buttons(played: Table) -> None:
    shown = agreed(await played.referee.sheet_show(ask(ANN)))
    assert shown.title == "Ann"
    assert len(shown.lines) + 1 <= 9
    said = words(shown)
    for part in ("Played by Ann", "Now unhurt", "Assault rifle 30/30 and 180 carried", "longarm 8", "Tactical vest 2"):
        assert part in said
    assert [each.label for each in shown.buttons] == ["Weapons", "Wounds", "All"]
    assert shown.ephemeral
    assert shown.sheet is not None
    assert len(shown.sheet.figure.places) == 6


async def test_weapons_and_wounds_stand_in_its_place_and_lead_back(played: Table) -> None:
    shown = agreed(await played.referee.sheet_show(ask(ANN)))
    arms = agreed(await tap(played, ANN, button(shown, "Weapons")))
    assert arms.in_place
    assert "Recoil" in words(arms)
    assert arms.sheet is not None
    assert arms.sheet.figure.places == ()
    wounds = agreed(await tap(played, ANN, button(arms, "Wounds")))
    assert "head unhurt; wounds from" in words(wounds)
    assert words(agreed(await tap(played, ANN, button(wounds, "Card")))) == words(shown)


async def test_all_is_the_whole_sheet_in_an_answer_of_its_own(played: Table) -> None:
    shown = agreed(await played.referee.sheet_show(ask(ANN)))
    whole = agreed(await tap(played, ANN, button(shown, "All")))
    assert not whole.in_place
    assert whole.sheet is None
    assert "Metres a Move" in words(whole)


async def test_nobody_else_reads_a_card_by_its_button(played: Table) -> None:
    shown = agreed(await played.referee.sheet_show(ask(ANN)))
    for user in (BOB, GM):
        assert "not yours to read" in refused(await tap(played, user, button(shown, "All")))


async def test_a_gm_reads_whoever_is_in_the_scene_and_players_learn_nothing_of_it(played: Table) -> None:
    theirs = agreed(await played.referee.sheet_show(ask(GM), hidden(played)))
    assert "Played by the GM" in words(theirs)
    assert "Hidden." in words(theirs)
    assert "Played by a player" in words(agreed(await played.referee.sheet_show(ask(GM), "Ann")))
    names = (hidden(played), "Nobody")
    of_hidden, of_nobody = [refused(await played.referee.sheet_show(ask(ANN), each)) for each in names]
    assert of_hidden.replace(*names) == of_nobody
    seen = refused(await tap(played, ANN, button(theirs, "Wounds")))
    assert seen == refused(await tap(played, ANN, Button("Wounds", Verb.SHEET, "wounds.@Nobody")))


async def test_a_gm_is_told_when_whom_they_name_is_nobody(played: Table) -> None:
    assert "no sheet" in refused(await played.referee.sheet_show(ask(GM), "Nobody"))


async def test_a_card_of_somebody_who_has_left_says_so(played: Table) -> None:
    theirs = agreed(await played.referee.sheet_show(ask(GM), hidden(played)))
    agreed(await played.referee.init_remove(ask(GM), hidden(played)))
    assert "gone" in refused(await tap(played, GM, button(theirs, "Weapons")))


async def test_a_sheet_that_was_deleted_has_no_card(played: Table) -> None:
    agreed(await played.referee.sheet_create(ask(BOB), "Bob", "sniper"))
    shown = agreed(await played.referee.sheet_show(ask(BOB)))
    assert "in use" in words(shown)
    agreed(await played.referee.sheet_delete(ask(BOB), "Bob"))
    assert "gone" in refused(await tap(played, BOB, button(shown, "Wounds")))


async def test_a_campaign_that_wants_words_alone_gets_no_card(played: Table) -> None:
    agreed(await played.referee.campaign_options(ask(GM), "tracker", "text"))
    shown = agreed(await played.referee.sheet_show(ask(ANN)))
    assert shown.sheet is None
    assert [each.label for each in shown.buttons] == ["Weapons", "Wounds", "All"]


async def test_what_is_too_much_for_a_line_is_counted(played: Table) -> None:
    for number in range(9):
        agreed(await played.referee.sheet_create(ask(BOB), f"Bob {number}", "car"))
    shown = words(agreed(await played.referee.sheet_show(ask(BOB), "Bob 0")))
    assert "Other sheets of yours: Bob 1, Bob 2" in shown
    for number in range(9, 12):
        agreed(await played.referee.sheet_create(ask(BOB), f"Bob {number}", "car"))
    assert "and 3 more" in words(agreed(await played.referee.sheet_show(ask(BOB), "Bob 0")))


async def test_whoever_plays_none_of_several_sees_which_there_are(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    await table.sheet(ANN, "Bo")
    agreed(await table.referee.sheet_delete(ask(ANN), "Bo"))
    assert "Your sheets" in words(agreed(await table.referee.sheet_show(ask(ANN))))


async def test_a_system_without_words_for_cards_shows_the_whole_sheet(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    shown = agreed(await table.referee.sheet_show(ask(ANN)))
    assert shown.buttons == ()
    assert shown.lines
