"""What terms are called in the log: every key has one name, whatever rule it comes from."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.core.terms import Term, total
from bot.core.wording import line
from bot.rulesets.reflex.checks.labels import LABELS_COMBAT, LABELS_HAZARDS, LABELS_MORALE
from bot.rulesets.reflex.checks.wording import LABELS_CHECKS, ticks_spans
from tests.rulesets.reflex.test_timing import alone


@pytest.mark.parametrize(
    ("some", "others"), list(combinations((LABELS_CHECKS, LABELS_COMBAT, LABELS_HAZARDS, LABELS_MORALE), 2))
)
def test_no_key_means_one_thing_here_and_another_there(some: dict[str, str], others: dict[str, str]) -> None:
    assert not some.keys() & others.keys()


def test_a_heavy_load_is_called_so() -> None:
    assert "Heavy load 7" in alone(2, 19, load="heavy", ooda=8).told()


@pytest.mark.parametrize(
    ("costs", "said"),
    [
        ({"bulk": 1}, "Bulk 1 tick"),
        ({"bulk": 3}, "Bulk 3 ticks"),
        ({"bulk": 2, "half_of_readying": -1}, "Bulk 2, half is enough to let go −1 = 1 tick"),
    ],
)
def test_one_tick_is_told_as_one_though_it_is_a_sum(costs: dict[str, int], said: str) -> None:
    terms = tuple(Term(label, value, "") for label, value in costs.items())
    assert line(*ticks_spans(terms, total(terms))).text == said
