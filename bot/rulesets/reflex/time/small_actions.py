"""The small tactical actions without anything in hand: waiting, looking, speaking, crouching."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.places import distance_cm
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import (
    MIND,
    attribute_term,
    prepared,
    rolled,
    wound_penalty,
)
from bot.rulesets.reflex.checks.reach import look_terms
from bot.rulesets.reflex.kinds import Degree, Stance
from bot.rulesets.reflex.person.between import light_at
from bot.rulesets.reflex.person.physique import legs, wait_ticks
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.time.actions import (
    Assess,
    ChangeStance,
    Communicate,
    Wait,
)
from bot.rulesets.reflex.time.events import Assessed, Communicated, SecondDeclined, Waited
from bot.rulesets.reflex.time.moves import StanceChanged
from bot.rulesets.reflex.time.timing import afford, pass_time, second_action, spend

rules = Rules()


def ticks_of(reading: ReflexReading, key: str) -> int:
    """Return the ticks of a row of the table ``ticks``."""
    return reading.tables.ticks[key].ticks


@rules(Wait)
def wait(play: ReflexPlay, wait: Wait) -> None:
    """Wait as long as OODA makes it; on the move, do nothing else (text 003, lines 246-250; 003-11).

    Until a tick is whole Waits, as many as it takes to reach it or a lower one.

    Raises:
        RuleViolation: the tick to wait for has come, or on the move there is one.
    """
    actor = wait.actor
    if second_action(play.scene, actor):
        if wait.until is not None:
            raise RuleViolation("A Move waits for nothing.", "Wait without until, and again on the next tick.")
        play.tell(SecondDeclined(actor=actor))
        pass_time(play, actor, 0, steadied=True)
        return
    state = play.scene.combatants[actor].state
    ticks = wait_ticks(play.tables, state.person.attributes.ooda)
    times = 1 if wait.until is None else _waits(state.turn.initiative or 0, wait.until, ticks)
    play.tell(Waited(actor=actor, times=times, each=ticks) if times > 1 else Waited(actor=actor))
    pass_time(play, actor, times * ticks, steadied=True)


def _waits(tick: int, until: int, ticks: int) -> int:
    """Return how many Waits of so many ticks lead from one tick to another or below it."""
    if until >= tick:
        raise RuleViolation(f"Tick {until} has come.", f"Wait until less than {tick}, or 0 for this exchange.")
    return -((until - tick) // ticks)


@rules(Assess)
def assess(play: ReflexPlay, assess: Assess) -> None:
    """Look around: Awareness, better by one for each further tick, rolled in secret (text 003, lines 178-182).

    Darkness, smoke and distance hamper it as they do all that takes eyes (line 411; ruling A3).

    Raises:
        RuleViolation: it would take longer than a look around may.
    """
    most = play.tables.ticks["assess"].most_extra
    if assess.extra > most:
        raise RuleViolation(f"A look around takes no more than {most} ticks longer.", f"Say extra={most} at most.")
    ticks = ticks_of(play, "assess") + assess.extra
    afford(play, assess.actor, ticks)
    state = play.at_opening(assess.actor)
    longer = (Term("extra_ticks", assess.extra, play.tables.ticks["assess"].cited),) if assess.extra else ()
    terms = (*longer, *_hampered(play, assess))
    check = prepared(play, "assess", state, "", attribute_term(state, "awareness"), terms, wound_penalty(state, MIND))
    play.tell(Assessed(actor=assess.actor, outcome=rolled(play, check, secret=True)))
    spend(play, assess.actor, ticks)


def _hampered(reading: ReflexReading, assess: Assess) -> tuple[Term, ...]:
    """Return what light and distance take off: as they are said, or on a ground by where it is looked at."""
    ground, scene, to = reading.scene.ground, reading.scene, assess.to
    own = ground.places.get(assess.actor) if ground else None
    if to is None:
        return look_terms(reading, assess.range_m, assess.light or light_at(reading.tables, scene, own, own))
    if ground is None or own is None:
        raise not_laid()
    there = place_known(scene, ground, assess.actor, to, own)
    light = assess.light or light_at(reading.tables, scene, own, there)
    return look_terms(reading, distance_cm(own, there) / 100, light)


@rules(ChangeStance)
def stance(play: ReflexPlay, change: ChangeStance) -> None:
    """Change stance: two ticks for each step down, four for each up (lines 192-195); sitting is as high as kneeling."""
    state, to = play.at_opening(change.actor), change.to
    if to is state.body.stance:
        raise RuleViolation(f"{shown(change.actor)} is {to.value} already.", "Name another one with to=.")
    if to is Stance.STANDING and legs(state) is Degree.CRITICAL:
        raise RuleViolation("Nobody stands on a leg hurt that badly.", "Kneel, sit or lie.")
    ticks = _stance_ticks(play, state.body.stance, to)
    afford(play, change.actor, ticks)
    play.tell(StanceChanged(actor=change.actor, stance=to, before=state.body.stance))
    spend(play, change.actor, ticks)


def _stance_ticks(reading: ReflexReading, before: Stance, to: Stance) -> int:
    up = reading.tables.stances[to].height - reading.tables.stances[before].height
    return up * ticks_of(reading, "raise") if up > 0 else max(1, -up) * ticks_of(reading, "lower")


@rules(Communicate)
def communicate(play: ReflexPlay, communicate: Communicate) -> None:
    """Get a short message across (text 003, lines 197-204)."""
    ticks = ticks_of(play, communicate.length) + (ticks_of(play, "device") if communicate.device else 0)
    afford(play, communicate.actor, ticks)
    play.tell(Communicated(actor=communicate.actor, length=communicate.length, device=communicate.device))
    spend(play, communicate.actor, ticks)
