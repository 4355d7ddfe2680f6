"""Who is in no condition to act, and what it is told."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rulesets.eclipse.person.hindrance import hindrance
from bot.rulesets.eclipse.state import BodyKind, State


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ({"kind": BodyKind.OBJECT}, "is a thing"),
        ({"dead": True}, "is dead"),
        ({"unconscious": True}, "is out cold"),
        ({"broken": True}, "has broken down"),
        ({"out_turns": 3}, "can do nothing for 3 turns"),
    ],
)
def test_whoever_is_out_of_action_is_told_why_and_what_would_help(condition: dict[str, Any], why: str) -> None:
    state = State(**condition)
    assert hindrance(state, "Ann", "pass") is None
    for action in ("attack", "recover", ""):
        found = hindrance(state, "Ann", action)
        assert found is not None
        assert found.message == f"Ann {why}."
        assert ("/damage heal with:awake=yes" in found.remedy) == (why not in ("is a thing", "is dead"))


def test_whoever_is_dazed_regains_its_wits_first() -> None:
    state = State(dazed=True)
    assert (hindrance(state, "Ann", "recover"), hindrance(State(), "Ann", "attack")) == (None, None)
    assert str(hindrance(state, "Ann", "attack")).startswith("Ann is out of its wits. Regain them")
