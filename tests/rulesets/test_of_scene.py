"""A GM needs nobody in the scene to say what happens to it, and no open fight."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot import app
from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec
from bot.core.scene import Scene
from bot.core.views import GM, PUBLIC, Viewer, view
from tests.rulesets import drawing
from tests.rulesets.drawing import AnyScene
from tests.rulesets.play import Table, dice_for
from tests.rulesets.registry import entry

TRIES = 150
OF_SCENE = [(key, name) for key in app.SYSTEMS for name, spec in entry(key).ruleset.actions.items() if spec.of_scene]
PREPARED = {
    "gas_clear": "gas_release",
    "burn_out": "scorch",
    "mine_trigger": "mine_field",
    "mine_forget": "mine_field",
    "thing_gone": "thing_put",
}
"""What must have happened before."""
SAID = {("graydawn", "blast"): {"others": "Ann 2, Bob 3"}, ("eclipse", "blast"): {"others": "Ann 2, Bob 3"}}
"""What random words would never say."""
ON_GROUND = {("eclipse", "lay_charge")}
"""What is done to a ground that is laid."""
IN_THE_EMPTY = {"weather", "room", "scorch", "mine_field", "mine_forget", "pass_time", "quarters", "surroundings"}
"""What concerns nobody who is there."""


def scenes(key: str) -> list[AnyScene]:
    """Nobody anywhere, some before their fight, and the same in it, with every switch on."""
    ruleset = entry(key).ruleset
    switches = {spec.switch: True for spec in ruleset.actions.values() if spec.switch}
    table = Table(entry(key), 2)
    table.laid = False
    empty = table.scene = Scene(ruleset.empty_state(), switches)
    table.open()
    while table.scene.pending:
        table.give(orders.GoOn())
    before = [step.before for step in table.steps if isinstance(step.order, orders.StartFight)]
    return [empty, *before, table.scene]


def said(key: str, scene: AnyScene, spec: ActionSpec, rng: Random) -> tuple[AnyScene, int]:
    """The scene after as many tries as it takes to say something that fits, and the number of its events."""
    ruleset = entry(key).ruleset
    for _ in range(TRIES):
        try:
            known = view(scene, GM, ruleset)
            inputs: dict[str, Any] = drawing.inputs(ruleset, known, spec, "", rng, SAID.get((key, spec.name)))
            act = orders.Act(actor="", action=spec.name, inputs=inputs)
            decision = engine.decide(ruleset, scene, act, dice_for)
        except RuleViolation:
            continue
        for event in decision.events:
            told = [line.text for viewer in (GM, PUBLIC, Viewer(11)) for line in engine.lines(ruleset, event, viewer)]
            assert not any(text.startswith((" ", ":")) or "  " in text.strip() for text in told), told
        return decision.scene, len(decision.events)
    return scene, 0


@pytest.mark.parametrize(("key", "name"), OF_SCENE)
def test_what_happens_to_a_scene_needs_nobody_who_does_it(key: str, name: str) -> None:
    actions, rng = entry(key).ruleset.actions, Random(name)
    assert actions[name].gm_only
    for number, scene in enumerate(scenes(key)):
        if (key, name) in ON_GROUND and scene.combatants:
            scene = engine.decide(entry(key).ruleset, scene, orders.LayGround(range_m=30), dice_for).scene
        if name in PREPARED:
            scene, _ = said(key, scene, actions[PREPARED[name]], rng)
        _, events = said(key, scene, actions[name], rng)
        assert events or (number == 0 and name not in IN_THE_EMPTY) or name == "pass_time", f"scene {number}"


def test_everything_else_needs_somebody() -> None:
    ruleset = entry("horizons").ruleset
    with pytest.raises(RuleViolation, match="is not here"):
        engine.decide(ruleset, scenes("horizons")[-1], orders.Act(actor="", action="aim", inputs={}), dice_for)
