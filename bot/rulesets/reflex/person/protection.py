"""Cover and worn armour are one thing to a bullet: layers with an Armor value that its Penetration multiplies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.rulesets.reflex.person.anatomy import fines_of
from bot.rulesets.reflex.state import Armor, State
from bot.rulesets.reflex.tables import ReflexTables

ENGINE_ARMOR = 12
THROUGH_FACTOR = 2
USUAL_PARTS = "below_shoulders"
ALL_PARTS = "everything"
NO_COVER = "none"
COVER = "cover"  # what several inputs describe together
_OTHER = frozenset(("cover", "material", "armor"))


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Protection in the way of a hit.

    ``what`` is a row of the table ``cover`` or ``materials`` (``kind`` "cover" or "material"), the name of worn
    armour ("armor"), or empty for an Armor value that was told. ``armor`` is its Armor value before Penetration,
    ``effective`` what it takes off the damage, ``stops`` whether a Nil Penetration ends here. ``house`` says
    that the Armor value is one of ours.
    """

    what: str
    kind: str
    armor: float
    effective: int = 0
    stops: bool = False
    house: bool = False


class Cover(msgspec.Struct, frozen=True):
    """Something solid before a target: its exact Armor value and the fine places it hides.

    ``what``, ``kind`` and ``house`` are those of a Layer.
    """

    what: str
    kind: str
    armor: Fraction
    hides: frozenset[str]
    house: bool = False


def cover_of(tables: ReflexTables, target: State, inputs: Mapping[str, Any]) -> Cover | None:
    """Return the cover that was told of: a kind, a material with its thickness, or an Armor value (ruling A5).

    Where none was, it is the one that ``target`` is known to be behind; ``cover=none`` ignores that.

    Raises:
        RuleViolation: a material without thickness, no vehicle or no Armor of one, parts that nobody has, or a target
            that is known to be wholly behind its cover.
    """
    if target.cover and not _OTHER.intersection(inputs):
        inputs = _known(tables, target, inputs)
    _check_vehicle(tables, inputs)
    told = _told(tables, inputs)
    if told is None:
        return None
    what, kind, armor = told
    return Cover(what, kind, _vehicle(armor, inputs), hidden_parts(tables, _parts(inputs)), _is_ours(tables, inputs))


def _is_ours(tables: ReflexTables, inputs: Mapping[str, Any]) -> bool:
    """Tell whether the Armor value is one of a row that is ours, not one that was told."""
    row = tables.cover.get(str(inputs.get("cover")))
    return row is not None and row.house and not {"armor", "material"}.intersection(inputs)


def _known(tables: ReflexTables, target: State, inputs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the inputs with the cover that the target is behind; nobody sees a man through a wall (lines 488-490)."""
    hidden = bool(inputs.get("hidden"))
    known = {"cover": target.cover, "parts": "" if hidden else target.cover_parts, **inputs}
    whole = hidden_parts(tables, ALL_PARTS) <= hidden_parts(tables, _parts(known))
    if whole and not hidden and not tables.cover[target.cover].vehicle:
        raise RuleViolation("The cover hides all of the target.", "Say hidden=yes where its place is known to a metre.")
    return known


def _check_vehicle(tables: ReflexTables, inputs: Mapping[str, Any]) -> None:
    """Only vehicles, and what is told by its Armor value, have an engine and two sides."""
    row = tables.cover.get(str(inputs.get("cover")))
    if (inputs.get("engine") or inputs.get("through_vehicle")) and not ("armor" in inputs or (row and row.vehicle)):
        raise RuleViolation("Which vehicle is it?", "Say cover=car, or its Armor value with armor=5.")


def _told(tables: ReflexTables, inputs: Mapping[str, Any]) -> tuple[str, str, Fraction] | None:
    what = "" if inputs.get("cover") == NO_COVER else str(inputs.get("cover", ""))
    if "armor" in inputs:
        return what, "cover", Fraction(str(inputs["armor"]))
    if "material" in inputs:
        return inputs["material"], "material", _thick(tables, inputs)
    return (what, "cover", Fraction(tables.cover[what].armor_halves, 2)) if what else None


def _thick(tables: ReflexTables, inputs: Mapping[str, Any]) -> Fraction:
    """Return the Armor value of so many millimetres of a material, kept exact (ruling 003-56)."""
    if "thickness_mm" not in inputs:
        raise RuleViolation("How thick is it?", "Say it in millimetres, for example thickness_mm=150.")
    per_point = tables.materials[inputs["material"]].tenth_mm_per_armor
    return Fraction(str(inputs["thickness_mm"])) * 10 / per_point


def _vehicle(armor: Fraction, inputs: Mapping[str, Any]) -> Fraction:
    """Return the engine's Armor before doubling for a way through the whole vehicle (text 003, lines 512-515; A5)."""
    if inputs.get("engine"):
        armor += ENGINE_ARMOR
    return armor * THROUGH_FACTOR if inputs.get("through_vehicle") else armor


def _parts(inputs: Mapping[str, Any]) -> str:
    return str(inputs.get("parts") or (ALL_PARTS if inputs.get("hidden") else USUAL_PARTS))


def hidden_parts(tables: ReflexTables, words: str) -> frozenset[str]:
    """Return the fine places named by words parted by commas, blanks written as underscores (text 003, lines 476-478).

    Raises:
        RuleViolation: a word names no part of a body.
    """
    known = fines_of(tables)
    names = [word if word in known else word.replace("_", " ") for word in words.casefold().split(",")]
    for name in names:
        if name not in known:
            raise RuleViolation(f"{name[:40]!r} is no part of a body.", f"For example: {', '.join(_sets(tables))}.")
    return frozenset(fine for name in names for fine in known[name])


def _sets(tables: ReflexTables) -> tuple[str, ...]:
    return (*tables.parts, "right_arm", "chest")


def effective_armor(armor: Fraction, penetration: int) -> int:
    """What an Armor value takes off: exact product, none below one, otherwise halves up (003, lines 943-944; 003-56).

    ``penetration`` is the multiplier in halves.
    """
    over, under = armor.numerator * penetration, armor.denominator * 2
    return (2 * over + under) // (2 * under) if over >= under else 0


def layers(cover: Cover | None, worn: Sequence[Armor], fine: str, penetration: int | None) -> tuple[Layer, ...]:
    """What a hit at ``fine`` must go through, cover first (ruling 003-55); Nil ends at the first of Armor 1 or more."""
    found: list[Layer] = []
    for layer, armor in _in_the_way(cover, worn, fine):
        if penetration is None:
            found.append(replace(layer, stops=armor >= 1))
        else:
            found.append(replace(layer, effective=effective_armor(armor, penetration)))
        if found[-1].stops:
            break
    return tuple(found)


def _in_the_way(cover: Cover | None, worn: Sequence[Armor], fine: str) -> Iterator[tuple[Layer, Fraction]]:
    if cover is not None and fine in cover.hides:
        yield Layer(cover.what, cover.kind, float(cover.armor), house=cover.house), cover.armor
    for armor in worn:
        if fine in armor.covers:
            yield Layer(armor.name, "armor", armor.armor_halves / 2), Fraction(armor.armor_halves, 2)


def got_through(damage: int, passed: Sequence[Layer]) -> int:
    """Return the damage behind the layers, zero where nothing is left (text 003, lines 946-947, 961)."""
    if any(layer.stops for layer in passed):
        return 0
    return max(0, damage - sum(layer.effective for layer in passed))
