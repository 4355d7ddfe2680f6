"""A hit that comes through may still only graze, for those who are not mooks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.terms import Term
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import chosen, reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import AVERAGE, State
from bot.rulesets.graydawn.wounds.events import Grazed

PER_DIE = 5
ROLL = "roll"


def graze_damage(dice: int, sides: int, flat: int) -> int:
    """Return what a grazing shot deals: one for each six-sided die, two for each ten-sided, and the bonus (GD-11)."""
    return dice * max(1, sides // PER_DIE) + flat


def graze_terms(reading: DawnReading, state: State, place: str, margin: int, ammunition: str) -> Iterator[Term]:
    """Yield luck, the place, the ammunition, and how well the shot was placed (text 004, line 194; GD-12; 004-15).

    Luck that was spent still counts (004-31).
    """
    tables = reading.tables
    yield Term("stat", state.stats.get("lk", AVERAGE), "004:173", detail="LK")
    if value := tables.locations[place].graze:
        yield Term("place", value, tables.locations[place].cited, detail=tables.locations[place].title)
    if value := tables.ammunition[ammunition].graze:
        yield Term("ammunition", value, tables.ammunition[ammunition].cited, detail=ammunition)
    if margin <= tables.limits.near_miss.value:
        yield Term("narrow", tables.limits.near_miss_bonus.value, "004:194; 004-15", detail=str(margin))
    if steps := margin // tables.limits.margin_step.value:
        yield Term("placed", -steps, "004:194; 004-15", detail=str(margin))


def wants_graze(play: DawnPlay, target: str, damage: int, least: int) -> bool:
    """Tell whether a graze is rolled for: always, unless the campaign lets players choose (ours)."""
    if play.scene.combatants[target].guarded or not play.options["graze_questions"]:
        return True
    choices = (f"{ROLL} for {least} instead of {damage}", f"take {damage}")
    return chosen(play, target, "hit", choices, f"hit for {damage} damage, which may graze") == ROLL


def grazed(play: DawnPlay, target: str, terms: tuple[Term, ...], damage: int) -> Grazed:
    """Roll whether a hit only grazes, as luck leaves it.

    Dice: the die, those that follow a ten, and those of each reroll.
    """
    number = play.tables.limits.graze.value

    def rolled() -> Outcome:
        return check(play, "graze", terms, numbers=(number,))

    made = reconsidered(play, target, rolled(), rolled, lambda made: number - made.total)
    return Grazed(actor=target, check=made, number=number, damage=damage, grazed=passed(made, number))
