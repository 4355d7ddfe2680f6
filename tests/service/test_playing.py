"""A fight from its opening to its end, over the real storage."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bot import app
from bot.core import orders
from bot.service.outbox import Post
from bot.settings import Database
from tests.service.table import ANN, BOB, CHANNEL, GM, Table, agreed, ask, refused, words


async def test_the_account_of_a_fight_counts_one_order_as_one(table: Table) -> None:
    await table.fight()
    await table.referee.init_end(ask())
    await table.referee.init_start(ask(), "", now=True)
    assert "1 order was carried out." in words(agreed(await table.referee.init_end(ask())))


async def test_the_account_of_a_fight_says_who_was_on_which_side(table: Table) -> None:
    await table.fight()
    told = words(agreed(await table.referee.init_end(ask())))
    assert "\nFoes: Thug.\nParty: Axel, Bea.\n" in told


async def test_a_whole_fight_is_played_and_audited(table: Table) -> None:
    await table.fight()
    for _ in range(12):
        actor = table.entitled()
        target = "Bea" if actor != "Bea" else "Axel"
        agreed(await table.referee.act(ask(), actor, "strike", {"target": target}))
    ended = agreed(await table.referee.init_end(ask()))
    assert "is over" in words(ended)
    findings = table.audit()
    assert findings.problems == []
    assert findings.decided > 15
    assert findings.faces > 15


async def test_a_players_attack_defaults_to_their_own_combatant(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    reply = agreed(await table.referee.act(ask(ANN), None, "strike", {"target": "thug"}))
    assert "Axel" in words(reply)
    assert not reply.ephemeral


async def test_the_next_fight_has_a_chapter_and_a_number_of_its_own(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), now=True))
    scene = table.scene()
    assert scene.fight is not None
    assert scene.fight.number == 2
    assert scene.position == 1
    assert table.row().chapter == 4


async def test_the_log_opens_its_thread_first_and_ends_with_summary_and_seal(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    kinds = [parcel.kind for parcel in await table.parcels()]
    assert kinds[0] is Post.THREAD
    assert kinds[-2:] == [Post.SUMMARY, Post.SECRET]
    assert kinds.count(Post.INVITE) == 1


async def test_a_sheet_is_in_one_fight_at_most(table: Table) -> None:
    await table.fight()
    elsewhere = ask(ANN, channel_id=CHANNEL + 1)
    assert "another channel" in refused(await table.referee.init_join(elsewhere))
    assert "here already" in refused(await table.referee.init_join(ask(ANN)))


async def test_who_taps_what_a_fight_has_left_behind_reads_that_it_is_over(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await table.referee.init_remove(ask(), "Thug"))
    assert "Nobody is here yet" in refused(await table.referee.act(ask(ANN), "Axel", "rest"))
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    assert "The fight is over" in refused(await table.referee.act(ask(ANN), "Axel", "rest"))


async def test_players_act_for_their_own_alone(table: Table) -> None:
    await table.fight()
    assert "not yours" in refused(await table.referee.act(ask(ANN), "Bea", "rest"))
    assert "GM" in refused(await table.referee.npc_add(ask(BOB), "guard"))
    assert "GM" in refused(await table.referee.init_end(ask(BOB)))


async def test_the_gm_role_decides_where_there_is_one(table: Table) -> None:
    agreed(await table.referee.campaign_gm(ask(GM), 77, "Masters"))
    assert "GM" in refused(await table.referee.init_start(ask(GM), now=True))
    agreed(await table.referee.init_start(ask(ANN, role_ids=(77,)), now=True))
    assert table.scene().fight is not None


async def test_guilds_never_see_each_other(table: Table) -> None:
    await table.fight()
    stranger = ask(ANN, guild_id=11, channel_id=CHANNEL)
    assert "Nothing has been played" in refused(await table.referee.init_status(stranger))
    assert "no sheet" in refused(await table.referee.sheet_show(stranger))


async def test_commands_in_the_fights_thread_act_on_its_channel(table: Table) -> None:
    await table.fight()
    log = (await table.letters())[0].log
    await table.postbox.log_opened(replace(log, starter_id=5, thread_id=555))
    await table.postbox.gm_thread_opened(replace(log, gm_thread_id=556))
    reply = await table.referee.init_status(ask(ANN, channel_id=555, parent_id=CHANNEL))
    assert "Axel" in words(agreed(reply))


async def test_in_a_thread_that_the_bot_opened_and_forgot_no_scene_begins(table: Table) -> None:
    await table.fight()
    forgotten = {"channel_id": 557, "parent_id": CHANNEL}
    assert "Axel" in words(agreed(await table.referee.init_status(ask(ANN, **forgotten, own_thread=True))))
    assert agreed(await table.referee.npc_add(ask(**forgotten, own_thread=True), "thug")).ephemeral
    assert "Nothing has been played" in refused(await table.referee.init_status(ask(ANN, **forgotten)))


async def test_nobody_joins_under_the_name_of_somebody_in_sight(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    await table.sheet(ANN, "thug")
    assert "Somebody else called thug is here" in refused(await table.referee.init_join(ask(ANN)))
    assert list(table.scene().combatants) == ["Thug"]


async def test_who_goes_on_is_told_so_where_nobody_else_is(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    system = app.house().system("nighttripper")
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "guard"))
    agreed(await table.referee.init_start(ask(), now=True))
    passed = agreed(await table.referee.init_next(ask(ANN)))
    assert [each.text for each in passed.lines] == ["Axel lets the moment go by."]
    await table.store.close()


async def test_a_verdict_is_about_whom_it_names_or_whose_turn_it_is_and_else_it_is_asked(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    referee = table.referee
    agreed(await referee.campaign_setup(ask(), "horizons"))
    agreed(await referee.npc_add(ask(), "guard", name="Guard"))
    agreed(await referee.act(ask(), None, "damage", {"damage": 1}))
    agreed(await referee.npc_add(ask(), "guard", name="Thug"))
    told = refused(await referee.act(ask(), None, "damage", {"damage": 1}))
    assert told == "\nDamage: whom is it about?\nSay target:Guard, or another."
    agreed(await referee.act(ask(), None, "damage", {"damage": 1, "target": "Thug"}))
    agreed(await referee.act(ask(), "Guard", "damage", {"damage": 1, "target": "Thug"}))
    given = [orders.parsed(each.payload) for each in table.orders()]
    assert [each.actor for each in given if isinstance(each, orders.Act)] == ["Guard", "Thug", "Guard"]
    assert table.audit().problems == []
    await table.store.close()
