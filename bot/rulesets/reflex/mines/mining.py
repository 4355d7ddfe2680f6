"""Laying a mine is a check whose margin stays in the ground: it arms the mine, hides it, and may set it off."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.lurking import Mine, mine_id
from bot.rulesets.reflex.mines.events import MineLaid
from bot.rulesets.reflex.mines.minefields import go_off, met, ranges_around
from bot.rulesets.reflex.person.tasks import check_leisure, modifiers, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene

DEMOLITION, TACTICS = "construction/demolition", "tactics"
SKILLS = {"demolition": DEMOLITION, "tactics": TACTICS}
USUAL_KIND, USUAL_TRIGGER = "ap", "pressure"
FIELD_SQUARE_M2 = 10
MOST_MINES = 50

_replace = msgspec.structs.replace

rules = Rules()


@rules("mine_emplace")
def emplace(play: ReflexPlay, order: Act) -> None:
    """Lay one mine (text 003, lines 1664-1681).

    Dice: the check, for an improvised charge that failed a d10, then those of an accident.

    Raises:
        RuleViolation: its name is taken or no name, nobody has the time, or it does not fit together.
    """
    minutes = _minutes(play, order)
    check_leisure(play.scene, order.actor, minutes)
    mine = _described(play, order)
    _laid(play, order, mine, minutes)


@rules("mine_field")
def lay_field(play: ReflexPlay, order: Act) -> None:
    """Lay a whole minefield: one check for all of it (text 003, lines 1688-1697; one check is ours).

    Dice: as for one mine; none where the GM names the margin.

    Raises:
        RuleViolation: its name is taken or no name, or it does not fit together.
    """
    mine = _described(play, order)
    if play.tables.mine_triggers[mine.trigger].command:
        raise RuleViolation("A minefield needs no command.", "Lay single charges with /mine emplace.")
    mine = _replace(mine, density=order.inputs["density"], depth_m=order.inputs.get("depth_m", 0.0))
    if bool(mine.near) != bool(mine.depth_m):
        raise RuleViolation("How deep is the minefield?", "Say target=, distance_m= and depth_m= together.")
    area_m2 = Fraction(str(order.inputs.get("area_m2", 0)))
    count = math.ceil(Fraction(str(mine.density)) * area_m2 / FIELD_SQUARE_M2)
    mine = _replace(mine, mines=count)
    _laid(play, order, mine, _minutes(play, order) * max(1, count), count)


def _minutes(reading: ReflexReading, order: Act) -> int:
    """What one mine takes; in the open a third of it (text 003, lines 1668, 1680)."""
    minutes = reading.tables.mines[order.inputs.get("kind", USUAL_KIND)].minutes
    divisor = reading.tables.mine_tasks["emplace"].open_divisor if order.inputs.get("open") else 1
    return math.ceil(minutes / divisor)


def _described(reading: ReflexReading, order: Act) -> Mine:
    """The mine as it was told, before anybody knows how well it was laid."""
    given, owner = order.inputs, reading.scene.combatants[order.actor].owner
    kind = given.get("kind", USUAL_KIND)
    return Mine(
        title=_new_title(reading.scene, owner, given["mine"]),
        kind=kind,
        explosive=str(given.get("explosive", reading.tables.mines[kind].explosive)),
        trigger=given.get("trigger", USUAL_TRIGGER),
        owner=owner,
        layer=order.actor,
        known=(owner,) if owner else (),
        open=given.get("open", False),
        wary=(owner,),
        **{field: given[field] for field in ("place", "tamper", "detonator", "burn_ticks") if field in given},
        **_whereabouts(reading.scene, order),
    )


def _new_title(scene: ReflexScene, owner: int, words: str) -> str:
    """A name of its own among those of one user, who alone can be told that it is taken."""
    title = " ".join(words.split())
    if not title or ":" in title:
        raise RuleViolation(f"{words[:40]!r} is no name for a mine.", "For example mine=bridge, without a colon.")
    if sum(mine.owner == owner for mine in scene.state.mines.values()) >= MOST_MINES:
        raise RuleViolation(f"You have laid {MOST_MINES} here.", "Take some away, or lay a minefield.")
    if mine_id(owner, title) in scene.state.mines:
        raise RuleViolation(f"There is a mine {title[:40]!r} of yours already.", "Give this one another name.")
    return title


def _whereabouts(scene: ReflexScene, order: Act) -> Mapping[str, Any]:
    """Before whom it lies, so that whoever moves there meets it."""
    if ("target" in order.inputs) != ("distance_m" in order.inputs):
        raise RuleViolation("Before whom does it lie, and how far?", "Say both target= and distance_m=, or neither.")
    if "target" not in order.inputs:
        return {}
    return {"near": met(scene, order), "near_m": order.inputs["distance_m"]}


def _laid(play: ReflexPlay, order: Act, mine: Mine, minutes: int, count: int = 1) -> None:
    if "margin" in order.inputs:
        outcome, margin = None, int(order.inputs["margin"])
    else:
        outcome = _check(play, order, mine)
        margin = outcome.margin
    roll, accident = _mishap(play, mine, -margin)
    succeeded, terrain = margin >= 0, order.inputs.get("terrain", 0)
    laid = _replace(
        mine, armed=succeeded, margin=max(0, margin), hidden=max(0, margin + terrain) if succeeded else None
    )
    key = mine_id(mine.owner, mine.title)
    play.tell(
        MineLaid(
            actor=order.actor,
            mine=key,
            laid=laid,
            minutes=minutes,
            count=count,
            outcome=outcome,
            roll=roll,
            accident=accident,
            knowers=mine.known,
        )
    )
    if not accident:
        return
    go_off(play, key, "accident", ranges_around(play.scene, order.actor), order.actor)


def _check(play: ReflexPlay, order: Act, mine: Mine) -> Outcome:
    """Demolition or Tactics for what was made in a factory, Demolition for anything else (lines 1667, 1673)."""
    improvised = play.tables.mines[mine.kind].improvised
    skill = SKILLS[order.inputs.get("skill", "demolition")]
    if improvised and skill == TACTICS:
        raise RuleViolation("Tactics is not enough to lay an improvised charge.", "It takes skill=demolition.")
    easier = "emplace" if skill == DEMOLITION and not improvised else "improvise"
    terms = (*modifiers(play, "mine_tasks", easier, order.inputs.get("modifier", 0)), *_open_terms(play, mine))
    return task(play, play.scene.combatants[order.actor].state, "lay a mine", skill, "coordination", terms)


def _open_terms(reading: ReflexReading, mine: Mine) -> tuple[Term, ...]:
    bonus = reading.tables.mine_tasks["emplace"].open
    return (Term("in_the_open", bonus, reading.tables.mine_tasks["emplace"].cited),) if mine.open else ()


def _mishap(play: ReflexPlay, mine: Mine, failure: int) -> tuple[Roll | None, bool]:
    """Whether a failure sets the mine off: a bad one, or an improvised one by a d10 (lines 1670, 1674-1675)."""
    if not play.tables.mines[mine.kind].improvised:
        return None, failure >= play.tables.mine_tasks["emplace"].accident
    if failure <= 0:
        return None, False
    sides = play.tables.mine_tasks["improvise"].sides
    roll = play.roll(chance_ask("accident", sides, failure))
    return roll, roll.faces[0] <= failure


def chance_ask(label: str, sides: int, need: int) -> Ask:
    """A secret die of which only matters whether it is at or under ``need``."""
    return Ask(label, 1, sides, Buckets(tuple(sorted({min(max(need, 0), sides), sides} - {0}))), secret=True)
