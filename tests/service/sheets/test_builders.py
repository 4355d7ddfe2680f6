"""Characters made and improved page by page: nothing is remembered but the sheet, and it is its owner's alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.service.requests import Choosing, Reply, Verb
from bot.settings import Database
from tests.rulesets.toy.builder import ToyBuilder
from tests.service.table import ANN, BOB, GM, Script, Table, agreed, ask, refused, words


@pytest.fixture
async def school(database: Database) -> AsyncIterator[Table]:
    made = Table(database, Script(3, 3, 3), ToyBuilder())
    yield made
    await made.store.close()


async def begun(school: Table, name: str = "Axel") -> Reply:
    """The first page of making a character of Ann's."""
    return agreed(await school.referee.sheet_create(ask(ANN), name))


def menu_of(reply: Reply) -> str:
    assert reply.menu is not None
    return reply.menu.argument


async def step(school: Table, sheet: str, key: str, user: int = ANN) -> Reply:
    return await school.referee.sheet_step(ask(user), sheet, key)


async def fill(school: Table, sheet: str, key: str, user: int = ANN, **values: str) -> Reply:
    return await school.referee.sheet_fill(ask(user), f"{sheet}.{key}", values)


async def ready(school: Table, points: int = 0) -> str:
    """A finished character of Ann's with points to spend; the id of its sheet."""
    sheet = menu_of(await begun(school))
    agreed(await step(school, sheet, "ready"))
    if points:
        agreed(await school.referee.sheet_award(ask(GM), ANN, points))
    return sheet


def kept(school: Table, sheet: str) -> dict[str, Any]:
    row = school.look(lambda unit: unit.sheet(10, int(sheet)))
    assert row is not None
    return row.sheet


async def test_making_begins_with_a_roll_and_the_running_total(school: Table) -> None:
    reply = await begun(school)
    assert "8 of 20 points" in words(reply)
    assert reply.ephemeral
    assert not reply.in_place
    assert reply.menu is not None
    assert [choice.value for choice in reply.menu.choices] == ["body", "shield", "ready"]


async def test_making_goes_on_where_it_stopped(school: Table) -> None:
    sheet = menu_of(await begun(school))
    agreed(await fill(school, sheet, "body", skill="9", hits="7"))
    again = await begun(school)
    assert (menu_of(again), "16 of 20 points" in words(again)) == (sheet, True)
    assert "sheet called Axel" in refused(await school.referee.sheet_create(ask(ANN), "Axel", "thug"))


async def test_making_may_begin_with_a_template(school: Table) -> None:
    reply = agreed(await school.referee.sheet_create(ask(ANN), "Axel", "thug"))
    assert kept(school, menu_of(reply))["skill"] > 1


async def test_a_step_with_blanks_opens_a_form_filled_with_what_stands(school: Table) -> None:
    sheet = menu_of(await begun(school))
    reply = agreed(await step(school, sheet, "body"))
    assert reply.form is not None
    assert (reply.form.title, reply.form.argument) == ("Skill and hits", f"{sheet}.body")
    assert [(blank.label, blank.value) for blank in reply.form.blanks] == [("Skill", "1"), ("Hits", "7")]


async def test_a_form_changes_the_sheet_and_shows_the_total_in_its_place(school: Table) -> None:
    sheet = menu_of(await begun(school))
    reply = agreed(await fill(school, sheet, "body", skill="9", hits="7"))
    assert reply.in_place
    assert "16 of 20 points" in words(reply)
    assert kept(school, sheet)["skill"] == 9


async def test_overspending_changes_nothing_and_says_by_how_much(school: Table) -> None:
    sheet = menu_of(await begun(school))
    refusal = await fill(school, sheet, "body", skill="15", hits="8")
    assert "3 points too many" in refused(refusal)
    assert menu_of(refusal) == sheet
    assert kept(school, sheet)["skill"] == 1


async def test_what_does_not_fit_a_sheet_is_refused(school: Table) -> None:
    sheet = menu_of(await begun(school))
    assert "skill: 0" in refused(await fill(school, sheet, "body", skill="0", hits="8"))


async def test_a_form_handed_in_twice_counts_once(school: Table) -> None:
    sheet = await ready(school, points=2)
    request = ask(ANN)
    first = await school.referee.sheet_step(request, sheet, "train.club")
    again = await school.referee.sheet_step(request, sheet, "train.club")
    assert again == first
    assert kept(school, sheet)["points"] == 1


@pytest.mark.parametrize("user", [BOB, GM])
async def test_nobody_builds_on_the_sheet_of_another(school: Table, user: int) -> None:
    sheet = menu_of(await begun(school))
    assert "not a sheet of yours" in refused(await step(school, sheet, "ready", user))
    assert "not a sheet of yours" in refused(await fill(school, sheet, "body", user, skill="9"))


async def test_a_sheet_of_another_server_is_nobodys(school: Table) -> None:
    sheet = menu_of(await begun(school))
    assert "not a sheet of yours" in refused(await school.referee.sheet_step(ask(ANN, guild_id=11), sheet, "ready"))
    assert "not a sheet of yours" in refused(await step(school, "999", "ready"))


async def test_the_last_step_shows_the_character(school: Table) -> None:
    sheet = menu_of(await begun(school))
    reply = agreed(await step(school, sheet, "ready"))
    assert "Axel is ready" in words(reply)
    assert "7 hits" in words(reply)
    assert reply.menu is None
    assert "no such page" in refused(await step(school, sheet, "body"))


async def test_nothing_is_built_in_a_fight(school: Table) -> None:
    sheet = menu_of(await begun(school))
    agreed(await school.referee.init_join(ask(ANN)))
    assert "is in a fight" in refused(await fill(school, sheet, "body", skill="9"))
    assert "is in a fight" in refused(await school.referee.sheet_award(ask(GM), ANN, 1))


async def test_what_a_gm_must_agree_to_is_asked_in_public_and_done_once(school: Table) -> None:
    sheet = menu_of(await begun(school))
    asked = agreed(await step(school, sheet, "shield"))
    assert not asked.ephemeral
    assert "Axel asks a GM: Carry a shield" in words(asked)
    assert not kept(school, sheet)["shield"]
    button = asked.buttons[0]
    assert button.verb is Verb.AGREE
    assert "Only a GM" in refused(await school.referee.click(ask(ANN), button.verb, button.argument, button.once))
    done = agreed(await school.referee.click(ask(GM), button.verb, button.argument, button.once))
    assert "agreed" in words(done)
    assert kept(school, sheet)["shield"]
    assert "changed since" in refused(await school.referee.click(ask(GM), button.verb, button.argument, button.once))


async def test_a_request_is_void_once_the_sheet_is_another(school: Table) -> None:
    sheet = menu_of(await begun(school))
    button = agreed(await step(school, sheet, "shield")).buttons[0]
    agreed(await fill(school, sheet, "body", skill="9"))
    assert "changed since" in refused(await school.referee.click(ask(GM), button.verb, button.argument, button.once))
    agreed(await school.referee.sheet_delete(ask(ANN), "Axel"))
    assert "changed since" in refused(await school.referee.click(ask(GM), button.verb, button.argument, button.once))


async def test_nothing_is_asked_that_cannot_be_paid(school: Table) -> None:
    sheet = await ready(school)
    assert "1 point too few" in refused(await step(school, sheet, "teacher"))


async def test_a_gm_needs_no_other(school: Table) -> None:
    mine = menu_of(agreed(await school.referee.sheet_create(ask(GM), "Axel")))
    agreed(await step(school, mine, "shield", GM))
    assert kept(school, mine)["shield"]


async def test_improvement_is_listed_or_bought_outright(school: Table) -> None:
    sheet = await ready(school, points=2)
    listed = agreed(await school.referee.sheet_improve(ask(ANN)))
    assert "2 points" in words(listed)
    inner = agreed(await step(school, sheet, "weapons"))
    assert inner.in_place
    bought = agreed(await school.referee.sheet_improve(ask(ANN), "train.club", "axel"))
    assert "1 points" in words(bought)
    assert kept(school, sheet)["training"] == {"club": 1}


async def test_improvements_complete_with_what_the_pages_lead_to(school: Table) -> None:
    await ready(school, points=2)
    found = await school.referee.complete(ask(ANN), Choosing.IMPROVEMENT, "", {})
    assert [choice.value for choice in found] == ["train.club", "train.spear", "teacher"]
    assert await school.referee.complete(ask(BOB), Choosing.IMPROVEMENT, "", {}) == []


async def test_a_gm_awards_points(school: Table) -> None:
    sheet = await ready(school)
    given = agreed(await school.referee.sheet_award(ask(GM), ANN, 5, "bravery", "axel"))
    assert "Axel: +5 improvement points for bravery." in words(given)
    assert "5 points" in words(given)
    assert not given.ephemeral
    assert "−2" in words(agreed(await school.referee.sheet_award(ask(GM), ANN, -2)))
    assert kept(school, sheet)["points"] == 3


async def test_an_award_is_a_gms_for_a_sheet_there_is_and_a_number_of_points(school: Table) -> None:
    await ready(school)
    assert "Only a GM" in refused(await school.referee.sheet_award(ask(ANN), ANN, 5))
    assert "no such sheet" in refused(await school.referee.sheet_award(ask(GM), BOB, 5))
    assert "Theirs are: Axel" in refused(await school.referee.sheet_award(ask(GM), ANN, 5, None, "Bea"))
    assert "no number of points" in refused(await school.referee.sheet_award(ask(GM), ANN, 0))
    assert "no number of points" in refused(await school.referee.sheet_award(ask(GM), ANN, 10_001))
    assert "Nobody is awarded" in refused(await school.referee.sheet_award(ask(GM), ANN, 5, "cowardice"))
    assert "points: -5" in refused(await school.referee.sheet_award(ask(GM), ANN, -5))


async def test_an_unfinished_character_may_be_awarded_points_as_well(school: Table) -> None:
    sheet = menu_of(await begun(school))
    agreed(await school.referee.sheet_award(ask(GM), ANN, 5))
    assert kept(school, sheet)["points"] == 5


async def test_awards_complete_for_gms_alone(school: Table) -> None:
    await ready(school)
    found = await school.referee.complete(ask(GM), Choosing.AWARD, "", {"to": ANN})
    assert [choice.value for choice in found] == ["bravery", "new roll"]
    assert await school.referee.complete(ask(ANN), Choosing.AWARD, "", {"to": ANN}) == []
    assert await school.referee.complete(ask(GM), Choosing.AWARD, "", {"to": BOB}) == []


async def test_an_imported_or_edited_sheet_keeps_to_the_same_rules(school: Table) -> None:
    refusal = refused(await school.referee.sheet_import(ask(ANN), b'{"skill": 16, "hits": 9, "points": 1}', "Axel"))
    assert "points: are a GM's to give" in refusal
    assert "skill: 5 points too many" in refusal
    agreed(await school.referee.sheet_import(ask(ANN), b'{"skill": 12, "hits": 8}', "Axel"))
    assert "1 points too many" in refused(await school.referee.sheet_edit(ask(ANN), "hits", "9"))
    agreed(await school.referee.init_join(ask(ANN)))
    assert "1 points too many" in refused(await school.referee.sheet_edit(ask(ANN), "hits", "9"))
    agreed(await school.referee.sheet_edit(ask(GM), "hits", "9", "Axel"))


async def test_an_import_may_bring_back_what_was_exported(school: Table) -> None:
    await ready(school, points=3)
    exported = agreed(await school.referee.sheet_export(ask(ANN))).attachment
    assert exported is not None
    agreed(await school.referee.sheet_import(ask(ANN), exported.content, "Axel"))
    assert "are a GM's" in refused(await school.referee.sheet_import(ask(ANN), exported.content, "Bea"))


async def test_a_gm_may_write_anything(school: Table) -> None:
    reply = agreed(await school.referee.sheet_import(ask(GM), b'{"skill": 16, "hits": 9, "points": 1}', "Axel"))
    assert "Skill 16, 9 hits" in words(reply)


async def test_systems_without_pages_make_sheets_at_once_and_have_no_improvement(table: Table) -> None:
    made = agreed(await table.referee.sheet_create(ask(ANN), "Axel", "thug"))
    assert made.menu is None
    assert "has no rules for that" in refused(await table.referee.sheet_improve(ask(ANN)))
    assert "has no rules for that" in refused(await table.referee.sheet_award(ask(GM), ANN, 1))
    assert "has no rules for that" in refused(await step(table, "1", "ready"))
