"""A hit from its place to what comes through cover and armour."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask, Pick, Roll, Total, row_of
from bot.rulesets.graydawn.checks.luck import place_again
from bot.rulesets.graydawn.checks.own_act import Chance, note_chance
from bot.rulesets.graydawn.checks.rolls import SIDES
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import ArmorPiece, Shelter, State
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.wounds.events import Hit, Protected
from bot.rulesets.graydawn.wounds.grazing import graze_damage, graze_terms, grazed, wants_graze
from bot.rulesets.graydawn.wounds.injury import Harm, wound


class Incoming(msgspec.Struct, frozen=True, kw_only=True):
    """What strikes: its dice, what it is loaded with, how well it was placed, and what the target is behind.

    ``margin`` is that of the attack; where nobody has aimed at the target, one neither narrow nor well placed.
    ``called`` is a place that was aimed for. ``most`` is damage at point blank. ``hidden`` covers the whole body.
    ``fallen`` are the dice of damage where they fell for several at once. What ``frightens`` is incoming fire.
    ``by`` is whose dice they are where nobody is told to have struck.
    """

    dice: int
    sides: int
    flat: int
    ammunition: str = "ball"
    margin: int = 2
    called: str = ""
    most: bool = False
    spread: bool = False
    blunt: bool = False
    shelter: Shelter | None = None
    hidden: bool = False
    fallen: Roll | None = None
    frightens: bool = True
    by: str = ""


def place_of(tables: GrayTables, face: int) -> str:
    """Return where a ten-sided die hits (B5)."""
    return row_of(tables.locations, face)


def land(play: DawnPlay, actor: str, target: str, incoming: Incoming) -> None:
    """Land a hit: its place, its damage, what stops it, whether it grazes, and the wound.

    Dice: ten-sided for the place unless it was called, the weapon's unless at point blank, then grazes and saves.
    """
    hit = _hit(play, actor, target, incoming)
    play.tell(hit)
    protected = _protected(play.tables, play.scene.combatants[target].state, incoming, hit)
    play.tell(protected)
    if protected.left <= 0:
        return
    _through(play, target, incoming, protected)


def _hit(play: DawnPlay, actor: str, target: str, incoming: Incoming) -> Hit:
    roll, before, paid = (None, (), 0) if incoming.called else _placed(play, target, incoming)
    place = incoming.called if roll is None else place_of(play.tables, roll.faces[0])
    dice = (
        incoming.fallen if incoming.most or incoming.fallen else _damage(play, actor or incoming.by, target, incoming)
    )
    rolled = incoming.dice * incoming.sides if dice is None else sum(dice.faces)
    damage = max(0, rolled + incoming.flat)
    felt = incoming.frightens and not _stopped_by_cover(play.tables, incoming, place, roll, damage)
    return Hit(
        actor=actor,
        target=target,
        place=place,
        damage=damage,
        roll=roll,
        dice=dice,
        flat=incoming.flat,
        before=before,
        luck=paid,
        fear=play.tables.limits.struck.value if felt else 0,
    )


def _damage(play: DawnPlay, actor: str, target: str, incoming: Incoming) -> Roll:
    roll = play.roll(Ask("damage", incoming.dice, incoming.sides, Total()))
    best = incoming.dice * (1 if actor == target else incoming.sides)
    if sum(roll.faces) != best:
        note_damage(play, actor, roll, incoming.flat, target)
    return roll


def note_damage(play: DawnPlay, actor: str, roll: Roll, flat: int, target: str = "") -> None:
    """Note that luck may have the dice of damage fall again, to which ``flat`` is added."""
    shows = str(sum(roll.faces) + flat)
    note_chance(play, actor, Chance(roll.label, shows, f"{roll.label} {shows}", against=target))


def _stopped_by_cover(tables: GrayTables, incoming: Incoming, place: str, roll: Roll | None, damage: int) -> bool:
    """Tell whether cover alone stops all of it: whoever is behind that is fired upon, and not struck (004-52)."""
    return damage <= _cover_against(tables, incoming, place, roll)


def _cover_against(tables: GrayTables, incoming: Incoming, place: str, roll: Roll | None) -> int:
    value = cover_sp(tables, incoming, place, roll.faces[0] if roll else None)
    return value // 2 if tables.ammunition[incoming.ammunition].halves else value


def _placed(play: DawnPlay, target: str, incoming: Incoming) -> tuple[Roll | None, tuple[Roll, ...], int]:
    tables = play.tables
    return place_again(
        play,
        target,
        Ask("place", 1, SIDES, _alike(tables, incoming)),
        lambda roll: tables.locations[place_of(tables, roll.faces[0])].title,
    )


def _alike(tables: GrayTables, incoming: Incoming) -> Pick:
    """Return the falls for a place, of which those are alike that hit one place and that cover protects alike."""
    found: dict[tuple[str, int], list[int]] = {}
    for face in range(1, SIDES + 1):
        place = place_of(tables, face)
        found.setdefault((place, cover_sp(tables, incoming, place, face)), []).append(face)
    return Pick(tuple(((faces[0],), len(faces)) for faces in found.values()))


def covered(tables: GrayTables, incoming: Incoming, kind: str, place: str, face: int | None) -> bool:
    """Tell whether cover is in the way: of a place that was aimed for, where none of it shows (text 004, line 142)."""
    if incoming.hidden:
        return True
    faces = tables.covers[kind].faces
    return face in faces if face is not None else all(one in faces for one in tables.locations[place].faces)


def cover_sp(tables: GrayTables, incoming: Incoming, place: str, face: int | None) -> int:
    """Return what cover stops: four points a level, three against the spread of a shotgun (004:136, 202; GD-25)."""
    if incoming.shelter is None or not covered(tables, incoming, incoming.shelter.kind, place, face):
        return 0
    return incoming.shelter.level * (tables.limits.cover_spread if incoming.spread else tables.limits.cover).value


def layered(tables: GrayTables, armor: tuple[ArmorPiece, ...], place: str) -> tuple[int, int | None]:
    """Return the stopping power at a place, and the piece that will lose a point of it (B5; 004-48).

    Layers are folded from outside in: the better one and a bonus by how far the other is behind it.
    """
    found, best, index = 0, 0, None
    for number, piece in enumerate(armor):
        value = stopping(tables, piece, place)
        found = max(found, value) + (_layer_bonus(tables, abs(found - value)) if found and value else 0)
        if value > best:
            best, index = value, number
    return found, index


def stopping(tables: GrayTables, piece: ArmorPiece, place: str) -> int:
    """Return what is left of the stopping power of a piece at a place."""
    row = tables.armor[piece.kind]
    return max(0, row.sp - piece.lost.get(place, 0)) if place in row.covers else 0


def _layer_bonus(tables: GrayTables, difference: int) -> int:
    return next((row.value for row in tables.layers.values() if difference <= row.most), 0)


def _protected(tables: GrayTables, state: State, incoming: Incoming, hit: Hit) -> Protected:
    """Return what cover stops, then armour; some rounds halve both and the rest (B5; 004:138-142; 004-32)."""
    halved = tables.ammunition[incoming.ammunition].halves
    cover = _cover_against(tables, incoming, hit.place, hit.roll)
    armor, piece = layered(tables, state.armor, hit.place)
    armor = armor // 2 if halved else armor
    left = max(0, hit.damage - cover - armor)
    through = (max(1, left // 2) if halved else left) if left else 0
    return Protected(
        actor=hit.target,
        place=hit.place,
        damage=hit.damage,
        cover=cover,
        armor=armor,
        left=through,
        piece=piece if left else None,
        halved=halved,
    )


def _through(play: DawnPlay, target: str, incoming: Incoming, protected: Protected) -> None:
    """Wound with what came through, or with what a graze leaves where that is less (text 004, line 192; 004-14)."""
    state = play.scene.combatants[target].state
    least = max(1, graze_damage(incoming.dice, incoming.sides, incoming.flat))
    damage, only_grazed = protected.left, False
    if not state.mook and damage > least and wants_graze(play, target, damage, least):
        terms = tuple(graze_terms(play, state, protected.place, incoming.margin, incoming.ammunition))
        tried = grazed(play, target, terms, least)
        play.tell(tried)
        damage, only_grazed = (least, True) if tried.grazed else (damage, False)
    harm = Harm(protected.place, damage, grazed=only_grazed, halved=protected.halved, blunt=incoming.blunt)
    wound(play, target, harm)
