"""A number that can explain itself is a sum of named terms, each with the place its value comes from."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One summand of a target number.

    ``label`` is a key of the ruleset's wording table, ``detail`` what the words are about ("Bulk 3" has the
    detail "3"), ``source`` the text line, ruling or table row that gives the value.
    """

    label: str
    value: int
    source: str = ""
    detail: str = ""


def total(terms: Iterable[Term]) -> int:
    """Return the sum of the values of ``terms``."""
    found = 0
    for term in terms:  # sums are made at every turn, and a loop calls nothing
        found += term.value
    return found


def bonuses(terms: Iterable[Term]) -> int:
    """Return the sum of the positive values of ``terms``."""
    return sum([term.value for term in terms if term.value > 0])


def penalties(terms: Iterable[Term]) -> int:
    """Return the sum of the negative values of ``terms``: zero or below."""
    return sum([term.value for term in terms if term.value < 0])
