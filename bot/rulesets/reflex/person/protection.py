"""Cover and worn armour are one thing to a bullet: layers with an Armor value that its Penetration multiplies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.kit import Armor
from bot.rulesets.reflex.person.anatomy import fines_of, place_of
from bot.rulesets.reflex.person.cover import ALL_PARTS, NO_COVER, NOTHING_SAID, USUAL_PARTS, ToldCover, hideable
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

ENGINE_ARMOR = 12
THROUGH_FACTOR = 2


class Harm(msgspec.Struct, frozen=True):
    """What strikes a body or a thing: the sum of ``terms`` is its damage, which Armor times ``penetration`` lessens.

    That is in halves, None for Nil. A ``graze`` hurts slightly at worst (908-910). ``by`` is who did it, empty for
    nobody.
    """

    terms: tuple[Term, ...]
    penetration: int | None
    graze: bool = False
    by: str = ""

    @property
    def damage(self) -> int:
        """Return its damage before any Armor."""
        return total(self.terms)

    def past(self, armor: Fraction | int) -> int:
        """Return what is left of it behind Armor; a Nil Penetration ends at one or more (943-961; 003-56)."""
        if self.penetration is None:
            return 0 if armor >= 1 else self.damage
        return max(0, self.damage - effective_armor(Fraction(armor), self.penetration))

    def breaks(self, before: str, final: int, threshold: int) -> str:
        """Return what it makes of a thing that is broken ``before`` or whole: nothing, empty, below its threshold.

        Text 003, lines 1069-1073; a graze only scratches (ours).
        """
        if self.graze or final < max(1, threshold):
            return ""
        return (Broken.DESTROYED if before else Broken.DISABLED).value


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

    ``what``, ``kind`` and ``house`` are those of a Layer; ``behind`` is what stands behind it before the target.
    """

    what: str
    kind: str
    armor: Fraction
    hides: frozenset[str]
    house: bool = False
    behind: Cover | None = None

    @property
    def all_hidden(self) -> frozenset[str]:
        """Return the fine places that it hides together with all that stands behind it."""
        return self.hides | self.behind.all_hidden if self.behind else self.hides

    def before(self, usual: str, fine: str) -> Cover:
        """Return the cover as it is for a hit at ``fine``, which it hides if it hides the ``usual`` fine place."""
        behind = self.behind.before(usual, fine) if self.behind else None
        return replace(self, hides=frozenset({fine} if usual in self.hides else ()), behind=behind)


def cover_of(tables: ReflexTables, target: State, told: ToldCover) -> Cover | None:
    """Return the cover that was told of: a kind, a material with its thickness, or an Armor value (ruling A5).

    Where none was, it is the one that ``target`` is known to be behind; ``cover=none`` ignores that.

    Raises:
        RuleViolation: a material without thickness, no vehicle or no Armor of one, parts that nobody has, or a target
            that is known to be wholly behind its cover.
    """
    if told == NOTHING_SAID and not target.body.cover:
        return None
    if target.body.cover and not told.is_of_something:
        told = _known(tables, target, told)
    _check_vehicle(tables, told)
    found = _in_front(tables, told)
    if found is None:
        return None
    what, kind, armor = found
    return Cover(what, kind, _vehicle(armor, told), hidden_parts(tables, _parts(told)), _is_ours(tables, told))


def _is_ours(tables: ReflexTables, told: ToldCover) -> bool:
    """Tell whether the Armor value is one of a row that is ours, not one that was told."""
    row = tables.cover.get(told.cover)
    return row is not None and row.house and told.armor is None and not told.material


def _known(tables: ReflexTables, target: State, told: ToldCover) -> ToldCover:
    """Return the cover that the target is behind, with what was told; nobody sees a man through a wall (488-490)."""
    known = replace(told, cover=target.body.cover, parts=told.parts or ("" if told.hidden else target.body.cover_parts))
    if not told.hidden and _hides_all(tables, known.cover, _parts(known)):
        raise RuleViolation("The cover hides all of the target.", "Say hidden=yes where its place is known to a metre.")
    return known


def _hides_all(tables: ReflexTables, cover: str, parts: str) -> bool:
    """Tell whether nothing shows behind cover with these parts hidden; in vehicles people are seen (ours)."""
    return not tables.cover[cover].vehicle and hidden_parts(tables, ALL_PARTS) <= hidden_parts(tables, parts)


def check_shown(tables: ReflexTables, actor: str, state: State) -> None:
    """Check that whoever attacks shows a part of itself: nobody sees through the wall it is behind (490; 003-94).

    Raises:
        RuleViolation: its cover hides all of it.
    """
    cover = state.body.cover
    if cover and _hides_all(tables, cover, state.body.cover_parts or USUAL_PARTS):
        remedy = f"Show a part of yourself: /act action:lean_out with:parts={USUAL_PARTS}."
        raise RuleViolation(f"The cover hides all of {shown(actor)}.", remedy)


def _check_vehicle(tables: ReflexTables, told: ToldCover) -> None:
    """Check that only vehicles, and what is told by its Armor value, have an engine and two sides."""
    if not (told.engine or told.through_vehicle) or told.armor is not None:
        return
    row = tables.cover.get(told.cover)
    if not (row and row.vehicle):
        raise RuleViolation("Which vehicle is it?", "Say cover=car, or its Armor value with armor=5.")


def _in_front(tables: ReflexTables, told: ToldCover) -> tuple[str, str, Fraction] | None:
    what = "" if told.cover == NO_COVER else told.cover
    if told.armor is not None:
        return what, "cover", Fraction(str(told.armor))
    if told.material:
        return told.material, "material", _thick(tables, told)
    return (what, "cover", Fraction(tables.cover[what].armor_halves, 2)) if what else None


def _thick(tables: ReflexTables, told: ToldCover) -> Fraction:
    """Return the Armor value of so many millimetres of a material, kept exact (ruling 003-56)."""
    if told.thickness_mm is None:
        raise RuleViolation("How thick is it?", "Say it in millimetres, for example thickness_mm=150.")
    per_point = tables.materials[told.material].tenth_mm_per_armor
    return Fraction(str(told.thickness_mm)) * 10 / per_point


def _vehicle(armor: Fraction, told: ToldCover) -> Fraction:
    """Return the engine's Armor before doubling for a way through the whole vehicle (text 003, lines 512-515; A5)."""
    if told.engine:
        armor += ENGINE_ARMOR
    return armor * THROUGH_FACTOR if told.through_vehicle else armor


def _parts(told: ToldCover) -> str:
    return told.parts or (ALL_PARTS if told.hidden else USUAL_PARTS)


def hidden_parts(tables: ReflexTables, words: str) -> frozenset[str]:
    """Return the fine places named by words parted by commas, blanks written as underscores (text 003, lines 476-478).

    Raises:
        RuleViolation: a word names no part of a body.
    """
    known = fines_of(tables)
    names = [word if word in known else word.replace("_", " ") for word in words.casefold().split(",")]
    for name in names:
        if name not in known:
            raise RuleViolation(f"{name[:40]!r} is no part of a body.", f"For example: {', '.join(hideable(tables))}.")
    return frozenset(fine for name in names for fine in known[name])


def words_of(tables: ReflexTables, fines: frozenset[str]) -> str:
    """Return the words for fine places that ``hidden_parts`` reads: a set that has a name, or else each by its own."""
    named = (key for key, row in tables.parts.items() if fines == frozenset(row.covers))
    return next(named, ",".join(sorted(fine.replace(" ", "_") for fine in fines)))


def effective_armor(armor: Fraction, penetration: int) -> int:
    """Return what an Armor value takes off: exact product, none below one, else halves up (003:943-944; 003-56).

    ``penetration`` is the multiplier in halves.
    """
    over, under = armor.numerator * penetration, armor.denominator * 2
    return (2 * over + under) // (2 * under) if over >= under else 0


def layers(cover: Cover | None, worn: Sequence[Armor], fine: str, penetration: int | None) -> tuple[Layer, ...]:
    """Return what a hit at ``fine`` must go through, cover first (003-55); Nil ends at the first of Armor 1 or more."""
    found: list[Layer] = []
    for layer, armor in _in_the_way(cover, worn, fine):
        if penetration is None:
            found.append(replace(layer, stops=armor >= 1))
        else:
            found.append(replace(layer, effective=effective_armor(armor, penetration)))
        if found[-1].stops:
            break
    return tuple(found)


def best_covered(tables: ReflexTables, worn: Sequence[Armor], usual: str) -> str:
    """Return the fine place that wears the most Armor of all that belong to the same place as ``usual`` (003-92).

    That is ``usual`` where no other wears more.
    """

    def armor_halves(fine: str) -> int:
        return sum(piece.armor_halves for piece in worn if fine in piece.covers)

    return max((usual, *fines_of(tables)[str(place_of(tables, usual))]), key=armor_halves)


def _in_the_way(cover: Cover | None, worn: Sequence[Armor], fine: str) -> Iterator[tuple[Layer, Fraction]]:
    while cover is not None:
        if fine in cover.hides:
            yield Layer(cover.what, cover.kind, float(cover.armor), house=cover.house), cover.armor
        cover = cover.behind
    for armor in worn:
        if fine in armor.covers:
            yield Layer(armor.name, "armor", armor.armor_halves / 2), _of_halves(armor.armor_halves)


@lru_cache(maxsize=256)
def _of_halves(armor_halves: int) -> Fraction:
    return Fraction(armor_halves, 2)


def got_through(damage: int, passed: Sequence[Layer]) -> int:
    """Return the damage behind the layers, zero where nothing is left (text 003, lines 946-947, 961)."""
    left = damage
    for layer in passed:
        if layer.stops:
            return 0
        left -= layer.effective
    return max(0, left)
