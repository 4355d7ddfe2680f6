"""Menus and forms of making a character, over the real service on the simulated Discord."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.client import Fireteam
from bot.render.press import MarkdownPress
from bot.service.posting.postbox import Postbox
from bot.service.referee import Referee
from bot.service.systems import House, PlayableSystem
from bot.simulated.simulation import Impossible, Simulation
from bot.storage.opening import opened
from tests.rulesets import toy
from tests.rulesets.toy.builder import ToyBuilder

TABLES = toy.tables()


def making(path: Path) -> Callable[[], Fireteam]:
    """How the bot is made anew over one database, playing the toy with pages."""

    def make() -> Fireteam:
        system = PlayableSystem(toy.create(TABLES), builder=ToyBuilder())
        house = House({"toy": system}, "toy")
        store = opened(path, house.systems)
        return Fireteam(Referee(store, house), Postbox(store, house, MarkdownPress()), store)

    return make


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(making(tmp_path / "table.db")) as made:
        yield made


async def test_a_character_is_made_in_one_message_with_a_running_total(stage: Simulation) -> None:
    first = await stage.slash("ann", "/sheet create", {"name": "Axel"})
    assert "of 20 points" in first.reply
    assert first.ephemeral
    form = await stage.choose("ann", "Skill and hits")
    assert "Skill" in form.reply
    total = await stage.fill("ann", {"Skill": "9", "Hits": "7"})
    assert "16 of 20 points" in total.reply
    done = await stage.choose("ann", "Into the yard")
    assert "Skill 9, 7 hits" in done.reply
    rolled, *rest = stage.seen_by("bob").splitlines()
    assert (rolled.startswith("**Axel**: hits 1d6 "), rest) == (True, ["the-table"])
    with pytest.raises(Impossible):
        await stage.choose("ann", "Skill and hits")


async def test_overspending_is_refused_beside_the_page_which_stays(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    await stage.choose("ann", "Skill and hits")
    assert "4 points too many" in (await stage.fill("ann", {"Skill": "16", "Hits": "8"})).refusal
    form = await stage.choose("ann", "Skill and hits")  # from the refusal: Discord offers no chosen step again
    assert "16" not in form.reply


async def test_pages_and_an_open_form_survive_a_restart(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    await stage.choose("ann", "Skill and hits")
    await stage.restart()
    assert "14 of 20 points" in (await stage.fill("ann", {"Skill": "9", "Hits": "5"})).reply
    await stage.restart()
    assert "Skill 9, 5 hits" in (await stage.choose("ann", "Into the yard")).reply


async def test_a_gm_agrees_by_button_to_what_a_player_asks_for(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    asked = await stage.choose("ann", "Carry a shield")
    assert "asks a GM: Carry a shield" in asked.reply
    assert not asked.ephemeral
    assert "Only a GM" in (await stage.click("bob", "GM: agree")).refusal
    await stage.restart()
    assert "agreed" in (await stage.click("gm", "GM: agree")).reply
    assert "changed since" in (await stage.click("gm", "GM: agree")).refusal


async def test_points_are_awarded_and_spent(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    await stage.choose("ann", "Into the yard")
    assert await stage.complete("gm", "/sheet award", "what", "", {"to": "ann"}) == [
        "bravery",
        "new roll: other dice for what is rolled for their next character",
    ]
    award = await stage.slash("gm", "/sheet award", {"to": "ann", "points": 3, "what": "bravery"})
    assert "+3 improvement points" in award.reply
    assert "3 points" in (await stage.slash("ann", "/sheet improve")).reply
    await stage.choose("ann", "Weapons")
    assert "2 points" in (await stage.choose("ann", "Train with the spear")).reply
    assert await stage.complete("ann", "/sheet improve", "what", "spe") == ["Train with the spear (1)"]
    assert "1 points" in (await stage.slash("ann", "/sheet improve", {"what": "train.club"})).reply


@pytest.mark.parametrize(
    ("typed", "told"), [("bravery ", "+3 improvement points for bravery."), (" ", "+3 improvement points.")]
)
async def test_spaces_around_what_is_awarded_for_do_not_count(stage: Simulation, typed: str, told: str) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    award = await stage.slash("gm", "/sheet award", {"to": "ann", "points": 3, "what": typed})
    assert told in award.reply


CALLBACK = "/interactions/*/*/callback"


async def test_a_form_that_may_have_opened_is_not_apologised_for(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    stage.env.inject_error("POST", CALLBACK, status=400, code=40060, message="Already acknowledged")
    lost = await stage.choose("ann", "Skill and hits")
    assert (lost.reply, lost.faults) == ("", ("the bot did not answer",))
    assert "Skill" in (await stage.choose("ann", "Skill and hits")).reply


async def test_a_form_that_discord_turns_down_is_apologised_for(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    stage.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid Form Body")
    assert "Reference" in (await stage.choose("ann", "Skill and hits")).reply


async def test_a_form_takes_no_blank_that_it_has_not_and_none_that_is_not_open(stage: Simulation) -> None:
    with pytest.raises(Impossible):
        await stage.fill("ann", {})
    await stage.slash("ann", "/sheet create", {"name": "Axel"})
    await stage.choose("ann", "Skill and hits")
    with pytest.raises(Impossible):
        await stage.fill("ann", {"Charm": "9"})


async def test_a_sheet_is_pasted_into_a_form(stage: Simulation) -> None:
    opened = await stage.slash("ann", "/sheet import")
    assert "A sheet from your own text" in opened.reply
    made = await stage.fill(
        "ann", {"The sheet, as TOML or JSON": "skill = 9\nhits = 6", "Its name, if it is to have another": "Axel"}
    )
    assert not made.refusal
    assert "Axel" in made.reply
    await stage.slash("ann", "/sheet import")
    wrong = await stage.fill("ann", {"The sheet, as TOML or JSON": "name = "})
    assert wrong.refusal
