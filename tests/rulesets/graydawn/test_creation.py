"""What a character costs at creation, what pays for it, and what a player may not write into a sheet."""

from __future__ import annotations

from typing import Any

import pytest

from bot import app
from bot.core.errors import RuleViolation
from bot.rulesets.graydawn.checks.stats import build
from bot.rulesets.graydawn.person import creation
from bot.rulesets.graydawn.person.character import BOUGHT
from bot.rulesets.graydawn.tables import GrayTables
from tests.rulesets.graydawn.playing import DAWN, Game

TABLES = GrayTables(app.tables_of("graydawn"))


def flaw(severity: str, frequency: str, *, approved: bool = True) -> dict[str, Any]:
    return {"name": "Limp", "severity": severity, "frequency": frequency, "approved": approved}


LOWEST: dict[str, Any] = {"stats": dict.fromkeys(BOUGHT, 1)}
TWELVE = flaw("crippling", "common")


@pytest.mark.parametrize(
    ("level", "points"), [*((level, level) for level in range(7)), (7, 8), (8, 10), (9, 12), (10, 15)]
)
def test_high_levels_of_a_stat_cost_more(level: int, points: int) -> None:
    assert creation.level_cost(TABLES, "stats", level) == points


def test_high_levels_of_a_skill_cost_more() -> None:
    costs = [creation.level_cost(TABLES, "skills", level) for level in range(11)]
    assert costs == [0, 1, 2, 3, 5, 7, 9, 12, 15, 19, 24]


def test_the_budgets_are_worth_345_skill_points() -> None:
    assert creation.account(TABLES, {}).budget == 345


def test_every_pool_is_exchanged_at_its_rate() -> None:
    sheet = {"stats": dict.fromkeys(BOUGHT, 6), "skills": {"rifle": 10}, "perks": [{"kind": "concentration"}]}
    found = creation.account(TABLES, sheet)
    assert (found.stats, found.skills, found.perks) == (48, 24, 3)
    assert found.spent == 48 * 4 + 24 + 3 * 3
    assert found.left == 345 - found.spent


def test_all_points_may_go_into_one_pool() -> None:
    skills = {f"skill {index}": 10 for index in range(13)}
    assert creation.account(TABLES, {**LOWEST, "skills": skills}).left == 345 - 8 * 4 - 13 * 24
    one_more = {**LOWEST, "skills": {**skills, "one": 2}}
    assert [str(problem) for problem in creation.overdrawn(TABLES, one_more)] == [
        "points: 1 skill point too many; 345 are there, 346 are spent"
    ]


def test_attractiveness_is_rolled_and_more_of_it_costs_two_skill_points_a_level() -> None:
    plain = creation.account(TABLES, {"attr_rolled": 6}).spent
    assert creation.account(TABLES, {"attr_rolled": 6, "stats": {"attr": 9}}).spent == plain + 6
    assert creation.account(TABLES, {"attr_rolled": 6, "stats": {"attr": 4}}).spent == plain
    assert creation.account(TABLES, {"stats": {"attr": 10}}).spent == plain


def test_the_first_level_of_special_equipment_is_free() -> None:
    costs = [creation.account(TABLES, {"special_equipment": level}).perks for level in (0, 1, 2, 3)]
    assert costs == [0, 0, 3, 6]


def test_an_own_perk_has_its_own_price() -> None:
    own = {"kind": "own", "name": "Green thumb", "price": 4}
    assert creation.account(TABLES, {"perks": [own, {"kind": "concentration"}]}).perks == 7


@pytest.mark.parametrize(
    ("severity", "frequency", "value"),
    [("mild", "rare", 1), ("moderate", "infrequent", 4), ("crippling", "rare", 3), ("crippling", "common", 12)],
)
def test_a_flaw_gives_its_severity_times_its_frequency(severity: str, frequency: str, value: int) -> None:
    assert creation.flaw_value(TABLES, flaw(severity, frequency)) == value


def test_flaws_give_points_once_a_gm_has_approved_them() -> None:
    found = creation.account(TABLES, {"flaws": [TWELVE, flaw("mild", "common", approved=False)]})
    assert (found.flaws, found.waiting, found.budget) == (12, 4, 357)


def test_flaws_give_twenty_points_at_most() -> None:
    problems = creation.overdrawn(TABLES, {"flaws": [TWELVE, flaw("moderate", "common"), flaw("mild", "rare")]})
    assert [str(problem) for problem in problems] == ["flaws: they give 21 points, 1 too many; at most 20"]


def test_what_improvement_points_bought_costs_nothing_at_creation() -> None:
    sheet = {
        "stats": {"ref": 8, "attr": 9},
        "attr_rolled": 8,
        "skills": {"rifle": 4, "stealth": 1},
        "special_equipment": 2,
        "growth": {
            "stats": {"ref": 3, "attr": 1},
            "skills": {"rifle": 1, "stealth": 1},
            "perk_points": 3,
            "flaw_points": 4,
        },
    }
    found = creation.account(TABLES, sheet)
    assert (found.stats, found.skills, found.perks, found.flaws) == (40, 3, 0, 4)


def test_an_overdrawn_sheet_may_be_brought_down_step_by_step_but_not_further_up() -> None:
    far = {"stats": dict.fromkeys(BOUGHT, 10)}
    near = {"stats": dict.fromkeys(BOUGHT, 9)}
    creation.check_affordable(TABLES, far, near)
    creation.check_affordable(TABLES, {}, LOWEST)
    with pytest.raises(RuleViolation, match="135 skill points too many"):
        creation.check_affordable(TABLES, near, far)


def test_a_refusal_says_that_flaws_still_wait() -> None:
    waiting = {"stats": dict.fromkeys(BOUGHT, 9), "flaws": [{**TWELVE, "approved": False}]}
    with pytest.raises(RuleViolation, match="39 skill points too many") as refusal:
        creation.check_affordable(TABLES, {}, waiting)
    assert "flaws worth 12 wait" in refusal.value.remedy


def problems(sheet: dict[str, Any], before: dict[str, Any] | None = None) -> list[str]:
    return [problem.path for problem in creation.written(TABLES, sheet, before)]


def test_a_sheet_within_its_points_may_be_written() -> None:
    assert problems({**LOWEST, "attr_rolled": 7, "perks": [{"kind": "concentration"}], "marks": {}}) == []


def test_a_written_sheet_may_not_be_overdrawn() -> None:
    assert problems({"stats": dict.fromkeys(BOUGHT, 10), "flaws": [TWELVE, TWELVE]}, {"flaws": [TWELVE]}) == [
        "points",
        "flaws",
    ]


@pytest.mark.parametrize(
    "place", [{"improvement": {"points": 5}}, {"marks": {"rifle": 1}}, {"growth": {"perk_points": 1}}]
)
def test_players_give_themselves_no_points(place: dict[str, Any]) -> None:
    assert problems(place) == list(place)
    assert problems(place, place) == []
    assert problems({}, place) == list(place)


def test_players_do_not_approve_their_own_flaws() -> None:
    assert problems({"flaws": [TWELVE]}) == ["flaws.0.approved"]
    assert problems({"flaws": [TWELVE]}, {"flaws": [{**TWELVE, "approved": False}]}) == ["flaws.0.approved"]
    assert problems({"flaws": [TWELVE]}, {"flaws": [TWELVE]}) == []


def test_nobody_rolls_attractiveness_again() -> None:
    assert problems({"attr_rolled": 9}, {"attr_rolled": 4}) == ["attr_rolled"]


def test_no_perk_is_taken_twice_and_an_own_one_says_what_it_is() -> None:
    assert problems({"perks": [{"kind": "concentration"}] * 2}) == ["perks"]
    assert problems({"perks": [{"kind": "own", "name": "Green thumb"}]}) == ["perks.0"]
    assert problems({"perks": [{"kind": "own", "name": "Green thumb", "price": 1}]}) == []


def test_a_finished_character_is_settled() -> None:
    before = {**LOWEST, "finished": True, "improvement": {"points": 100}}
    assert problems(before, before) == []
    assert problems({**before, "weapons": []}, before) == []
    assert problems({**before, "stats": {}, "finished": False}, before) == ["stats", "finished"]


def test_the_account_is_told_in_every_pools_own_points() -> None:
    sheet = {"attr_rolled": 5, "stats": {"attr": 6}, "flaws": [TWELVE, flaw("mild", "rare", approved=False)]}
    lines = creation.account_lines(TABLES, sheet)
    text = "\n".join(line.text for line in lines)
    assert [line.depth for line in lines] == [0, 1, 1]
    assert "162 of 357 spent, 12 of them from flaws, 195 left" in text
    assert "stats 40 of 50 points (1 is 4 skill points)" in text
    assert "skills 2 of 100 points, 2 of them for attractiveness" in text
    assert "Flaws worth 1 wait for a GM" in text
    over = creation.account_lines(TABLES, {"stats": dict.fromkeys(BOUGHT, 10)})
    assert "135 too many" in over[0].text


def test_a_gms_sheet_may_have_more_body_than_a_player_may_write() -> None:
    sheet, strongest = Game.sheet(stats={"body": 14}), Game.sheet(stats={"body": 10})
    assert build(TABLES, DAWN.enlist(sheet, {})) == 5
    assert creation.account(TABLES, sheet).stats == creation.account(TABLES, strongest).stats
    assert [problem.path for problem in creation.written(TABLES, sheet, None)] == ["stats.body"]
    with pytest.raises(AssertionError):
        Game.sheet(stats={"ref": 11})
