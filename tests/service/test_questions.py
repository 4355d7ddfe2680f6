"""A question is answered once: whoever taps its buttons late is told how it was answered, and they go dead."""

from __future__ import annotations

from bot.service.requests import Button, Choosing, Verb
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask, refused, words

QUESTION = {"target": "Bea"}


async def asked(table: Table) -> tuple[Button, ...]:
    """The choices that Bea has, at whom Axel has struck."""
    await table.fight(shield=True)
    for _ in range(30):
        await table.turn_of("Axel")
        reply = agreed(await table.referee.act(ask(ANN), "Axel", "strike", QUESTION))
        if table.scene().pending:
            return tuple(each for each in reply.buttons if each.verb is Verb.ANSWER)
    raise AssertionError("Bea is never asked")


async def test_who_taps_late_is_told_what_was_answered(table: Table) -> None:
    buttons = await asked(table)
    first, second = buttons[:2]
    answered = agreed(await table.referee.click(ask(BOB), first.verb, first.argument, first.once))
    assert answered.spent
    assert "Bea chooses" in answered.closing[0].text
    chosen = table.orders()[-1]
    for button in (first, second):
        late = await table.referee.click(ask(BOB), button.verb, button.argument, button.once)
        assert "No question is open" in refused(late)
        assert f"#{chosen.number}: Bea chooses {first.label}" in words(late)
        assert late.spent
    assert table.orders()[-1] == chosen


async def test_somebody_else_answers_nothing_and_leaves_the_choices(table: Table) -> None:
    first, *_ = await asked(table)
    wrong = await table.referee.click(ask(ANN), first.verb, first.argument, first.once)
    assert "not yours" in refused(wrong)
    assert not wrong.spent
    assert table.scene().pending is not None


async def test_what_stands_on_a_button_can_be_typed_whole(table: Table) -> None:
    first, second, *_ = await asked(table)
    assert "is no answer here" in refused(await table.referee.answer(ask(BOB), f"{first.label}, 38 %"))
    agreed(await table.referee.answer(ask(BOB), f"{second.label}: 38 %, costs 3 ticks"))
    assert table.scene().pending is None


async def test_what_was_undone_was_not_answered(table: Table) -> None:
    first, *_ = await asked(table)
    agreed(await table.referee.answer(ask(BOB), first.label))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.undo(ask()))
    late = await table.referee.click(ask(BOB), first.verb, first.argument, first.once)
    assert "No question is open" in refused(late)
    assert "chooses" not in words(late)


async def test_a_typed_answer_takes_nothing_away(table: Table) -> None:
    first, *_ = await asked(table)
    assert not agreed(await table.referee.answer(ask(BOB), first.label)).spent
    assert not (await table.referee.answer(ask(BOB), first.label)).spent


async def test_where_the_fight_stands_it_says_who_asks_whom_about_what(table: Table) -> None:
    await asked(table)
    for viewer in (ask(ANN), ask(BOB), ask()):
        stands = words(await table.referee.init_status(viewer))
        assert "Bea must choose: block, take." in stands
    offered = await table.referee.complete(ask(BOB), Choosing.ANSWER, "", {})
    assert [each.value for each in offered] == ["block", "take"]
    agreed(await table.referee.answer(ask(BOB), "take"))
    assert "must choose" not in words(await table.referee.init_status(ask(ANN)))
    assert await table.referee.complete(ask(BOB), Choosing.ANSWER, "", {}) == []


async def test_the_tracker_tells_what_is_asked_beside_the_buttons_that_answer_it(table: Table) -> None:
    await asked(table)
    view = await table.referee.tracker(CHANNEL)
    assert view is not None
    assert [each.text for each in view.asked][-1].endswith("Bea must choose: block, take.")
    assert not any("must choose" in each.text for each in view.lines)
    agreed(await table.referee.answer(ask(BOB), "take"))
    later = await table.referee.tracker(CHANNEL)
    assert later is not None
    assert later.asked == ()
