"""Undo takes back a suffix of the chapter, redo the undo, and what is left is always the fold of what still counts."""

from __future__ import annotations

from bot.core.scene import Fight
from bot.service.outbox import LogThread, Post
from bot.service.requests import Button, Verb
from tests.service.table import (
    ANN,
    BOB,
    CHANNEL,
    GM,
    OTHER_CHANNEL,
    SHIELDED,
    Table,
    agreed,
    ask,
    choices_of,
    refused,
    words,
)


def sheet_of(table: Table, user: int) -> dict[str, object]:
    """The user's first sheet, as its row has it."""
    return table.look(lambda unit: unit.sheets(10, user, "toy"))[0].sheet


async def test_undo_after_do_is_identity(table: Table) -> None:
    await table.fight()
    before = table.scene()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 3}))
    assert table.scene() != before
    agreed(await table.referee.undo(ask()))
    assert table.scene() == before
    assert list(table.scene().combatants) == list(before.combatants)
    assert table.audit().problems == []


async def test_redo_brings_back_exactly_what_was_undone(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 3}))
    after = table.scene()
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.redo(ask()))
    assert table.scene() == after
    assert table.audit().problems == []


async def test_stacked_undos_are_redone_one_by_one(table: Table) -> None:
    await table.fight()
    states = [table.scene()]
    for points in (1, 2):
        agreed(await table.referee.act(ask(), "Bea", "hurt", {"points": points}))
        states.append(table.scene())
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.undo(ask()))
    assert table.scene() == states[0]
    agreed(await table.referee.redo(ask()))
    assert table.scene() == states[1]
    agreed(await table.referee.redo(ask()))
    assert table.scene() == states[2]
    assert "nothing to redo" in refused(await table.referee.redo(ask()))
    assert table.audit().problems == []


async def test_redo_ends_with_the_next_order(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 2}))
    assert "nothing to redo" in refused(await table.referee.redo(ask()))


async def test_undo_back_to_a_number_takes_all_behind_it(table: Table) -> None:
    await table.fight()
    before = table.scene()
    numbers = []
    for points in (1, 2, 3):
        reply = agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": points}))
        numbers.append(reply.title)
    reply = agreed(await table.referee.undo(ask(), numbers[0]))
    assert words(reply).count("#") == 4
    assert table.scene() == before


async def test_the_same_order_in_the_same_place_rolls_the_same(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    first = words(await table.referee.act(ask(ANN), None, "strike", {"target": "Thug"}))
    agreed(await table.referee.undo(ask()))
    again = words(await table.referee.act(ask(ANN), None, "strike", {"target": "Thug"}))
    assert first.partition("\n")[2] == again.partition("\n")[2]


async def test_players_undo_their_own_last_order_if_no_dice_fell(table: Table) -> None:
    await table.fight()
    assert "only if it is yours" in refused(await table.referee.undo(ask(BOB)))
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(ANN), None, "hold", {"until": 0}))
    assert not table.orders()[-1].rolled
    assert "only if it is yours" in refused(await table.referee.undo(ask(BOB)))
    agreed(await table.referee.undo(ask(ANN)))
    assert table.entitled() == "Axel"


async def test_undo_never_crosses_a_chapter(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    assert "nothing to undo" in refused(await table.referee.undo(ask()))


async def test_a_gm_whose_first_order_is_an_undo_is_let_into_the_gms_thread(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.undo(ask(BOB, manages_server=True)))
    assert [parcel.user_id for parcel in await table.parcels() if parcel.kind is Post.INVITE] == [GM, BOB]


async def left_hurt(table: Table) -> int:
    """Axel comes, is hurt, leaves hurt; the number of the order he came by."""
    agreed(await table.referee.init_start(ask(), now=True))
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    came = table.orders()[-1].number
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 3}))
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert sheet_of(table, ANN)["hurt"] == 3
    return came


async def test_whoever_came_was_hurt_and_left_is_unhurt_again_once_that_is_undone(table: Table) -> None:
    came = await left_hurt(table)
    agreed(await table.referee.undo(ask(), str(came)))
    assert sheet_of(table, ANN)["hurt"] == 0
    agreed(await table.referee.redo(ask()))
    assert sheet_of(table, ANN)["hurt"] == 3
    assert table.audit().problems == []


async def test_whoever_came_twice_gets_back_what_they_first_came_with(table: Table) -> None:
    came = await left_hurt(table)
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.undo(ask(), str(came)))
    assert sheet_of(table, ANN)["hurt"] == 0
    assert table.audit().problems == []


async def test_an_undo_leaves_a_sheet_alone_that_plays_elsewhere_by_now(table: Table) -> None:
    came = await left_hurt(table)
    agreed(await table.referee.init_join(ask(ANN, channel_id=OTHER_CHANNEL)))
    agreed(await table.referee.undo(ask(), str(came)))
    assert sheet_of(table, ANN)["hurt"] == 3


async def test_what_was_given_away_after_leaving_is_not_changed_by_its_new_owner_in_the_fight(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    await table.hand_on(ANN, "Axel", BOB)
    agreed(await table.referee.undo(ask()))
    assert "in a fight" in refused(await table.referee.sheet_edit(ask(BOB), "skill", "3", "Axel"))
    assert table.audit().problems == []


async def test_a_fight_whose_start_was_undone_keeps_its_number_and_its_thread(table: Table) -> None:
    await table.fight()
    scene_id = table.row().id
    await table.postbox.log_opened(LogThread(scene_id=scene_id, fight=1, thread_id=555))
    start = next(order for order in table.orders() if b"start_fight" in order.payload)
    agreed(await table.referee.undo(ask(), str(start.number)))
    agreed(await table.referee.init_start(ask(), "Again", now=True))
    assert table.scene().fight == Fight(2, "Again")
    in_old_thread = ask(ANN, channel_id=555, parent_id=CHANNEL)
    assert "Fight 2" in words(agreed(await table.referee.init_status(in_old_thread)))
    assert table.audit().problems == []


async def test_the_start_of_a_fight_can_be_undone_and_nothing_before_it(table: Table) -> None:
    await table.fight()
    start = next(order for order in table.orders() if b"start_fight" in order.payload)
    agreed(await table.referee.undo(ask(), str(start.number)))
    assert table.scene().fight is None
    assert list(table.scene().combatants) == ["Thug", "Lurker"]
    assert "nothing to undo" in refused(await table.referee.undo(ask()))
    agreed(await table.referee.init_start(ask(), now=True))
    assert table.audit().problems == []


async def test_sheets_follow_the_scene_and_its_undos(table: Table) -> None:
    await table.fight()
    clean = sheet_of(table, ANN)
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 3}))
    assert sheet_of(table, ANN)["hurt"] == 3
    agreed(await table.referee.undo(ask()))
    assert sheet_of(table, ANN) == clean
    agreed(await table.referee.redo(ask()))
    start = next(order for order in table.orders() if b"start_fight" in order.payload)
    agreed(await table.referee.undo(ask(), str(start.number)))
    assert sheet_of(table, ANN) == clean


async def test_an_undone_release_does_not_come_back_from_another_fight(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    agreed(await table.referee.init_join(ask(ANN, channel_id=101)))
    assert "another fight" in refused(await table.referee.undo(ask()))


async def test_an_undo_is_posted_and_marks_what_it_took_back(table: Table) -> None:
    await table.fight()
    reply = agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 3}))
    order = (await table.parcels())[-2]
    assert order.kind is Post.ORDER
    await table.deliver(555, 777)
    agreed(await table.referee.undo(ask()))
    undone, for_gm = await table.letters()
    assert (undone.kind, undone.strikes) == (Post.UNDONE, True)
    assert (for_gm.kind, for_gm.strikes) == (Post.GM, True)
    for letter in (undone, for_gm):
        marks = await table.postbox.marks(letter)
        assert {mark.message_id for mark in marks.posted} == {777}
        assert not marks.restores
    assert f"`{reply.title}`" not in undone.text
    assert reply.title in undone.text


async def test_an_open_question_waits_and_can_be_undone(table: Table) -> None:
    await table.sheet(BOB, "Bea", SHIELDED)
    await table.fight(shield=True)
    question = await asked(table)
    assert {button.label for button in question} == {"block", "take"}
    assert "question is open" in refused(await table.referee.act(ask(), "Axel", "rest"))
    before = table.scene()
    agreed(await table.referee.click(ask(BOB), *click(question[0])))
    assert table.scene().pending is None
    assert "question" in refused(await table.referee.click(ask(BOB), *click(question[1])))
    agreed(await table.referee.undo(ask()))
    assert table.scene() == before
    assert table.audit().problems == []


async def asked(table: Table) -> tuple[Button, ...]:
    """Let Bea be struck until she is asked whether she blocks."""
    for _ in range(30):
        actor = table.entitled()
        action, given = ("rest", {}) if actor == "Bea" else ("strike", {"target": "Bea"})
        reply = agreed(await table.referee.act(ask(), actor, action, given))
        if choices_of(reply):
            return choices_of(reply)
    raise AssertionError("nobody ever hits Bea")


def click(button: Button) -> tuple[Verb, str, str]:
    """The arguments of a click."""
    return button.verb, button.argument, button.once
