"""Who is inside whose reach: by their weapons, until a hit from the worse side or a word of the GM settles it.

A pair is kept under a digest of its names, since everybody's view of a scene holds its state and must not hold the
name of anybody hidden. Its value is seen from the one whose id comes first: 1 has the advantage, 0 is even, -1 has not.
"""

from __future__ import annotations

from itertools import combinations

from bot.core.renaming import sign_of
from bot.core.scene import pair, with_scene_state
from bot.rulesets.nighttripper.person.sheet import FISTS
from bot.rulesets.nighttripper.play import NightReading, NightScene
from bot.rulesets.nighttripper.state import SceneState, State, Weapon
from bot.rulesets.nighttripper.tables import NightTables

ADVANTAGED, MATCHED, DISADVANTAGED = "advantaged", "matched", "disadvantaged"
POSITIONS = {1: ADVANTAGED, 0: MATCHED, -1: DISADVANTAGED}
SIGNS = {position: sign for sign, position in POSITIONS.items()}


def key_of(one: str, other: str) -> str:
    """Return what an unordered pair is kept under."""
    return sign_of(pair(one, other))


def value_for(actor: str, target: str, sign: int) -> int:
    """Return the value to keep where ``sign`` is how ``actor`` stands to ``target``."""
    return sign if actor < target else -sign


def length_in_hand(tables: NightTables, state: State) -> int:
    """Return the length in melee of what is held, by the sheet or the table; what fires is no longer than a fist."""
    held = state.weapons.get(state.wields, Weapon(FISTS))
    known = tables.weapons[held.kind].length if held.length is None else held.length
    return tables.weapons[FISTS].length or 0 if known is None else known


def position(reading: NightReading, actor: str, target: str) -> str:
    """Return how ``actor`` stands to ``target``, by what both held when the step opened (text 002, line 37; 002-22)."""
    tables, scene_state = reading.tables, reading.scene.state
    settled = scene_state.reaches.get(key_of(actor, target))
    if settled is not None:
        return POSITIONS[value_for(actor, target, settled)]
    one, other = (length_in_hand(tables, reading.as_seen(each)) for each in (actor, target))
    sign = (one > other) - (one < other)
    return POSITIONS[-sign if scene_state.cramped else sign]


def in_force(scene: NightScene) -> dict[str, int]:
    """Return the settled pairs of a new round: the gains of the last one count, and who has left is forgotten."""
    scene_state: SceneState = scene.state
    found = {**scene_state.reaches, **scene_state.gained}
    here = {key_of(one, other) for one, other in combinations(scene.combatants, 2)} if found else set()
    return {key: value for key, value in found.items() if key in here}


def parted(scene: NightScene, actor: str, target: str) -> NightScene:
    """Return the scene after a pair was left to its weapons."""
    key, scene_state = key_of(actor, target), scene.state
    left = (
        {each: sign for each, sign in kept.items() if each != key} for kept in (scene_state.reaches, scene_state.gained)
    )
    reaches, gained = left
    return with_scene_state(scene, reaches=reaches, gained=gained)
