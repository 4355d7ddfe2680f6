"""Every modifier of an attack."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, check
from bot.rulesets.eclipse.fire.declaration import Declaration
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading
from bot.rulesets.eclipse.wounds.armor import armor_penalty
from bot.rulesets.eclipse.wounds.injury import suffering

PRONE_FAR_M = 10


def attack_check(play: EclipsePlay, made: Declaration) -> Outcome:
    """The check with the weapon's skill and all that modifies it."""
    skill = made.attacker.skills.get(made.weapon.skill, 0)
    return check(play, "attack", Term("skill", skill, "sheet", made.weapon.skill), attack_terms(play, made))


def attack_terms(reading: EclipseReading, made: Declaration) -> tuple[Term, ...]:
    """Every modifier of an attack (C2)."""
    by_kind = _melee_terms(reading, made) if made.weapon.melee else _ranged_terms(reading, made)
    said = made.said
    at_all = {"off_hand": said.off_hand, "superior": said.superior, "touch": said.touch, "called": said.called != ""}
    return (
        *suffering(reading.tables, made.attacker),
        *armor_penalty(reading.tables, made.attacker),
        *_holding(reading, {**at_all, "one_hand": said.one_hand and made.weapon.two_handed}),
        *row_terms(reading, "sizes", said.size or made.target.size),
        *row_terms(reading, "visibility", said.visibility),
        *by_kind,
        *_other_targets(reading, made),
        *((Term("told", said.modifier, "GM"),) if said.modifier else ()),
    )


def _holding(reading: EclipseReading, modifiers: Mapping[str, bool]) -> tuple[Term, ...]:
    """Return those of the modifiers that hold, in their order."""
    return tuple(term for key, holds in modifiers.items() if holds for term in reading.tables.modifier(key))


def row_terms(reading: EclipseReading, table: str, key: str) -> tuple[Term, ...]:
    """The row of a table as a term; nothing for no row and for a zero."""
    if not key or not (value := reading.tables.row(table, key)["value"]):
        return ()
    return (Term(table, value, reading.tables.source(table, key), key),)


def _melee_terms(reading: EclipseReading, made: Declaration) -> tuple[Term, ...]:
    """Running is no worse for whoever charges: that is what its modifier is for (001-5; EPL 7)."""
    said = made.said
    modifiers = {
        "reach": said.reach,
        "charging": said.charging,
        "receiving": said.receiving,
        "running_otherwise": made.attacker.running and not said.charging,
    }
    return _holding(reading, modifiers)


def _ranged_terms(reading: EclipseReading, made: Declaration) -> tuple[Term, ...]:
    said, tables = made.said, reading.tables
    modifiers = {
        "smartlink": made.weapon.smartlink,
        "running": made.attacker.running,
        "prone_far": made.target.lying and (made.range_m or 0) >= PRONE_FAR_M,
        "sweep": _sweeps(made),
        "from_cover": said.from_cover,
        "in_melee": said.in_melee,
        "unseen": said.unseen,
        "indirect": said.indirect,
    }
    return (
        *_holding(reading, modifiers),
        *row_terms(reading, "cover", said.cover),
        *(tables.modifier(f"aim_{made.aim.kind}") if made.aim else ()),
        *row_terms(reading, "bands", made.band),
        *(tables.modifier(made.load.to_hit) if made.load.to_hit else ()),
    )


def _sweeps(made: Declaration) -> bool:
    """Whether a beam that missed is brought to bear on the same target with its second shot (C3; EPL 7)."""
    first = made.volley
    return first is not None and made.weapon.beam and not first.hit and made.targets[0] in first.targets


def _other_targets(reading: EclipseReading, made: Declaration) -> tuple[Term, ...]:
    """A second attack at anybody else than the first (C2); one pull over several is one (001-19).

    Of several opponents hand to hand each one beyond the first counts in every attack (EPL 7).
    """
    if made.extra_targets:
        return reading.tables.modifier("targets", made.extra_targets)
    if made.volley is None or set(made.targets) <= set(made.volley.targets):
        return ()
    return reading.tables.modifier("targets")
