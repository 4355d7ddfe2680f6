"""Random bombardment with somebody hiding in it: every order is decided or refused, it ends, and nobody is told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.dice import SeededDice
from bot.core.errors import RuleViolation
from bot.core.scene import Scene
from bot.core.views import PUBLIC, Viewer, view
from bot.rulesets.reflex.blasts.events import BlastReached
from bot.rulesets.reflex.indirect.events import RoundLanded
from bot.storage.codec import packed
from tests.rulesets.reflex.playing import REFLEX, sheet

HIDDEN = "Xyzzyx"
PEOPLE = (("Ann", 7), ("Max", 7), ("Guard", 0), (HIDDEN, 0))
OPTIONS: dict[str, Any] = {
    "indirect_fire": True,
    "confined_spaces": True,
    "blast_knockdown": True,
    "visual_penalty": False,
    "explosives.he_60mm.blast": 1,
    "explosives.he_40mm.blast": 1,
    "explosives.hand_grenade.blast": 1,
}
STEPS = 120


class Battery:
    """A fight of gunners, observers and throwers, driven by chance."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.scene: Any = Scene(REFLEX.empty_state(), OPTIONS)
        self.told: list[str] = []
        self.happened: list[Any] = []
        for name, owner in PEOPLE:
            given: dict[str, Any] = {
                "name": name,
                "owner": owner,
                "side": "a" if owner else "b",
                "hidden": name == HIDDEN,
            }
            self.give(orders.Enlist(**given, sheet=self.gunner()))
        for index, (name, _) in enumerate(PEOPLE):
            for other, _ in PEOPLE[index + 1 :]:
                self.give(orders.SetRange(actor=name, target=other, range_m=self.rng.choice((2, 5, 30))))
        self.give(orders.StartFight())

    def gunner(self) -> dict[str, Any]:
        weapon = {"kind": self.rng.choice(("mortar", "grenade_launcher", "crossbow")), "capacity": 5, "held": True}
        grenades = [{"name": "Grenade", "explosive": self.rng.choice(("hand_grenade", "gas_grenade")), "held": True}]
        skills = {"artillery": 8, "support weapons": 8, "archery": 8, "tactics": 8}
        return sheet(weapons=[weapon], items=grenades, skills=skills, attributes={"cognition": 14, "cuf": 12})

    def give(self, order: orders.Order) -> None:
        """Whatever comes of it is kept as players read it."""
        try:
            decision = engine.decide(REFLEX, self.scene, order, lambda at, asked: SeededDice(b"a", b"b", at, asked))
        except RuleViolation as refusal:
            if not isinstance(order, orders.Act) or order.actor in ("Ann", "Max"):
                self.told.append(str(refusal))
            return
        self.scene = decision.scene
        self.happened += decision.events
        self.told += [line.text for event in decision.events for line in engine.lines(REFLEX, event, PUBLIC)]

    def step(self) -> None:
        now = [slot.actor for slot in self.scene.entitled()]
        if not now or self.rng.random() < 0.15:
            self.give(orders.GoOn())
        else:
            actor = self.rng.choice(now)
            action = self.action(actor)
            self.give(orders.Act(actor=actor, action=action, inputs=self.inputs(actor, action)))

    def action(self, actor: str) -> str:
        kinds = {kind for slot in self.scene.entitled() if slot.actor == actor for kind in slot.kinds}
        if "choice" in kinds:
            return self.rng.choice(("hold", "hold", "press"))
        return self.rng.choice(("indirect_fire", "call_fire", "rest", "indirect_fire", "adjust_fire", "throw", "wait"))

    def inputs(self, actor: str, action: str) -> dict[str, Any]:
        if action not in ("indirect_fire", "call_fire", "throw"):
            return {}
        seen = [name for name, owner in PEOPLE if name != actor and (name != HIDDEN or actor in ("Guard", HIDDEN))]
        target = {"target": self.rng.choice(seen)} if self.rng.random() < 0.7 else {"spot": "the mill"}
        near = {"victims": f"{self.rng.choice(seen)}:{self.rng.randint(0, 20)}"} if self.rng.random() < 0.5 else {}
        if action == "throw":
            return {"target": self.rng.choice(seen), "range_m": 5.0, "indirect": self.rng.random() < 0.5}
        return {**target, **near, **({"range_m": 90.0} if action == "indirect_fire" else {})}


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(6))
def test_a_bombardment_ends_and_tells_players_nothing_of_the_hidden(seed: int) -> None:
    battery = Battery(seed)
    for _ in range(STEPS):
        battery.step()
        for viewer in (PUBLIC, Viewer(7)):
            assert HIDDEN.encode() not in packed(view(battery.scene, viewer, REFLEX))
    assert HIDDEN not in "\n".join(battery.told)
    assert all(event.range_m >= 0 for event in battery.happened if isinstance(event, BlastReached))
    assert [event for event in battery.happened if isinstance(event, RoundLanded)]
    for _ in range(3):
        battery.give(orders.GoOn())
    battery.give(orders.EndFight())
    assert battery.scene.fight is None
