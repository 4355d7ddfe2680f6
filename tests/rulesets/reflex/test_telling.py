"""What terms are called in the log: every key has one name, whatever rule it comes from."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.rulesets.reflex.checks.labels import LABELS_COMBAT, LABELS_HAZARDS, LABELS_MORALE
from bot.rulesets.reflex.checks.wording import LABELS_CHECKS
from tests.rulesets.reflex.test_timing import alone


@pytest.mark.parametrize(
    ("some", "others"), list(combinations((LABELS_CHECKS, LABELS_COMBAT, LABELS_HAZARDS, LABELS_MORALE), 2))
)
def test_no_key_means_one_thing_here_and_another_there(some: dict[str, str], others: dict[str, str]) -> None:
    assert not some.keys() & others.keys()


def test_a_heavy_load_is_called_so() -> None:
    assert "Heavy load 7" in alone(2, 19, load="heavy", ooda=8).told()
