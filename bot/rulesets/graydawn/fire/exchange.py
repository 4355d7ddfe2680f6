"""Attack against defence: two rolls that luck may change, or one against a number where nobody dodges."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.terms import Term
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.own_act import Chance, note_chance
from bot.rulesets.graydawn.checks.rolls import check
from bot.rulesets.graydawn.fire.declaration import DeclaredAttack
from bot.rulesets.graydawn.fire.ranges import number_at, spreads
from bot.rulesets.graydawn.fire.sums import defence_terms
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import AUTO

MOST_MARGIN = 250  # which no fall of the dice exceeds


class Exchange(msgspec.Struct, frozen=True):
    """The two rolls of an attack, and by how much it reaches the number; below zero it misses."""

    attack: Outcome
    defence: Outcome | None
    number: int
    margin: int

    @property
    def hit(self) -> bool:
        """Tell whether it hits: meeting the number is enough (text 004, line 124)."""
        return not self.attack.fumble and self.margin >= 0


def exchanged(play: DawnPlay, made: DeclaredAttack, terms: tuple[Term, ...], skill: str) -> Exchange:
    """Roll the attack against the defence, or against a number; luck may change both (004:124, 166-173; 004-25).

    Dice: the attack; unless it fumbles, the defence of whoever can dodge; each with what follows a ten.
    """

    numbers = () if made.defended else [undefended_number(play, made) + one for one in _margins_that_matter(play, made)]

    def rolled() -> Outcome:
        return check(play, "attack", terms, skill, numbers=numbers)

    attacking = reconsidered(play, made.actor, rolled(), rolled, lambda _: 0, against=made.target)
    if attacking.fumble:
        return Exchange(attacking, None, 0, -1)
    defending, number = _opposed(play, made, attacking.total)
    attacking = reconsidered(play, made.actor, attacking, rolled, lambda one: number - one.total, against=made.target)
    if defending is not None and not attacking.fumble and attacking.total >= number:
        defending = _second_defence(play, made, defending, attacking.total)
        number = defending.total
        _note_dodged(play, made, attacking, number)
    return Exchange(attacking, defending, number, attacking.total - number)


def _note_dodged(play: DawnPlay, made: DeclaredAttack, attacking: Outcome, number: int) -> None:
    """Note an attack that a defence has come up to behind it, with luck: it can only be made again."""
    if attacking.total < number:
        shows, label = str(attacking.total), attacking.rolls[0].label
        chance = Chance(label, shows, f"{label} {number - attacking.total} short", against=made.target)
        note_chance(play, made.actor, chance)


def _opposed(play: DawnPlay, made: DeclaredAttack, attack_total: int) -> tuple[Outcome | None, int]:
    if not made.defended:
        return None, undefended_number(play, made)
    defending = _defence(play, made, attack_total)
    return defending, defending.total


def _defence(play: DawnPlay, made: DeclaredAttack, attack_total: int) -> Outcome:
    terms, skill = defence_terms(play, play.as_seen(made.target), melee=made.reach is None)
    numbers = [attack_total + 1 - margin for margin in _margins_that_matter(play, made)]
    return check(play, "defence", terms, skill, fails=False, numbers=numbers)


def _margins_that_matter(reading: DawnReading, made: DeclaredAttack) -> Iterator[int]:
    """Yield the margins at which an attack does more: it hits, with more rounds, or leaves less chance of a graze."""
    yield 0
    if made.mode == AUTO:
        yield from range(1, made.rounds + 1)
    if not reading.scene.combatants[made.target].state.mook:
        yield reading.tables.limits.near_miss.value + 1
        yield from range(reading.tables.limits.margin_step.value, MOST_MARGIN, reading.tables.limits.margin_step.value)


def _second_defence(play: DawnPlay, made: DeclaredAttack, defending: Outcome, attack_total: int) -> Outcome:
    return reconsidered(
        play,
        made.target,
        defending,
        lambda: _defence(play, made, attack_total),
        lambda one: attack_total + 1 - one.total,
        against=made.actor,
    )


def undefended_number(reading: DawnReading, made: DeclaredAttack) -> int:
    """Return the number to reach where nobody dodges (B2; 004-21; 004-33); of a blow that of point blank (ours)."""
    limits = reading.tables.limits
    if made.reach is None:
        return limits.point_blank_number.value
    if spreads(reading.tables, made.row) and not made.reach.point_blank:
        return limits.spread_number.value
    return number_at(reading.tables, made.reach)
