"""A sheet changes hands when whom it is offered to accepts it, and an offer holds for that sheet and person alone."""

from __future__ import annotations

import pytest

from bot.service.requests import Button, Reply
from tests.service.table import ANN, BOB, GM, Table, agreed, ask, refused, words


async def offer(table: Table, user: int = ANN, to: int = BOB) -> Button:
    """The button of an offer of Axel."""
    (button,) = agreed(await table.referee.sheet_transfer(ask(user), "Axel", to, "Taker")).buttons
    return button


async def tap(table: Table, button: Button, user: int = BOB) -> Reply:
    """Somebody clicks."""
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


def owner(table: Table) -> int:
    """Who has Axel."""
    (found,) = (user for user in (ANN, BOB) for row in table.look(lambda unit: unit.sheets(10, user, "toy")))  # noqa: B023
    return found


async def test_a_sheet_waits_for_a_yes(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    said = agreed(await table.referee.sheet_transfer(ask(ANN), "Axel", BOB, "Bob"))
    assert "Ann offers Axel to Bob." in words(said)
    assert not said.ephemeral
    assert owner(table) == ANN
    assert "Axel belongs to Bob now." in words(agreed(await tap(table, said.buttons[0])))
    assert owner(table) == BOB


@pytest.mark.parametrize("user", [ANN, GM, 77])
async def test_nobody_else_can_say_yes(table: Table, user: int) -> None:
    await table.sheet(ANN, "Axel")
    button = await offer(table)
    assert "not for you" in refused(await tap(table, button, user))
    assert owner(table) == ANN


async def test_an_offer_ends_when_the_sheet_changes_hands_even_if_it_comes_back(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    first = await offer(table)
    agreed(await tap(table, await offer(table)))
    agreed(await tap(table, await offer(table, BOB, ANN), ANN))
    assert owner(table) == ANN
    assert "holds no longer" in refused(await tap(table, first))
    assert owner(table) == ANN


async def test_an_offer_ends_when_the_sheet_enters_a_fight_and_when_it_is_deleted(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    button = await offer(table)
    agreed(await table.referee.init_join(ask(ANN)))
    assert "holds no longer" in refused(await tap(table, button))
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert "holds no longer" in refused(await tap(table, button))
    button = await offer(table)
    agreed(await table.referee.sheet_delete(ask(ANN), "Axel"))
    assert "holds no longer" in refused(await tap(table, button))


async def test_an_edit_does_not_end_an_offer(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    button = await offer(table)
    agreed(await table.referee.sheet_edit(ask(ANN), "skill", "4"))
    agreed(await tap(table, button))
    assert owner(table) == BOB


async def test_what_would_not_fit_is_refused_when_it_is_offered_and_when_it_is_accepted(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    assert "yours already" in refused(await table.referee.sheet_transfer(ask(ANN), "Axel", ANN, "Ann"))
    button = await offer(table)
    await table.sheet(BOB, "axel")
    assert "has a sheet called Axel" in refused(await tap(table, button))
    assert "has a sheet called Axel" in refused(await table.referee.sheet_transfer(ask(ANN), "Axel", BOB, "Bob"))


async def test_nobody_takes_more_sheets_than_one_may_have(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    button = await offer(table)
    for number in range(50):
        await table.sheet(BOB, f"B{number}")
    assert "/sheet delete" in refused(await tap(table, button))
