"""What an order costs inside the bot: the rule alone, the whole durable transaction, and how both grow with a fight."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from bot.core import engine, orders
from bot.core.dice import SeededDice
from bot.core.views import GM
from bot.service.names import resolve
from bot.service.rows import AnyScene
from tests.bench.disk import fdatasyncs
from tests.bench.measure import Measure, at_most, quantile, ratio
from tests.bench.shooting import BEFORE_REST, CIRCUMSTANCES, Gallery, shooter_of, target_of

SECRET: Final = b"bench" * 6
FEW, MANY = 20, 100
SHORT, LONG = 1_000, 100_000
ROUNDS: Final = 8
DECISIONS: Final = 2_000
FIGHT, CROWD, YOUNG, OLD = 1, 2, 3, 4


async def measures() -> list[Measure]:
    """Decide, transact, and grow."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        gallery = Gallery(Path(folder))
        try:
            return await _measured(gallery)
        finally:
            await gallery.store.close()


async def _measured(gallery: Gallery) -> list[Measure]:
    for channel, people in ((FIGHT, FEW), (CROWD, MANY), (YOUNG, FEW), (OLD, FEW)):
        await gallery.fight(channel, people)
    for channel, events in ((YOUNG, SHORT), (OLD, LONG)):
        await _shot_at(gallery, channel, BEFORE_REST)
        await gallery.grow(channel, events)
    few, many, young, old = await _taken_s(gallery, (FIGHT, CROWD, YOUNG, OLD))
    synced_s = quantile(fdatasyncs(400), 0.5)
    long = f"{await gallery.events(OLD):,} events against {await gallery.events(YOUNG):,}"
    return [
        *await _decisions(gallery),
        Measure("transaction of an attack p50", few * 1e3, "ms", detail=f"{FEW} combatants"),
        ratio("transaction / fdatasync", few, synced_s, at_most(3), f"fdatasync {synced_s * 1e3:.2f} ms"),
        ratio("growth with combatants", many, few, at_most(1.3), f"transaction, {MANY} against {FEW}"),
        ratio("growth with the log", old, young, at_most(1.3), f"transaction, {long}"),
    ]


async def _taken_s(gallery: Gallery, channels: Sequence[int]) -> list[float]:
    """The median seconds of an attack in each channel, taken in turns so that they share the machine's moods."""
    found: dict[int, list[float]] = {channel: [] for channel in channels}
    for _ in range(ROUNDS):
        for channel in channels:
            found[channel] += await _shot_at(gallery, channel, BEFORE_REST)
    return [quantile(found[channel], 0.5) for channel in channels]


async def _shot_at(gallery: Gallery, channel: int, times: int) -> list[float]:
    await gallery.rest(channel)
    taken_s = []
    for _ in range(times):
        began_s = time.perf_counter()
        await gallery.attack(channel)
        taken_s.append(time.perf_counter() - began_s)
    return taken_s


async def _decisions(gallery: Gallery) -> list[Measure]:
    await gallery.rest(FIGHT)
    scene = await gallery.store.read(lambda unit: unit.state(unit.scene_row(1)))
    taken_s = await asyncio.to_thread(_decided_s, gallery, scene)
    p99 = f"p99 {quantile(taken_s, 0.99) * 1e6:.0f} µs, {FEW} combatants, hits and misses as they fall"
    return [Measure("decide an attack p50", quantile(taken_s, 0.5) * 1e6, "µs", at_most(150), p99)]


def _decided_s(gallery: Gallery, scene: AnyScene) -> list[float]:
    """Seconds of deciding the same attack at one position after the other: each has dice of its own."""
    ruleset = gallery.house.system("reflex").ruleset
    names = (resolve(scene, GM, name) for name in (shooter_of(FIGHT), target_of(FIGHT)))
    actor, target = names
    order = orders.Act(actor=actor, action="attack", inputs={"target": target, **CIRCUMSTANCES})
    taken_s = []
    for position in range(DECISIONS):
        moment = msgspec.structs.replace(scene, position=position)
        began_s = time.perf_counter()
        engine.decide(ruleset, moment, order, _dice)
        taken_s.append(time.perf_counter() - began_s)
    return taken_s


def _dice(position: int, canonical: bytes) -> SeededDice:
    return SeededDice(SECRET, SECRET, position, canonical)
