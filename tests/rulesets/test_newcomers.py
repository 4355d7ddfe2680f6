"""In every system: by when a newcomer acts nobody learns at what time somebody hidden is to act."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bot import app
from bot.core import engine, orders
from bot.core.scene import Sheet
from bot.core.views import PUBLIC, view
from bot.service.orders.fairness import dice_for
from bot.service.orders.hidden_dice import decided
from tests.rulesets.apart import World
from tests.rulesets.drawing import sheet
from tests.rulesets.registry import Entry, entry

SEEDS, STEPS = 12, 12
FEWEST = 4


def told(played: Entry, world: World, newcomer: Sheet) -> tuple[str, list[tuple[int, ...]]]:
    """What players read of somebody who comes in now, and when it is to act; the world stays as it is."""
    before = world.scene
    come = orders.Enlist(name="Cid", owner=7, side="players", sheet=newcomer)
    decision = decided(played.ruleset, before, come, lambda draw: dice_for(world.chapter, before, come, draw)).decision
    lines = (line.text for event in decision.events for line in engine.lines(played.ruleset, event, PUBLIC))
    seen = view(decision.scene, PUBLIC, played.ruleset)
    return "\n".join(lines), [slot.key for slot in seen.agenda if slot.actor == "Cid"]


def waiting(played: Entry, seed: int) -> Iterator[tuple[World, World, Sheet]]:
    """Two worlds at moments of one round, of which the second waits for somebody hidden, and a newcomer's sheet."""
    plain, haunted = World(played, {}), World(played, {})
    sheets = [sheet(played.ruleset, Random(seed), template) for template in played.templates.values()]
    for world in (plain, haunted):
        secret = msgspec.structs.replace(world.chapter, gm_secret=b"gm %d" % seed, public_secret=b"public %d" % seed)
        world.chapter = secret
        for place, name in enumerate(("Ann", "Guard", "Umbra", "Penumbra")):
            if world is haunted or place < 2:
                there = sheets[(seed + place) % len(sheets)]
                world.give(orders.Enlist(name=name, owner=1 - min(place, 1), side=name, sheet=there, hidden=place > 1))
        world.give(orders.StartFight())
    for _ in range(STEPS):
        if haunted.now(hidden=True) and not haunted.now(hidden=False):
            if plain.scene.noticed != haunted.scene.noticed:
                return
            if plain.scene.rounds == haunted.scene.rounds:
                yield plain, haunted, sheets[seed % len(sheets)]
            haunted.give(orders.GoOn(actors=haunted.now(hidden=True)))
            continue
        for world in (plain, haunted):
            world.give(orders.GoOn(actors=plain.now(hidden=False)))


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_when_a_newcomer_acts_tells_nothing_of_the_hidden(key: str) -> None:
    played, compared = entry(key), 0
    for seed in range(SEEDS):
        for plain, haunted, newcomer in waiting(played, seed):
            assert told(played, haunted, newcomer) == told(played, plain, newcomer), f"{key} {seed}"
            compared += 1
    assert compared >= FEWEST
