"""A GM adds rows of the campaign's own to tables, by option or by file, and takes them out again."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator

import pytest

from bot import app
from bot.client import Fireteam
from bot.core.tables import MOST_OWN_ROWS
from bot.service.requests import Choosing, Reply
from bot.settings import Database, Settings
from tests.service.table import ANN, GM, agreed, ask, everything, refused, words

HERE = 510
OPEN = [(key, table) for key in app.SYSTEMS for table in app.built(key).ruleset.open_rows]


@pytest.fixture
async def bot(database: Database) -> AsyncIterator[Fireteam]:
    bot = app.make_bot(Settings(database=database))
    agreed(await bot.referee.campaign_setup(ask(channel_id=HERE), "nighttripper"))
    yield bot
    await bot.store.close()


async def settle(bot: Fireteam, option: str, value: str | None, user: int = GM, *, server: bool = False) -> Reply:
    return await bot.referee.campaign_options(ask(user, channel_id=HERE), option, value, server=server)


async def laid(bot: Fireteam, content: str) -> Reply:
    return await bot.referee.campaign_tables(ask(channel_id=HERE), content.encode())


async def shown(bot: Fireteam) -> str:
    return words(agreed(await bot.referee.campaign_show(ask(channel_id=HERE))))


async def offered(bot: Fireteam, what: Choosing, typed: str, **given: str) -> list[str]:
    return [choice.value for choice in await bot.referee.complete(ask(channel_id=HERE), what, typed, given)]


@pytest.mark.parametrize(("key", "table"), OPEN)
async def test_every_row_of_an_open_table_has_its_likes_whose_values_can_be_set(
    bot: Fireteam, key: str, table: str
) -> None:
    agreed(await bot.referee.campaign_setup(ask(channel_id=HERE), key))
    for number, row in enumerate(app.built(key).ruleset.open_rows[table]):
        agreed(await settle(bot, f"{table}.own{number}", row.replace("_", " ")))
    exported = await bot.referee.campaign_tables(ask(channel_id=HERE))
    assert exported.attachment is not None
    text = exported.attachment.content.decode()
    mine = tomllib.loads(text)[table]["own0"]
    assert mine.pop("like") == app.built(key).ruleset.open_rows[table][0]
    assert "No values changed" in words(agreed(await laid(bot, text)))
    for field, value in mine.items():
        if type(value) is int:
            agreed(await settle(bot, f"{table}.own0.{field}", str(value)))


async def test_a_file_brings_rows_with_their_values(bot: Fireteam) -> None:
    told = words(agreed(await laid(bot, '[weapons.bow]\nlike = "carbine"\nrow = "pistol"\n')))
    assert "2 values changed" in told
    assert {"weapons.bow: like carbine", "weapons.bow.row: pistol"} <= set((await shown(bot)).splitlines())
    assert "has no place" in refused(await laid(bot, '[weapons.sling]\nlike = "ballista"\nrow = "pistol"\n'))
    assert "no row 'ballista'" in refused(await laid(bot, '[weapons.sling]\nlike = "ballista"\n'))


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("weapons.Cross Bow", "like carbine", "no name for a row"),
        (f"weapons.{'a' * 31}", "like carbine", "no name for a row"),
        ("weapons.carbine", "like pistol", "a word of the system"),
        ("chart.talking", "like pistol", "a word of the system"),
        ("armor.none", "like vest", "a word of the system"),
        ("weapons.bow", "like " + "x" * 5000, "no row"),
        ("weapons.bow", "-", "no row 'weapons.bow'"),
        ("locations.tail", "like head", "no option"),
        ("weapons", "like carbine", "no option"),
    ],
)
async def test_what_is_no_row_is_refused(bot: Fireteam, option: str, value: str, why: str) -> None:
    before = await shown(bot)
    assert why in refused(await settle(bot, option, value))
    assert await shown(bot) == before


async def test_a_player_adds_none(bot: Fireteam) -> None:
    assert "Only a GM" in refused(await settle(bot, "weapons.bow", "like carbine", ANN))


async def test_there_are_not_endlessly_many(bot: Fireteam) -> None:
    many = "".join(f'[weapons.own{number}]\nlike = "carbine"\n' for number in range(MOST_OWN_ROWS + 1))
    assert f"At most {MOST_OWN_ROWS}" in refused(await laid(bot, many))
    agreed(await laid(bot, many.rpartition("[")[0]))
    assert f"At most {MOST_OWN_ROWS}" in refused(await settle(bot, "weapons.last", "like carbine"))
    agreed(await settle(bot, "weapons.own0", "-"))
    agreed(await settle(bot, "weapons.last", "like carbine"))


async def test_a_row_of_the_server_can_be_out_in_one_channel(bot: Fireteam) -> None:
    agreed(await settle(bot, "weapons.bow", "like carbine", server=True))
    assert "weapons.bow is like carbine" in words(agreed(await settle(bot, "weapons.bow", None)))
    agreed(await settle(bot, "weapons.bow", "-"))
    assert "is no row yet" in words(agreed(await settle(bot, "weapons.bow", None)))
    agreed(await settle(bot, "weapons.bow", "like pistol"))
    assert "weapons.bow: like pistol" in await shown(bot)


async def test_for_the_server_the_rows_are_those_of_the_server(bot: Fireteam) -> None:
    agreed(await settle(bot, "weapons.musket", "like pistol"))
    assert "no option 'weapons.musket.row'" in refused(await settle(bot, "weapons.musket.row", None, server=True))
    content = b'[weapons.musket]\nrow = "carbine"\n'
    for_all = await bot.referee.campaign_tables(ask(channel_id=HERE), content, server=True)
    assert "has no place 'weapons.musket.row'" in refused(for_all)
    agreed(await settle(bot, "weapons.blunderbuss", "like pistol", server=True))
    agreed(await settle(bot, "weapons.blunderbuss", "-"))
    assert "is like pistol" in words(agreed(await settle(bot, "weapons.blunderbuss", None, server=True)))
    agreed(await settle(bot, "weapons.blunderbuss.row", "carbine", server=True))
    out = agreed(await settle(bot, "weapons.blunderbuss", "-", server=True))
    assert "this channel keeps a value of weapons.blunderbuss of its own" in everything(out.apart)
    assert "is no row yet" in words(agreed(await settle(bot, "weapons.blunderbuss", None, server=True)))


async def test_the_values_of_a_row_go_with_it(bot: Fireteam) -> None:
    agreed(await settle(bot, "chart.bow", "like carbine"))
    agreed(await settle(bot, "chart.bow.short", "7"))
    agreed(await settle(bot, "chart.bow", "-"))
    agreed(await settle(bot, "chart.bow", "like carbine"))
    assert "chart.bow.short is 1" in words(agreed(await settle(bot, "chart.bow.short", None)))


async def test_rows_are_offered_as_one_types(bot: Fireteam) -> None:
    assert await offered(bot, Choosing.OPTION, "weapons.bo") == ["weapons.bo"]
    assert await offered(bot, Choosing.OPTION, "locations.bo") == []
    assert (await offered(bot, Choosing.OPTION_VALUE, "", option="weapons.bow"))[0] == "like pistol"
    agreed(await settle(bot, "weapons.bow", "like carbine"))
    assert await offered(bot, Choosing.OPTION, "weapons.bow") == ["weapons.bow", "weapons.bow.row"]
    assert (await offered(bot, Choosing.OPTION_VALUE, "", option="weapons.bow"))[0] == "-"
    assert await offered(bot, Choosing.OPTION_VALUE, "bo", option="weapons.bow.row") == []
    agreed(await settle(bot, "chart.bow", "like carbine"))
    assert await offered(bot, Choosing.OPTION_VALUE, "bo", option="weapons.bow.row") == ["bow"]
    assert "weapons" in words(agreed(await bot.referee.campaign_options(ask(channel_id=HERE), None, None)))


async def test_rows_of_one_system_are_nothing_to_another(bot: Fireteam) -> None:
    agreed(await settle(bot, "chart.bow", "like carbine"))
    agreed(await bot.referee.campaign_setup(ask(channel_id=HERE), "horizons"))
    assert "chart.bow" not in await shown(bot)
