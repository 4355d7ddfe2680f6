"""What explodes: it weighs on the nerves of all who are near, and harms those who are too near."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.core.dice import Ask, Roll, Total
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.rulesets.graydawn.blasts.actions import Blast, ThrowGrenade
from bot.rulesets.graydawn.blasts.events import Exploded, Thrown
from bot.rulesets.graydawn.checks.events import Check
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.checks.stats import blend, skill_term, told_terms
from bot.rulesets.graydawn.cover.rules import sheltered
from bot.rulesets.graydawn.equipment.held import check_usable, in_hand
from bot.rulesets.graydawn.fire.declaration import distance
from bot.rulesets.graydawn.fire.ranges import reach
from bot.rulesets.graydawn.play import DawnPlay, DawnScene
from bot.rulesets.graydawn.state import THROW
from bot.rulesets.graydawn.suppression.nerve import fright
from bot.rulesets.graydawn.tables import WeaponRow
from bot.rulesets.graydawn.targets import known_dead, names_in, present, target_of
from bot.rulesets.graydawn.time.slots import haste
from bot.rulesets.graydawn.wounds.hits import Blow, land, note_damage

rules = Rules()

PLACED = re.compile(r"(.*?)\s+([0-9]{1,4}(?:\.[0-9]{1,2})?)")
NOT_NARROW = 2
FEAR = "explosion"


def placed(words: str) -> list[tuple[str, float]]:
    """Return names with the metres behind them, as in "Bob 3, Guard 5.5"; none where none are said."""
    found = ((word, PLACED.fullmatch(word)) for word in names_in(words))
    return [(match[1], float(match[2])) if match else (word, 0.0) for word, match in found]


@rules(ThrowGrenade)
def throw(play: DawnPlay, thrown: ThrowGrenade) -> None:
    """Throw something that explodes to where somebody is, which full cover allows (004:232; the roll is ours).

    It lands as many metres off as the roll falls short. Dice: the roll, then as for `burst`.

    Raises:
        RuleViolation: there is nothing to throw, nobody there, or it is too far.
    """
    actor = thrown.actor
    target = target_of(play.scene, actor, thrown.target)
    near = [(target_of(play.scene, actor, who), metres) for who, metres in placed(thrown.others)]
    key, weapon = in_hand(play.scene.combatants[actor].state, thrown.item)
    row = play.tables.weapons[weapon.kind]
    if THROW not in row.modes or not weapon.loaded:
        raise RuleViolation(f"Nothing to throw: {key}.", "Name what you throw: item=.")
    check_usable(play.tables, play.scene.combatants[actor].state, key, weapon, row)
    far = reach(play.tables, row, distance(play.scene, actor, target, thrown.range_m), braced=False, scoped=False)
    number = play.tables.brackets[far.counts].number
    made = _rolled(play, thrown, row, number)
    hit = passed(made, number)
    off = 0 if hit else max(1, number - made.total)
    play.tell(
        Thrown(
            actor=actor,
            target=target,
            weapon=key,
            check=made,
            number=number,
            hit=hit,
            off_m=off,
            left=weapon.loaded - 1,
        )
    )
    people = {target: float(off), **{who: metres + off for who, metres in near}}
    burst(play, weapon.kind, row, people, by=actor)


def _rolled(play: DawnPlay, thrown: ThrowGrenade, row: WeaponRow, number: int) -> Check:
    tables, state = play.tables, play.at_opening(thrown.actor)
    skill = tables.skill_with(row)
    terms: tuple[Term, ...] = (
        blend(tables, state, "ref", "cl", "004:124, 130"),
        skill_term(state, skill),
        *haste(play, thrown.actor),
        *told_terms(thrown.modifier),
    )

    def once() -> Check:
        return check(play, "throw", terms, skill)

    return reconsidered(play, thrown.actor, once(), once, lambda made: number - made.total)


@rules(Blast)
def blast(play: DawnPlay, going_off: Blast) -> None:
    """Let something go off by a GM's word: a shell, a charge, a barrage. Dice: as for `burst`.

    Raises:
        RuleViolation: nobody is named, or nobody of that name is here.
    """
    people = {present(play.scene, going_off.actor, who): metres for who, metres in placed(going_off.others)}
    burst(play, going_off.kind, play.tables.weapons[going_off.kind], people)


def burst(play: DawnPlay, kind: str, row: WeaponRow, people: Mapping[str, float], *, by: str = "") -> None:
    """Let something explode: near it is frightening by three (004:164; 004-40), too near one is hit (ours).

    ``by`` is who threw it. Dice: those of the damage, once for all, where anybody in sight is within the radius, else
    for each of the hidden; then for each a place and what follows.
    """
    struck = [who for who, metres in people.items() if metres <= (row.radius_m or 0) and row.dice]
    in_sight = [who for who in struck if not (play.scene.apart and play.scene.combatants[who].hidden)]
    dice = play.roll(Ask("damage", row.dice, row.sides, Total())) if in_sight else None
    if dice is not None and sum(dice.faces) < row.dice * row.sides:
        note_damage(play, by, dice, row.flat)
    play.tell(Exploded(kind=kind, title=row.title, dice=dice))
    for who in [who for who, metres in people.items() if metres <= row.near_m]:
        play.tell(fright(play.scene, "", who, FEAR, play.tables.limits.explosion.value))
    for number, who in enumerate(struck):
        if not known_dead(play.scene, who):
            with play.about(who), play.part(f"target {number + 1}"):
                land(play, "", who, _blow(play.scene, who, row, dice))


def _blow(scene: DawnScene, who: str, row: WeaponRow, dice: Roll | None) -> Blow:
    shelter, hidden = sheltered(scene.combatants[who].state)
    return Blow(
        dice=row.dice,
        sides=row.sides,
        flat=row.flat,
        margin=NOT_NARROW,
        shelter=shelter,
        hidden=hidden,
        fallen=dice,
    )
