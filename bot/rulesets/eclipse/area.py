"""What hits more than one: blasts with their scatter, and the cones of spray weapons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.rulesets.eclipse.check import Outcome
from bot.rulesets.eclipse.events import Exploded, Scattered
from bot.rulesets.eclipse.harm import Blow, land, metres_lost
from bot.rulesets.eclipse.referee import EclipseScene, Referee, RuleOf, Ruling
from bot.rulesets.eclipse.state import Weapon
from bot.rulesets.eclipse.tables import Tables
from bot.rulesets.eclipse.targets import placed, present

BLASTS = ("blast", "uniform")
CONE = "cone"
CONE_TARGETS = {"point_blank": 1, "short": 1, "medium": 2, "long": 3, "extreme": 3}
CONE_DICE = {"point_blank": 1, "short": 1, "medium": 0, "long": -1, "extreme": -1}


def widened(weapon: Weapon, band: str, targets: int) -> int:
    """The dice that a cone adds or loses at a range (C3).

    Raises:
        RuleViolation: it is not wide enough there for so many.
    """
    most = CONE_TARGETS[band]
    if targets > most:
        raise RuleViolation(f"At {band.replace('_', ' ')} range a cone takes {most}.", "Name fewer others.")
    return CONE_DICE[band]


def scattered(outcome: Outcome, die: int) -> int:
    """Metres that a missed blast goes astray: one die, doubled or tripled by the margin of failure (C3; 001-24)."""
    return die * (3 if outcome.margin > 60 else 2 if outcome.margin > 30 else 1)


def burst_at(
    referee: Referee, scene: EclipseScene, actor: str, target: str, others: str, weapon: Weapon, outcome: Outcome
) -> Ruling:
    """A blast goes off: where it was meant to, else where one die of scatter takes it (C3).

    Nobody defends. Where it went astray the target is as far from it as it strayed; who else is caught, a GM says
    with the action ``blast``. Dice: scatter, then damage for each who is caught, the target first.
    """
    if outcome.succeeded:
        people = [(target, 0.0), *people_of(scene, actor, others)]
        return (yield from _caught(referee, scene, actor, weapon, people))
    roll = referee.roll(Ask("scatter", 1, 10))
    metres = scattered(outcome, roll.faces[0])
    scene = yield Scattered(actor=actor, target=target, roll=roll, direction=roll.faces[0], metres=metres)
    return (yield from _caught(referee, scene, actor, weapon, [(target, float(metres))]))


def people_of(scene: EclipseScene, actor: str, words: str) -> list[tuple[str, float]]:
    """Those who were named with their metres from the centre.

    Raises:
        RuleViolation: one of them is not here.
    """
    return [(present(scene, actor, name), metres) for name, metres in placed(words)]


def _caught(
    referee: Referee, scene: EclipseScene, actor: str, weapon: Weapon, people: Iterable[tuple[str, float]]
) -> Ruling:
    for caught, metres in people:
        lost = metres_lost(weapon, metres)
        scene = yield Exploded(actor=actor, target=caught, title=weapon.name, metres=metres, lost=2 * lost)
        scene = yield from land(referee, scene, actor, caught, Blow(weapon=weapon, metres=lost))
    return scene


def blast(referee: Referee, scene: EclipseScene, order: Act) -> Ruling:
    """A GM says that something goes off among people: a stray grenade, a mine (001:60-64).

    Dice: damage for each, and what follows from it.
    """
    weapon = charge(referee.tables, order.inputs["item"])
    people = people_of(scene, order.actor, order.inputs["others"])
    return (yield from _caught(referee, scene, order.actor, weapon, people))


def charge(tables: Tables, wanted: str) -> Weapon:
    """The row of an explosive weapon by its key or title.

    Raises:
        RuleViolation: there is none; the remedy names those there are.
    """
    rows = {key: row for key, row in tables.rows("weapons").items() if row.get("area") in BLASTS}
    found = next((row for key, row in rows.items() if wanted.casefold() in (key, row["title"])), None)
    if found is None:
        raise RuleViolation(f"{wanted[:40]!r} does not explode.", f"What does: {', '.join(rows)}.")
    fields = {key: value for key, value in found.items() if key in Weapon.__struct_fields__}
    fields |= {"modes": (), "ranges_m": ()}
    return msgspec.convert({**fields, "kind": wanted, "name": found["title"]}, Weapon)


RULES: Mapping[str, RuleOf] = {"blast": blast}
