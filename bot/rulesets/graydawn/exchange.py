"""Attack against defence: two rolls that luck may change, or one against a number where nobody dodges."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.terms import Term
from bot.rulesets.graydawn.attempts import Attempt
from bot.rulesets.graydawn.check import check
from bot.rulesets.graydawn.events import Check
from bot.rulesets.graydawn.luck import reconsidered
from bot.rulesets.graydawn.ranges import spreads
from bot.rulesets.graydawn.referee import DawnScene, Referee
from bot.rulesets.graydawn.sums import defence_terms
from bot.rulesets.graydawn.turns import faced


@dataclass(frozen=True, slots=True)
class Exchange:
    """The two rolls of an attack, and by how much it reaches the number; below zero it misses."""

    attack: Check
    defence: Check | None
    number: int
    margin: int

    @property
    def hit(self) -> bool:
        """Meeting the number is enough (text 004, line 124)."""
        return not self.attack.fumble and self.margin >= 0


def exchanged(referee: Referee, scene: DawnScene, made: Attempt, terms: tuple[Term, ...], skill: str) -> Exchange:
    """The attack against the defence, or against a number; luck may change both (004:124, 166-173; 004-25).

    Dice: the attack; unless it fumbles, the defence of whoever can dodge; each with what follows a ten.
    """

    def rolled() -> Check:
        return check(referee, "attack", terms, skill)

    attacking = reconsidered(referee, scene, made.actor, rolled(), rolled, lambda _: 0)
    if attacking.fumble:
        return Exchange(attacking, None, 0, -1)
    defending, number = _opposed(referee, scene, made)
    attacking = reconsidered(referee, scene, made.actor, attacking, rolled, lambda one: number - one.total)
    if defending is not None and not attacking.fumble and attacking.total >= number:
        defending = _second_defence(referee, scene, made, defending, attacking.total)
        number = defending.total
    return Exchange(attacking, defending, number, attacking.total - number)


def _opposed(referee: Referee, scene: DawnScene, made: Attempt) -> tuple[Check | None, int]:
    if not made.defended:
        return None, undefended_number(referee, made)
    defending = _defence(referee, scene, made)
    return defending, defending.total


def _defence(referee: Referee, scene: DawnScene, made: Attempt) -> Check:
    terms, skill = defence_terms(referee, faced(scene, made.target), melee=made.reach is None)
    return check(referee, "defence", terms, skill, fails=False)


def _second_defence(referee: Referee, scene: DawnScene, made: Attempt, defending: Check, attack_total: int) -> Check:
    return reconsidered(
        referee,
        scene,
        made.target,
        defending,
        lambda: _defence(referee, scene, made),
        lambda one: attack_total + 1 - one.total,
    )


def undefended_number(referee: Referee, made: Attempt) -> int:
    """The number to reach where nobody dodges (B2; 004-21; 004-33); a blow is like a shot at point blank (ours)."""
    if made.reach is None or made.reach.point_blank:
        return referee.limit("point_blank_number")
    if spreads(referee.tables, made.row):
        return referee.limit("spread_number")
    return referee.tables.number("brackets", made.reach.counts, "number")
