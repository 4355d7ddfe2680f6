"""A training fight goes its eight steps in every system, for whoever asks, and leaves everything as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import app
from bot.core.options import parse
from bot.service.handbooks import Looking
from bot.service.lookups.training import LAST_WORDS
from bot.service.requests import Reply, Verb
from tests.service.table import ANN, BOB, Table, agreed, ask, refused, words

STEPS = 8


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path / "table.db", None, None, **app.house().systems)
    made.play_by(app.house())
    return made


async def behind(table: Table, key: str, done: object, user: int = ANN) -> Reply:
    return await table.referee.click(ask(user), Verb.TRAINING, f"{key}.{done}", "")


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_each_of_eight_steps_leads_to_the_next(table: Table, key: str) -> None:
    told = [agreed(await behind(table, key, done)) for done in range(STEPS + 1)]
    for done, reply in enumerate(told[:-1]):
        assert f"step {done + 1} of {STEPS}" in reply.title
        assert (reply.ephemeral, reply.in_place) == (True, True)
        assert reply.buttons[0].argument == f"{key}.{done + 1}"
        assert len(words(reply)) < 2000
    assert LAST_WORDS[0] in words(told[-1])
    assert " → Target" in "".join(map(words, told))
    assert any(" %" in words(reply) for reply in told)
    typed = [line for reply in told for line in words(reply).splitlines() if "you would type /" in line]
    assert typed
    assert not [line for line in typed if line.endswith(".")]  # which one would type, too


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_every_lesson_is_of_the_system(key: str) -> None:
    house = app.house()
    course, ruleset = house.handbooks[key].training, house.systems[key].ruleset
    assert course is not None
    assert len(course.lessons) == STEPS
    assert {course.trainee, course.target} <= set(house.systems[key].templates)
    for lesson in course.lessons:
        if lesson.does not in (Looking.LOOK, Looking.WHY):
            action = "attack" if lesson.does == Looking.ODDS else lesson.does
            assert set(parse(ruleset.actions[action], lesson.given)) == set(lesson.given)


async def test_it_begins_in_help_and_goes_the_same_way_for_everybody_whatever_is_played(table: Table) -> None:
    start = agreed(await table.referee.help(ask(ANN), "training")).buttons[0]
    assert (start.verb, start.argument) == (Verb.TRAINING, "reflex.0")
    alone = [words(await behind(table, "reflex", done)) for done in range(STEPS + 1)]
    agreed(await table.referee.npc_add(ask(), "guard", 1, None, None, hidden=True))
    agreed(await table.referee.init_start(ask(), "Bridge"))
    before = words(agreed(await table.referee.init_status(ask())))
    assert [words(await behind(table, "reflex", done, BOB)) for done in range(STEPS + 1)] == alone
    assert words(agreed(await table.referee.init_status(ask()))) == before


@pytest.mark.parametrize("argument", ["9", "-1", "x", "", "²"])
async def test_a_step_that_is_not_there_is_refused(table: Table, argument: str) -> None:
    assert "not here any more" in refused(await behind(table, "reflex", argument))
    assert "not here any more" in refused(await behind(table, "chess", 1))
    assert "not here any more" in refused(await table.referee.click(ask(ANN), Verb.TRAINING, "0", ""))
