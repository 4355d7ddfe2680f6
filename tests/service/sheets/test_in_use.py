"""Whoever plays another sheet than before is told, and nobody else is."""

from __future__ import annotations

from tests.service.table import ANN, BOB, Table, agreed, ask, words

NOW = "You now play"


async def test_the_first_sheet_is_said_to_be_played(table: Table) -> None:
    assert f"{NOW} Axel." in words(await table.sheet(ANN, "Axel"))


async def test_a_new_sheet_is_played_instead_of_the_one_before(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    assert f"{NOW} Bo." in words(agreed(await table.referee.sheet_create(ask(ANN), "Bo", "thug")))


async def test_importing_the_sheet_in_use_anew_changes_nothing_about_it(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    assert NOW not in words(await table.sheet(ANN, "Axel"))


async def test_importing_one_of_several_anew_leaves_the_one_in_use(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    await table.sheet(ANN, "Bo")
    assert NOW not in words(await table.sheet(ANN, "Axel"))


async def test_choosing_says_who_is_played(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    await table.sheet(ANN, "Bo")
    assert f"{NOW} Axel." in words(agreed(await table.referee.sheet_use(ask(ANN), "axel")))
    assert "You play Axel already." in words(agreed(await table.referee.sheet_use(ask(ANN), "Axel")))


async def test_without_the_sheet_in_use_nobody_is_played(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    await table.sheet(ANN, "Bo")
    said = words(agreed(await table.referee.sheet_delete(ask(ANN), "Bo")))
    assert "You play nobody now." in said
    assert "one of yours: Axel" in said
    assert "nobody" not in words(agreed(await table.referee.sheet_delete(ask(ANN), "Axel")))


async def test_without_any_sheet_one_is_to_be_made(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    assert "/sheet create makes somebody new" in words(agreed(await table.referee.sheet_delete(ask(ANN), "Axel")))


async def test_whoever_stands_in_the_channel_stays_there(table: Table) -> None:
    await table.fight()
    said = words(await table.sheet(ANN, "Bo"))
    assert f"{NOW} Bo." in said
    assert "In this channel Axel stays" in said
    assert "Bea" not in said


async def test_whoever_gave_away_the_sheet_in_use_plays_nobody(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    assert "plays nobody now" in words(await table.hand_on(ANN, "Axel", BOB))
    assert "plays nobody now" not in words(await table.hand_on(BOB, "Axel", ANN))


async def test_a_place_that_is_changed_says_to_which_number(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    assert "Axel: skill is 9 now." in words(agreed(await table.referee.sheet_edit(ask(ANN), "skill", "9")))
    assert "Axel: shield is changed." in words(agreed(await table.referee.sheet_edit(ask(ANN), "shield", "yes")))
