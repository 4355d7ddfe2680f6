"""Laying a mine is a check whose margin stays in the ground: it arms the mine, hides it, and may set it off."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.outlines import Disc, Path
from bot.core.narration import spelled_place
from bot.core.terms import Term
from bot.rulesets.reflex.blasts.explosions import said_place
from bot.rulesets.reflex.checks.check import Outcome, told_terms
from bot.rulesets.reflex.mines.actions import DEMOLITION, SKILLS, TACTICS, EmplaceMine, Laying, LayMinefield
from bot.rulesets.reflex.mines.events import MineLaid
from bot.rulesets.reflex.mines.lying import field_around
from bot.rulesets.reflex.mines.minefields import alive_in_sight, ranges_around, spring_mine
from bot.rulesets.reflex.person.handwork import check_hand, work_terms
from bot.rulesets.reflex.person.tasks import check_leisure, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.traps import Mine, mine_id

FIELD_SQUARE_M2 = 10
MOST_MINES = 50

_replace = msgspec.structs.replace

rules = Rules()


@rules(EmplaceMine)
def emplace(play: ReflexPlay, laying: EmplaceMine) -> None:
    """Lay one mine (text 003, lines 1664-1681).

    Dice: the check, for an improvised charge that failed a d10, then those of an accident.

    Raises:
        RuleViolation: its name is taken or no name, nobody has the time, or it does not fit together.
    """
    minutes = _minutes(play, laying)
    check_leisure(play.scene, laying.actor, minutes)
    mine = _replace(_described(play, laying), detonator=laying.detonator, burn_ticks=laying.burn_ticks)
    mine = _on_ground(play, laying, mine)
    _laid(play, laying, mine, minutes)


@rules(LayMinefield)
def lay_field(play: ReflexPlay, laying: LayMinefield) -> None:
    """Lay a whole minefield: one check for all of it (text 003, lines 1688-1697; one check is ours).

    Dice: as for one mine; none where the GM names the margin, which is zero where nobody here lays it (ours).

    Raises:
        RuleViolation: its name is taken or no name, or it does not fit together.
    """
    mine = _described(play, laying)
    if play.tables.mine_triggers[mine.trigger].command:
        raise RuleViolation("A minefield needs no command.", "Lay single charges with /mine emplace.")
    mine = _replace(mine, density=laying.density, depth_m=laying.depth_m)
    if mine.spot and not laying.area_m2:
        raise RuleViolation("How large is the minefield?", "Say area_m2=, of which it is a circle around that place.")
    if mine.spot:
        mine = _replace(mine, outline=field_around(mine.spot, laying.area_m2))
    if bool(mine.near) != bool(mine.depth_m):
        raise RuleViolation("How deep is the minefield?", "Say target=, distance_m= and depth_m= together.")
    count = math.ceil(Fraction(str(mine.density)) * Fraction(str(laying.area_m2)) / FIELD_SQUARE_M2)
    mine = _replace(mine, mines=count)
    told = 0 if laying.margin is None and not laying.actor else laying.margin
    _laid(play, laying, mine, _minutes(play, laying) * max(1, count), count, told)


def _on_ground(reading: ReflexReading, laying: EmplaceMine, mine: Mine) -> Mine:
    """Return a mine with what sets it off on a ground: whoever comes so near, or to its wire; none by a signal."""
    end = said_place(reading.scene, laying.wire, laying.actor)
    if end is not None and mine.spot is None:
        raise RuleViolation("Where does the wire begin?", "Say to=, where the mine lies.")
    if mine.spot is None or reading.tables.mine_triggers[mine.trigger].command:
        return mine
    around = Disc(mine.spot, round(laying.reach_m * 100))
    return _replace(mine, outline=Path((mine.spot, end)) if end else around)


def _minutes(reading: ReflexReading, laying: Laying) -> int:
    """Return what one mine takes; in the open a third of it (text 003, lines 1668, 1680)."""
    minutes = reading.tables.mines[laying.kind].minutes
    divisor = reading.tables.mine_tasks["emplace"].open_divisor if laying.open else 1
    return math.ceil(minutes / divisor)


def _described(reading: ReflexReading, laying: Laying) -> Mine:
    """Return the mine as it was told, before anybody knows how well it was laid.

    It is ``near`` whoever it lies before, so that whoever moves there meets it.
    """
    owner = reading.scene.combatants[laying.actor].owner if laying.actor else 0
    title = _new_title(reading.scene, owner, laying.mine)
    if bool(laying.target) != (laying.distance_m is not None):
        raise RuleViolation("Before whom does it lie, and how far?", "Say both target= and distance_m=, or neither.")
    spot = said_place(reading.scene, laying.to, laying.actor)
    return Mine(
        title=title,
        kind=laying.kind,
        explosive=laying.explosive or reading.tables.mines[laying.kind].explosive,
        trigger=laying.trigger,
        owner=owner,
        layer=laying.actor,
        place=laying.place or (spelled_place(spot) if spot else ""),
        spot=spot,
        open=laying.open,
        known=(owner,) if owner else (),
        near=alive_in_sight(reading.scene, laying) if laying.target else "",
        near_m=laying.distance_m or 0,
        tamper=laying.tamper,
        wary=(owner,),
    )


def _new_title(scene: ReflexScene, owner: int, words: str) -> str:
    """Return a name that is new among those of one user, who alone can be told that it is taken."""
    title = " ".join(words.split())
    if not title or ":" in title:
        raise RuleViolation(f"{words[:40]!r} is no name for a mine.", "For example mine=bridge, without a colon.")
    if sum(mine.owner == owner for mine in scene.state.mines.values()) >= MOST_MINES:
        raise RuleViolation(f"You have laid {MOST_MINES} here.", "Take some away, or lay a minefield.")
    if mine_id(owner, title) in scene.state.mines:
        raise RuleViolation(f"There is a mine {title[:40]!r} of yours already.", "Give this one another name.")
    return title


def _laid(
    play: ReflexPlay, laying: Laying, mine: Mine, minutes: int, count: int = 1, told_margin: int | None = None
) -> None:
    outcome = _check(play, laying, mine) if told_margin is None else None
    margin = outcome.margin if outcome else told_margin or 0
    roll, accident = _mishap(play, mine, -margin)
    succeeded = margin >= 0
    laid = _replace(
        mine, armed=succeeded, margin=max(0, margin), hidden=max(0, margin + laying.terrain) if succeeded else None
    )
    key = mine_id(mine.owner, mine.title)
    play.tell(
        MineLaid(
            actor=laying.actor,
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
    spring_mine(play, key, "accident", ranges_around(play.scene, laying.actor), laying.actor)


def _check(play: ReflexPlay, laying: Laying, mine: Mine) -> Outcome:
    """Return a check of Demolition, or of Tactics for what was made in a factory (lines 1667, 1673)."""
    improvised = play.tables.mines[mine.kind].improvised
    skill = SKILLS[laying.skill]
    if improvised and skill == TACTICS:
        raise RuleViolation("Tactics is not enough to lay an improvised charge.", "It takes skill=demolition.")
    easier = "emplace" if skill == DEMOLITION and not improvised else "improvise"
    row = play.tables.mine_tasks["emplace"]
    openly = (Term("in_the_open", row.open, row.cited),) if mine.open else ()
    state = play.scene.combatants[laying.actor].state
    by_hand = hand_terms(play, laying.actor, skill, "coordination")
    terms = (*task_terms(play, easier, laying.modifier), *openly, *by_hand)
    return task(play, state, "lay a mine", skill, "coordination", terms, by_hand=True)


def hand_terms(reading: ReflexReading, actor: str, skill: str, attribute: str) -> tuple[Term, ...]:
    """Return what takes off work at a mine (text 003, lines 836-837, 1037-1038, 1564-1575).

    Raises:
        RuleViolation: there is no hand to do it with.
    """
    check_hand(reading, actor)
    return work_terms(reading, actor, skill, attribute)


def task_terms(reading: ReflexReading, key: str, told: int) -> tuple[Term, ...]:
    """Return the modifier of a task with mines, and what was said at the table."""
    row = reading.tables.mine_tasks[key]
    own = (Term("task", row.modifier, row.cited),) if row.modifier else ()
    return (*own, *told_terms(told))


def _mishap(play: ReflexPlay, mine: Mine, failure: int) -> tuple[Roll | None, bool]:
    """Tell whether a failure sets the mine off: a bad one, or an improvised one by a d10 (lines 1670, 1674-1675)."""
    if not play.tables.mines[mine.kind].improvised:
        return None, failure >= play.tables.mine_tasks["emplace"].accident
    if failure <= 0:
        return None, False
    sides = play.tables.mine_tasks["improvise"].sides
    roll = play.roll(chance_ask("accident", sides, failure))
    return roll, roll.faces[0] <= failure


def chance_ask(label: str, sides: int, need: int) -> Ask:
    """Return a secret die of which only matters whether it is at or under ``need``."""
    return Ask(label, 1, sides, Buckets(tuple(sorted({min(max(need, 0), sides), sides} - {0}))), secret=True)
