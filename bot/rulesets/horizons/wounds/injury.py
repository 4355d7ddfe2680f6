"""What damage does to a body: hit points, and below zero the checks to stay awake and to be spared a wound."""

from __future__ import annotations

from bot.core.dice import Ask, picked, row_of
from bot.core.terms import Term, total
from bot.rulesets.horizons.checks.rules import SIDES, modifiers
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading
from bot.rulesets.horizons.sights import Shelters
from bot.rulesets.horizons.state import BODY, State, Weapon
from bot.rulesets.horizons.wounds.events import Died, Hit, Hurt, Layer, StayedAwake, WoundChecked

TOUGHNESS = ("constitution", "strength")


def zone_ask(reading: HorizonsReading) -> Ask:
    """Ask 2d6 for the zone that is hit; each zone is one result with as many ways as its sums have."""
    return Ask("zone", 2, 6, picked(reading.tables.zones, 2, 6))


def zone_at(reading: HorizonsReading, faces: tuple[int, ...]) -> str:
    """Return the zone of a sum of 2d6."""
    return row_of(reading.tables.zones, sum(faces))


def ammunition(reading: HorizonsReading, weapon: Weapon) -> tuple[int, int]:
    """Return the damage of what a weapon fires, and the class that stops it: its own, or that of its cartridge."""
    row = reading.tables.cartridges[weapon.cartridge]
    damage = row.damage if weapon.damage is None else weapon.damage
    return damage, row.stopped_by if weapon.stopped_by is None else weapon.stopped_by


def strike(play: HorizonsPlay, actor: str, target: str, weapon: Weapon, called: str, cover: Shelters) -> None:
    """Have one bullet meet its target: zone, cover, armour, and what is left of it.

    Armour that stops it takes the damage alone; what it does not stop goes on whole, and the armour takes the damage
    too (rulings E, 000-20). Dice: the zone, where none was aimed at; none for what has zones that
    the GM has named (ruling 000-27).
    """
    found = play.scene.combatants[target].state
    roll = None if called or found.named_zones else play.roll(zone_ask(play))
    zone = zone_at(play, roll.faces) if roll else called or BODY
    base, stopped_by = ammunition(play, weapon)
    layers = _layers(play, found, zone, stopped_by, cover)
    damage = base * multiplier(play, found, zone)
    dealt = 0 if layers and layers[-1].stopped else damage
    play.tell(
        Hit(actor=actor, target=target, zone=zone, base=base, damage=damage, dealt=dealt, layers=layers, roll=roll)
    )
    if dealt:
        hurt(play, target, dealt, zone)


def multiplier(reading: HorizonsReading, target: State, zone: str) -> int:
    """Return what a zone multiplies damage by: 1 for the whole of what has zones of its own."""
    return target.named_zones.get(zone, 1) if target.named_zones else reading.tables.zones[zone].multiplier


def _layers(reading: HorizonsReading, target: State, zone: str, stopped_by: int, cover: Shelters) -> tuple[Layer, ...]:
    """Return what the bullet meets, from outside to where it is stopped."""
    met = []
    for kind, parts in cover:
        if zone in parts or target.named_zones:
            row = reading.tables.cover[kind]
            met.append(Layer(row.title, row.protection, row.protection >= stopped_by))
    for place, armor in enumerate(target.armor):
        if (zone in armor.covers or target.named_zones) and armor.points:
            met.append(Layer(armor.name, armor.rating, armor.rating >= stopped_by, place))
    last = next((number for number, layer in enumerate(met, 1) if layer.stopped), len(met))
    return tuple(met[:last])


def hurt(play: HorizonsPlay, actor: str, points: int, zone: str = "") -> None:
    """Take hit points; below zero whoever lives checks to stay awake, then for a wound (rulings E, 000-26).

    Death lies at the most hit points of the unhurt below zero (ruling 000-30).
    """
    state = play.scene.combatants[actor].state
    left = state.points - points
    play.tell(Hurt(actor=actor, points=points, left=left, zone=zone))
    if state.dead:
        return
    if left <= -state.most:
        play.tell(Died(actor=actor, was_down=state.unconscious))
    elif left < 0:
        kept = zone if zone in play.tables.zones else BODY
        _below_zero(play, actor, -left, kept)


def _below_zero(play: HorizonsPlay, actor: str, needed: int, zone: str) -> None:
    state = play.scene.combatants[actor].state
    terms = modifiers(state, TOUGHNESS)
    if not state.unconscious:
        roll = play.roll(Ask("awake", 1, SIDES))
        passed = _held_on(roll.faces[0], terms, needed)
        play.tell(StayedAwake(actor=actor, terms=terms, roll=roll, needed=needed, passed=passed))
    roll = play.roll(Ask("wound", 1, SIDES))
    passed = _held_on(roll.faces[0], terms, needed)
    play.tell(WoundChecked(actor=actor, terms=terms, roll=roll, needed=needed, passed=passed, zone=zone))


def _held_on(face: int, terms: tuple[Term, ...], needed: int) -> bool:
    return face + total(terms) >= needed
