"""A portrait belongs to its sheet: it goes where the sheet goes, is seen by whoever reads its card, and has bounds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from bot import app
from bot.service.personal.erasing import LEAST_ID
from bot.service.requests import Portrait, Reply, Verb
from bot.service.sheets import portraits
from bot.service.sheets.cards import CardPage
from bot.service.sheets.portraits import LONGEST_URL
from tests.service.table import ANN, BOB, GM, GUILD, Table, agreed, ask, refused, words

LINK = Portrait(url="https://example.org/ann.png")
FACE, OTHER = Portrait(picture=b"face"), Portrait(picture=b"other")
REFLEX = app.built("reflex")


@pytest.fixture
async def played(table: Table) -> Table:
    """A table of the Reflex System at which Ann has a rifleman."""
    reflex = Table(table.database, None, None, reflex=REFLEX)
    agreed(await reflex.referee.campaign_setup(ask(GM), "reflex"))
    agreed(await reflex.referee.sheet_create(ask(ANN), "Ann", "rifleman"))
    return reflex


def sheet_id(table: Table, user: int, name: str = "Ann") -> int:
    """The id of somebody's sheet."""
    rows = table.look(lambda unit: unit.sheets(GUILD, user, "reflex"))
    return next(row.id for row in rows if row.name == name)


async def on_card(table: Table, user: int = ANN, name: str | None = None) -> Portrait | None:
    """The portrait on the card of somebody."""
    shown = agreed(await table.referee.sheet_show(ask(user), name))
    assert shown.sheet is not None
    return shown.sheet.portrait


async def test_a_card_has_the_portrait_and_its_other_pages_do_not(played: Table) -> None:
    assert await on_card(played) is None
    done = agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    assert done.ephemeral
    assert "face" not in repr(done)
    (pressed,) = done.buttons
    card = agreed(await played.referee.click(ask(ANN), pressed.verb, pressed.argument, pressed.once))
    assert card.sheet is not None
    assert card.sheet.portrait == FACE
    arms = agreed(await played.referee.click(ask(ANN), Verb.SHEET, f"{CardPage.WEAPONS}.{sheet_id(played, ANN)}", ""))
    assert arms.sheet is not None
    assert arms.sheet.portrait is None
    agreed(await played.referee.sheet_portrait(ask(ANN), "ann", LINK))
    assert await on_card(played) == LINK
    agreed(await played.referee.sheet_portrait_remove(ask(ANN), "Ann"))
    assert await on_card(played) is None
    assert "has no portrait" in refused(await played.referee.sheet_portrait_remove(ask(ANN)))


async def test_nobody_gives_a_sheet_of_somebody_else_a_portrait(played: Table) -> None:
    assert "no sheet" in refused(await played.referee.sheet_portrait(ask(BOB), "Ann", FACE))
    assert "no sheet" in refused(await played.referee.sheet_portrait_wanted(ask(BOB), "Ann"))
    assert "no sheet" in refused(await played.referee.sheet_portrait_remove(ask(GM), "Ann"))
    assert await on_card(played) is None


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/ann.png",
        "https://localhost/ann.png",
        "https://127.0.0.1/ann.png",
        "https://[::1]/ann.png",
        "https://ann@example.org/ann.png",
        "https://example.org",
        "https://example.org/a b.png",
        "https://example.org/a\n.png",
        "https://example.org/<@1>",
        "https://exämple.org/ann.png",
        "https://-.org/ann.png",
        "https://example.org:65536/ann.png",
        "javascript:alert(1)",
        "attachment://portrait.webp",
        "https://example.org/" + "a" * LONGEST_URL,
    ],
)
async def test_what_is_no_address_of_a_picture_is_refused(played: Table, url: str) -> None:
    said = refused(await played.referee.sheet_portrait(ask(ANN), None, Portrait(url=url)))
    assert (str(LONGEST_URL) if len(url) > LONGEST_URL else "https://") in said
    assert await on_card(played) is None


async def test_a_sheet_that_is_given_away_takes_its_portrait_with_it(played: Table) -> None:
    agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    offer = agreed(await played.referee.sheet_transfer(ask(ANN), "Ann", BOB, "Bob"))
    (button,) = offer.buttons
    agreed(await played.referee.click(ask(BOB), button.verb, button.argument, button.once))
    assert await on_card(played, BOB, "Ann") == FACE
    assert "no sheet" in refused(await played.referee.sheet_portrait_remove(ask(ANN), "Ann"))


async def test_a_sheet_that_is_written_anew_keeps_its_portrait_and_one_that_is_deleted_does_not(played: Table) -> None:
    agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    agreed(await played.referee.sheet_import(ask(ANN), json.dumps(REFLEX.templates["sniper"]).encode(), "Ann"))
    assert await on_card(played) == FACE
    before = sheet_id(played, ANN)
    agreed(await played.referee.sheet_delete(ask(ANN), "Ann"))
    assert played.look(lambda unit: unit.portrait(before)) is None
    assert "no sheet" in refused(await played.referee.sheet_portrait(ask(ANN), "Ann", OTHER))


async def test_an_older_version_that_deletes_a_sheet_leaves_no_portrait_behind(played: Table) -> None:
    agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    before = sheet_id(played, ANN)
    await played.store.write(lambda unit: unit.delete_sheet(before))
    assert played.look(lambda unit: unit.portrait(before)) is None
    assert played.look(lambda unit: unit.pictured(GUILD)) == {}


async def test_two_portraits_at_once_leave_one_of_them_whole(played: Table) -> None:
    give: Callable[[Portrait], Awaitable[Reply]] = lambda each: played.referee.sheet_portrait(ask(ANN), None, each)  # noqa: E731
    replies = await asyncio.gather(give(FACE), give(LINK), give(OTHER))
    assert all(not each.refusal for each in replies)
    assert await on_card(played) in (FACE, LINK, OTHER)


async def test_pictures_are_few_for_one_and_for_a_server_and_addresses_take_no_room(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portraits, "MOST_OF_ONE", 1)
    agreed(await played.referee.sheet_create(ask(ANN), "Ida", "rifleman"))
    agreed(await played.referee.sheet_create(ask(BOB), "Bob", "rifleman"))
    agreed(await played.referee.sheet_portrait(ask(ANN), "Ann", FACE))
    assert "1 pictures for you" in refused(await played.referee.sheet_portrait(ask(ANN), "Ida", OTHER))
    assert "1 pictures for you" in refused(await played.referee.sheet_portrait_wanted(ask(ANN), "Ida"))
    agreed(await played.referee.sheet_portrait(ask(ANN), "Ann", OTHER))
    agreed(await played.referee.sheet_portrait(ask(ANN), "Ida", LINK))
    monkeypatch.setattr(portraits, "MOST_OF_SERVER", 1)
    assert "1 pictures for this server" in refused(await played.referee.sheet_portrait(ask(BOB), None, FACE))
    agreed(await played.referee.sheet_portrait(ask(ANN), "Ann", LINK))
    agreed(await played.referee.sheet_portrait(ask(BOB), None, FACE))


async def test_a_gm_sees_the_portrait_of_a_character_and_what_is_hidden_has_none(played: Table) -> None:
    agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    agreed(await played.referee.init_join(ask(ANN)))
    assert await on_card(played, GM, "Ann") == FACE
    assert await on_card(played) == FACE
    agreed(await played.referee.sheet_create(ask(GM), "Spy", "rifleman"))
    agreed(await played.referee.sheet_portrait(ask(GM), None, OTHER))
    agreed(await played.referee.npc_add(ask(GM), None, 1, None, "Lurker", hidden=True, sheet="Spy"))
    assert "no sheet" in refused(await played.referee.sheet_show(ask(ANN), "Lurker"))
    agreed(await played.referee.sheet_delete(ask(GM), "Spy"))
    lurker = next(actor for actor, each in played.scene().combatants.items() if each.hidden)
    assert await on_card(played, GM, lurker) is None


async def test_a_campaign_of_words_alone_shows_none(played: Table) -> None:
    agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    agreed(await played.referee.campaign_options(ask(GM), "tracker", "text"))
    assert agreed(await played.referee.sheet_show(ask(ANN))).sheet is None


async def test_whoever_is_forgotten_has_it_exported_first_and_leaves_none(played: Table) -> None:
    user = LEAST_ID + 1
    agreed(await played.referee.sheet_create(ask(user), "Zoe", "rifleman"))
    agreed(await played.referee.sheet_portrait(ask(user), None, FACE))
    agreed(await played.referee.sheet_create(ask(user), "Ida", "rifleman"))
    agreed(await played.referee.sheet_portrait(ask(user), "Ida", LINK))
    named = Portrait(url=f"https://cdn.discordapp.com/avatars/{user}/a.png")
    agreed(await played.referee.sheet_portrait(ask(ANN), None, named))
    file = agreed(await played.referee.mydata_export(ask(user))).attachment
    assert file is not None
    looks = {each["name"]: each["portrait"] for each in json.loads(file.content)["sheets"]}
    assert looks == {"Zoe": {"webp": "ZmFjZQ=="}, "Ida": LINK.url}
    asked = agreed(await played.referee.mydata_delete(ask(user)))
    assert "portraits" in words(asked)
    (button,) = asked.buttons
    agreed(await played.referee.click(ask(user), button.verb, button.argument, button.once))
    assert played.look(lambda unit: unit.own_portraits(user)) == {}
    assert await on_card(played) is None


async def test_a_server_that_is_forgotten_leaves_none(played: Table) -> None:
    agreed(await played.referee.sheet_portrait(ask(ANN), None, FACE))
    before = sheet_id(played, ANN)
    await played.store.write(lambda unit: unit.forget_guild(GUILD))
    assert played.look(lambda unit: unit.portrait(before)) is None
