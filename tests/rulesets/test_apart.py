"""Nothing hidden moves a face that players know of: played in two worlds, of which one has people in hiding."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from tests.rulesets.apart import Pair
from tests.rulesets.registry import KEYS, entry

SEEDS, STEPS = 8, 25
FEWEST = {"nighttripper": 4}
"""Of what falls for those in sight and for the hidden: who hides only passes, and there nobody rolls for initiative."""


@pytest.mark.parametrize("key", KEYS)
def test_faces_for_those_in_sight_are_the_same_whoever_hides(key: str) -> None:
    compared = unseen = 0
    for seed in range(SEEDS):
        pair = Pair(entry(key), seed)
        pair.open()
        for _ in range(STEPS):
            if not pair.differs:
                pair.step()
        assert pair.wrong() == [], f"{key} {seed}"
        compared, unseen = compared + pair.alike(), unseen + pair.haunted.unseen
    assert compared >= FEWEST.get(key, 40)
    assert unseen >= 20 or key in FEWEST


BLASTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "eclipse": ("blast", "Guard", {"item": "frag_grenade", "at": "Bob"}),
    "horizons": ("throw", "Ann", {"target": "Bob", "range_m": 20.0}),
    "reflex": ("explode", "Guard", {"explosive": "hand_grenade", "at": "Bob"}),
}


@pytest.mark.untraced
@pytest.mark.parametrize("key", BLASTS)
def test_whoever_hides_near_an_explosion_moves_no_face(key: str) -> None:
    action, actor, inputs = BLASTS[key]
    caught = compared = 0
    for seed in range(0, 40, 2):
        pair = Pair(entry(key), seed)
        pair.open()
        for one, other in (("Bob", "Ann"), ("Bob", "Guard")):
            pair.both(orders.SetRange(actor=one, target=other, range_m=3))
        for hidden in [each for each in pair.haunted.scene.combatants if each not in pair.plain.scene.combatants]:
            pair.haunted.give(orders.SetRange(actor="Bob", target=hidden, range_m=2))
        for _ in range(STEPS):
            if actor not in pair.plain.now(hidden=False) and pair.plain.now(hidden=False):
                pair.both(orders.GoOn(actors=pair.plain.now(hidden=False)))
        before = pair.haunted.unseen
        pair.both(orders.Act(actor=actor, action=action, inputs=inputs))
        assert pair.wrong() == []
        caught, compared = caught + pair.haunted.unseen - before, compared + pair.alike()
    assert caught > 0
    assert compared > 40
