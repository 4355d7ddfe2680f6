"""What may be typed is what stands on record: options, words, bounds and their order."""

from __future__ import annotations

import pytest

from tests.rulesets import actions


@pytest.mark.parametrize("name", actions.names())
def test_what_may_be_typed_is_on_record(name: str) -> None:
    words = "where people shall be able to type something else, run python -m tests.rulesets.actions"
    assert actions.path(name).read_text("utf-8").splitlines() == actions.lines(name), words
