"""What a sheet may hold at most and at least: the bounds as `sheet_bounds.toml` has them, each and one beyond it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import pytest

from bot.core.options import FieldKind, SheetField
from bot.core.scene import Sheet
from bot.core.sheets import checked
from tests.rulesets.registry import entry

BOUNDS: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "sheet_bounds.toml").read_text("utf-8")
)
NAMES: Final = ("a", "b", "c")
ANY: Final = "*"


def every(what: str) -> pytest.MarkDecorator:
    """All places of all systems of which the file tells that."""
    rows = [(key, place, bound) for key, of in BOUNDS.items() for place, bound in of[what].items()]
    return pytest.mark.parametrize(("key", "place", "bound"), rows, ids=[f"{key}-{place}" for key, place, _ in rows])


def fields_of(field: SheetField, place: str = "") -> Iterator[tuple[str, SheetField]]:
    """Every place of a sheet below one, by its path, with a star for whatever stands in a list or under a name."""
    if place:
        yield place, field
    below = {child.key: child for child in field.fields} | ({ANY: field.item} if field.item else {})
    for name, child in below.items():
        yield from fields_of(child, f"{place}.{name}" if place else name)


def smallest(field: SheetField) -> Any:
    """The least that fits a place."""
    match field.kind:
        case FieldKind.RECORD:
            return {child.key: smallest(child) for child in field.fields if child.required}
        case FieldKind.CHOICE:
            return field.choices[0]
        case FieldKind.INT:
            return field.lo
        case FieldKind.TEXT:
            return NAMES[0]
        case _:
            return {FieldKind.FLAG: False, FieldKind.LIST: [], FieldKind.MAP: {}}[field.kind]


def holding(field: SheetField, place: str, value: Any) -> Any:
    """A sheet, or what is below one of its places, that holds a value somewhere, and else only what it must."""
    if not place:
        return value
    name, _, below = place.partition(".")
    if name != ANY:
        child = next(child for child in field.fields if child.key == name)
        return {**smallest(field), name: holding(child, below, value)}
    assert field.item is not None
    held = holding(field.item, below, value)
    return [held] if field.kind is FieldKind.LIST else {(field.choices or NAMES)[0]: held}


def wrong(key: str, place: str, value: Any) -> bool:
    """Tell whether a value is refused at a place, and nothing else is."""
    spec = entry(key).ruleset.sheet
    _, problems = checked(spec, holding(spec.root, place, value))
    assert all(fnmatchcase(problem.path, place) for problem in problems), problems
    return bool(problems)


@pytest.mark.untraced
@every("numbers")
def test_a_number_is_as_low_and_as_high_as_its_bounds_and_no_further(key: str, place: str, bound: list[int]) -> None:
    lo, hi, *_ = bound
    assert [wrong(key, place, number) for number in (lo - 1, lo, hi, hi + 1)] == [True, False, False, True]


@every("most")
def test_a_list_or_table_is_as_long_as_its_bound_and_no_longer(key: str, place: str, bound: int) -> None:
    field = dict(fields_of(entry(key).ruleset.sheet.root))[place]
    assert field.item is not None
    item = smallest(field.item)
    listed = field.kind is FieldKind.LIST
    lengths = [[item] * count if listed else {f"n{at}": item for at in range(count)} for count in (bound, bound + 1)]
    assert [wrong(key, place, value) for value in lengths] == [False, True]


@every("longest_name")
def test_a_name_of_ones_own_is_as_long_as_its_bound_and_no_longer(key: str, place: str, bound: int) -> None:
    field = dict(fields_of(entry(key).ruleset.sheet.root))[place]
    assert field.item is not None
    spec, item = entry(key).ruleset.sheet, smallest(field.item)
    found = [checked(spec, holding(spec.root, place, {"n" * length: item}))[1] for length in (bound, bound + 1)]
    assert [bool(problems) for problems in found] == [False, True]


def left_out(key: str) -> Sheet:
    """The numbers that stand in a sheet which says nothing."""
    found, problems = checked(entry(key).ruleset.sheet, {})
    assert not problems
    return {place: value for place, value in found.items() if type(value) is int}


@pytest.mark.parametrize("key", BOUNDS)
def test_what_is_left_out_counts_as_the_file_says(key: str) -> None:
    said = {place: bound[2] for place, bound in BOUNDS[key]["numbers"].items() if len(bound) > 2}
    assert left_out(key) == said


@pytest.mark.parametrize("key", BOUNDS)
def test_every_place_with_a_bound_is_in_the_file(key: str) -> None:
    places = list(fields_of(entry(key).ruleset.sheet.root))
    numbers = [place for place, field in places if field.kind is FieldKind.INT]
    named = [place for place, field in places if field.kind is FieldKind.MAP and not field.choices]
    listed = [place for place, field in places if field.kind is FieldKind.LIST]
    assert sorted(BOUNDS[key]["numbers"]) == sorted(numbers)
    assert sorted(BOUNDS[key]["most"]) == sorted(listed + named)
    assert sorted(BOUNDS[key]["longest_name"]) == sorted(named)
