"""Rows of tables are structs: what is wrong in one is named, and a campaign's own values are laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec
import pytest

from bot.core import tables
from bot.core.errors import AssemblyError
from bot.core.options import Kind
from bot.core.rows import ColumnsOf, KeyOf, OneOf, TableRow

Small = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Taste(StrEnum):
    """How it tastes."""

    SWEET = "sweet"
    SOUR = "sour"


class Glass(TableRow, frozen=True, kw_only=True):
    """A glass."""

    volume_l: Annotated[float, msgspec.Meta(ge=0)] = 0.25
    breaks: Annotated[bool, "easily"] = True


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a drink."""

    grams: Small = 1


class Drink(TableRow, frozen=True, kw_only=True):
    """A drink."""

    kind: str = msgspec.field(name="class", default="")
    taste: Taste | None = None
    glass: Annotated[str, KeyOf("glasses")] = ""
    also: Annotated[tuple[str, ...], KeyOf("glasses")] = ()
    steps: tuple[Small, Annotated[int, msgspec.Meta(le=3)]] = (1, 1)
    parts: dict[str, Part] = msgspec.field(default_factory=dict)
    strength: Annotated[str, OneOf(("weak", "strong"))] = ""
    like: Annotated[str, KeyOf("drinks", offered=False)] = ""
    levels: Annotated[dict[str, Small], KeyOf("glasses")] = msgspec.field(default_factory=dict)
    prices: Annotated[dict[str, Small | None], ColumnsOf("glasses")]


class Hours(msgspec.Struct, frozen=True):
    """When it is open."""

    opens: Glass
    closes: Glass


class Bar(tables.Tables):
    """The tables of a bar, of which one holds rows that nobody has typed."""

    glasses: Mapping[str, Glass]
    drinks: Mapping[str, Drink]
    hours: Hours


def row(**values: Any) -> dict[str, Any]:
    return {"source": "ours", **values}


def given(**changes: Any) -> dict[str, Any]:
    return {
        "glasses": {"cup": row(title="a cup", house=True), "mug": row(volume_l=1)},
        "drinks": {
            "tea": row(glass="cup", also=["mug"], taste="sour", cup=2, mug=3, **{"class": "hot"}),
            "punch": row(steps=[2, 3], parts={"rum": {"grams": 4}}, strength="weak", like="tea", levels={"cup": 5}),
        },
        "hours": {"opens": row(), "closes": row()},
        "songs": {"one": row(length=3)},
        **changes,
    }


def test_rows_are_structs() -> None:
    bar = Bar(given())
    tea = bar.drinks["tea"]
    assert (tea.kind, tea.taste, tea.glass, tea.also, tea.prices) == (
        "hot",
        Taste.SOUR,
        "cup",
        ("mug",),
        {"cup": 2, "mug": 3},
    )
    assert bar.drinks["punch"].parts["rum"].grams == 4
    assert (bar.hours.opens.volume_l, bar.glasses["mug"].volume_l) == (0.25, 1.0)
    assert (bar.glasses["cup"].cited, bar.glasses["mug"].cited) == ("ours (house table)", "ours")
    assert (tea.key, bar.hours.opens.key) == ("tea", "opens")


WRONG: dict[str, dict[str, Any]] = {
    "drinks.tea: Object contains unknown field `colour`": {"drinks": {"tea": row(colour="red")}},
    "drinks.tea: Object missing required field `source`": {"drinks": {"tea": {}}},
    "drinks.tea.steps[1]: Expected `int` <= 3": {"drinks": {"tea": row(steps=[1, 4])}},
    "drinks.tea.class: Expected `str`, got `int`": {"drinks": {"tea": row(**{"class": 3})}},
    "drinks.tea.prices[...]: Expected `int` >= 1": {"drinks": {"tea": row(cup=0)}},
    "drinks.tea.glass: there is no jug in glasses": {"drinks": {"tea": row(glass="jug")}},
    "drinks.tea.also: there is no jug in glasses": {"drinks": {"tea": row(also=["mug", "jug"])}},
    "drinks.tea.key: what a row is found under is no value": {"drinks": {"tea": row(key="tea")}},
    "drinks.tea.strength: there is no mild to choose": {"drinks": {"tea": row(strength="mild")}},
    "drinks.tea.levels: there is no jug in glasses": {"drinks": {"tea": row(levels={"jug": 1})}},
    "hours.rests is unknown": {"hours": {"opens": row(), "closes": row(), "rests": row()}},
    "hours.closes is missing": {"hours": {"opens": row()}},
}


@pytest.mark.parametrize("why", WRONG)
def test_what_is_wrong_in_a_table_is_named(why: str) -> None:
    with pytest.raises(AssemblyError) as error:
        Bar(given(**WRONG[why]))
    assert str(error.value).startswith(why)


def test_a_table_that_is_declared_is_there() -> None:
    with pytest.raises(AssemblyError, match="there is no table drinks"):
        Bar({name: rows for name, rows in given().items() if name != "drinks"})


def test_a_campaign_lays_its_own_values_over_the_rows() -> None:
    bar = Bar(given())
    own = {
        "drinks.tea.cup": 7,
        "drinks.tea.class": "cold",
        "drinks.tea.taste": "sweet",
        "drinks.tea.also.0": "cup",
        "drinks.punch.steps.1": 1,
        "drinks.punch.parts.rum.grams": 99,
        "hours.opens.source": "theirs",
        "songs.one.length": 4,
        "switch": True,
    }
    laid = bar.under(own)
    tea, punch = laid.drinks["tea"], laid.drinks["punch"]
    assert (tea.prices, tea.kind, tea.taste, tea.also) == ({"cup": 7, "mug": 3}, "cold", Taste.SWEET, ("cup",))
    assert isinstance(tea.taste, Taste)
    assert (punch.steps, punch.parts["rum"].grams, laid.hours.opens.cited) == ((2, 1), 99, "theirs")
    assert (laid.given["songs"]["one"]["length"], laid.given["drinks"]["tea"]["also"]) == (4, ["cup"])
    assert (bar.drinks["tea"].prices["cup"], bar.given["songs"]["one"]["length"]) == (2, 3)
    assert bar.under(own) is laid
    assert bar.under({"switch": True}) is bar


@pytest.mark.parametrize(
    "path",
    [
        "drinks.tea.sugar",
        "drinks.cola.cup",
        "drinks.tea",
        "drinks.tea.cup.0",
        "drinks.tea.also.1",
        "drinks.tea.also.x",
        "drinks.tea.also",
        "drinks.tea.glass.x",
        "cakes.x.y",
    ],
)
def test_a_value_for_what_is_not_there_changes_nothing(path: str) -> None:
    bar = Bar(given())
    laid = bar.under({path: 1})
    assert (laid.given, laid.drinks) == (bar.given, bar.drinks)


def test_bounds_and_words_of_a_campaigns_values_follow_from_the_types() -> None:
    found = {spec.key: spec for spec in Bar(given()).own_values()}
    assert list(found) == [
        "glasses.mug.volume_l",
        "drinks.tea.glass",
        "drinks.tea.also.0",
        "drinks.tea.taste",
        "drinks.tea.cup",
        "drinks.tea.mug",
        "drinks.tea.class",
        "drinks.punch.steps.0",
        "drinks.punch.steps.1",
        "drinks.punch.parts.rum.grams",
        "drinks.punch.strength",
        "drinks.punch.like",
        "drinks.punch.levels.cup",
    ]
    bounds = {key: (spec.lo, spec.hi) for key, spec in found.items()}
    assert (bounds["drinks.tea.mug"], bounds["drinks.punch.parts.rum.grams"]) == ((1, 9), (1, 9))
    assert (bounds["drinks.punch.steps.0"], bounds["drinks.punch.steps.1"]) == ((1, 9), (0, 3))
    words = {key: spec.choices for key, spec in found.items() if spec.kind is Kind.CHOICE}
    assert words == {
        "drinks.tea.glass": ("cup", "mug"),
        "drinks.tea.also.0": ("cup", "mug"),
        "drinks.tea.taste": ("sweet", "sour"),
        "drinks.punch.strength": ("weak", "strong"),
    }
    assert (found["drinks.tea.class"].kind, found["drinks.punch.like"].kind) == (Kind.TEXT, Kind.TEXT)
