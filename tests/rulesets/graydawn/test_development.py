"""What improvement points buy, who pays for it, and where they come from."""

from __future__ import annotations

from typing import Any

import pytest

from bot import app
from bot.core.errors import RuleViolation
from bot.rulesets.graydawn.person import creation, development
from bot.rulesets.graydawn.person.development import Raise
from bot.rulesets.graydawn.tables import GrayTables

TABLES = GrayTables(app.tables_of("graydawn"))
LIMP = {"name": "Limp", "severity": "moderate", "frequency": "infrequent", "approved": True}


def offer(sheet: dict[str, Any], key: str) -> Raise:
    return next(each for each in development.raises(TABLES, sheet) if each.key.startswith(key))


def offered(sheet: dict[str, Any]) -> list[str]:
    return [each.key for each in development.raises(TABLES, sheet)]


def test_what_is_offered_is_called_by_what_it_reaches() -> None:
    sheet = {"stats": {"ref": 7}, "skills": {"rifle": 2}, "special_equipment": 3, "flaws": [LIMP, LIMP]}
    expected = {"grow.ref.8", "raise.rifle.3", "equip.4", "rid.0.2.Limp", "rid.1.2.Limp"}
    assert expected <= set(offered(sheet))


def test_a_skill_costs_ten_points_times_its_level_and_a_new_one_ten() -> None:
    assert [development.skill_price(TABLES, level) for level in (0, 1, 2, 9)] == [10, 10, 20, 90]


@pytest.mark.parametrize(
    ("stat", "start", "goal", "points"), [("ref", 6, 7, 80), ("ref", 9, 10, 120), ("cl", 4, 6, 80)]
)
def test_a_stat_costs_forty_a_point(stat: str, start: int, goal: int, points: int) -> None:
    assert sum(development.stat_price(TABLES, stat, level) for level in range(start, goal)) == points


def test_from_six_to_ten_takes_eighteen_sessions_of_twenty_points() -> None:
    assert sum(development.stat_price(TABLES, "int", level) for level in range(6, 10)) == 360 == 18 * 20


def test_attractiveness_costs_half_a_stat_point() -> None:
    assert development.stat_price(TABLES, "attr", 9) == 20
    assert development.stat_price(TABLES.under({"budgets.stats.worth": 0}), "attr", 9) == 80


def test_a_flaw_is_bought_off_for_fifteen_for_each_point_it_gave() -> None:
    bought = offer({"flaws": [LIMP]}, "rid.0")
    assert (bought.price, bought.asks_gm) == (60, True)
    assert bought.sheet["flaws"] == []
    assert creation.account(TABLES, bought.sheet).flaws == 4


def test_a_flaw_that_is_bought_off_leaves_the_others() -> None:
    other = {**LIMP, "name": "Stutter"}
    assert offer({"flaws": [LIMP, other]}, "rid.0").sheet["flaws"] == [other]


def test_what_no_gm_approved_gave_nothing_and_cannot_be_bought_off() -> None:
    assert not any(key.startswith("rid") for key in offered({"flaws": [{**LIMP, "approved": False}]}))


def test_a_raise_costs_nothing_at_creation() -> None:
    sheet: dict[str, Any] = {"stats": {"ref": 6}, "attr_rolled": 5, "skills": {"rifle": 2}}
    before = creation.account(TABLES, sheet)
    for key in ("raise.rifle", "grow.ref", "grow.attr", "gain.concentration", "equip", "raise.rifle", "grow.ref"):
        sheet = offer(sheet, key).sheet
    assert creation.account(TABLES, sheet) == before
    assert (sheet["skills"]["rifle"], sheet["stats"], sheet["special_equipment"]) == (4, {"ref": 8, "attr": 6}, 2)


def test_nothing_goes_beyond_ten() -> None:
    sheet = {"stats": {"ref": 10}, "skills": {"rifle": 10}, "special_equipment": 10}
    kinds = {key.rpartition(".")[0] for key in offered(sheet)}
    assert {"raise.rifle", "grow.ref", "equip"}.isdisjoint(kinds)
    assert "grow.int" in kinds


def test_perks_cost_thirty_a_point_and_inborn_ones_are_not_to_be_had() -> None:
    assert offer({}, "gain.concentration").price == 90
    assert {"gain.ambidexterity", "gain.eidetic memory", "gain.special equipment"}.isdisjoint(offered({}))
    assert "gain.concentration" not in offered({"perks": [{"kind": "concentration"}]})


def test_only_stats_and_flaws_need_a_gm() -> None:
    found = development.raises(TABLES, {"skills": {"rifle": 1}, "flaws": [LIMP]})
    assert {each.key.partition(".")[0] for each in found if each.asks_gm} == {"grow", "rid"}


def test_a_skills_own_points_pay_first() -> None:
    sheet = {"skills": {"rifle": 2}, "improvement": {"points": 30, "skills": {"rifle": 15, "stealth": 5}}}
    after = development.paid(sheet, offer(sheet, "raise.rifle"))
    assert after["improvement"] == {"points": 25, "skills": {"stealth": 5}}
    assert after["skills"] == {"rifle": 3}


def test_points_of_one_skill_pay_for_no_other() -> None:
    sheet = {"skills": {"rifle": 2}, "improvement": {"points": 12, "skills": {"stealth": 50}}}
    with pytest.raises(RuleViolation, match="costs 20: 8 too few"):
        development.paid(sheet, offer(sheet, "raise.rifle"))


def test_skills_are_the_same_however_they_are_spelled() -> None:
    sheet: dict[str, Any] = {"skills": {"Rifle": 1}, "marks": {"RIFLE": 6}}
    sheet = development.awarded(TABLES, sheet, "Rifle", 4)
    sheet = development.awarded(TABLES, sheet, "Marks", 1)
    assert sheet["improvement"] == {"skills": {"rifle": 10}}
    assert development.paid(sheet, offer(sheet, "raise.Rifle"))["skills"] == {"Rifle": 2}


def test_what_is_spent_to_the_last_point_leaves_nothing_behind() -> None:
    sheet = {"skills": {"rifle": 1}, "improvement": {"points": 10}}
    assert development.paid(sheet, offer(sheet, "raise.rifle"))["improvement"] == {}


def test_a_new_skill_is_learned_at_the_first_level() -> None:
    wanted = development.learned(TABLES, {}, "teaching")
    assert (wanted.price, wanted.sheet["skills"]) == (10, {"teaching": 1})


def test_a_gm_awards_points_for_anything_or_for_one_skill() -> None:
    sheet = development.awarded(TABLES, {}, "", 12)
    sheet = development.awarded(TABLES, sheet, "rifle", 3)
    sheet = development.awarded(TABLES, sheet, "", -2)
    assert sheet["improvement"] == {"points": 10, "skills": {"rifle": 3}}
    with pytest.raises(RuleViolation, match="not so many"):
        development.awarded(TABLES, sheet, "rifle", -4)
    with pytest.raises(RuleViolation, match="not so many"):
        development.awarded(TABLES, sheet, "", -11)


def test_marks_become_points_for_their_skills() -> None:
    sheet = {"marks": {"rifle": 3, "cover": 1}, "improvement": {"points": 5, "skills": {"rifle": 1}}}
    after = development.awarded(TABLES, sheet, "marks", 2)
    assert after == {"improvement": {"points": 5, "skills": {"rifle": 7, "cover": 2}}}


@pytest.mark.parametrize(("sheet", "points"), [({}, 1), ({"marks": {"rifle": 1}}, -1)])
def test_without_marks_none_are_awarded(sheet: dict[str, Any], points: int) -> None:
    with pytest.raises(RuleViolation, match="no marks"):
        development.awarded(TABLES, sheet, "marks", points)
