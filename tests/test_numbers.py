"""A wrong number is noticed where decisions come out otherwise by it; what nobody can notice has a reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bot import app
from tests import numbers
from tests.rulesets.test_transcription import SYSTEMS, sourced
from tests.soak import STEPS

SHOT = Path(__file__).parent / "scenarios" / "nighttripper" / "NT-01.toml"


def test_a_number_is_replaced_under_its_path_whatever_is_in_its_key() -> None:
    tables = {"rounds": {".50": {"damage": 32, "faces": [1, 2]}}}
    assert numbers.with_number(tables, "rounds..50.damage", 33)["rounds"][".50"] == {"damage": 33, "faces": [1, 2]}
    assert numbers.with_number(tables, "rounds..50.faces.1", 3)["rounds"][".50"] == {"damage": 32, "faces": [1, 3]}
    assert tables["rounds"][".50"] == {"damage": 32, "faces": [1, 2]}


def test_a_wrong_number_lies_on_either_side() -> None:
    assert list(numbers.wrong_numbers(-2)) == [-1, -3]
    assert list(numbers.wrong_numbers(200)) == [220, 180]


@pytest.mark.parametrize(("path", "noticed"), [("limits.success.value", True), ("limits.rest.value", False)])
def test_what_a_scenario_decided_differs_by_a_number_that_it_needs(path: str, noticed: bool) -> None:
    known = numbers.decisions(SHOT)
    with numbers.tables_with("nighttripper", numbers.with_number(app.tables_of("nighttripper"), path, 12)):
        wrong = app.built("nighttripper").ruleset
        assert any(numbers.differs(wrong, once) for once in known) is noticed
    right = app.built("nighttripper").ruleset
    assert not any(numbers.differs(right, once) for once in known)


def test_another_process_tells_what_it_found() -> None:
    assert numbers.in_a_process(lambda: True)
    assert not numbers.in_a_process(lambda: False)
    assert numbers.in_a_process(lambda: bool(1 // 0))


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_nobody_can_notice_is_a_number_with_a_reason(key: str) -> None:
    excused = tomllib.loads(numbers.UNNOTICED.read_text("utf-8"))[key]
    assert excused.keys() <= sourced(key).keys()
    assert all(excused.values())


def test_a_hundred_of_them_are_in_the_soak() -> None:
    assert STEPS["numbers"].arguments(short=False) == ("-m", "tests.numbers", "all", str(100 // len(SYSTEMS)))
