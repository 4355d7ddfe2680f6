"""An older release leaves alone what a newer one keeps in ways that it does not know, and goes on with all the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest

from bot.core.errors import NewerError
from bot.service.outbox import Stream
from bot.service.requests import Choosing, Reply, Verb
from bot.service.systems import PlayableSystem
from bot.settings import Database
from tests.rulesets.toy.builder import ToyBuilder
from tests.rulesets.toy_next import following, singing
from tests.service.table import ANN, BOB, BRAWLER, CHANNEL, GM, GUILD, OTHER_CHANNEL, Table, agreed, ask, refused, words

LEFT = "its new version has this already"


@pytest.fixture
async def older(table: Table) -> Table:
    """A table of this release in the middle of a fight, of which it has everything at hand."""
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    return table


@pytest.fixture
async def newer(older: Table) -> AsyncIterator[Table]:
    """The same with newer rules, beside it."""
    made = another(older.database, following())
    yield made
    await made.store.close()


def another(database: Database, toy: PlayableSystem) -> Table:
    """Another process at a database."""
    return Table(database, None, None, toy=toy)


async def test_a_fight_of_older_rules_goes_on_under_newer_ones(older: Table, newer: Table) -> None:
    agreed(await newer.referee.init_next(ask()))
    assert newer.row().ruleset_version == 2
    assert newer.audit().problems == []


async def test_every_row_of_it_is_what_the_newer_rules_make_of_it(older: Table, newer: Table) -> None:
    """Also of those who did nothing since: who was hurt before is marked by it now."""
    assert older.scene().combatants["Axel"].state.threat == 0
    agreed(await newer.referee.act(ask(), "Bea", "hurt", {"points": 1}))
    assert newer.scene().combatants["Axel"].state.threat == 1


async def test_so_it_is_where_the_newer_rules_begin_a_chapter_with_it(older: Table, newer: Table) -> None:
    elsewhere = {"channel_id": OTHER_CHANNEL}
    agreed(await older.referee.npc_add(ask(**elsewhere), "thug"))
    agreed(await older.referee.act(ask(**elsewhere), "Thug", "hurt", {"points": 1}))
    agreed(await newer.referee.init_start(ask(**elsewhere), "Barn", now=True))
    assert newer.scene(OTHER_CHANNEL).combatants["Thug"].state.threat == 1


async def test_a_scene_of_newer_rules_is_refused_alone(older: Table, newer: Table) -> None:
    agreed(await newer.referee.init_next(ask()))
    head = newer.row().head
    asked: list[Callable[[], Any]] = [
        lambda: older.referee.init_next(ask()),
        lambda: older.referee.act(ask(ANN), None, "rest"),
        lambda: older.referee.undo(ask()),
        lambda: older.referee.init_status(ask()),
        lambda: older.referee.log_show(ask()),
        lambda: older.referee.odds(ask(), "Axel", "strike", {"target": "Bea"}),
        lambda: older.referee.log_verify(ask()),
    ]
    for each in asked:
        reply: Reply = await each()
        assert LEFT in refused(reply)
        assert "Try again in a moment" in words(reply)
        assert reply.gives_way
    assert await older.referee.complete(ask(), Choosing.ACTOR, "") == []
    assert newer.row().head == head
    agreed(await older.referee.init_start(ask(channel_id=OTHER_CHANNEL), "Barn", now=True))
    assert newer.row(OTHER_CHANNEL).ruleset_version == 1
    agreed(await newer.referee.init_next(ask(channel_id=CHANNEL)))
    assert newer.audit().problems == []


async def test_a_sheet_that_stands_there_holds_up_none_of_the_others(older: Table, newer: Table) -> None:
    agreed(await newer.referee.init_next(ask()))
    agreed(await older.sheet(ANN, "Cleo"))
    assert "Cleo" in words(agreed(await older.referee.sheet_show(ask(ANN), "Cleo")))
    assert [each.value for each in await older.referee.complete(ask(ANN), Choosing.SHEET, "")] == ["Axel", "Cleo"]
    assert LEFT in refused(await older.referee.sheet_show(ask(ANN), "Axel"))
    assert LEFT in refused(await older.referee.sheet_import(ask(ANN), BRAWLER, "Axel"))
    agreed(await older.referee.sheet_delete(ask(ANN), "Cleo"))
    listed = words(agreed(await older.referee.sheet_show(ask(ANN), None)))
    assert listed == "Your sheets\nAxel is with the newer version of the bot, which is just being put in place"


async def test_nobody_is_awarded_points_for_a_sheet_as_it_was_before_newer_rules(newer: Table) -> None:
    agreed(await newer.sheet(BOB, "Dora"))
    school = Table(newer.database, None, ToyBuilder())
    assert LEFT in refused(await school.referee.sheet_award(ask(), BOB, 5, None, "Dora"))
    await school.store.close()


async def test_no_sheet_is_kept_as_it_was_before_newer_rules(older: Table, newer: Table) -> None:
    agreed(await newer.referee.init_next(ask()))
    (stale,) = older.look(lambda unit: unit.sheets(GUILD, ANN, "toy"))
    with pytest.raises(NewerError):
        await older.store.write(lambda unit: unit.save_sheet(stale))
    (kept,) = newer.look(lambda unit: unit.sheets(GUILD, ANN, "toy"))
    assert not kept.unread


async def test_newer_rules_count_though_every_event_is_known(older: Table, newer: Table) -> None:
    agreed(await newer.referee.init_range(ask(), "Axel", "Bea", 7))
    assert LEFT in refused(await older.referee.init_range(ask(), "Axel", "Bea", 9))
    assert LEFT in refused(await older.referee.init_status(ask()))


async def test_what_was_refused_is_carried_out_by_the_newer_one(older: Table, newer: Table) -> None:
    """Both may hear of a command: the one that leaves it alone takes nothing from the other."""
    agreed(await newer.referee.init_next(ask()))
    both = ask()
    head = newer.row().head
    refused(await older.referee.init_next(both))
    first = agreed(await newer.referee.init_next(both))
    assert agreed(await newer.referee.init_next(both)) == first
    assert newer.row().head == head + 1


async def test_a_button_of_the_newer_one_is_left_to_it(older: Table, newer: Table) -> None:
    agreed(await newer.referee.init_next(ask()))
    view = await newer.referee.tracker(CHANNEL)
    assert view is not None
    button = next(each for each in view.buttons if each.verb is Verb.GO_ON)
    assert LEFT in refused(await older.referee.click(ask(), button.verb, button.argument, button.once))
    agreed(await newer.referee.click(ask(), button.verb, button.argument, button.once))


async def test_its_pages_are_left_to_the_newer_one(older: Table, newer: Table) -> None:
    await older.deliver()
    reply = agreed(await newer.referee.act(ask(), newer.entitled(), "rest"))
    assert "sings" in words(reply)
    for with_tracker in (False, True):
        with pytest.raises(NewerError):
            await older.postbox.mail(CHANNEL, tuple(Stream), with_tracker=with_tracker)
    with pytest.raises(NewerError):
        await older.postbox.give_up(CHANNEL)
    assert any("sings" in letter.text for letter in await newer.letters())


async def test_what_the_newer_one_undoes_is_undone_for_good(older: Table, newer: Table) -> None:
    agreed(await newer.referee.act(ask(), newer.entitled(), "rest"))
    agreed(await newer.referee.undo(ask()))
    assert LEFT in refused(await older.referee.redo(ask()))
    agreed(await newer.referee.undo(ask()))  # an order of the older release
    assert newer.scene().combatants["Axel"].state.hits == 6
    assert newer.audit().problems == []


async def test_a_system_of_which_it_knows_nothing_is_left_alone(older: Table) -> None:
    older.tamper("UPDATE scenes SET ruleset = 'starfall'")
    assert LEFT in refused(await older.referee.init_next(ask()))


# --- where the version of the rules is the same


async def test_an_event_of_which_it_knows_nothing_is_never_passed_over(older: Table) -> None:
    singer = another(older.database, singing())
    await older.deliver()
    agreed(await singer.referee.act(ask(), singer.entitled(), "rest"))
    assert LEFT in refused(await older.referee.undo(ask()))
    with pytest.raises(NewerError):
        await older.postbox.mail(CHANNEL, tuple(Stream), with_tracker=False)
    assert any("sings" in letter.text for letter in await singer.letters())
    agreed(await singer.referee.undo(ask()))
    await singer.store.close()


async def test_a_field_of_which_it_knows_nothing_is_never_passed_over(older: Table) -> None:
    changed = older.tamper("""UPDATE events SET payload = replace(payload, '"points":1', '"points":1,"deep":true')""")
    assert changed
    assert LEFT in refused(await older.referee.undo(ask()))


async def test_nor_a_version_of_an_event(older: Table) -> None:
    assert older.tamper("UPDATE events SET version = 2 WHERE type = 'toy.hurt'")
    assert LEFT in refused(await older.referee.undo(ask()))


async def test_nor_a_scheme_of_dice(older: Table) -> None:
    """Of the chapter that another process began; nothing changes of one that goes on."""
    beside = Table(older.database, None, None)
    agreed(await beside.referee.init_end(ask()))
    agreed(await beside.referee.init_start(ask(), "Barn", now=True))
    await beside.store.close()
    older.tamper("UPDATE chapters SET scheme = 99")
    assert LEFT in refused(await older.referee.init_next(ask()))


async def test_a_chapter_that_another_process_began_has_its_own_dice(older: Table) -> None:
    """Though this one has the chapter before it at hand."""
    beside = Table(older.database, None, None)
    agreed(await beside.referee.init_end(ask()))
    agreed(await beside.referee.npc_add(ask(), "thug", 2))
    agreed(await beside.referee.init_start(ask(), "Barn", now=True))
    await beside.store.close()
    first = older.scene().entitled()[0].actor
    (other,) = older.scene().combatants.keys() - {first}
    agreed(await older.referee.act(ask(), first, "strike", {"target": other}))
    assert older.audit().problems == []


async def test_nor_a_kind_of_page(older: Table) -> None:
    await older.letters()
    older.tamper("UPDATE letters SET kind = 'song'")
    with pytest.raises(NewerError):
        await older.postbox.mail(CHANNEL, tuple(Stream), with_tracker=False)


async def test_nor_what_a_campaign_has_settled(older: Table) -> None:
    agreed(await older.referee.campaign_setup(ask(), title="The yard"))
    settings = older.look(lambda unit: unit.campaign(10, CHANNEL))[CHANNEL]
    more = msgspec.json.encode({**msgspec.json.decode(settings), "season": "spring"})
    await older.store.write(lambda unit: unit.save_campaign(10, CHANNEL, more))
    assert LEFT in refused(await older.referee.campaign_setup(ask(), title="The barn"))
    assert older.look(lambda unit: unit.campaign(10, CHANNEL))[CHANNEL] == more


async def test_nor_an_answer_that_it_cannot_say(older: Table) -> None:
    again = ask()
    agreed(await older.referee.init_next(again))
    strange = msgspec.msgpack.encode({"buttons": [{"label": "Sing", "verb": "sing"}]})
    await older.store.write(lambda unit: unit.answered(again.interaction_id, strange))
    assert LEFT in refused(await older.referee.init_next(again))


# --- sheets


async def test_a_sheet_that_newer_rules_have_written_is_left_alone(older: Table, newer: Table) -> None:
    agreed(await newer.referee.sheet_import(ask(GM), BRAWLER, "Nova"))
    for asked in (
        older.referee.sheet_show(ask(GM), "Nova"),
        older.referee.sheet_edit(ask(GM), "hits", "3", "Nova"),
        older.referee.init_join(ask(GM), "Nova"),
    ):
        assert LEFT in refused(await asked)
    agreed(await older.referee.sheet_show(ask(BOB), "Bea"))
    agreed(await newer.referee.sheet_edit(ask(GM), "hits", "3", "Nova"))


async def test_so_is_one_that_newer_rules_have_played(older: Table, newer: Table) -> None:
    agreed(await newer.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await newer.referee.init_end(ask()))
    assert LEFT in refused(await older.referee.sheet_edit(ask(ANN), "hits", "3", "Axel"))


async def test_no_undo_brings_back_what_a_sheet_was_before_newer_rules(older: Table, newer: Table) -> None:
    agreed(await older.referee.init_remove(ask(), "Axel"))
    agreed(await newer.referee.sheet_edit(ask(ANN), "hits", "3", "Axel"))
    assert LEFT in refused(await older.referee.undo(ask()))
