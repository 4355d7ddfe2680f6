"""A menu of templates says in a line what each is, has pages, and leads to a form that asks for a name."""

from __future__ import annotations

import pytest

from bot import app
from bot.core.options import MOST_CHOICES, Choice
from bot.service.requests import Reply, Verb
from bot.service.sheets.ready_made import MADE, TURN, turned
from bot.service.systems import PlayableSystem
from tests.rulesets import toy
from tests.rulesets.toy.builder import ToyBuilder
from tests.service.table import ANN, BOB, CHANNEL, GM, TABLES, Table, agreed, ask, refused, words

MANY = [Choice(f"{MADE}{number}", str(number)) for number in range(60)]


async def choose(table: Table, value: str, user: int = ANN) -> Reply:
    """Choose from a menu of templates."""
    return await table.referee.click(ask(user), Verb.MAKE, f"new.{value}", "")


@pytest.fixture(params=app.SYSTEMS)
async def played(request: pytest.FixtureRequest, table: Table) -> Table:
    """A table at which one of the five systems is played."""
    key = str(request.param)
    made = Table(table.database, None, None, **{key: app.built(key)})
    agreed(await made.referee.campaign_setup(ask(GM), key))
    return made


async def test_every_template_has_a_line_of_its_own_and_makes_a_sheet(played: Table) -> None:
    shown = agreed(await played.referee.sheet_create(ask(ANN)))
    assert shown.ephemeral
    assert shown.menu is not None
    offered = [each for each in shown.menu.choices if each.value != f"{MADE}-"]
    assert all(0 < len(each.about) <= 100 for each in offered)
    for number, each in enumerate(offered):
        form = agreed(await choose(played, each.value)).form
        assert form is not None
        (blank,) = form.blanks
        assert blank.value == ("Ann" if number == 0 else f"Ann {number + 1}")
        made = await played.referee.sheet_make(ask(ANN), form.argument.removeprefix("make."), {blank.key: blank.value})
        assert agreed(made).title == blank.value


async def test_a_rifleman_is_offered_by_weapon_armour_and_what_is_done_best(table: Table) -> None:
    reflex = Table(table.database, None, None, reflex=app.built("reflex"))
    agreed(await reflex.referee.campaign_setup(ask(GM), "reflex"))
    menu = agreed(await reflex.referee.sheet_create(ask(ANN))).menu
    assert menu is not None
    offered = {each.label: each.about for each in menu.choices}
    assert offered["Rifleman"] == "Assault rifle; Tactical vest 2, Ballistic helmet 2; best at longarm 8"
    assert offered["Armoured car"] == "armoured car"


def test_a_template_has_one_spelling_and_is_found_by_either() -> None:
    reflex = app.built("reflex")
    assert {reflex.template(each)[0] for each in ("armored_car", "Armored car", " armoured CAR")} == {"Armoured Car"}


def test_what_a_template_is_called_its_row_says() -> None:
    eclipse, toy_system = app.built("eclipse"), PlayableSystem(toy.create(TABLES), {"big_thug": {"skill": 12}})
    assert eclipse.template("drone") == eclipse.template("Sentry drone") == ("Sentry Drone", eclipse.templates["drone"])
    assert toy_system.title_of("big_thug") == "Big thug"


def test_what_fits_on_one_page_has_nothing_to_turn() -> None:
    assert turned(MANY[:MOST_CHOICES]) == tuple(MANY[:MOST_CHOICES])


def test_pages_hold_everything_once_and_lead_on_and_back() -> None:
    pages = [turned(MANY, f"{TURN}{number}") for number in range(3)]
    assert all(len(page) <= MOST_CHOICES for page in pages)
    turns = [[each.value for each in page if each.value.startswith(TURN)] for page in pages]
    assert turns == [["p-1"], ["p-0", "p-2"], ["p-1"]]
    assert [each for page in pages for each in page if not each.value.startswith(TURN)] == MANY


@pytest.mark.parametrize("forged", ["p-99999999999", "p--1", "p-x", "p-"])
def test_a_page_that_is_none_is_the_first(forged: str) -> None:
    assert turned(MANY, forged) == turned(MANY)
    assert turned(MANY, "p-9999")[-1] == MANY[-1]


async def test_a_page_is_turned_in_its_place(table: Table) -> None:
    crowd = PlayableSystem(toy.create(TABLES), {f"thug_{number}": {"skill": 12, "hits": 6} for number in range(30)})
    many = Table(table.database, None, None, toy=crowd)
    first = agreed(await many.referee.sheet_create(ask(ANN)))
    assert first.menu is not None
    assert not first.in_place
    second = agreed(await choose(many, first.menu.choices[-1].value))
    assert second.in_place
    assert second.menu is not None
    assert second.menu.choices[0].label == "Those before"
    assert second.menu.choices[-1].label == "Thug 29"


async def test_a_name_that_is_taken_is_refused_with_the_menu_and_makes_nothing(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    again = await table.referee.sheet_make(ask(ANN), "thug", {"name": " axel "})
    assert "You have a sheet called Axel" in refused(again)
    assert again.menu is not None
    assert "name" in refused(await table.referee.sheet_make(ask(ANN), "thug", {}))
    assert len(table.look(lambda unit: unit.sheets(10, ANN, "toy"))) == 1


async def test_whoever_joins_without_a_sheet_is_shown_how_to_make_one(played: Table) -> None:
    reply = await played.referee.init_join(ask(ANN))
    assert "You have no sheet for" in refused(reply)
    assert reply.menu is not None
    made = await choose(played, next(each.value for each in reply.menu.choices if each.value.startswith(MADE)))
    assert made.form is not None
    assert "You have no sheet for" in refused(await played.referee.init_join(ask(ANN), "Nobody"))
    assert played.look(lambda unit: unit.scene_at(CHANNEL)) is None


async def test_whoever_looks_for_a_sheet_and_has_none_is_shown_how_to_make_one(played: Table) -> None:
    reply = await played.referee.sheet_show(ask(ANN))
    assert "You have no sheet for" in refused(reply)
    assert reply.menu is not None


async def test_a_template_that_is_not_there_is_refused(table: Table) -> None:
    assert "no template 'dragon'" in refused(await choose(table, f"{MADE}dragon"))
    assert "no template 'dragon'" in refused(await table.referee.sheet_make(ask(ANN), "dragon", {"name": "Smaug"}))
    assert "no template 'dragon'" in refused(await table.referee.sheet_create(ask(ANN), None, "dragon"))


async def test_a_template_without_a_name_asks_for_one_at_once(table: Table) -> None:
    form = agreed(await table.referee.sheet_create(ask(BOB), None, "thug")).form
    assert form is not None
    assert (form.title, form.blanks[0].value) == ("A new thug", "Bob")
    nameless = agreed(await table.referee.sheet_create(ask(BOB, user_name="\u200b"), None, "thug")).form
    assert nameless is not None
    assert nameless.blanks[0].value == "Thug"


async def test_where_there_are_pages_nobody_is_a_choice_too(table: Table) -> None:
    system = PlayableSystem(toy.create(TABLES), {"thug": {"skill": 12, "hits": 6}}, builder=ToyBuilder())
    paged = Table(table.database, None, None, toy=system)
    menu = agreed(await paged.referee.sheet_create(ask(ANN))).menu
    assert menu is not None
    assert menu.choices[0].label == "Nobody yet"
    form = agreed(await choose(paged, menu.choices[0].value)).form
    assert form is not None
    first = agreed(await paged.referee.sheet_make(ask(ANN), "-", {"name": "Axel"}))
    assert "of 20 points" in words(first)


async def test_a_system_without_templates_asks_for_a_name_alone(table: Table) -> None:
    bare = Table(table.database, None, None, toy=PlayableSystem(toy.create(TABLES), builder=ToyBuilder()))
    form = agreed(await bare.referee.sheet_create(ask(ANN))).form
    assert form is not None
    assert form.title == "Somebody new"
