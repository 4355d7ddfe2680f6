"""An ambush is a check made in secret beforehand, which those who walk into it must beat to be ready for the fight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.core.absence import is_kept, left_in_sight
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Entered, SlotMoved
from bot.core.features import Follows, Rules
from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.reflex.ambush.actions import SET_ONE, SetAmbush, SpringAmbush, WatchForAmbush
from bot.rulesets.reflex.ambush.events import (
    AmbushApproached,
    AmbushDropped,
    AmbushMet,
    AmbushSet,
    AmbushSprung,
    AmbushWatched,
    LeaderLeft,
)
from bot.rulesets.reflex.ambush.places import ground_of, lay_ground, lift_ground, stands_there
from bot.rulesets.reflex.checks.check import Outcome, told_terms
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.checks.reach import look_terms
from bot.rulesets.reflex.person.between import light_at
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.physique import base_initiative
from bot.rulesets.reflex.person.tasks import check_leisure, gets_past, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import TACTICAL, under_way
from bot.rulesets.reflex.traps import Ambush
from bot.rulesets.reflex.vehicles.seats import apart_m, crew, ride, stands_at

TACTICS = "tactics"

rules = Rules()
follows = Follows()


class Team(NamedTuple):
    """Who takes part: people on their own, vehicles with their crews, and how many of all lack the skill."""

    people: int
    vehicles: int
    unskilled: int


@rules(SetAmbush)
def prepare(play: ReflexPlay, plan: SetAmbush) -> None:
    """Set an ambush (text 003, lines 1273-1283, 1306-1322; ruling 003-87).

    Dice: the leader's check, in secret.

    Raises:
        RuleViolation: the leader has no time for it, or is broken.
    """
    state = play.scene.combatants[plan.actor].state
    skill = _skill(play, plan, state)
    team = _team(play.scene, plan, skill)
    minutes = team.people + team.vehicles
    check_leisure(play.scene, plan.actor, minutes)
    if play.scene.state.phase == "exchange":
        raise RuleViolation(
            "Nobody prepares an ambush while shots are fired.", "Do it before /init start, or in a pause."
        )
    if is_broken(state):
        raise RuleViolation(f"The will of {shown(plan.actor)} is broken.", "Let somebody else lead the ambush.")
    terms = (*_penalties(plan.kind, team), *told_terms(plan.modifier))
    area = ground_of(play, plan)
    outcome = task(play, state, "ambush", skill, "cognition", terms)
    ambush = Ambush(
        leader=plan.actor,
        kind=plan.kind,
        minutes=minutes,
        margin=outcome.margin if outcome.succeeded else None,
        against=plan.side,
        target=plan.target,
        area=area.key if area else "",
    )
    before = play.scene.state.ambushes.get(plan.actor)
    if before and before.area != ambush.area:
        lift_ground(play, before)
    play.tell(AmbushSet(actor=plan.actor, ambush=ambush, outcome=outcome))
    lay_ground(play, area)


def _skill(reading: ReflexReading, plan: SetAmbush, state: State) -> str:
    """Return the skill of its kind; a maneuver takes the lower of that and Tactics (lines 1274, 1312, 1319)."""
    row = reading.tables.ambushes[plan.kind]
    skill = str(row.urban if plan.urban and row.urban else row.skill)
    lower = bool(row.urban) and state.person.skills.get(TACTICS, 0) <= state.person.skills.get(skill, 0)
    return TACTICS if lower else skill


def _team(scene: ReflexScene, plan: SetAmbush, skill: str) -> Team:
    """Return those of the leader's side who are here and awake, where nobody says how many take part (ours).

    A vehicle and those aboard it are one (text 003, line 1277).
    """
    side = scene.combatants[plan.actor].side
    own = {actor: each.state for actor, each in scene.combatants.items() if each.side == side}
    there = [actor for actor, state in own.items() if state.body.vehicle or conscious(state)]
    people = [actor for actor in there if not scene.combatants[actor].state.body.vehicle]
    on_foot = sum(not ride(scene, actor) for actor in people)
    lacking = sum(not scene.combatants[actor].state.person.skills.get(skill) for actor in people)
    return Team(
        on_foot if plan.people is None else plan.people,
        len(there) - len(people) if plan.vehicles is None else plan.vehicles,
        lacking if plan.unskilled is None else plan.unskilled,
    )


def _penalties(kind: str, team: Team) -> Iterator[Term]:
    """Return one less for each vehicle, among company for each companion, and for each who lacks the skill."""
    if kind == "social":
        yield from _less("companions", team.people + team.vehicles - 1, "003:1313")
    else:
        yield from _less("vehicles", team.vehicles, "003:1275, 1320")
    yield from _less("unskilled", team.unskilled, "003:1275, 1314, 1320")


def _less(label: str, count: int, source: str) -> tuple[Term, ...]:
    return (Term(label, -count, source),) if count > 0 else ()


@rules(WatchForAmbush)
def watch(play: ReflexPlay, look: WatchForAmbush) -> None:
    """Give somebody on the watch one chance to notice an ambush in time (text 003, lines 1285-1291; 003-22).

    Dice: the check, in secret.

    Raises:
        RuleViolation: there is no such ambush, or whoever watches is out of it, its leader, or has had the chance.
    """
    ambush = _meant(play.scene, look.actor, look.ambush)
    watcher = look.target or look.actor
    if watcher == ambush.leader or not _may_watch(play.scene, watcher):
        raise RuleViolation(f"{shown(watcher)[:40]} does not watch for that ambush.", "Say with target= who does.")
    if watcher in ambush.tried:
        raise RuleViolation(f"{shown(watcher)} has had the one chance.", "Spring the ambush, or call it off.")
    state, row = play.scene.combatants[watcher].state, play.tables.ambushes[ambush.kind]
    terms = (*_sight(play, look.range_m, ambush, watcher), *told_terms(look.modifier))
    outcome = task(play, state, "watch", TACTICS, row.active, terms)
    noticed = _notices(play, ambush, state, outcome)
    play.tell(AmbushWatched(actor=watcher, target=ambush.leader, outcome=outcome, noticed=noticed))


def _notices(reading: ReflexReading, ambush: Ambush, state: State, outcome: Outcome) -> bool:
    """Tell whether a look beats an ambush; among company the broken fail whatever they throw (003, line 1337)."""
    lost = is_broken(state) and not reading.tables.ambushes[ambush.kind].by_eye
    return gets_past(outcome, ambush.margin) and not lost


def _may_watch(scene: ReflexScene, actor: str) -> bool:
    found = scene.combatants.get(actor)
    return found is not None and conscious(found.state) and not found.state.body.vehicle


def _meant(scene: ReflexScene, actor: str, named: str) -> Ambush:
    """Return the ambush of the leader that was named, of the actor, or the only one."""
    known = scene.state.ambushes
    leader = named or (actor if actor in known else "")
    if not leader and len(known) == 1:
        return next(iter(known.values()))
    if leader not in known:
        names = ", ".join(map(shown, known))
        raise RuleViolation("Which ambush?", f"Say ambush= its leader; there is: {names}." if known else SET_ONE)
    return known[leader]


def _sight(reading: ReflexReading, said_m: float | None, ambush: Ambush, looker: str) -> tuple[Term, ...]:
    """Return what light and distance take off where it takes eyes, as of any look (text 003, line 1292; A3)."""
    if not reading.tables.ambushes[ambush.kind].by_eye:
        return ()
    start, goal = (stands_at(reading.scene, each) for each in (looker, ambush.leader))
    range_m = apart_m(reading.scene, looker, ambush.leader) if said_m is None else said_m
    return look_terms(reading, range_m, light_at(reading.tables, reading.scene, start, goal))


@follows(Entered)
def approach(play: ReflexPlay, entered: Entered) -> None:
    """Give whoever comes onto the ground of an ambush the one chance to notice it (text 003, lines 1285-1288).

    Those aboard a vehicle come with it (ours). Dice: for each ambush that waits there a check in secret of each comer.
    """
    comers = (entered.actor, *crew(play.scene, entered.actor))
    for ambush in tuple(play.scene.state.ambushes.values()):
        if ambush.area != entered.area:
            continue
        for comer in tuple(_meant_by(play.scene, ambush, ambush.target, ambush.against)):
            if comer in comers and comer not in ambush.tried:
                _approached(play, ambush, comer)


def _approached(play: ReflexPlay, ambush: Ambush, comer: str) -> None:
    with play.by_itself(f"ambush {ambush.area}", comer, ambush.leader):
        outcome = _last_look(play, None, 0, ambush, comer)
        noticed = _notices(play, ambush, play.scene.combatants[comer].state, outcome)
        play.tell(AmbushApproached(actor=comer, target=ambush.leader, outcome=outcome, noticed=noticed))


@rules(SpringAmbush)
def spring(play: ReflexPlay, springs: SpringAmbush) -> None:
    """Spring an ambush on whoever has not noticed it, or call it off (text 003, lines 1286-1297; ruling 003-22).

    Dice: for each victim that was not on the watch a check to notice it at the last moment, in order of joining.

    Raises:
        RuleViolation: there is no such ambush, nobody is there, or the exchange of fire is under way.
    """
    ambush = _meant(play.scene, springs.actor, springs.ambush)
    if springs.off:
        lift_ground(play, ambush)
        play.tell(AmbushDropped(actor=ambush.leader))
        return
    if play.scene.state.phase == "exchange" and under_way(play.scene):
        raise RuleViolation("The exchange of fire is under way.", "Spring an ambush before it, or in a pause.")
    victims = _victims(play.scene, springs, ambush)
    if not victims:
        sides = ", ".join(dict.fromkeys(each.side for each in play.scene.combatants.values()))
        raise RuleViolation("Nobody is here to be ambushed.", f"Say target=, or side=; sides that are here: {sides}.")
    lift_ground(play, ambush)
    play.tell(_sprung(play.scene, ambush))
    for victim in victims:
        with play.about(victim):
            _met(play, springs, ambush, victim)


def lose_leader(play: ReflexPlay, actor: str) -> None:
    """Have the ambush of who leaves a fight for good be led by nobody who takes the name (ours).

    Nobody takes that of somebody who was in sight.
    """
    leads = play.scene.fight and actor in play.scene.state.ambushes
    if leads and play.scene.combatants[actor].hidden and not is_kept(play.scene, actor):
        play.tell(LeaderLeft(actor=actor))


def _sprung(scene: ReflexScene, ambush: Ambush) -> AmbushSprung:
    """Return that an ambush is sprung by its leader, or by nobody that is named where the leader is out of it or gone.

    Of a leader out of sight the GM alone is told that, whether it is still there, out of it or has left.
    """
    leader = scene.combatants.get(ambush.leader)
    fights = leader is not None and conscious(leader.state) and not leader.state.turn.surrendered
    seen = not leader.hidden if leader else ambush.leader in left_in_sight(scene)
    return AmbushSprung(
        actor=ambush.leader if fights else "",
        kind=ambush.kind,
        leader=ambush.leader,
        audience=Audience.ALL if seen else Audience.GM,
    )


def _victims(scene: ReflexScene, springs: SpringAmbush, ambush: Ambush) -> list[str]:
    """Return the one or the side that was named, now or before; else all who are not of the leader's side.

    Where it has its ground and nobody is named now, only those who stand there are caught (ours).
    """
    if springs.target or springs.side:
        return list(_meant_by(scene, ambush, springs.target, springs.side))
    meant = _meant_by(scene, ambush, ambush.target, ambush.against)
    return [victim for victim in meant if stands_there(scene, ambush, victim)]


def _meant_by(scene: ReflexScene, ambush: Ambush, named: str, side: str) -> Iterator[str]:
    """Yield the one that is ``named`` or those aboard it, else those of a ``side``, else all not of the leader's."""
    leader = scene.combatants.get(ambush.leader)
    for actor, combatant in scene.combatants.items():
        is_foe = leader is not None and combatant.side != leader.side
        fits = named in (actor, ride(scene, actor)) if named else combatant.side == side if side else is_foe
        if fits and actor != ambush.leader and _may_watch(scene, actor):
            yield actor


def _met(play: ReflexPlay, springs: SpringAmbush, ambush: Ambush, victim: str) -> None:
    """Surprise a victim unless it has noticed the ambush; who was not on the watch for it has a last look."""
    looks = victim not in ambush.tried
    outcome = _last_look(play, springs.range_m, springs.modifier, ambush, victim, secret=False) if looks else None
    state = play.scene.combatants[victim].state
    surprised = not _notices(play, ambush, state, outcome) if outcome else victim not in ambush.aware
    initiative = _left(play, victim) if surprised else None
    play.tell(AmbushMet(actor=victim, surprised=surprised, outcome=outcome, initiative=initiative))
    if initiative is None:
        return
    slots = (Slot((-initiative,), victim, (TACTICAL,)),) if initiative else ()
    play.tell(SlotMoved(actor=victim, slots=slots))


def _last_look(
    play: ReflexPlay, range_m: float | None, modifier: int, ambush: Ambush, victim: str, *, secret: bool = True
) -> Outcome:
    attribute = play.tables.ambushes[ambush.kind].passive
    terms = (*_sight(play, range_m, ambush, victim), *told_terms(modifier))
    return task(play, play.scene.combatants[victim].state, "ambush", "", attribute, terms, secret=secret)


def _left(reading: ReflexReading, victim: str) -> int | None:
    """Return what is left, without its base, of an initiative rolled before the ambush came out (line 1295; ours)."""
    state = reading.scene.combatants[victim].state
    if reading.scene.state.phase != "exchange" or state.nerve.surprised or not state.turn.initiative:
        return None
    return max(0, state.turn.initiative - base_initiative(reading.tables, state.kit.encumbrance).value)
