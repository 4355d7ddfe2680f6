"""What the simulated Discord copies in tests is equal to what it copied, and nothing that changes is shared."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import Any

from simcord.http import router

from tests.plain_copies import copied


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    inner: dict[str, Any] = {"name": "odds", "options": [{"required": True, "of": [1, 2.5, None]}], "seen": {"ann"}}
    made = copied({"data": inner, "at": datetime(2026, 1, 1, tzinfo=UTC), "count": 3})
    assert made == {"data": copy.deepcopy(inner), "at": datetime(2026, 1, 1, tzinfo=UTC), "count": 3}
    inner["options"][0]["of"].append(4)
    inner["options"].append({})
    inner["seen"].add("bob")
    assert made["data"] == {"name": "odds", "options": [{"required": True, "of": [1, 2.5, None]}], "seen": {"ann"}}


def test_the_simulated_discord_copies_so() -> None:
    assert vars(router)["copy"].deepcopy is copied
