"""Who may not act now is told why, by every system, and who may."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from tests.rulesets.play import Table, dice_for
from tests.rulesets.registry import entry

_with = msgspec.structs.replace

KEPT = {
    "reflex": [("body", "dead", "is dead"), ("turn", "out", "is in shock until this exchange ends")],
    "eclipse": [("", "dead", "is dead"), ("", "unconscious", "is out cold"), ("", "dazed", "is out of its wits")],
    "graydawn": [("", "stunned", "is stunned"), ("", "dying", "is dying")],
    "nighttripper": [("", "dead", "is dead")],
    "horizons": [("", "unconscious", "is unconscious")],
    "toy": [],
}
CASES = [(key, *case) for key, cases in KEPT.items() for case in cases]


def kept(state: Any, part: str, field: str) -> Any:
    """The state in which something keeps somebody from acting."""
    changed = _with(getattr(state, part) if part else state, **{field: True})
    return _with(state, **{part: changed}) if part else changed


@pytest.mark.parametrize(("key", "part", "field", "why"), CASES)
def test_a_state_says_what_keeps_somebody_from_acting(key: str, part: str, field: str, why: str) -> None:
    table = Table(entry(key), 3)
    table.open()
    state = table.scene.combatants["Ann"].state
    assert table.ruleset.kept_by(kept(state, part, field)) == why
    assert table.ruleset.kept_by(state) == ""


def test_who_may_not_act_is_told_why_and_who_may() -> None:
    table = Table(entry("reflex"), 3)
    table.open()
    now = {slot.actor for slot in table.scene.entitled()}
    later = next(actor for actor in table.scene.combatants if actor not in now)
    with pytest.raises(RuleViolation, match=r"not .*'s turn yet\. To act now: [^./]+\.$"):
        engine.decide(table.ruleset, table.scene, orders.Act(actor=later, action="wait"), dice_for)
    shocked = table.scene.combatants[later]
    hurt = _with(shocked, state=kept(shocked.state, "turn", "out"))
    scene = _with(table.scene, combatants={**table.scene.combatants, later: hurt})
    with pytest.raises(RuleViolation, match=r"is in shock until this exchange ends\. To act now: "):
        engine.decide(table.ruleset, scene, orders.Act(actor=later, action="wait"), dice_for)
    gone = _with(table.scene, agenda=tuple(slot for slot in table.scene.agenda if slot.actor != later))
    with pytest.raises(RuleViolation, match="turn: nothing is left to do"):
        engine.decide(table.ruleset, gone, orders.Act(actor=later, action="wait"), dice_for)
