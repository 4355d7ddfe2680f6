"""Every modifier of an attack."""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, check
from bot.rulesets.eclipse.fire.declaration import Attack
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading
from bot.rulesets.eclipse.wounds.armor import armor_penalty
from bot.rulesets.eclipse.wounds.injury import suffering

PRONE_FAR_M = 10


def attack_check(play: EclipsePlay, made: Attack) -> Outcome:
    """The check with the weapon's skill and all that modifies it."""
    skill = made.attacker.skills.get(made.weapon.skill, 0)
    return check(play, "attack", Term("skill", skill, "sheet", made.weapon.skill), attack_terms(play, made))


def attack_terms(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    """Every modifier of an attack (C2)."""
    by_kind = _melee_terms(reading, made) if made.weapon.melee else _ranged_terms(reading, made)
    told = made.inputs.get("modifier", 0)
    return (
        *suffering(reading.tables, made.attacker),
        *armor_penalty(reading.tables, made.attacker),
        *_flags(reading, made, ("off_hand", "superior", "touch", "called")),
        *_one_hand(reading, made),
        *row_terms(reading, "sizes", made.inputs.get("size", made.target.size)),
        *row_terms(reading, "visibility", made.inputs.get("visibility", "")),
        *by_kind,
        *_other_targets(reading, made),
        *((Term("told", told, "GM"),) if told else ()),
    )


def _flags(reading: EclipseReading, made: Attack, keys: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(term for key in keys if made.inputs.get(key) for term in reading.tables.modifier(key))


def row_terms(reading: EclipseReading, table: str, key: str) -> tuple[Term, ...]:
    """The row of a table as a term; nothing for no row and for a zero."""
    if not key or not (value := reading.tables.row(table, key)["value"]):
        return ()
    return (Term(table, value, reading.tables.source(table, key), key),)


def _one_hand(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    return _flags(reading, made, ("one_hand",)) if made.weapon.two_handed else ()


def _melee_terms(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    """Running is no worse for whoever charges: that is what its modifier is for (001-5; EPL 7)."""
    runs = made.attacker.running and not made.inputs.get("charging")
    running = reading.tables.modifier("running_otherwise") if runs else ()
    return (*_flags(reading, made, ("reach", "charging", "receiving")), *running)


def _ranged_terms(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    tables = reading.tables
    prone = made.target.lying and (made.range_m or 0) >= PRONE_FAR_M
    states = {"smartlink": made.weapon.smartlink, "running": made.attacker.running, "prone_far": prone}
    return (
        *(term for key, holds in states.items() if holds for term in tables.modifier(key)),
        *(tables.modifier("sweep") if _sweeps(made) else ()),
        *_flags(reading, made, ("from_cover", "in_melee", "unseen", "indirect")),
        *row_terms(reading, "cover", made.inputs.get("cover", "")),
        *(tables.modifier(f"aim_{made.aim.kind}") if made.aim else ()),
        *row_terms(reading, "bands", made.band),
        *(tables.modifier(made.load.to_hit) if made.load.to_hit else ()),
    )


def _sweeps(made: Attack) -> bool:
    """Whether a beam that missed is brought to bear on the same target with its second shot (C3; EPL 7)."""
    first = made.volley
    return first is not None and made.weapon.beam and not first.hit and made.targets[0] in first.targets


def _other_targets(reading: EclipseReading, made: Attack) -> tuple[Term, ...]:
    """A second attack at anybody else than the first (C2); one pull over several is one (001-19).

    Of several opponents hand to hand each one beyond the first counts in every attack (EPL 7).
    """
    if made.extra_targets:
        return reading.tables.modifier("targets", made.extra_targets)
    if made.volley is None or set(made.targets) <= set(made.volley.targets):
        return ()
    return reading.tables.modifier("targets")
