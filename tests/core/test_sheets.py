"""Sheets from outside: every problem names its place and what is allowed there, and a good sheet comes out complete."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.options import FieldKind, SheetField, SheetSpec
from bot.core.sheets import MOST_PROBLEMS, checked, place

GUN = SheetField(
    "",
    FieldKind.RECORD,
    fields=(
        SheetField("kind", FieldKind.CHOICE, choices=("rifle", "pistol"), required=True),
        SheetField("rounds", FieldKind.INT, "0 to 30", hi=30),
        SheetField("notes", FieldKind.TEXT, longest=10),
    ),
)
LEVEL = SheetField("level", FieldKind.INT, hi=20)
SPEC = SheetSpec(
    SheetField(
        "",
        FieldKind.RECORD,
        fields=(
            SheetField("name", FieldKind.TEXT, "what people call you", required=True, longest=32),
            SheetField("brave", FieldKind.FLAG, default=False),
            SheetField("guns", FieldKind.LIST, item=GUN, most=2),
            SheetField("skills", FieldKind.MAP, item=LEVEL, longest=12, most=3),
            SheetField("wounds", FieldKind.MAP, item=LEVEL, choices=("head", "torso")),
        ),
    )
)


def problems(**changes: Any) -> list[str]:
    return [str(problem) for problem in checked(SPEC, {"name": "Ann", **changes})[1]]


def test_a_short_sheet_is_filled_with_defaults() -> None:
    assert checked(SPEC, {"name": " Ann "}) == ({"name": "Ann", "brave": False}, ())


def test_a_whole_sheet_comes_out_as_it_went_in() -> None:
    sheet = {
        "name": "Ann",
        "brave": True,
        "guns": [{"kind": "rifle", "rounds": 3, "notes": "old"}],
        "skills": {"rifle": 5},
        "wounds": {"head": 1},
    }
    assert checked(SPEC, sheet) == (sheet, ())


@pytest.mark.parametrize("raw", [None, [], "sheet", 3])
def test_what_is_no_table_is_no_sheet(raw: object) -> None:
    sheet, found = checked(SPEC, raw)
    assert sheet == {}
    assert found[0].path == "sheet"
    assert found[0].allowed == "a table with name, brave, guns, skills, wounds"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": "  "}, "name: '  ' does not fit; printable text of 1 to 32 characters"),
        ({"name": "x" * 33}, f"name: '{'x' * 33}' does not fit; printable text of 1 to 32 characters"),
        ({"name": "x" * 90}, f"name: '{'x' * 36}... does not fit; printable text of 1 to 32 characters"),
        ({"name": "a\nb"}, "name: 'a\\nb' does not fit; printable text of 1 to 32 characters"),
        (
            {"name": "**a**"},
            "name: '**a**' does not fit; letters that can be told apart, and none of # * < > @ \\ ` | ~",
        ),
        (
            {"name": "#12 Bob"},
            "name: '#12 Bob' does not fit; letters that can be told apart, and none of # * < > @ \\ ` | ~",
        ),
        (
            {"skills": {"<@1>": 1}},
            "skills.<@1>: '<@1>' does not fit; letters that can be told apart, and none of # * < > @ \\ ` | ~",
        ),
        ({"name": {"a": 1}}, "name: a table does not fit; printable text of 1 to 32 characters"),
        ({"name": [1]}, "name: a list does not fit; printable text of 1 to 32 characters"),
        ({"brave": "yes"}, "brave: 'yes' does not fit; true or false"),
        ({"guns": {}}, "guns: a table does not fit; a list of at most 2"),
        ({"guns": [{"kind": "rifle"}] * 3}, "guns: a list does not fit; a list of at most 2"),
        ({"guns": [{"kind": "bow"}]}, "guns.0.kind: 'bow' does not fit; one of rifle, pistol"),
        ({"guns": [{}]}, "guns.0.kind: missing; choice"),
        ({"guns": ["rifle"]}, "guns.0: 'rifle' does not fit; a table with kind, rounds, notes"),
        ({"skills": [1]}, "skills: a list does not fit; a table of at most 3 names"),
        ({"skills": dict.fromkeys("abcd", 1)}, "skills: a table does not fit; a table of at most 3 names"),
        ({"skills": {"": 1}}, "skills.: '' does not fit; a printable name of 1 to 12 characters"),
        ({"skills": {7: 1}}, "skills.7: 7 does not fit; a printable name of 1 to 12 characters"),
        ({"skills": {"rifle": True}}, "skills.rifle: True does not fit; a whole number from 0 to 20"),
        ({"skills": {"rifle": float("nan")}}, "skills.rifle: nan does not fit; a whole number from 0 to 20"),
        ({"skills": {"rifle": 10**5000}}, "skills.rifle: a huge number does not fit; a whole number from 0 to 20"),
        ({"wounds": {"tail": 1}}, "wounds.tail: unknown; allowed here: head, torso"),
        ({"wings": 2}, "wings: unknown; allowed here: brave, guns, name, skills, wounds"),
    ],
)
def test_a_problem_names_its_place_and_what_is_allowed(changes: dict[str, Any], problem: str) -> None:
    assert problems(**changes) == [problem]


def test_what_is_missing_is_asked_for_in_words() -> None:
    assert [str(problem) for problem in checked(SPEC, {})[1]] == ["name: missing; what people call you"]


def test_all_problems_are_told_at_once_but_no_more_than_ten() -> None:
    assert len(problems(brave=1, guns=1)) == 2
    assert len(problems(**{f"wing{count}": 1 for count in range(50)})) == MOST_PROBLEMS


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=20,
)
fields = st.sampled_from(["name", "brave", "guns", "skills", "wounds"])


@given(st.dictionaries(fields, anything) | anything)
def test_a_sheet_is_either_good_or_says_why_not(raw: object) -> None:
    sheet, found = checked(SPEC, raw)
    assert found or checked(SPEC, sheet) == (sheet, ())


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("name", "name"),
        ("guns.0.kind", "kind"),
        ("skills.rifle", "level"),
        ("guns.first", None),
        ("name.first", None),
        ("wings.left", None),
    ],
)
def test_a_dotted_path_leads_to_its_field(path: str, key: str | None) -> None:
    found = place(SPEC, path)
    assert (found.key if found else None) == key


def test_a_list_whose_items_nobody_described_is_a_mistake_of_the_spec() -> None:
    spec = SheetSpec(SheetField("", FieldKind.LIST))
    with pytest.raises(AssertionError, match="has no item"):
        checked(spec, [])
