"""What no client of Discord's would send is refused in words, is nobody's fault, and leaves nothing behind."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import pytest
import pytest_asyncio

from tests.wire.battle import BOT
from tests.wire.client import Wire
from tests.wire.standin import COMMAND, COMPLETION, COMPONENT, MODAL
from tests.wire.world import Interaction, Json, Message

BUTTON, MENU = 2, 3
TEXT, INTEGER, BOOLEAN, USER, ROLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 8, 10, 11
HUGE = "9" * 400
BEYOND = str(2**63)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wire() -> AsyncIterator[Wire]:
    """One bot, asked all of it; Ann has a character that is being made."""
    async with Wire() as wire:
        await wire.start_bot(BOT)
        await wire.slash("gm", wire.channel, "/campaign setup", {"ruleset": "graydawn"})
        await wire.slash("ann", wire.channel, "/sheet create", {"name": "Ann"})
        yield wire


def shown(wire: Wire) -> Message:
    """A message of the bot that could carry a button."""
    return Message(wire.world.ids.next(), wire.channel.id, wire.world.bot, content="Choose")


def made(wire: Wire, kind: int, data: Any, message: Message | None = None) -> Interaction:
    """Something Ann does, with whatever her client says about it."""
    return wire.standin._interaction(kind, wire.guild, wire.person("ann"), wire.channel, data, message)


async def taken_up(wire: Wire, interaction: Interaction) -> None:
    """Deliver something, wherever it comes from, and wait until the bot has answered."""
    wire.world.interactions[interaction.id] = wire.world.by_token[interaction.token] = interaction
    interaction.sent_at_s = time.perf_counter()
    await wire.standin.gateway.dispatch(wire.guild.id, "INTERACTION_CREATE", interaction.payload)
    await interaction.signal.until(lambda: bool(interaction.attempts))


async def refusal(wire: Wire, interaction: Interaction) -> str:
    """What Ann is told in private; it is a refusal, and the bot logs no mistake of its own."""
    assert wire.bot is not None
    before = len(wire.bot.output)
    await taken_up(wire, interaction)
    told = interaction.original
    assert told is not None, interaction.attempts
    assert told.ephemeral
    assert told.words.startswith("⛔")
    assert "my fault" not in told.words
    assert '"level": "error"' not in wire.bot.output[before:]
    return told.words


CLICKS = [
    "ft:step:x",
    f"ft:step:{HUGE}",
    f"ft:step:{BEYOND}",
    "ft:step:",
    "ft:step:-1",
    "ft:step:٣",
    "ft:step:1\n",
    "ft:answer::0",
    "ft:answer:abc:0",
    f"ft:answer:abc:{HUGE}",
    "ft:next::",
    "ft:next:abc:",
    "ft:act::wait",
    "ft:act:abc:nothing",
    "ft:fly:abc:1",
    "ft:agree:abc:x",
    "ft:agree:abc:1",
    f"ft:agree:abc:{HUGE}.wings",
    "ft:agree::1.wings",
    "ft:agree:abc:77.wings",
    f"ft:page::{HUGE}",
    f"ft:undo::{HUGE}",
    "ft:undo::x",
    "ft:",
    "",
    "tally:count",
]


@pytest.mark.parametrize("custom_id", CLICKS, ids=[each[:30] for each in CLICKS])
@pytest.mark.parametrize("kind", [BUTTON, MENU])
async def test_a_click_that_no_button_of_ours_carries_is_refused(wire: Wire, custom_id: str, kind: int) -> None:
    data = {"custom_id": custom_id, "component_type": kind, "values": ["build"]}
    assert await refusal(wire, made(wire, COMPONENT, data, shown(wire)))


@pytest.mark.parametrize("values", [..., None, [], [""], ["a", "b"], [7], [None], "build", {}, [["a"]]], ids=str)
async def test_a_menu_of_which_not_one_step_is_chosen_is_refused(wire: Wire, values: Any) -> None:
    data = {"custom_id": "ft:step:1", "component_type": MENU} | ({} if values is ... else {"values": values})
    assert "Nothing was chosen" in await refusal(wire, made(wire, COMPONENT, data, shown(wire)))


@pytest.mark.parametrize("step", ["nothing", HUGE, "\u202e", "build\n"], ids=["nothing", "huge", "turned", "line"])
async def test_a_step_that_no_page_has_is_refused(wire: Wire, step: str) -> None:
    data = {"custom_id": "ft:step:1", "component_type": MENU, "values": [step]}
    assert await refusal(wire, made(wire, COMPONENT, data, shown(wire)))


async def test_a_click_on_no_message_is_refused(wire: Wire) -> None:
    assert await refusal(wire, made(wire, COMPONENT, {"custom_id": "ft:step:x", "component_type": MENU}))


BLANK: Json = {"component": {"custom_id": "name", "value": "Ann"}}
FORMS: list[tuple[str, Any]] = [
    ("ft:fill:1.name", None),
    ("ft:fill:1.name", []),
    ("ft:fill:1.name", "x"),
    ("ft:fill:1.name", {}),
    ("ft:fill:1.name", [None]),
    ("ft:fill:1.name", [{}]),
    ("ft:fill:1.name", [{"component": None}]),
    ("ft:fill:1.name", [{"component": {"custom_id": "name"}}]),
    ("ft:fill:1.name", [{"component": {"custom_id": 7, "value": "x"}}]),
    ("ft:fill:1.name", [{"component": {"custom_id": "name", "value": 7}}]),
    ("ft:fill:1.name", [{"component": {"custom_id": "name", "values": ["x"]}}]),
    ("ft:fill:1.name", [{"type": 1, "components": [{"custom_id": "name", "value": "x"}]}]),
    ("ft:fill:1.name", [BLANK, BLANK, {"component": []}]),
    ("ft:fill:x", [BLANK]),
    ("ft:fill:", [BLANK]),
    ("ft:fill:1", [BLANK]),
    (f"ft:fill:{HUGE}.name", [BLANK]),
    (f"ft:fill:{BEYOND}.name", [BLANK]),
    ("ft:fill:-1.name", [BLANK]),
    ("ft:fill:77.name", [BLANK]),
]


@pytest.mark.parametrize(("custom_id", "components"), FORMS, ids=[str(each)[:50] for each in FORMS])
async def test_a_form_that_nobody_can_have_filled_in_is_refused(wire: Wire, custom_id: str, components: Any) -> None:
    assert await refusal(wire, made(wire, MODAL, {"custom_id": custom_id, "components": components}))


def given(wire: Wire, command: str, options: list[Json], **more: Any) -> Json:
    """The data of a slash command with any options, none of which Discord has looked at."""
    name, *subcommands = command.split()
    for each in reversed(subcommands):
        options = [{"type": 1, "name": each, "options": options}]
    known = next(each for each in wire.world.commands[None] if each["name"] == name)
    return {"id": known["id"], "name": name, "type": 1, "options": options, **more}


def option(kind: int, name: str, value: Any) -> Json:
    """One option as Discord sends it."""
    return {"type": kind, "name": name, "value": value}


OPTIONS: list[tuple[str, list[Json]]] = [
    ("campaign gm", [option(ROLE, "role", "77")]),
    ("campaign gm", [option(ROLE, "role", "x")]),
    ("campaign gm", [option(ROLE, "role", None)]),
    ("campaign gm", [option(TEXT, "role", "GM")]),
    ("campaign gm", [option(USER, "role", "77")]),
    ("campaign gm", []),
    ("sheet transfer", [option(TEXT, "name", "Ann"), option(USER, "to", "77")]),
    ("sheet transfer", [option(TEXT, "name", "Ann"), option(USER, "to", HUGE)]),
    ("sheet award", [option(USER, "to", "77"), option(INTEGER, "points", 1)]),
    ("sheet import", [option(ATTACHMENT, "file", "77")]),
    ("campaign tables", [option(ATTACHMENT, "file", "77")]),
    ("roll", [option(INTEGER, "expression", 7)]),
    ("roll", [option(TEXT, "expression", 7)]),
    ("roll", [option(TEXT, "expression", None)]),
    ("roll", [option(TEXT, "expression", "1" * 6001)]),
    ("roll", [option(TEXT, "expression", "1d6"), option(BOOLEAN, "private", 1)]),
    ("roll", []),
    ("npc add", [option(TEXT, "template", "guard"), option(INTEGER, "count", 2**60)]),
    ("npc add", [option(TEXT, "template", "guard"), option(INTEGER, "count", int(HUGE))]),
    ("npc add", [option(TEXT, "template", "guard"), option(INTEGER, "count", "x")]),
    ("npc add", [option(TEXT, "template", "guard"), option(INTEGER, "count", 1.5)]),
    ("npc add", [option(TEXT, "template", "guard"), option(INTEGER, "count", True)]),
    ("init range", [option(TEXT, "actor", "a"), option(TEXT, "target", "b"), option(NUMBER, "range_m", 1e300)]),
    ("init range", [option(TEXT, "actor", "a"), option(TEXT, "target", "b"), option(NUMBER, "range_m", "x")]),
    ("init range", [option(TEXT, "actor", "a"), option(TEXT, "target", "b"), option(NUMBER, "range_m", None)]),
    ("init nothing", []),
    ("init", []),
    ("attack", [{"type": 99, "name": "target"}]),
]


@pytest.mark.parametrize(("command", "options"), OPTIONS, ids=[str(each)[:70] for each in OPTIONS])
async def test_options_that_were_never_registered_so_are_refused(wire: Wire, command: str, options: list[Json]) -> None:
    assert await refusal(wire, made(wire, COMMAND, given(wire, command, options)))


async def test_a_user_beyond_all_ids_is_refused(wire: Wire) -> None:
    user = {**wire.person("bob").payload(), "id": BEYOND}
    resolved = {"users": {BEYOND: user}, "members": {BEYOND: wire.person("bob").member()}}
    options = [option(TEXT, "name", "Ann"), option(USER, "to", BEYOND)]
    assert await refusal(wire, made(wire, COMMAND, given(wire, "sheet transfer", options, resolved=resolved)))


HALF = "Zo\ud800"
HALVES: list[tuple[str, list[Json]]] = [
    ("sheet create", [option(TEXT, "name", HALF)]),
    ("sheet edit", [option(TEXT, "path", HALF), option(TEXT, "value", "1")]),
    ("sheet edit", [option(TEXT, "path", "name"), option(TEXT, "value", HALF)]),
    ("sheet improve", [option(TEXT, "what", HALF)]),
    ("sheet import", [option(TEXT, "text", HALF)]),
    ("campaign setup", [option(TEXT, "title", "\0")]),
    ("attack", [option(TEXT, "target", HALF)]),
    ("act", [option(TEXT, "action", "work"), option(TEXT, "with", f"what={HALF}")]),
    ("roll", [option(TEXT, "expression", f"1d6 {HALF}")]),
    ("undo", [option(TEXT, "to", HALF)]),
    ("answer", [option(TEXT, "choice", HALF)]),
    ("help", [option(TEXT, "topic", HALF)]),
]


@pytest.mark.parametrize(("command", "options"), HALVES, ids=[ascii(each)[:70] for each in HALVES])
async def test_half_a_character_is_refused_wherever_it_is_typed(wire: Wire, command: str, options: list[Json]) -> None:
    assert "half a character" in await refusal(wire, made(wire, COMMAND, given(wire, command, options)))


async def test_half_a_character_is_refused_in_clicks_menus_and_forms(wire: Wire) -> None:
    button = {"custom_id": f"ft:page::{HALF}", "component_type": BUTTON}
    menu = {"custom_id": "ft:step:1", "component_type": MENU, "values": [HALF]}
    form = {"custom_id": "ft:fill:1.name", "components": [{"component": {"custom_id": "name", "value": HALF}}]}
    for kind, data in ((COMPONENT, button), (COMPONENT, menu), (MODAL, form)):
        assert "half a character" in await refusal(wire, made(wire, kind, data, shown(wire)))


async def test_half_a_character_completes_nothing(wire: Wire) -> None:
    options = [{**option(TEXT, "template", HALF), "focused": True}]
    typing = made(wire, COMPLETION, given(wire, "npc add", options))
    await taken_up(wire, typing)
    assert typing.attempts[0].data["choices"] == []


def in_person(wire: Wire, interaction: Interaction) -> Interaction:
    """The same, in direct messages."""
    for key in ("guild_id", "guild", "member", "guild_locale"):
        del interaction.payload[key]
    interaction.payload |= {
        "channel": {"id": "4711", "type": 1, "recipients": [], "last_message_id": None},
        "channel_id": "4711",
        "user": wire.person("ann").payload(),
        "context": 1,
    }
    return interaction


def everything_kept(wire: Wire) -> list[tuple[str, list[Any]]]:
    """Every row of every table."""
    with closing(sqlite3.connect(f"file:{wire.folder / 'fireteam.db'}?mode=ro", uri=True)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [(name, list(connection.execute(f"SELECT * FROM {name}"))) for name in names]  # noqa: S608


async def test_in_direct_messages_nothing_is_played_and_nothing_kept(wire: Wire) -> None:
    before = everything_kept(wire)
    told = [
        await refusal(wire, in_person(wire, made(wire, COMMAND, given(wire, command, options))))
        for command, options in (
            ("campaign setup", [option(TEXT, "title", "Mine")]),
            ("campaign gm", [option(ROLE, "role", "77")]),
            ("sheet create", [option(TEXT, "name", "Ann")]),
            ("npc add", [option(TEXT, "template", "guard")]),
            ("init start", []),
            ("roll", [option(TEXT, "expression", "1d6")]),
        )
    ]
    click = {"custom_id": "ft:step:1", "component_type": MENU, "values": ["build"]}
    told += [await refusal(wire, in_person(wire, made(wire, COMPONENT, click, shown(wire))))]
    form = {"custom_id": "ft:fill:1.name", "components": [BLANK]}
    told += [await refusal(wire, in_person(wire, made(wire, MODAL, form)))]
    assert sum("not in direct messages" in each for each in told) == len(told) - 1  # one names a role, which is refused
    assert everything_kept(wire) == before


async def test_in_direct_messages_nothing_is_completed(wire: Wire) -> None:
    options = [{**option(TEXT, "template", "g"), "focused": True}]
    typing = in_person(wire, made(wire, COMPLETION, given(wire, "npc add", options)))
    await taken_up(wire, typing)
    assert typing.attempts[0].data["choices"] == []
