"""Rows that a campaign adds to tables begin like others, and what does not fit adds nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.tables import LIKE, MOST_OWN_ROWS, OwnRow, own_rows, row_at, with_rows

GIVEN: dict[str, Any] = {
    "guns": {"bow": {"title": "Long bow", "range_m": 50, "source": "000:1"}, "sling": {"source": "000:2"}},
    "zones": {"head": {"source": "000:3"}},
}


def rows(**options: object) -> tuple[OwnRow, ...]:
    return own_rows(GIVEN, ("guns",), {path.replace("__", "."): value for path, value in options.items()})


def test_a_row_begins_like_one_that_is_there() -> None:
    assert rows(guns__crossbow="like bow", other=3) == (OwnRow("guns", "crossbow", "bow"),)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("guns__crossbow", "bow"),
        ("guns__crossbow", 5),
        ("guns__crossbow", "like crossbow"),
        ("guns__bow", "like sling"),
        ("zones__tail", "like head"),
        ("guns__bow__range_m", "like bow"),
        ("guns__Big bow", "like bow"),
        ("nowhere__crossbow", "like bow"),
    ],
)
def test_what_does_not_fit_adds_nothing(path: str, value: object) -> None:
    assert rows(**{path: value}) == ()


def test_there_are_never_more_than_may_be() -> None:
    assert len(rows(**{f"guns__own{number}": "like bow" for number in range(99)})) == MOST_OWN_ROWS


@pytest.mark.parametrize("name", ["", "a" * 31, "1bow", "_bow", "cross-bow", "böw", "Bow", "bow\n", "a.b"])
def test_a_name_is_a_plain_word(name: str) -> None:
    assert row_at(f"guns.{name}") is None


def test_a_copy_is_marked_and_titled_and_the_tables_are_as_they_were() -> None:
    tables = with_rows(GIVEN, [OwnRow("guns", "hand_bow", "bow"), OwnRow("guns", "strap", "sling")])
    assert tables["guns"]["hand_bow"] == {"title": "Hand bow", "range_m": 50, "source": f"{LIKE}bow", "house": True}
    assert tables["guns"]["strap"]["title"] == "strap"
    assert (list(tables["guns"])[:2], tables["zones"], len(GIVEN["guns"])) == (["bow", "sling"], GIVEN["zones"], 2)
