"""Whoever asks gets what is kept of them, and is forgotten if they say so twice; fights stay as they were."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import itertools
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import Table as SqlTable
from sqlalchemy import select, update

from bot.service.personal import erasing
from bot.service.referee import Referee
from bot.service.requests import Reply, Verb
from bot.service.rows import SceneRow
from bot.storage.migrate import unpooled
from bot.storage.stand_ins import packed_id, typed_id
from bot.storage.tables import METADATA
from tests.service.table import BRAWLER, CHANNEL, GUILD, OTHER_CHANNEL, Table, agreed, ask, refused, words

ANN, BOB, GM = 111_222_333_444_555_666, 222_333_444_555_666_777, 999_888_777_666_555_444
OTHER_GUILD, FAR_CHANNEL = 20, 200
LATER = datetime(2026, 1, 9, tzinfo=UTC)


def by(user: int, **changes: Any) -> Any:
    """A request by somebody with an id such as Discord gives."""
    named = {ANN: "Ann", BOB: "Bob", GM: "Gm"}[user]
    return ask(user, **{"user_name": named, "manages_server": user == GM, **changes})


def everything(table: Table) -> Iterable[tuple[str, str, bytes]]:
    """Every cell of the database as bytes, with where it is."""
    with unpooled(table.database).connect() as connection:
        for each in METADATA.sorted_tables:
            for row in connection.execute(select(each)):
                yield from ((each.name, key, _bytes(value)) for key, value in row._mapping.items())


def _bytes(value: Any) -> bytes:
    match value:
        case bytes():
            return value
        case None:
            return b""
        case _:
            return str(value).encode()


def traces(table: Table, user: int) -> list[tuple[str, str]]:
    """Where anything leads to a user: their id in digits, packed, or in the spelling that JSON has for bytes."""
    needles = (typed_id(user), packed_id(user), *_in_base64(user))
    return [(name, key) for name, key, value in everything(table) if any(each in value for each in needles)]


def _in_base64(user: int) -> list[bytes]:
    """What base64 makes of the digits, wherever they begin: what stands whole in three of four letters."""
    found = []
    for shift in range(3):
        coded = base64.b64encode(b"x" * shift + typed_id(user))
        found.append(coded[4 if shift else 0 : (shift + len(typed_id(user))) // 3 * 4])
    return found


async def fight(table: Table) -> None:
    """A fight of Ann's Axel and Bob's Bea against a thug and somebody hidden, played on for a while.

    Its secrets are always the same, and so are its dice and whoever stands in for somebody.
    """
    drawn = itertools.count(100)
    table.house = replace(table.house, secret=lambda: hashlib.sha256(b"%d" % next(drawn)).digest())
    table.referee = Referee(table.store, table.house)
    for user, called in ((ANN, "Axel"), (BOB, "Bea")):
        agreed(await table.referee.sheet_import(by(user), BRAWLER, called))
    agreed(await table.referee.npc_add(by(GM), "thug"))
    agreed(await table.referee.npc_add(by(GM), "thug", name="Lurker", hidden=True))
    agreed(await table.referee.init_start(by(GM), "Yard"))
    agreed(await table.referee.init_join(by(ANN)))
    agreed(await table.referee.init_join(by(BOB)))
    for _ in range(4):
        actor = table.entitled()
        agreed(await table.referee.act(by(GM), actor, "strike", {"target": "Bea" if actor != "Bea" else "Axel"}))


async def fought(table: Table) -> None:
    """The same, to its end."""
    await fight(table)
    agreed(await table.referee.init_end(by(GM)))


async def delete(table: Table, user: int = ANN, **changes: Any) -> Reply:
    """Ask to be forgotten, and say so again."""
    (button,) = agreed(await table.referee.mydata_delete(by(user, **changes))).buttons
    return await table.referee.click(by(user, **changes), button.verb, button.argument, button.once)


async def exported(table: Table, user: int, **changes: Any) -> dict[str, Any]:
    """What somebody gets as their data."""
    reply = agreed(await table.referee.mydata_export(by(user, **changes)))
    assert reply.ephemeral
    assert reply.attachment is not None
    found: dict[str, Any] = msgspec.json.decode(reply.attachment.content)
    return found


async def test_no_table_knows_a_user_who_was_forgotten(table: Table) -> None:
    await fought(table)
    agreed(await table.referee.sheet_import(by(ANN, guild_id=OTHER_GUILD), BRAWLER, "Far"))
    agreed(await table.referee.campaign_setup(by(GM), title=f"For {ANN} alone"))
    assert {name for name, _ in traces(table, ANN)} >= {"orders", "events", "sheets", "campaigns"}
    others = {name for name, _ in traces(table, BOB)}
    agreed(await delete(table))
    assert traces(table, ANN) == []
    assert {name for name, _ in traces(table, BOB)} == others
    assert table.look(lambda unit: unit.wishes()) == []


async def test_everything_of_the_fight_but_the_id_stays(table: Table) -> None:
    await fought(table)
    before = words(agreed(await table.referee.log_show(by(BOB))))
    own = {order.ordinal for order in table.orders() if order.user_id == ANN}
    agreed(await delete(table))
    assert words(agreed(await table.referee.log_show(by(BOB)))) == before
    instead = {order.user_id for order in table.orders() if order.ordinal in own}
    assert len(instead) == 1
    assert instead.isdisjoint({ANN, BOB, GM, 0})


async def test_the_audit_tells_erased_dice_from_wrong_ones(table: Table) -> None:
    await fought(table)
    assert (table.audit().problems, table.audit().erased) == ([], 0)
    faces = table.audit().faces
    agreed(await delete(table))
    found = table.audit()
    assert found.problems == []
    assert found.erased > 0
    assert found.faces + found.erased == faces
    assert "erased at a user's wish" in words(agreed(await table.referee.log_verify(by(GM))))
    told = words(agreed(await table.referee.log_verify(by(BOB))))
    assert "erased at a user's wish" in told
    assert "agrees" in told


async def test_two_who_are_forgotten_leave_a_log_that_agrees(table: Table) -> None:
    await fought(table)
    for user in (ANN, BOB, GM):
        agreed(await delete(table, user))
    assert table.audit().problems == []
    assert [traces(table, user) for user in (ANN, BOB, GM)] == [[], [], []]


def changed_face(table: Table, ordinal: int) -> None:
    """Put another face before the first that fell in an order, behind the referee's back.

    It counts as decided by older rules, so that nothing but its dice can give it away.
    """
    table.tamper("update orders set ruleset_version = 0 where ordinal = :ordinal", ordinal=ordinal)
    payloads = METADATA.tables["events"].c.payload
    with unpooled(table.database).begin() as connection:
        events = METADATA.tables["events"]
        found = connection.execute(select(events.c.seq, payloads).where(events.c.ordinal == ordinal)).all()
        (seq, payload) = next(row for row in found if b'"faces":[' in row[1])
        payload = payload.replace(b'"faces":[', b'"faces":[1,', 1)
        connection.execute(update(events).where(events.c.seq == seq).values(payload=payload))


def joined(table: Table, user: int) -> int:
    """The order by which somebody came in."""
    (ordinal,) = (each.ordinal for each in table.orders() if b"core.enlist" in each.payload and each.user_id == user)
    return ordinal


def last_blow(table: Table) -> int:
    """The last order of a blow that was struck."""
    return [each.ordinal for each in table.orders() if b"strike" in each.payload][-1]


async def test_tampering_with_an_erased_order_is_found(table: Table) -> None:
    await fought(table)
    ordinal = joined(table, ANN)
    agreed(await delete(table))
    changed_face(table, ordinal)
    assert [number for number, _ in table.audit().problems][:1] == [ordinal]


async def test_tampering_beside_an_erased_order_is_found(table: Table) -> None:
    await fought(table)
    agreed(await delete(table))
    changed_face(table, last_blow(table))
    assert last_blow(table) in [number for number, _ in table.audit().problems]


async def test_what_was_tampered_with_before_is_not_made_right(table: Table) -> None:
    await fought(table)
    ordinal = joined(table, ANN)
    changed_face(table, ordinal)
    agreed(await delete(table))
    assert traces(table, ANN) == []
    assert ordinal in [number for number, _ in table.audit().problems]


async def test_who_is_in_a_fight_leaves_it_first(table: Table) -> None:
    await fight(table)
    told = refused(await table.referee.mydata_delete(by(ANN)))
    assert "in this channel" in told
    assert "of this server" in refused(await table.referee.mydata_delete(by(ANN, channel_id=OTHER_CHANNEL)))
    assert "1 sheet and " in words(await table.referee.mydata_export(by(ANN)))
    assert "Axel" in told
    assert "/init remove" in told
    agreed(await table.referee.init_remove(by(ANN), "Axel"))
    agreed(await delete(table))
    assert traces(table, ANN) == []
    assert table.audit().problems == []
    agreed(await table.referee.init_next(by(GM)))
    agreed(await table.referee.undo(by(GM)))
    assert traces(table, ANN) == []
    assert table.audit().problems == []


async def test_a_fight_joined_behind_the_question_is_left_first_too(table: Table) -> None:
    await fight(table)
    agreed(await table.referee.init_remove(by(ANN), "Axel"))
    (button,) = agreed(await table.referee.mydata_delete(by(ANN))).buttons
    agreed(await table.referee.sheet_import(by(ANN), BRAWLER, "Alma"))
    assert "other sheets" in refused(await table.referee.click(by(ANN), button.verb, "", button.once))
    (button,) = agreed(await table.referee.mydata_delete(by(ANN))).buttons
    agreed(await table.referee.init_join(by(ANN), "Alma"))
    assert table.look(lambda unit: unit.own_sheets(ANN))
    refused(await table.referee.click(by(ANN), button.verb, "", button.once))
    assert len(table.look(lambda unit: unit.own_sheets(ANN))) == 2


async def test_a_fight_on_another_server_holds_too_until_it_is_dormant(table: Table) -> None:
    there = {"guild_id": OTHER_GUILD, "channel_id": FAR_CHANNEL}
    agreed(await table.referee.sheet_import(by(ANN, **there), BRAWLER, "Far"))
    agreed(await table.referee.init_start(by(GM, **there)))
    agreed(await table.referee.init_join(by(ANN, **there)))
    assert "another server" in refused(await table.referee.mydata_delete(by(ANN)))
    agreed(await delete(table, now=LATER))
    assert traces(table, ANN) == []
    agreed(await table.referee.init_remove(by(GM, **there), "Far"))


async def test_what_a_gm_was_asked_is_withdrawn(table: Table) -> None:
    agreed(await table.referee.campaign_options(by(GM), "joining", "ask"))
    agreed(await table.referee.sheet_import(by(ANN), BRAWLER, "Axel"))
    agreed(await table.referee.npc_add(by(GM), "thug"))
    agreed(await table.referee.init_start(by(GM), "Yard"))
    agreed(await table.referee.init_join(by(ANN)))
    assert table.scene().petitions
    agreed(await delete(table))
    assert table.scene().petitions == {}
    assert traces(table, ANN) == []
    assert table.audit().problems == []


async def test_whom_a_forgotten_user_plays_for_another_goes_back_to_their_own_player(table: Table) -> None:
    await fight(table)
    while table.scene().pending:
        agreed(await table.referee.init_next(by(GM)))
    agreed(await table.referee.init_remove(by(BOB), "Bea"))
    agreed(await table.referee.init_hand(by(ANN), "Axel", BOB))
    axel = {"server": str(GUILD), "channel": str(CHANNEL), "characters": ["Axel"]}
    assert (await exported(table, BOB))["plays_for_others"] == [axel]
    assert str(ANN) not in msgspec.json.encode(await exported(table, BOB)).decode()
    assert (await exported(table, ANN))["plays_for_others"] == []
    agreed(await delete(table, BOB))
    assert table.scene().combatants["Axel"].player == ANN
    assert traces(table, BOB) == []
    assert table.audit().problems == []


async def test_an_offer_of_a_forgotten_sheet_holds_no_longer(table: Table) -> None:
    agreed(await table.referee.sheet_import(by(ANN), BRAWLER, "Axel"))
    (offer,) = agreed(await table.referee.sheet_transfer(by(ANN), "Axel", BOB, "Bob")).buttons
    agreed(await delete(table))
    assert "no longer" in refused(await table.referee.click(by(BOB), offer.verb, offer.argument, offer.once))
    agreed(await table.referee.sheet_import(by(BOB), BRAWLER, "Bea"))
    refused(await table.referee.click(by(BOB), offer.verb, offer.argument, offer.once))


async def test_saying_it_again_changes_nothing(table: Table) -> None:
    await fought(table)
    (button,) = agreed(await table.referee.mydata_delete(by(ANN))).buttons
    for _ in range(2):
        agreed(await table.referee.click(by(ANN), button.verb, "", button.once))
    instead = {order.user_id for order in table.orders()}
    assert "nothing of you" in words(agreed(await table.referee.mydata_delete(by(ANN))))
    assert {order.user_id for order in table.orders()} == instead


async def test_nobody_else_can_use_the_button(table: Table) -> None:
    await fought(table)
    (button,) = agreed(await table.referee.mydata_delete(by(ANN))).buttons
    refused(await table.referee.click(by(BOB), button.verb, "", button.once))
    assert traces(table, BOB)


async def test_a_gm_who_is_forgotten_leaves_the_gms_thread(table: Table) -> None:
    await fight(table)
    await table.deliver()
    agreed(await delete(table, GM))
    (letter,) = [each for each in await table.letters() if each.kind == "expel"]
    assert letter.user_id == GM
    assert {name for name, _ in traces(table, GM)} == {"outbox", "wishes"}
    await table.deliver()
    await erasing.fulfil(table.store, table.house, GM)
    assert traces(table, GM) == []


async def test_what_a_player_claimed_of_a_fight_they_have_left_is_struck_off(table: Table) -> None:
    await fight(table)
    agreed(await table.referee.init_remove(by(ANN), "Axel"))
    agreed(await delete(table))
    assert not [claim for claim in table.scene().claims if claim.by == "Axel"]


# --- kills, and two at once


class KilledError(Exception):
    """The process ends here."""


async def test_a_kill_between_any_two_steps_leaves_a_whole_that_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fought(table)
    agreed(await table.referee.sheet_import(by(ANN, guild_id=OTHER_GUILD), BRAWLER, "Far"))
    there = {"channel_id": OTHER_CHANNEL}
    agreed(await table.referee.npc_add(by(GM, **there), "thug"))
    agreed(await table.referee.init_start(by(GM, **there)))
    agreed(await table.referee.init_join(by(ANN, **there)))
    agreed(await table.referee.init_end(by(GM, **there)))
    whole, allowed = table.store.write, 0

    async def killed(*given: Any) -> Any:
        nonlocal allowed
        if allowed <= 0:
            raise KilledError
        allowed -= 1
        return await whole(*given)

    (button,) = agreed(await table.referee.mydata_delete(by(ANN))).buttons
    monkeypatch.setattr(table.store, "write", killed)
    allowed, kills = 1, 0
    with pytest.raises(KilledError):
        await table.referee.click(by(ANN), button.verb, "", button.once)
    while table.look(lambda unit: unit.wish(ANN)):
        kills += 1
        allowed = 1
        assert table.audit().problems == []
        try:
            await erasing.fulfil(table.store, table.house, ANN)
        except KilledError:
            continue
    assert kills >= 5
    assert traces(table, ANN) == []
    assert table.audit().problems == []


async def test_two_processes_forget_somebody_at_once(table: Table) -> None:
    await fought(table)
    other = Table(table.database)
    (button,) = agreed(await table.referee.mydata_delete(by(ANN))).buttons
    await asyncio.gather(
        table.referee.click(by(ANN), button.verb, "", button.once),
        other.referee.click(by(ANN), button.verb, "", button.once),
    )
    for each in (table, other):
        await erasing.fulfil(each.store, each.house, ANN)
    assert traces(table, ANN) == []
    assert len({order.user_id for order in table.orders()}) == 3
    assert table.audit().problems == []
    await other.store.close()


async def test_a_process_that_remembers_the_fight_brings_nobody_back(table: Table) -> None:
    await fight(table)
    agreed(await table.referee.init_remove(by(ANN), "Axel"))
    other = Table(table.database)
    agreed(await other.referee.init_status(by(GM)))
    agreed(await delete(table))
    agreed(await other.referee.npc_add(by(GM), "thug"))
    assert traces(table, ANN) == []
    assert other.audit().problems == []
    await other.store.close()


async def test_whoever_begins_anew_is_known_by_nothing_of_before(table: Table) -> None:
    await fought(table)
    agreed(await delete(table))
    agreed(await table.referee.sheet_import(by(ANN), BRAWLER, "Axel"))
    agreed(await table.referee.init_start(by(GM)))
    agreed(await table.referee.init_join(by(ANN)))
    assert len((await exported(table, ANN))["orders"]) == 1
    assert table.audit().problems == []


# --- export


async def test_the_export_holds_ones_own_from_all_servers(table: Table) -> None:
    await fight(table)
    agreed(await table.referee.sheet_import(by(ANN, guild_id=OTHER_GUILD), BRAWLER, "Far"))
    found = await exported(table, ANN, guild_id=OTHER_GUILD)
    assert found["user"] == str(ANN)
    assert [(each["server"], each["name"]) for each in found["sheets"]] == [("10", "Axel"), ("20", "Far")]
    assert found["sheets"][0]["sheet"]["skill"] == 12
    assert found["stands_in_scenes"] == [{"server": str(GUILD), "channel": str(CHANNEL), "characters": ["Axel"]}]
    (joined,) = found["orders"]
    assert (joined["fight"], joined["order"]["type"]) == (1, "core.enlist")
    assert joined["order"]["owner"] == str(ANN)


async def test_the_export_tells_of_nobody_else(table: Table) -> None:
    await fight(table)
    agreed(await table.referee.campaign_options(by(GM), "joining", "ask"))
    for user, others in ((ANN, ("Bea", "Lurker", str(BOB), str(GM))), (BOB, ("Axel", "Lurker", str(ANN), str(GM)))):
        text = msgspec.json.encode(await exported(table, user)).decode()
        assert [each for each in others if each in text] == []


async def test_orders_that_only_a_gm_counts_are_exported_without_their_number(table: Table) -> None:
    agreed(await table.referee.campaign_options(by(GM), "joining", "ask"))
    agreed(await table.referee.sheet_import(by(ANN), BRAWLER, "Axel"))
    agreed(await table.referee.npc_add(by(GM), "thug", name="Lurker", hidden=True))
    agreed(await table.referee.init_start(by(GM), now=True))
    agreed(await table.referee.init_join(by(ANN)))
    found = await exported(table, ANN)
    (asked,) = found["orders"]
    assert "number" not in asked
    assert found["asks_a_game_master"][0]["character"] == "Axel"


async def test_a_gms_export_leaves_out_the_sheets_of_those_let_in(table: Table) -> None:
    agreed(await table.referee.campaign_options(by(GM), "joining", "ask"))
    agreed(await table.referee.sheet_import(by(ANN), BRAWLER, "Axel"))
    agreed(await table.referee.npc_add(by(GM), "thug"))
    agreed(await table.referee.init_start(by(GM)))
    agreed(await table.referee.init_join(by(ANN)))
    offered = agreed(await table.referee.init_status(by(GM))).buttons
    button = next(each for each in offered if each.verb is Verb.SETTLE)
    agreed(await table.referee.click(by(GM), button.verb, button.argument, button.once))
    found = await exported(table, GM)
    assert found["orders"][-1]["order"] == {"type": "core.settle", "number": 1}
    assert str(ANN) not in msgspec.json.encode(found).decode()


async def test_who_never_played_has_nothing(table: Table) -> None:
    found = await exported(table, ANN)
    assert {key: value for key, value in found.items() if value and key not in ("user", "at")} == {}
    assert "nothing of you" in words(agreed(await table.referee.mydata_delete(by(ANN))))


def test_every_table_is_known_to_hold_something_of_people_or_nothing() -> None:
    """A table that is added must be thought of here, in the erasure and in docs/privacy.md."""
    of_people = {
        *("orders", "events", "chapters", "scenes", "combatants", "sheets", "rolls", "gms", "outbox", "campaigns"),
        *("interactions", "wishes", "portraits"),
    }
    of_nobody = {
        "letters",
        "letter_parts",
        "keys",
        "logs",
        "trackers",
        "seals",
        "departures",
        "identifies",
        "upgrades",
        "leases",
        "maps",
        "map_pictures",
    }
    tables: dict[str, SqlTable] = dict(METADATA.tables)
    assert set(tables) == of_people | of_nobody


def test_rows_of_a_scene_name_their_server() -> None:
    assert {"guild_id", "channel_id"} <= set(SceneRow.__struct_fields__)
    assert timedelta(milliseconds=erasing.DORMANT_MS) == timedelta(days=7)
