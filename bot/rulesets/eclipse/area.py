"""What hits more than one: blasts with their scatter, and the cones of spray weapons."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.terms import total
from bot.rulesets.eclipse.check import Outcome
from bot.rulesets.eclipse.epicentre import DIAL, Epicentre, Near, heading, reached, spots
from bot.rulesets.eclipse.events import Exploded, Scattered, Unplaced
from bot.rulesets.eclipse.harm import METRE, Blow, damage_terms, dice_of, land, metres_lost, told_of
from bot.rulesets.eclipse.referee import EclipseScene, Referee, RuleOf, Ruling
from bot.rulesets.eclipse.state import Weapon
from bot.rulesets.eclipse.tables import Tables
from bot.rulesets.eclipse.targets import present

UNIFORM = "uniform"
BLASTS = ("blast", UNIFORM)
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
    referee: Referee, scene: EclipseScene, weapon: Weapon, centre: Epicentre, outcome: Outcome, through: str = ""
) -> Ruling:
    """A blast goes off: where it was meant to, else where one die of scatter takes it (C3).

    Nobody defends. Dice: scatter, then damage for each who is caught, the mark first.
    """
    if outcome.succeeded:
        return (yield from _caught(referee, scene, weapon, centre, through))
    roll = referee.roll(Ask("scatter", 1, DIAL))
    direction = roll.faces[0]
    metres = scattered(outcome, direction)
    scene = yield Scattered(actor=centre.actor, target=centre.mark, roll=roll, direction=direction, metres=metres)
    astray = msgspec.structs.replace(centre, off=metres * heading(direction))
    return (yield from _caught(referee, scene, weapon, astray, through))


def reach_m(tables: Tables, weapon: Weapon) -> int:
    """The metres from which on nothing can be left of a blast."""
    blow = Blow(weapon=weapon)
    fullest = total(damage_terms(tables, blow, 10 * dice_of(tables, blow)))
    return (weapon.radius_m if weapon.area == UNIFORM else 0) + (fullest + 1) // METRE


def _caught(referee: Referee, scene: EclipseScene, weapon: Weapon, centre: Epicentre, through: str) -> Ruling:
    """All who are in reach take it, by their distances; the GM is told of whom nobody has said how far it is.

    What is in between protects the mark.
    """
    near, nowhere = reached(scene, centre, reach_m(referee.tables, weapon))
    for one in near:
        behind = through if one.actor == centre.mark else ""
        with referee.source.about(one.actor):
            scene = yield from _felt(referee, scene, centre.actor, weapon, one, behind)
    return (yield Unplaced(actor=centre.actor, actors=nowhere)) if nowhere else scene


def _felt(referee: Referee, scene: EclipseScene, actor: str, weapon: Weapon, one: Near, through: str) -> Ruling:
    lost = metres_lost(weapon, one.metres)
    scene = yield Exploded(
        actor=actor,
        target=one.actor,
        title=weapon.name,
        metres=one.metres,
        lost=METRE * lost,
        about=one.about,
        audience=told_of(scene, one.actor),
    )
    return (yield from land(referee, scene, actor, one.actor, Blow(weapon=weapon, metres=lost, through=through)))


def blast(referee: Referee, scene: EclipseScene, order: Act) -> Ruling:
    """A GM says that something goes off, at somebody or among people: a mine, a charge (001:60-64).

    Dice: damage for each, and what follows from it.

    Raises:
        RuleViolation: it does not explode, or nobody said where it goes off.
    """
    inputs, actor = order.inputs, order.actor
    weapon = charge(referee.tables, inputs["item"])
    told = spots(scene, actor, inputs.get("others", ""))
    mark = present(scene, actor, inputs["at"]) if "at" in inputs else ""
    if not (mark or told):
        raise RuleViolation("Where does it go off?", 'Say at=Bob, or others="Bob 3, Guard 5" in metres.')
    centre = Epicentre(mark=mark, told=told, directed=bool(inputs.get("directed")))
    return (yield from _caught(referee, scene, weapon, centre, ""))


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
