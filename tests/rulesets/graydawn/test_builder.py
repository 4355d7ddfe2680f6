"""The pages on which a character is made and improved, and what filling them in does."""

from __future__ import annotations

from typing import Any

import pytest

from bot import app
from bot.core.building import BUILD, IMPROVE, LONGEST_PAGE, MOST_BLANKS, Page
from bot.core.dice import Ask, Roll
from bot.core.errors import RuleViolation
from bot.core.options import MOST_CHOICES
from bot.rulesets.graydawn.person.builder import GraydawnBuilder
from bot.rulesets.graydawn.tables import GrayTables

BUILDER = GraydawnBuilder(GrayTables(app.tables_of("graydawn")))
LIMP = {"name": "Limp", "severity": "moderate", "frequency": "common", "approved": False}
DONE: dict[str, Any] = {"finished": True, "skills": {"rifle": 2, "stealth": 5}, "flaws": [{**LIMP, "approved": True}]}


def fill(sheet: dict[str, Any], key: str, **values: str) -> dict[str, Any]:
    return BUILDER.filled(sheet, key, values, {})


def page(sheet: dict[str, Any], key: str = BUILD) -> Page:
    return BUILDER.page(sheet, key, {})


def steps(found: Page) -> list[str]:
    return [choice.value for choice in found.choices]


def throw(ask: Ask) -> Roll:
    return Roll(ask.label, ask.sides, (2, 5), 0)


def test_attractiveness_is_rolled_once() -> None:
    begun = BUILDER.begun({}, throw, {})
    assert begun == {"attr_rolled": 7, "stats": {}}
    assert BUILDER.begun({"stats": {"attr": 5, "ref": 7}}, throw, {})["stats"] == {"ref": 7}
    assert BUILDER.begun({"attr_rolled": 3}, throw, {}) == {"attr_rolled": 3}
    assert BUILDER.begun({"finished": True}, throw, {}) == {"finished": True}


def test_nobody_writes_what_is_rolled() -> None:
    assert BUILDER.rolled({"attr_rolled": 10, "stats": {"attr": 10}}, None, throw)["attr_rolled"] == 7
    assert BUILDER.rolled({"attr_rolled": 10}, {}, throw) == {"attr_rolled": 7}
    assert BUILDER.rolled({"attr_rolled": 10}, {"attr_rolled": 3}, throw) == {"attr_rolled": 10}  # which is refused
    assert BUILDER.rolled({}, {"finished": True}, throw) == {}


def test_the_page_of_attractiveness_says_what_was_rolled_and_of_others_their_names() -> None:
    blanks = page({"attr_rolled": 7}, "stats.1").blanks
    assert [blank.label for blank in blanks] == ["INT", "REF", "TECH", "CL", "ATTR (rolled 7)"]


def test_stats_are_set_five_at_a_time() -> None:
    sheet = fill({"stats": {"int": 4}}, "stats.1", int="6", ref="8")
    assert sheet["stats"] == {"int": 6, "ref": 8}


@pytest.mark.parametrize("value", ["0", "11", "six", "", "-1", "5.5", "9" * 50])
def test_a_level_is_a_whole_number_from_one_to_ten(value: str) -> None:
    with pytest.raises(RuleViolation, match="REF"):
        fill({}, "stats.1", ref=value)


def test_attractiveness_cannot_be_traded_in() -> None:
    with pytest.raises(RuleViolation, match="ATTR was rolled: 7"):
        fill({"attr_rolled": 7}, "stats.2", attr="6")
    assert fill({"attr_rolled": 7}, "stats.2", attr="8")["stats"] == {"attr": 8}


def test_skills_are_set_and_emptied() -> None:
    sheet = fill({"skills": {"rifle": 3, "cover": 2}}, "skills.0", rifle="5", cover="", handgun="0")
    assert sheet["skills"] == {"rifle": 5}


def test_other_skills_can_be_learned_and_are_offered_from_then_on() -> None:
    sheet = fill({}, "learn", name=" Xenobiology ", level="3")
    assert sheet["skills"] == {"xenobiology": 3}
    assert "xenobiology" in [blank.key for blank in page(sheet, "skills.25").blanks]


@pytest.mark.parametrize("name", ["  ", "@everyone", "**bold**"])
def test_what_has_no_name_that_a_sheet_can_hold_is_refused(name: str) -> None:
    with pytest.raises(RuleViolation, match="no name"):
        fill({}, "learn", name=name, level="3")


def test_perks_are_taken_and_given_back() -> None:
    sheet = fill(fill({}, "take.concentration"), "take own", name="Green thumb", price="2")
    assert sheet["perks"] == [{"kind": "concentration"}, {"kind": "own", "name": "Green thumb", "price": 2}]
    assert "take.concentration" not in steps(page(sheet, "perks"))
    assert "Concentration, Green thumb" in page(sheet, "perks").lines[0].text
    assert fill(sheet, "leave.0.2.Concentration")["perks"] == sheet["perks"][1:]


def test_special_equipment_has_its_first_level_for_nothing() -> None:
    assert page({}, "equip").blanks[0].value == "1"
    assert fill({}, "equip", level="3")["special_equipment"] == 3


def test_flaws_are_added_approved_by_a_gm_and_dropped() -> None:
    sheet = fill({}, "flaw.moderate.common", name="Limp")
    assert sheet["flaws"] == [LIMP]
    assert "waits for a GM" in page(sheet, "flaws").lines[0].text
    asking = page(sheet, "approve")
    assert asking.asks_gm
    assert asking.title == "Approve flaws for 8 points"
    assert asking.lines[0].text == "Limp: moderate, common, 8 points, waits for a GM."
    sheet = fill(sheet, "approve")
    assert "approved" in page(sheet, "flaws").lines[0].text
    assert "approve" not in steps(page(sheet))
    assert fill(sheet, "drop.0.1.Limp")["flaws"] == []


def test_a_menu_of_before_drops_nothing_else() -> None:
    sheet = fill(fill({}, "flaw.moderate.common", name="Limp"), "flaw.moderate.common", name="Stammer")
    first = steps(page(sheet, "flaws"))
    step = next(key for key in first if key.startswith("drop.0"))
    left = fill(sheet, step)
    assert [flaw["name"] for flaw in left["flaws"]] == ["Stammer"]
    with pytest.raises(RuleViolation, match="not there any more"):
        fill(left, step)


def test_one_of_two_alike_goes_at_a_time() -> None:
    sheet = fill(fill({}, "flaw.mild.rare", name="Limp"), "flaw.mild.rare", name="Limp")
    for _ in range(3):
        sheet = fill(sheet, "take own", name="Green thumb", price="1")
    for step, place in (("drop.0.2.Limp", "flaws"), ("leave.1.3.Green thumb", "perks")):
        left = fill(sheet, step)
        assert len(left[place]) == len(sheet[place]) - 1
        with pytest.raises(RuleViolation, match="not there any more"):
            fill(left, step)


@pytest.mark.parametrize("step", ["raise.rifle.3", "grow.ref.6", "equip.2", "rid.0.2.Limp", "gain.concentration"])
def test_a_second_click_buys_nothing_more(step: str) -> None:
    flaws = [{**LIMP, "approved": True}] * 2
    bought = fill({**DONE, "flaws": flaws, "improvement": {"points": 9999}}, step)
    with pytest.raises(RuleViolation, match="not there any more"):
        fill(bought, step)


def test_a_skill_is_the_same_however_it_is_spelled() -> None:
    sheet = {"skills": {"Rifle": 2}}
    assert fill(sheet, "learn", name="RIFLE", level="3")["skills"] == {"Rifle": 3}
    assert [blank.key for blank in page(sheet, "skills.0").blanks][:3] == ["handgun", "submachinegun", "Rifle"]
    with pytest.raises(RuleViolation, match="learned already"):
        fill({**DONE, **sheet, "improvement": {"points": 99}}, "learn", name="rifle")
    problems = BUILDER.check({"skills": {"Rifle": 2, "rifle": 3}}, None, {})
    assert [(problem.path, problem.what) for problem in problems] == [("skills", "rifle is there twice")]


def test_overspending_is_refused_and_says_by_how_much() -> None:
    sheet = {"stats": dict.fromkeys(("int", "ref", "tech", "cl", "lk", "ma", "body"), 10)}
    with pytest.raises(RuleViolation, match="95 skill points too many"):
        fill({}, "stats.1", **dict.fromkeys(sheet["stats"], "10"))
    with pytest.raises(RuleViolation, match="Flaws: they give 24 points, 4 too many"):
        fill({"flaws": [{**LIMP, "severity": "crippling"}]}, "flaw.crippling.common", name="Hunted")


def test_creation_ends_and_improvement_begins() -> None:
    sheet = fill({}, "finish")
    assert sheet == {"finished": True}
    with pytest.raises(RuleViolation, match="creation of this character is over"):
        page(sheet)
    with pytest.raises(RuleViolation, match="not finished"):
        page({}, IMPROVE)
    with pytest.raises(RuleViolation, match="not there any more"):
        page(sheet, "stats.1")


def test_a_menu_changes_nothing() -> None:
    with pytest.raises(RuleViolation, match="changes nothing"):
        fill({}, BUILD)


def test_the_running_total_stands_on_the_first_page() -> None:
    lines = [found.text for found in page({"skills": {"rifle": 2}}).lines]
    assert lines[0].startswith("INT 5, REF 5")
    assert lines[1] == "rifle 2"
    assert "162 of 345 spent" in lines[2]


@pytest.mark.untraced
def test_every_step_leads_to_a_page_that_fits() -> None:
    sheets = [
        {"attr_rolled": 6, "skills": {f"skill {at} {'x' * 28}": 1 for at in range(80)}, "flaws": [LIMP] * 20},
        {**DONE, "improvement": {"points": 9999}, "skills": {f"{at} {'x' * 36}": 1 for at in range(60)}},
        {**DONE, "flaws": [], "skills": {}},
        {"perks": [{"kind": "concentration"}, {"kind": "own", "name": "x" * 40, "price": 1}] * 10},
    ]
    for sheet in sheets:
        pages = reached(sheet, IMPROVE if sheet.get("finished") else BUILD, {})
        assert [found for found in pages.values() if not fits(found)] == []


def reached(sheet: dict[str, Any], key: str, pages: dict[str, Page]) -> dict[str, Page]:
    """A page and all that it leads to, by their keys."""
    pages[key] = page(sheet, key)
    for choice in pages[key].choices:
        if choice.value not in pages:
            reached(sheet, choice.value, pages)
    return pages


def fits(found: Page) -> bool:
    """Whether Discord would take a page."""
    keys = {choice.value for choice in found.choices}
    counts = len(found.blanks) <= MOST_BLANKS and len(found.choices) == len(keys) <= MOST_CHOICES
    blanks = all(len(blank.label) <= 45 for blank in found.blanks)
    labels = all(0 < len(text) <= 100 for text in (found.title, *(choice.label for choice in found.choices)))
    return counts and blanks and labels and len(found.key) <= LONGEST_PAGE


def test_improvement_lists_what_can_be_afforded() -> None:
    sheet = {**DONE, "improvement": {"points": 20, "skills": {"stealth": 5}}, "marks": {"rifle": 2}}
    menu = page(sheet, IMPROVE)
    assert menu.lines[0].text == "Improvement points: 20 for anything; stealth 5."
    assert "rifle 2" in menu.lines[1].text
    skills = page(sheet, "raises")
    assert skills.title == "Raise a skill (1 of 2 affordable)"
    assert steps(skills) == ["raise.rifle.3", IMPROVE]
    assert [line.text for line in skills.lines] == [
        "rifle 2 to 3: 20 points, affordable.",
        "stealth 5 to 6: 50 points, 25 short.",
    ]
    assert page(sheet, "grows").lines[0].text.endswith("A GM must agree.")
    assert page(sheet, "equip.2").title == "Special equipment 1 to 2 (90 points)"


def test_improvement_is_paid_for() -> None:
    sheet = {**DONE, "improvement": {"points": 130}}
    sheet = fill(sheet, "raise.rifle.3")
    sheet = fill(sheet, "learn", name="Teaching")
    sheet = fill(sheet, "gain own", name="Green thumb", price="2")
    assert sheet["skills"] == {"rifle": 3, "stealth": 5, "teaching": 1}
    assert sheet["improvement"] == {"points": 40}
    assert sheet["growth"] == {"skills": {"rifle": 1, "teaching": 1}, "perk_points": 2}
    assert page(sheet, "learn").back == IMPROVE
    with pytest.raises(RuleViolation, match="10 too few"):
        fill(sheet, "raise.stealth.6")
    with pytest.raises(RuleViolation, match="learned already"):
        fill(sheet, "learn", name="Teaching")


def test_without_a_flaw_none_can_be_bought_off() -> None:
    assert "rids" in steps(page(DONE, IMPROVE))
    assert "rids" not in steps(page({**DONE, "flaws": []}, IMPROVE))


def test_a_gm_awards_for_marks_skills_or_anything() -> None:
    sheet = {**DONE, "marks": {"rifle": 2}, "skills": {"xenobiology": 1}}
    offered = BUILDER.awards(sheet)
    assert (offered[0].value, offered[0].label) == ("marks", "so many for each of 2 marks")
    assert offered[1].value == "xenobiology"
    assert "marks" not in [choice.value for choice in BUILDER.awards(DONE)]
    assert BUILDER.awarded(sheet, "marks", 1, {})["improvement"] == {"skills": {"rifle": 2}}


def test_a_written_sheet_is_checked_like_a_built_one() -> None:
    assert [problem.path for problem in BUILDER.check({"improvement": {"points": 1}}, None, {})] == ["improvement"]


def test_a_campaign_sets_its_own_budgets() -> None:
    rich = {"budgets.stats.points": 100}
    assert "160 of 545 spent" in BUILDER.page({}, BUILD, rich).lines[1].text
