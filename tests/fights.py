"""Plays many random fights of a ruleset: each must end, be the same again, and tell players nothing hidden.

python -m tests.fights reflex 10000 [--laid]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import msgspec

from bot.core import engine, folding, orders
from bot.core.events import type_of
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.storage.codec import packed, packed_event
from tests.rulesets.conduct import conduct_of, misconduct
from tests.rulesets.drawing import AnyScene
from tests.rulesets.play import GROUND_EVERY, HIDDEN, ON_A_GROUND, PLAYERS, Step, Table
from tests.rulesets.registry import KEYS, codec, entry

_replace = msgspec.structs.replace

STEPS = 90
PATIENCE = 60
VIEWERS = (PUBLIC, *map(Viewer, PLAYERS.values()))


@dataclass
class Found:
    """What came of some fights: how many, what happened in them how often, and what went wrong."""

    fights: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def fight(key: str, seed: int, steps: int = STEPS, *, apart: bool = False) -> Found:
    """One fight at random, then nobody does anything but let it go on until it is ended."""
    table, found = Table(entry(key), seed, apart=apart), Found(fights=1)
    try:
        _played(table, steps)
        _ended(table)
    except Exception as error:  # whatever it is, it is what is looked for
        found.wrong.append(f"{key} {seed}: {type(error).__name__}: {error}")
    for index, step in enumerate(table.steps):
        found.happened.update(type_of(event) for event in step.events)
        wrong = [*leaks(table, step, VIEWERS[index % len(VIEWERS)]), *(drifts(table, step) if index % 2 else ())]
        found.wrong += [f"{key} {seed}: {each}" for each in wrong]
    conduct = conduct_of(key)
    if conduct:
        found.wrong += [f"{key} {seed}: {each}" for each in misconduct(conduct, table.ruleset, table.steps)]
    return found


def _played(table: Table, steps: int) -> None:
    table.open()
    while len(table.steps) < steps:
        table.step()


def _ended(table: Table) -> None:
    """Time goes on if nobody acts, questions too, and a fight that is told to end is over."""
    for _ in range(PATIENCE):
        if table.scene.fight is None:
            return
        table.give(orders.GoOn())
    for _ in range(PATIENCE):
        if table.scene.pending:
            table.give(orders.GoOn())
    table.give(orders.EndFight())
    assert table.scene.fight is None, "the fight cannot be ended"


def leaks(table: Table, step: Step, looker: Viewer) -> list[str]:
    """Where a player could read the name of somebody who is hidden before and after a step; one looks at the scene."""
    scenes = [scene for scene in (step.before, step.after) if scene is not None]
    if any(c.actor.startswith(HIDDEN) and not c.hidden for scene in scenes for c in scene.combatants.values()):
        return []
    told = [
        f"{type_of(event)} tells {viewer.user}"
        for event in step.events
        for viewer in VIEWERS
        if any(HIDDEN in line.text for line in engine.lines(table.ruleset, event, viewer))
    ]
    if step.refusal and step.viewer != GM and HIDDEN in str(step.refusal):
        told.append(f"refused: {step.refusal}")
    seen = _seen(table, scenes[-1], looker)
    return [*told, *([f"the view of {looker.user} names it"] if HIDDEN.encode() in seen else [])]


def _seen(table: Table, scene: AnyScene, viewer: Viewer) -> bytes:
    """All that a player may see of a scene: the view itself, and the words about it."""
    known, ruleset = view(scene, viewer, table.ruleset), table.ruleset
    words = [ruleset.status(known, actor, viewer).text for actor in known.combatants]
    for report in ruleset.reports.values():
        words += [line.text for actor in ("", *known.combatants) for line in report(known, actor, viewer)]
    return packed(known) + "\n".join((*words, ruleset.clock(known).text)).encode()


def drifts(table: Table, step: Step) -> list[str]:
    """How what is stored of a step leads to something else: folded, as after an undo, or decided, as by an audit."""
    if step.after is None:
        return []
    read, order = codec(table.entry.key), orders.parsed(orders.canonical(step.order))
    stored = [read.event(type_of(event), event.version, packed_event(event)) for event in step.events]
    again = table.decided(read.scene(read.kept(step.before)), order)
    folded = folding.fold(table.ruleset, step.before, [stored])
    return [
        *([] if _uncounted(folded) == _uncounted(step.after) else [f"{order} folds anew"]),
        *([] if again == (step.after, step.events) else [f"{order} is decided anew"]),
    ]


def _uncounted(scene: AnyScene) -> AnyScene:
    """The same scene, whatever was counted in it for the next dice: no event tells of that."""
    return _replace(scene, noticed=0, unseen=0, lost=0)


def on_grounds(seeds: range) -> range:
    """As many seeds, each of a fight on a ground."""
    return range(seeds.start * GROUND_EVERY + ON_A_GROUND, seeds.stop * GROUND_EVERY + ON_A_GROUND, GROUND_EVERY)


def fights(key: str, seeds: range, processes: int | None = None, *, apart: bool = False) -> Found:
    """The fights of these seeds, on all processors where nobody says on how many."""
    whole = Found()
    with ProcessPoolExecutor(processes) as pool:
        for found in pool.map(partial(fight, key, apart=apart), seeds, chunksize=20):
            whole.fights += found.fights
            whole.happened += found.happened
            whole.wrong += found.wrong
    return whole


def main() -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=KEYS)
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--laid", action="store_true", help="each on a ground, not one in five")
    parser.add_argument("--apart", action="store_true", help="by dice that keep the hidden apart, as new chapters have")
    told = parser.parse_args()
    seeds = range(told.first, told.first + told.count)
    found = fights(told.ruleset, on_grounds(seeds) if told.laid else seeds, told.processes, apart=told.apart)
    events = entry(told.ruleset).ruleset.events
    never = [type_of(kind) for kind in events if type_of(kind) not in found.happened]
    print(f"{found.fights} fights, {sum(found.happened.values())} events, {len(found.wrong)} wrong")
    print(f"{len(events) - len(never)} of {len(events)} kinds of events happened; never: {', '.join(never) or 'none'}")
    print(*found.wrong[:20], sep="\n")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
