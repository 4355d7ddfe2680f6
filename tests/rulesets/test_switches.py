"""What a campaign may choose is what stands on record: switches and values of tables, with their bounds and sources."""

from __future__ import annotations

import pytest

from tests.rulesets import switches


@pytest.mark.parametrize("name", switches.names())
def test_what_a_campaign_may_choose_is_on_record(name: str) -> None:
    words = "where campaigns shall be able to choose something else, run python -m tests.rulesets.switches"
    assert switches.path(name).read_text("utf-8").splitlines() == switches.lines(name), words
