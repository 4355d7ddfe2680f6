"""What an order costs inside the bot, over each database: the rule, the job that a writer does, the whole durable
transaction, and how they grow with a fight.

What is the bot's own is taken as processor time, which a busy machine disturbs less than the clock.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from bot.core import engine, orders
from bot.core.dice import ApartDice
from bot.core.views import GM
from bot.rulesets.reflex.wounds.events import Hit
from bot.service.names import resolve
from bot.service.requests import Choosing
from bot.service.rows import AnyScene
from bot.settings import Database
from tests.bench.disk import fdatasyncs
from tests.bench.measure import Measure, at_most, quantile, ratio, typical
from tests.bench.shooting import BEFORE_REST, CIRCUMSTANCES, Gallery, shooter_of, target_of
from tests.postgres import durable

SECRET: Final = b"bench" * 6
FEW, MANY = 20, 100
SHORT, LONG = 1_000, 1_000_000
ROUNDS: Final = 8
DECISIONS: Final = 2_000
LOOKS: Final = 200
FIGHT, CROWD, YOUNG, OLD = 1, 2, 3, 4


async def measures() -> list[Measure]:
    """Decide, transact, complete and grow, over SQLite."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return await _over(Path(folder) / "bench.db", "SQLite")


async def on_a_server() -> list[Measure]:
    """The same over PostgreSQL, which keeps its promise to be durable."""
    with durable() as running:
        return await _over(running.create("bench"), "PostgreSQL")


async def _over(database: Database, name: str) -> list[Measure]:
    gallery = Gallery(database)
    try:
        return await _measured(gallery, name)
    finally:
        await gallery.store.close()


async def _measured(gallery: Gallery, name: str) -> list[Measure]:
    for channel, people in ((FIGHT, FEW), (CROWD, MANY), (YOUNG, FEW), (OLD, FEW)):
        await gallery.fight(channel, people)
    for channel, events in ((YOUNG, SHORT), (OLD, LONG)):
        await _shot_at(gallery, channel, BEFORE_REST)
        await gallery.grow(channel, events)
    jobs, whole_s = await _taken_s(gallery, (FIGHT, CROWD, YOUNG, OLD))
    few, many, young, old = jobs
    synced_s = quantile(fdatasyncs(400), 0.5)
    long = f"{await gallery.events(OLD):,} events against {await gallery.events(YOUNG):,}"
    return [
        *await _decisions(gallery),
        Measure(f"job of an attack, {name}", few * 1e6, "µs", at_most(450), "processor time, without COMMIT"),
        Measure(f"transaction of an attack, {name}", whole_s * 1e3, "ms", detail=f"{FEW} combatants"),
        ratio(f"transaction / fdatasync, {name}", whole_s, synced_s, at_most(3), f"fdatasync {synced_s * 1e3:.2f} ms"),
        ratio(f"growth with combatants, {name}", many, few, at_most(1.05), f"job, {MANY} against {FEW}"),
        ratio(f"growth with the log, {name}", old, young, at_most(1.05), f"job, {long}"),
        await _completions(gallery, name),
    ]


async def _taken_s(gallery: Gallery, channels: Sequence[int]) -> tuple[list[float], float]:
    """The typical processor seconds of an attack's job in each channel, taken in turns so that they share the machine's
    moods, and the typical seconds of a whole transaction in the first."""
    found: dict[int, list[float]] = {channel: [] for channel in channels}
    whole_s = []
    for _ in range(ROUNDS):
        for channel in channels:
            taken_s = await _shot_at(gallery, channel, BEFORE_REST)
            found[channel] += gallery.jobs_s[-BEFORE_REST:]
            whole_s += taken_s if channel == channels[0] else []
    return [typical(found[channel]) for channel in channels], typical(whole_s)


async def _shot_at(gallery: Gallery, channel: int, times: int) -> list[float]:
    await gallery.rest(channel)
    taken_s = []
    for _ in range(times):
        began_s = time.perf_counter()
        await gallery.attack(channel)
        taken_s.append(time.perf_counter() - began_s)
    return taken_s


async def _completions(gallery: Gallery, name: str) -> Measure:
    """What completing a target takes of the event loop's own time, while a thread reads."""
    taken_s = []
    for _ in range(LOOKS):
        began_s = time.thread_time()
        await gallery.complete(FIGHT, Choosing.TARGET)
        taken_s.append(time.thread_time() - began_s)
    loop_ms = quantile(taken_s, 0.5) * 1e3
    return Measure(f"completion's share of the loop p50, {name}", loop_ms, "ms", at_most(0.2), "processor time")


async def _decisions(gallery: Gallery) -> list[Measure]:
    await gallery.rest(FIGHT)
    scene = await gallery.store.read(lambda unit: unit.state(unit.scene_row(1)))
    misses_s, hits_s = await asyncio.to_thread(_decided_s, gallery, scene)
    taken_us, miss_us, hit_us = (typical(each) * 1e6 for each in ((*misses_s, *hits_s), misses_s, hits_s))
    detail = f"{FEW} combatants, {miss_us:.0f} µs a miss, {hit_us:.0f} µs a hit"
    return [Measure("decide an attack", taken_us, "µs", at_most(120), detail)]


def _decided_s(gallery: Gallery, scene: AnyScene) -> tuple[list[float], list[float]]:
    """Processor seconds of deciding the same attack at one position after the other, with dice of its own at each:
    those that miss, and those that hit."""
    ruleset = gallery.house.system("reflex").ruleset
    names = (resolve(scene, GM, name) for name in (shooter_of(FIGHT), target_of(FIGHT)))
    actor, target = names
    order = orders.Act(actor=actor, action="attack", inputs={"target": target, **CIRCUMSTANCES})
    misses_s, hits_s = list[float](), list[float]()
    for position in range(DECISIONS):
        moment = msgspec.structs.replace(scene, noticed=position)
        began_s = time.thread_time()
        decided = engine.decide(ruleset, moment, order, _dice)
        taken_s = time.thread_time() - began_s
        (hits_s if any(isinstance(event, Hit) for event in decided.events) else misses_s).append(taken_s)
    return misses_s, hits_s


def _dice(position: int, canonical: bytes) -> ApartDice:
    return ApartDice(SECRET, SECRET, "", position, canonical)
