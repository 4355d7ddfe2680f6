"""The one roll of the system: stats, a skill, a ten-sided die that goes on after a ten, and what wounds do to stats."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.core.dice import Ask, Each, Meaning, Pick, Roll
from bot.core.tables import Tables
from bot.core.terms import Term, total
from bot.rulesets.graydawn.events import Check
from bot.rulesets.graydawn.play import DawnPlay, limit
from bot.rulesets.graydawn.state import State

AVERAGE = 5
SIDES = 10
CLOUDED = ("int", "ref", "cl")


def condition(tables: Tables, boxes: int) -> str:
    """The wound state of so many boxes; empty where there are none."""
    found = [key for key, row in tables.rows("wounds").items() if boxes >= row["least"]]
    return found[-1] if found else ""


def mortal_number(tables: Tables, boxes: int) -> int | None:
    """The step of the mortal state, from 0; None short of it (B5)."""
    least = tables.number("wounds", "mortal", "least")
    return None if boxes < least else (boxes - least) // limit(tables, "mortal_step")


def stat(tables: Tables, state: State, key: str) -> int:
    """A stat as wounds and armour leave it: serious wounds take from REF, worse ones divide, rounded up (B5)."""
    value = state.stats.get(key, AVERAGE)
    wounds = condition(tables, state.boxes)
    if key == "ref":
        worn = sum(tables.number("armor", piece.kind, "encumbrance") for piece in state.armor)
        value += (tables.number("wounds", wounds, "ref") if wounds else 0) - worn
    divisor = tables.number("wounds", wounds, "divisor") if wounds and key in CLOUDED else 1
    return max(0, -(-value // divisor))


def up(one: int, other: int) -> int:
    """The average of two stats, rounded up."""
    return (one + other + 1) // 2


def blend(tables: Tables, state: State, one: str, other: str, source: str, *, rounded_up: bool = True) -> Term:
    """The average of two stats as a term that shows both."""
    first, second = stat(tables, state, one), stat(tables, state, other)
    value = up(first, second) if rounded_up else (first + second) // 2
    return Term("blend", value, source, detail=f"{one.upper()} {first}, {other.upper()} {second}")


def skill_term(state: State, skill: str, source: str = "") -> Term:
    """The level of a skill, 0 without it."""
    return Term("skill", state.skills.get(skill, 0), source, detail=skill)


def build(tables: Tables, state: State) -> int:
    """What the body takes off the damage that comes through (B5)."""
    body = state.stats.get("body", AVERAGE)
    return int(next(row["value"] for row in tables.rows("builds").values() if body <= row["body"]))


def told_terms(inputs: Mapping[str, Any]) -> Iterator[Term]:
    """What was agreed at the table."""
    if inputs.get("modifier"):
        yield Term("told", inputs["modifier"])


def exploded(play: DawnPlay, label: str, steps: Sequence[int] = ()) -> tuple[Roll, ...]:
    """A die, and another for as long as a ten falls (B1; 004-26). Dice: one, and one more for each ten.

    Where only it matters which of the ascending ``steps`` they reach together, odds need not tell all faces apart.
    """
    rolls = [play.roll(Ask(label, 1, SIDES, _alike(steps, 0)))]
    while rolls[-1].faces == (SIDES,) and len(rolls) <= limit(play.tables, "explosions"):
        rolls.append(play.roll(Ask(label, 1, SIDES, _alike(steps, SIDES * len(rolls)))))
    return tuple(rolls)


def _alike(steps: Sequence[int], fallen: int) -> Meaning:
    """Faces that reach the same steps behind what has fallen; a one that falls first and a ten are like no other.

    A ten is like those that reach the last step, since whatever follows it does so too.
    """
    if not steps:
        return Each()
    found: dict[tuple[int, int], list[int]] = {}
    for face in range(1, SIDES + 1):
        reached = bisect_right(steps, fallen + face)
        goes_on = face == SIDES and (reached < len(steps) or (reached, 0) not in found)
        found.setdefault((reached, face if goes_on or fallen + face == 1 else 0), []).append(face)
    return Pick(tuple(((faces[0],), len(faces)) for faces in found.values()))


def faces_of(rolls: tuple[Roll, ...]) -> int:
    """All that fell."""
    return sum(face for roll in rolls for face in roll.faces)


def check(
    play: DawnPlay,
    label: str,
    terms: tuple[Term, ...],
    skill: str = "",
    *,
    fails: bool = True,
    numbers: Iterable[int] = (),
) -> Check:
    """Roll on a sum of terms; a one that falls first fails it, where ``fails``.

    ``numbers`` are what it must reach for one thing or another, where nothing else about it matters.
    """
    base = total(terms)
    rolls = exploded(play, label, sorted(number - base for number in numbers))
    fumble = fails and rolls[0].faces == (1,)
    return Check(terms, rolls, base + faces_of(rolls), fumble=fumble, skill=skill)


def passed(made: Check, number: int) -> bool:
    """Whether a check reaches a number."""
    return not made.fumble and made.total >= number
