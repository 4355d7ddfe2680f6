"""A channel that is gone is owed nothing, and holds nobody who could play elsewhere."""

from __future__ import annotations

from tests.service.table import ANN, BOB, CHANNEL, GM, OTHER_CHANNEL, Table, agreed, ask, refused
from tests.service.test_questions import asked


async def test_a_channel_that_is_gone_is_owed_nothing(table: Table) -> None:
    await table.fight()
    await table.letters()
    abandoned = await table.postbox.give_up(CHANNEL)
    assert abandoned is not None
    assert (abandoned.title, abandoned.gms) == ("Fight 1: Yard", (GM,))
    assert abandoned.promises > 3
    assert await table.letters() == ()
    assert await table.postbox.channels() == ()
    assert await table.postbox.give_up(CHANNEL) is None


async def test_whoever_was_in_its_fight_may_join_another(table: Table) -> None:
    await table.fight()
    await table.deliver()
    assert "another channel's fight" in refused(await table.referee.init_join(ask(ANN, channel_id=OTHER_CHANNEL)))
    assert await table.postbox.give_up(CHANNEL) is None
    for user in (ANN, BOB):
        agreed(await table.referee.init_join(ask(user, channel_id=OTHER_CHANNEL)))
    assert {*table.scene(OTHER_CHANNEL).combatants} == {"Axel", "Bea"}
    assert {*table.scene().combatants} == {"Thug", "Lurker"}
    assert table.audit().problems == []


async def test_whoever_has_come_before_any_fight_may_join_another(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    await table.postbox.give_up(CHANNEL)
    agreed(await table.referee.init_join(ask(ANN, channel_id=OTHER_CHANNEL)))
    assert not table.scene().combatants


async def test_a_question_that_is_open_there_holds_nobody(table: Table) -> None:
    await asked(table)
    await table.postbox.give_up(CHANNEL)
    assert {*table.scene().combatants} == {"Thug", "Lurker"}
    assert table.scene().pending is None
    assert await table.letters() == ()
    agreed(await table.referee.init_join(ask(BOB, channel_id=OTHER_CHANNEL)))


async def test_whom_a_question_of_other_rules_holds_up_stays(table: Table) -> None:
    await asked(table)
    table.tamper("UPDATE orders SET ruleset_version = 0")
    before = table.scene()
    await table.postbox.give_up(CHANNEL)
    assert table.scene() == before
    assert await table.letters() == ()


async def test_what_befell_somebody_there_stays_with_them(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 2}))
    hits = table.scene().combatants["Axel"].state.hits
    await table.postbox.give_up(CHANNEL)
    agreed(await table.referee.init_join(ask(ANN, channel_id=OTHER_CHANNEL)))
    assert table.scene(OTHER_CHANNEL).combatants["Axel"].state.hits == hits
