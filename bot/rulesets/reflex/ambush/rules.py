"""An ambush is a check made in secret beforehand, which those who walk into it must beat to be ready for the fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.reflex.ambush.events import AmbushDropped, AmbushMet, AmbushSet, AmbushSprung, AmbushWatched
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.lurking import Ambush
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.physique import base_initiative
from bot.rulesets.reflex.person.tasks import check_leisure, gets_past, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.ranges import distance, visual_terms
from bot.rulesets.reflex.state import Band, State
from bot.rulesets.reflex.tables import Tables
from bot.rulesets.reflex.time.timing import TACTICAL
from bot.rulesets.reflex.vehicles.seats import ride

TACTICS = "tactics"
USUAL_KIND = "classic"

rules = Rules()


class Team(NamedTuple):
    """Who takes part: people on their own, vehicles with their crews, and how many of all lack the skill."""

    people: int
    vehicles: int
    unskilled: int


@rules("ambush_set")
def prepare(play: ReflexPlay, order: Act) -> None:
    """Set an ambush (text 003, lines 1273-1283, 1306-1322; ruling 003-87).

    Dice: the leader's check, in secret.

    Raises:
        RuleViolation: the leader has no time for it, or is broken.
    """
    kind, state = order.inputs.get("kind", USUAL_KIND), play.scene.combatants[order.actor].state
    skill = _skill(play, order, state)
    team = _team(play.scene, order, skill)
    minutes = team.people + team.vehicles
    check_leisure(play.scene, order.actor, minutes)
    if play.scene.ground.phase == "exchange":
        raise RuleViolation(
            "Nobody prepares an ambush while shots are fired.", "Do it before /init start or in a pause."
        )
    if is_broken(state):
        raise RuleViolation(f"The will of {shown(order.actor)} is broken.", "Let somebody else lead the ambush.")
    terms = (*_penalties(kind, team), *_told(order))
    outcome = task(play, state, "ambush", skill, "cognition", terms)
    ambush = Ambush(
        leader=order.actor,
        kind=kind,
        minutes=minutes,
        margin=outcome.margin if outcome.succeeded else None,
        against=order.inputs.get("side", ""),
        target=order.inputs.get("target", ""),
    )
    play.tell(AmbushSet(actor=order.actor, ambush=ambush, outcome=outcome))


def _skill(reading: ReflexReading, order: Act, state: State) -> str:
    """The skill of its kind; a maneuver takes the lower of that and Tactics (text 003, lines 1274, 1312, 1319)."""
    row = reading.tables.row("ambushes", order.inputs.get("kind", USUAL_KIND))
    skill = str(row["urban"] if order.inputs.get("urban") and "urban" in row else row["skill"])
    lower = "urban" in row and state.skills.get(TACTICS, 0) <= state.skills.get(skill, 0)
    return TACTICS if lower else skill


def _team(scene: ReflexScene, order: Act, skill: str) -> Team:
    """Those of the leader's side who are here, where nobody says how many take part (the former ours).

    A vehicle and those aboard it are one (text 003, line 1277).
    """
    side = scene.combatants[order.actor].side
    there = [actor for actor, each in scene.combatants.items() if each.side == side and not each.state.dead]
    people = [actor for actor in there if not scene.combatants[actor].state.vehicle]
    given = order.inputs
    return Team(
        given.get("people", sum(not ride(scene, actor) for actor in people)),
        given.get("vehicles", len(there) - len(people)),
        given.get("unskilled", sum(not scene.combatants[actor].state.skills.get(skill) for actor in people)),
    )


def _penalties(kind: str, team: Team) -> Iterator[Term]:
    """One less for each vehicle, among company for each companion, and for each who lacks the skill."""
    if kind == "social":
        yield from _less("companions", team.people + team.vehicles - 1, "003:1313")
    else:
        yield from _less("vehicles", team.vehicles, "003:1275, 1320")
    yield from _less("unskilled", team.unskilled, "003:1275, 1314, 1320")


def _less(label: str, count: int, source: str) -> tuple[Term, ...]:
    return (Term(label, -count, source),) if count > 0 else ()


def _told(order: Act) -> tuple[Term, ...]:
    told = order.inputs.get("modifier", 0)
    return (Term("told", told, "said at the table"),) if told else ()


@rules("ambush_detect")
def watch(play: ReflexPlay, order: Act) -> None:
    """Somebody who is on the watch has one chance to notice an ambush in time (text 003, lines 1285-1291; 003-22).

    Dice: the check, in secret.

    Raises:
        RuleViolation: there is no such ambush, or whoever watches is out of it, its leader, or has had the chance.
    """
    ambush = _meant(play.scene, order)
    watcher = str(order.inputs.get("target", order.actor))
    if watcher == ambush.leader or not _may_watch(play.scene, watcher):
        raise RuleViolation(f"{shown(watcher)[:40]} does not watch for that ambush.", "Say with target= who does.")
    if watcher in ambush.tried:
        raise RuleViolation(f"{shown(watcher)} has had the one chance.", "Spring the ambush, or call it off.")
    state, row = play.scene.combatants[watcher].state, play.tables.row("ambushes", ambush.kind)
    terms = (*_sight(play, order, ambush, watcher), *_told(order))
    outcome = task(play, state, "watch", TACTICS, row["active"], terms)
    noticed = _notices(play, ambush, state, outcome)
    play.tell(AmbushWatched(actor=watcher, target=ambush.leader, outcome=outcome, noticed=noticed))


def _notices(reading: ReflexReading, ambush: Ambush, state: State, outcome: Outcome) -> bool:
    """Whether a look beats an ambush; among company the broken fail whatever they throw (text 003, line 1337)."""
    lost = is_broken(state) and not reading.tables.row("ambushes", ambush.kind)["by_eye"]
    return gets_past(outcome, ambush.margin) and not lost


def _may_watch(scene: ReflexScene, actor: str) -> bool:
    found = scene.combatants.get(actor)
    return found is not None and conscious(found.state) and not found.state.vehicle


def _meant(scene: ReflexScene, order: Act) -> Ambush:
    """The ambush of a leader that was named, of the actor, or the only one."""
    known = scene.ground.ambushes
    leader = order.inputs.get("ambush", order.actor if order.actor in known else "")
    if not leader and len(known) == 1:
        return next(iter(known.values()))
    if leader not in known:
        raise RuleViolation("Which ambush?", f"Say ambush= its leader; there is: {', '.join(known) or 'none'}.")
    return known[leader]


def _sight(reading: ReflexReading, order: Act, ambush: Ambush, looker: str) -> tuple[Term, ...]:
    """Light and distance hinder the eye, where it matters and the distance is known (text 003, line 1292; A3)."""
    range_m = order.inputs.get("range_m", reading.distance(looker, ambush.leader))
    if range_m is None or not reading.tables.row("ambushes", ambush.kind)["by_eye"]:
        return ()
    state = reading.scene.combatants[looker].state
    far = distance(
        reading.tables, range_m, State(attributes=state.attributes), "human", reading.scene.ground.visibility, 0
    )
    return visual_terms(reading.tables, msgspec.structs.replace(far, seen=min(far.seen, Band.EXTREME)))


@rules("ambush_spring")
def spring(play: ReflexPlay, order: Act) -> None:
    """Spring an ambush on whoever has not noticed it, or call it off (text 003, lines 1286-1297; ruling 003-22).

    Dice: for each victim that was not on the watch a check to notice it at the last moment, in order of joining.

    Raises:
        RuleViolation: there is no such ambush, nobody is there, or the exchange of fire is under way.
    """
    ambush = _meant(play.scene, order)
    if order.inputs.get("off"):
        play.tell(AmbushDropped(actor=ambush.leader))
        return
    if play.scene.ground.phase == "exchange" and play.scene.ground.played:
        raise RuleViolation("The exchange of fire is under way.", "Spring an ambush before it, or in a pause.")
    victims = list(_victims(play.scene, order, ambush))
    if not victims:
        sides = ", ".join(dict.fromkeys(each.side for each in play.scene.combatants.values()))
        raise RuleViolation("Nobody is here to be ambushed.", f"Say target=, or side=; sides that are here: {sides}.")
    here = ambush.leader if ambush.leader in play.scene.combatants else ""
    play.tell(AmbushSprung(actor=here, kind=ambush.kind, leader=ambush.leader))
    for victim in victims:
        with play.about(victim):
            _met(play, order, ambush, victim)


def _victims(scene: ReflexScene, order: Act, ambush: Ambush) -> Iterator[str]:
    """The one or the side that was named, now or before; else all who are not of the leader's side."""
    named = order.inputs.get("target", "" if "side" in order.inputs else ambush.target)
    side = order.inputs.get("side", ambush.against)
    leader = scene.combatants.get(ambush.leader)
    for actor, combatant in scene.combatants.items():
        fits = actor == named if named else combatant.side == side if side else _other(leader, combatant)
        if fits and actor != ambush.leader and _may_watch(scene, actor):
            yield actor


def _other(leader: Any, combatant: Any) -> bool:
    return leader is not None and combatant.side != leader.side


def _met(play: ReflexPlay, order: Act, ambush: Ambush, victim: str) -> None:
    """Whoever noticed it before is ready, who watched in vain is not; all others have a last look."""
    outcome = None if victim in ambush.tried else _last_look(play, order, ambush, victim)
    state = play.scene.combatants[victim].state
    surprised = not _notices(play, ambush, state, outcome) if outcome else victim not in ambush.aware
    initiative = _left(play, victim) if surprised else None
    play.tell(AmbushMet(actor=victim, surprised=surprised, outcome=outcome, initiative=initiative))
    if initiative is None:
        return
    slots = (Slot((-initiative,), victim, (TACTICAL,)),) if initiative else ()
    play.tell(SlotMoved(actor=victim, slots=slots))


def _last_look(play: ReflexPlay, order: Act, ambush: Ambush, victim: str) -> Outcome:
    attribute = play.tables.row("ambushes", ambush.kind)["passive"]
    terms = (*_sight(play, order, ambush, victim), *_told(order))
    return task(play, play.scene.combatants[victim].state, "ambush", "", attribute, terms, secret=False)


def _left(reading: ReflexReading, victim: str) -> int | None:
    """What is left, without its base, of an initiative that was rolled before the ambush came out (line 1295; ours)."""
    state = reading.scene.combatants[victim].state
    if reading.scene.ground.phase != "exchange" or state.surprised or not state.initiative:
        return None
    return max(0, state.initiative - base_initiative(reading.tables, state.encumbrance).value)


def action_specs(tables: Tables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    side = Input("side", "whom it is set for", asks_scene=True, longest=40)
    which = Input("ambush", "its leader, where there are several", shared=False, asks_scene=True)
    sight = (
        own("range_m", "metres between them, where they are not known", Kind.NUMBER, hi=100_000),
        own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20),
    )
    return (
        ActionSpec("ambush_set", "Set an ambush", "in secret", "ambush", (side, *_setting(tables)), gm_only=True),
        ActionSpec(
            "ambush_detect",
            "Watch for an ambush",
            "one chance to notice it in time",
            "ambush",
            (_who("who is on the watch; the actor if left out"), which, *sight),
            gm_only=True,
        ),
        ActionSpec(
            "ambush_spring",
            "Spring an ambush",
            "on whoever has not noticed it",
            "ambush",
            (_who("only this one"), side, which, *sight, own("off", "call it off instead", Kind.FLAG)),
            gm_only=True,
        ),
    )


def _who(about: str) -> Input:
    return Input("target", about, Kind.COMBATANT, asks_scene=True)


def _setting(tables: Tables) -> tuple[Input, ...]:
    return (
        _who("only this one is its victim"),
        one_of("kind", "classic if left out", list(tables.rows("ambushes"))),
        own("people", "who take part on their own, with the leader", Kind.INT, lo=1, hi=200),
        own("vehicles", "vehicles that take part with their crews", Kind.INT, hi=50),
        own("unskilled", "how many of all lack the skill", Kind.INT, hi=200),
        own("urban", "a maneuver in a town", Kind.FLAG),
        own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20),
    )


def candidates(
    _tables: Tables, scene: ReflexScene, _action: str, key: str, _given: Mapping[str, Any]
) -> Sequence[Choice]:
    """What fits an input of one of these actions in a view of the scene."""
    if key == "ambush":
        return [Choice(leader, shown(leader)) for leader in scene.ground.ambushes]
    if key == "side":
        return [Choice(side) for side in dict.fromkeys(each.side for each in scene.combatants.values())]
    living = [actor for actor, combatant in scene.combatants.items() if not combatant.state.dead]
    return [Choice(actor, shown(actor)) for actor in living] if key == "target" else ()
