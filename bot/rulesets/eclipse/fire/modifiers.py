"""Every modifier of an attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, check
from bot.rulesets.eclipse.cover.screened import THROUGH_SMOKE
from bot.rulesets.eclipse.deeds.holding import hold_terms
from bot.rulesets.eclipse.fire.declaration import BLIND, Declaration
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading
from bot.rulesets.eclipse.state import AimKind
from bot.rulesets.eclipse.tables import EclipseTables, ModifierRow, Modifiers, graded
from bot.rulesets.eclipse.wounds.armor import armor_penalty
from bot.rulesets.eclipse.wounds.injury import condition_terms

PRONE_FAR_M = 10


def attack_check(play: EclipsePlay, made: Declaration) -> Outcome:
    """Roll the check with the weapon's skill and all that modifies it."""
    skill = made.attacker.skills.get(made.weapon.skill, 0)
    return check(play, "attack", Term("skill", skill, "sheet", made.weapon.skill), attack_terms(play, made))


def attack_terms(reading: EclipseReading, made: Declaration) -> tuple[Term, ...]:
    """Return every modifier of an attack (C2)."""
    said, tables, modifiers = made.said, reading.tables, reading.tables.modifiers
    holding = (
        (modifiers.off_hand, said.off_hand),
        (modifiers.superior, said.superior),
        (modifiers.touch, said.touch),
        (modifiers.called, said.called),
        (modifiers.one_hand, said.one_hand and made.weapon.two_handed),
    )
    return (
        *condition_terms(tables, made.attacker),
        *armor_penalty(tables, made.attacker),
        *hold_terms(reading, said.actor),
        *_those_that_hold(holding),
        *graded("sizes", tables.sizes, said.size or made.target.size),
        *graded("visibility", tables.visibility, _visibility(made)),
        *(_melee_terms(modifiers, made) if made.weapon.melee else _ranged_terms(tables, made)),
        *_other_targets(reading, made),
        Term("told", said.modifier, "GM"),
    )


def _visibility(made: Declaration) -> str:
    """Return how well the target is seen: as was said, not at all behind what hides it, badly through smoke."""
    if made.said.visibility:
        return made.said.visibility
    if made.said.blindly:
        return BLIND
    return THROUGH_SMOKE if made.screen.smoke else ""


def _those_that_hold(modifiers: Iterable[tuple[ModifierRow, object]]) -> Iterator[Term]:
    """Yield those of the modifiers as terms that hold."""
    return (term for row, holds in modifiers if holds for term in row.terms())


def _melee_terms(modifiers: Modifiers, made: Declaration) -> Iterator[Term]:
    """Yield what counts hand to hand: running is no worse for whoever charges, which has its own (001-5; EPL 7)."""
    said = made.said
    holding = (
        (modifiers.reach, said.reach),
        (modifiers.charging, said.charging),
        (modifiers.receiving, said.receiving),
        (modifiers.running_otherwise, made.attacker.running and not said.charging),
    )
    return _those_that_hold(holding)


def _ranged_terms(tables: EclipseTables, made: Declaration) -> Iterator[Term]:
    """Yield what counts from afar."""
    said, modifiers = made.said, tables.modifiers
    holding = (
        (modifiers.smartlink, made.weapon.smartlink),
        (modifiers.running, made.attacker.running),
        (modifiers.prone_far, made.target.lying and (made.range_m or 0) >= PRONE_FAR_M),
        (modifiers.sweep, _sweeps(made)),
        (modifiers.from_cover, said.from_cover or made.screen.from_cover),
        (modifiers.in_melee, said.in_melee),
        (modifiers.unseen, said.unseen),
        (modifiers.indirect, said.indirect),
    )
    yield from _those_that_hold(holding)
    yield from graded("cover", tables.cover, said.cover or made.screen.cover)
    if made.aim:
        yield from (modifiers.aim_quick if made.aim.kind is AimKind.QUICK else modifiers.aim_complex).terms()
    yield from graded("bands", tables.bands, made.band)
    yield from made.fired.to_hit


def _sweeps(made: Declaration) -> bool:
    """Tell whether a beam that missed is brought to bear on the same target with its second shot (C3; EPL 7)."""
    first = made.volley
    return first is not None and made.weapon.beam and not first.hit and made.targets[0] in first.targets


def _other_targets(reading: EclipseReading, made: Declaration) -> tuple[Term, ...]:
    """Return what a second attack at anybody else takes off (C2); one pull over several is one attack (001-19).

    Of several opponents hand to hand each one beyond the first counts in every attack (EPL 7).
    """
    if made.extra_targets:
        return reading.tables.modifiers.targets.terms(made.extra_targets)
    if made.volley is None or set(made.targets) <= set(made.volley.targets):
        return ()
    return reading.tables.modifiers.targets.terms()
