"""A question that other rules asked is never decided anew: its order is taken back, and its owner gives it again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.core.orders import Act
from bot.core.play import Play
from bot.core.scene import Question
from bot.service.requests import Button, Reply
from bot.service.systems import PlayableSystem
from bot.settings import Database
from tests.rulesets.toy import Toy
from tests.service.table import ANN, BOB, TABLES, TEMPLATES, Table, agreed, ask, choices_of, refused, words

Asks = Callable[[Table, tuple[Button, ...]], Awaitable[Reply]]


class NextToy(Toy):
    """The toy by the next rules."""

    version = Toy.version + 1


class AsksFirst(Toy):
    """The toy, in which whoever begs is asked twice."""

    def decide(self, play: Play[Any, Any, Any], order: Act) -> None:
        """One question more before the action."""
        if order.action == "beg":
            play.ask(Question("boon", order.actor, "boon", ("grant", "refuse"), default="refuse", gm=True))
        super().decide(play, order)


@asynccontextmanager
async def renewed(table: Table) -> AsyncIterator[Table]:
    """The same table once the bot has come back with the next rules."""
    await table.store.close()
    again = Table(table.database, toy=PlayableSystem(NextToy(TABLES), TEMPLATES))
    yield again
    await again.store.close()


async def asked(table: Table) -> tuple[Button, ...]:
    """The choices of Bea, whom Axel's strike has hit."""
    await table.fight(shield=True)
    for _ in range(40):
        await table.turn_of("Axel")
        reply = agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
        if choices_of(reply):
            return choices_of(reply)
    raise AssertionError("Axel never hits Bea")


async def by_button(table: Table, choices: tuple[Button, ...]) -> Reply:
    """The choice that is tapped."""
    button = choices[0]
    return await table.referee.click(ask(BOB), button.verb, button.argument, button.once)


async def by_answer(table: Table, choices: tuple[Button, ...]) -> Reply:
    """The choice that is typed."""
    return await table.referee.answer(ask(BOB), choices[0].label)


async def by_going_on(table: Table, choices: tuple[Button, ...]) -> Reply:
    """The GM who does not wait."""
    return await table.referee.init_next(ask())


async def by_another_order(table: Table, choices: tuple[Button, ...]) -> Reply:
    """Somebody who wants something else."""
    return await table.referee.npc_add(ask(), "thug")


@pytest.mark.parametrize("way", [by_button, by_answer, by_going_on, by_another_order])
async def test_whoever_meets_the_question_has_its_order_taken_back(database: Database, way: Asks) -> None:
    old = Table(database)
    choices = await asked(old)
    people, asking = old.scene().combatants, old.orders()[-1]
    async with renewed(old) as table:
        told = words(agreed(await way(table, choices)))
        assert f"Taken back: #{asking.number}." in told
        assert f"whoever gave #{asking.number} gives it again" in told
        scene = table.look(lambda unit: unit.state(table.row()))
        assert scene.pending is None
        assert scene.combatants == people
        assert table.audit().problems == []
        await table.turn_of("Axel")
        agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))


async def test_the_log_says_why_and_strikes_the_order_out(database: Database) -> None:
    old = Table(database)
    choices = await asked(old)
    asking = old.orders()[-1]
    async with renewed(old) as table:
        agreed(await by_button(table, choices))
        log = words(await table.referee.log_show(ask(ANN)))
        assert f"Taken back: #{asking.number}." in log
        assert "(undone)" in log


async def test_it_is_not_brought_back_and_more_can_be_undone(database: Database) -> None:
    old = Table(database)
    choices = await asked(old)
    async with renewed(old) as table:
        agreed(await by_button(table, choices))
        assert "Other rules asked" in refused(await table.referee.redo(ask()))
        agreed(await table.referee.undo(ask()))
        assert table.audit().problems == []


async def test_answers_since_go_with_the_order_that_asked(database: Database) -> None:
    old = Table(database, toy=PlayableSystem(AsksFirst(TABLES), TEMPLATES))
    await old.fight()
    await old.turn_of("Axel")
    agreed(await old.referee.act(ask(ANN), "Axel", "beg", {}, "boon=gold"))
    asking, people = old.orders()[-1], old.scene().combatants
    agreed(await old.referee.answer(ask(), "grant"))
    assert old.scene().pending is not None
    async with renewed(old) as table:
        assert "Taken back" in words(agreed(await table.referee.answer(ask(), "grant")))
        assert table.orders()[-1].voids == asking.ordinal
        assert table.scene().combatants == people


async def test_what_was_undone_before_other_rules_came_stands_again(database: Database) -> None:
    old = Table(database)
    await old.fight()
    await old.turn_of("Axel")
    agreed(await old.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    struck = old.scene()
    agreed(await old.referee.undo(ask()))
    async with renewed(old) as table:
        agreed(await table.referee.redo(ask()))
        assert table.scene().combatants == struck.combatants
        assert table.audit().problems == []


async def test_players_learn_nothing_of_a_question_to_the_hidden(database: Database) -> None:
    old = Table(database)
    await old.fight()
    agreed(await old.referee.sheet_edit(ask(), "shield", "yes", "Lurker"))
    agreed(await old.referee.npc_add(ask(), "thug", name="Second", hidden=True))
    for _ in range(60):
        await old.turn_of("Second")
        agreed(await old.referee.act(ask(), "Second", "strike", {"target": "Lurker"}))
        if old.scene().pending:
            break
    assert old.orders()[-1].gm_only
    async with renewed(old) as table:
        assert "Taken back" not in refused(await table.referee.act(ask(ANN), "Axel", "rest"))
        assert table.look(lambda unit: unit.state(table.row())).pending
        reply = agreed(await table.referee.init_next(ask()))
        assert reply.ephemeral
        assert "Taken back: #g" in words(reply)
        assert "Taken back" not in words(await table.referee.log_show(ask(ANN)))


async def test_questions_of_the_same_rules_are_answered(database: Database) -> None:
    table = Table(database)
    choices = await asked(table)
    assert "Taken back" not in words(agreed(await by_button(table, choices)))
    await table.store.close()
