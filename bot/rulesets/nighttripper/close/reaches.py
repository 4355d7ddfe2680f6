"""Who is inside whose reach: by their weapons, until a hit from the worse side or a word of the GM settles it.

A pair is kept under a digest of its names, since everybody's view of a scene holds its state and must not hold the
name of anybody hidden. Its value is seen from the one who is named first: 1 has the advantage, 0 is even, -1 has not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from bot.core.renaming import sign_of_two
from bot.core.scene import with_scene_state
from bot.rulesets.nighttripper.person.sheet import FISTS
from bot.rulesets.nighttripper.play import NightReading, NightScene
from bot.rulesets.nighttripper.state import SceneState, State, Weapon
from bot.rulesets.nighttripper.tables import NightTables

ADVANTAGED, MATCHED, DISADVANTAGED = "advantaged", "matched", "disadvantaged"
POSITIONS = {1: ADVANTAGED, 0: MATCHED, -1: DISADVANTAGED}
SIGNS = {position: sign for sign, position in POSITIONS.items()}


def settled(kept: Mapping[str, int], actor: str, target: str) -> int | None:
    """Return how ``actor`` stands to ``target`` by what is kept, 1, 0 or -1; None where nothing is of the two."""
    own, others = (kept.get(sign_of_two(*each)) for each in ((actor, target), (target, actor)))
    return own if others is None else -others


def with_settled(kept: Mapping[str, int], actor: str, target: str, sign: int) -> dict[str, int]:
    """Return what is kept with ``sign`` as how ``actor`` stands to ``target``."""
    return {**without(kept, actor, target), sign_of_two(actor, target): sign}


def without(kept: Mapping[str, int], actor: str, target: str) -> dict[str, int]:
    """Return what is kept of all but two."""
    theirs = (sign_of_two(actor, target), sign_of_two(target, actor))
    return {key: sign for key, sign in kept.items() if key not in theirs}


def length_in_hand(tables: NightTables, state: State) -> int:
    """Return the length in melee of what is held, by the sheet or the table; what fires is no longer than a fist."""
    held = state.weapons.get(state.wields, Weapon(FISTS))
    known = tables.weapons[held.kind].length if held.length is None else held.length
    return tables.weapons[FISTS].length or 0 if known is None else known


def position(reading: NightReading, actor: str, target: str) -> str:
    """Return how ``actor`` stands to ``target``, by what both held when the step opened (text 002, line 37; 002-22)."""
    return _stands(reading, actor, target, reading.as_seen)


def position_next(reading: NightReading, actor: str, target: str) -> str:
    """Return how ``actor`` will stand to ``target`` as the next step opens, by what both hold now."""
    return _stands(reading, actor, target, lambda each: reading.scene.combatants[each].state)


def _stands(reading: NightReading, actor: str, target: str, state_of: Callable[[str], State]) -> str:
    tables, scene_state = reading.tables, reading.scene.state
    sign = settled(scene_state.reaches, actor, target)
    if sign is not None:
        return POSITIONS[sign]
    one, other = (length_in_hand(tables, state_of(each)) for each in (actor, target))
    sign = (one > other) - (one < other)
    return POSITIONS[-sign if scene_state.cramped else sign]


def in_force(scene: NightScene) -> dict[str, int]:
    """Return the settled pairs of a new round: the gains of the last one count, and who has left is forgotten."""
    found: dict[str, int] = {}
    for one, other in settled_pairs(scene):
        for kept in (scene.state.reaches, scene.state.gained):
            sign = settled(kept, one, other)
            if sign is not None:
                found[sign_of_two(one, other)] = sign
    return found


def settled_pairs(scene: NightScene) -> Iterator[tuple[str, str]]:
    """Yield the pairs of whom it is settled how they stand, or will be from the next round on."""
    scene_state: SceneState = scene.state
    kept = {**scene_state.reaches, **scene_state.gained}
    if kept:
        yield from (each for each in combinations(scene.combatants, 2) if settled(kept, *each) is not None)


def parted(scene: NightScene, actor: str, target: str) -> NightScene:
    """Return the scene after a pair was left to its weapons."""
    reaches, gained = (without(kept, actor, target) for kept in (scene.state.reaches, scene.state.gained))
    return with_scene_state(scene, reaches=reaches, gained=gained)
