"""Where a body can be hit: fine places that armour covers, each part of a place that carries wounds."""

from __future__ import annotations

from functools import lru_cache

from bot.core.dice import Ask, Faces, Pick, Roll
from bot.rulesets.reflex.checks.check import worst
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.person.physique import ARMS, LEGS
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

LIMBS = (*ARMS, *LEGS)


@lru_cache(maxsize=64)
def _grid(tables: ReflexTables) -> dict[Faces, str]:
    return {
        (lateral, vertical): fine
        for vertical, row in enumerate(tables.hit_grid.values(), 1)
        for lateral, fine in enumerate(row.lateral, 1)
    }


@lru_cache(maxsize=64)
def location_ask(tables: ReflexTables) -> Ask:
    """Return the ask for the two dice for a place: the first lateral, the second vertical (text 003, lines 437-444)."""
    falls: dict[str, list[Faces]] = {}
    for faces, fine in _grid(tables).items():
        falls.setdefault(fine, []).append(faces)
    return Ask("hit location", 2, 6, Pick(tuple((same[0], len(same)) for same in falls.values())))


def fine_at(tables: ReflexTables, faces: Faces) -> str:
    """Return the fine place where the two dice point (ruling A4)."""
    return _grid(tables)[faces]


def rolled_fine(play: ReflexPlay) -> tuple[str, Roll]:
    """Return the fine place of a body that chance finds, and the two dice for it."""
    roll = play.roll(location_ask(play.tables))
    return fine_at(play.tables, roll.faces), roll


@lru_cache(maxsize=256)
def place_of(tables: ReflexTables, fine: str) -> BodyPart:
    """Return the wound-carrying place that a fine place belongs to."""
    return BodyPart(tables.locations[fine].place)


@lru_cache(maxsize=64)
def called_fines(tables: ReflexTables) -> dict[str, str]:
    """Return by place the fine place where a called attack on it lands; ours (``called`` in the table of locations)."""
    marked_last = sorted(tables.locations.items(), key=lambda row: bool(row[1].called))
    return {row.place: fine for fine, row in marked_last}


@lru_cache(maxsize=64)
def fines_of(tables: ReflexTables) -> dict[str, tuple[str, ...]]:
    """Return the fine places under every name that people may use: a set of them, a place, or a fine place itself."""
    rows = tables.locations
    places = {str(place): tuple(fine for fine, row in rows.items() if row.place == place) for place in BodyPart}
    sets = {key: tuple(row.covers) for key, row in tables.parts.items()}
    return {**{fine: (fine,) for fine in rows}, **places, **sets}


def usable(state: State, limb: BodyPart) -> bool:
    """Tell whether a limb can be used: neither lost nor critically hurt (text 003, lines 1037-1043)."""
    return limb not in state.body.lost and worst(state, limb) < Degree.CRITICAL


def held_in(state: State, arm: BodyPart) -> tuple[str, ...]:
    """Return what the hand of ``arm`` holds; two hands on one thing hold it both."""
    hand = arm.split()[0]
    things: tuple[tuple[str, Weapon | Item], ...] = (*state.kit.weapons.items(), *state.kit.items.items())
    return tuple(key for key, thing in things if thing.held_with > 1 or (thing.held_with and thing.hand == hand))


def can_work(state: State, weapon: Weapon) -> bool:
    """Tell whether every arm that an attack with a weapon needs can be used."""
    sound = not (state.body.lost or state.body.wounds or state.body.virtual)
    return sound or all(usable(state, arm) for arm in arms_at_work(weapon))


def arms_at_work(thing: Weapon | Item) -> tuple[BodyPart, ...]:
    """Return the arms that hold something, which an attack with it needs: both on a mount that nobody holds."""
    return (BodyPart(f"{thing.hand} arm"),) if thing.held_with == 1 else ARMS
