"""A hit that comes through may still only graze, for those who are not mooks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.terms import Term
from bot.rulesets.graydawn.check import AVERAGE, check, passed
from bot.rulesets.graydawn.events import Check, Grazed
from bot.rulesets.graydawn.luck import asked, reconsidered
from bot.rulesets.graydawn.referee import DawnScene, Referee
from bot.rulesets.graydawn.state import State

PER_DIE = 5
ROLL = "roll"


def graze_damage(dice: int, sides: int, flat: int) -> int:
    """What a grazing shot still deals: one for each six-sided die, two for each ten-sided, and the bonus (GD-11)."""
    return dice * max(1, sides // PER_DIE) + flat


def graze_terms(referee: Referee, state: State, place: str, margin: int, ammunition: str) -> Iterator[Term]:
    """Luck, the place, the ammunition, and how well the shot was placed (text 004, line 194; GD-12; 004-15).

    Luck that was spent still counts (004-31).
    """
    tables = referee.tables
    yield Term("stat", state.stats.get("lk", AVERAGE), "004:173", detail="LK")
    if value := tables.number("locations", place, "graze"):
        yield Term("place", value, tables.source("locations", place), detail=tables.title("locations", place))
    if value := tables.number("ammunition", ammunition, "graze"):
        yield Term("ammunition", value, tables.source("ammunition", ammunition), detail=ammunition)
    if margin <= referee.limit("near_miss"):
        yield Term("narrow", referee.limit("near_miss_bonus"), "004:194; 004-15", detail=str(margin))
    if steps := margin // referee.limit("margin_step"):
        yield Term("placed", -steps, "004:194; 004-15", detail=str(margin))


def wants_graze(referee: Referee, scene: DawnScene, target: str, damage: int, least: int) -> bool:
    """Whether a graze is rolled for: always, unless the campaign lets players choose (ours)."""
    if scene.combatants[target].guarded or not referee.options["graze_questions"]:
        return True
    choices = (f"{ROLL} for {least} instead of {damage}", f"take {damage}")
    return asked(referee, target, "hit", choices, f"for {damage} damage, which may graze") == ROLL


def grazed(referee: Referee, scene: DawnScene, target: str, terms: tuple[Term, ...], damage: int) -> Grazed:
    """Whether a hit only grazes, after luck; Dice: the die, those that follow a ten, and those of each reroll."""
    number = referee.limit("graze")

    def rolled() -> Check:
        return check(referee, "graze", terms, numbers=(number,))

    made = reconsidered(referee, scene, target, rolled(), rolled, lambda made: number - made.total)
    return Grazed(actor=target, check=made, number=number, damage=damage, grazed=passed(made, number))
