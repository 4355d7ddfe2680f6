"""Suppressive fire: an area kept under fire by one burst, and whoever shows himself in it draws another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import msgspec

from bot.core.actions import read
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import Audience, Entered
from bot.core.features import Follows, Rules
from bot.core.ground.places import Place, distance_cm
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.terms import Term, total
from bot.core.wording import counted, shown
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.fire.shooting import declared_now, fire
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.person.exposure import LANE, Exposing, key_of
from bot.rulesets.reflex.person.protection import check_shown
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, RuleOf
from bot.rulesets.reflex.scene_state import SuppressedArea
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.shots.difficulty import at_least, speed_terms
from bot.rulesets.reflex.shots.in_hand import check_quick, in_hand, is_firearm
from bot.rulesets.reflex.shots.ranges import check_band
from bot.rulesets.reflex.shots.rounds import Load, kick, load
from bot.rulesets.reflex.suppression.actions import CeaseFire, ShowInArea, Suppress
from bot.rulesets.reflex.suppression.events import (
    AreaCovered,
    AreaLifted,
    AreaSuppressed,
    AreaSwept,
    Exposed,
    SuppressionDenied,
    Thwarted,
)
from bot.rulesets.reflex.suppression.lanes import draws, fires_upon, frightens, lay_lane, line_of
from bot.rulesets.reflex.time.timing import FINISH, afford, spend
from bot.rulesets.reflex.vehicles.seats import apart_m

SHORT_BURST_TO = 5
SNAP = "snap"
REQUEST = "suppress"
ALLOW, DENY = "allow", "refuse"
FREE = Term("free_shot", 0, "003:1432")

rules = Rules()
follows = Follows()


class PlannedFire(msgspec.Struct, frozen=True):
    """Suppressive fire that is possible: with the weapon called ``key``, at ``area``, on a ground along ``line``."""

    key: str
    weapon: Weapon
    fired: Load
    area: str
    width_m: float
    range_m: float
    ticks: int
    recoil: int
    tracer: bool
    line: tuple[Place, Place] | None
    known: bool


@rules(Suppress)
def suppress(play: ReflexPlay, suppress: Suppress) -> None:
    """Keep an area under fire with a snap shot; no dice fall (text 003, lines 1418-1433).

    Raises:
        RuleViolation: nothing in hand can do it, nobody said how far away it is, or it is too far or too wide.
    """
    _suppressed(play, suppress, _aimed(play, suppress))


def request(play: ReflexPlay, suppress: Suppress) -> None:
    """Keep an area under fire by an attack that says so, which the GM confirms to a player.

    Raises:
        RuleViolation: see ``suppress``.
    """
    planned, actor = _aimed(play, suppress), suppress.actor
    asks = Question(REQUEST, actor, REQUEST, (ALLOW, DENY), default=DENY, detail=planned.area, gm=True)
    if play.scene.combatants[actor].owner and play.ask(asks) == DENY:
        _denied(play, actor, planned.ticks)
    else:
        _suppressed(play, suppress, planned)


def _denied(play: ReflexPlay, actor: str, ticks: int) -> None:
    """Do not do what the GM denies: it costs nothing, but an action that was begun before loses its time (ours)."""
    play.tell(SuppressionDenied(actor=actor))
    if FINISH in play.scene.kinds_now(actor):
        spend(play, actor, ticks)


def _aimed(reading: ReflexReading, suppress: Suppress) -> PlannedFire:
    actor, state = suppress.actor, reading.at_opening(suppress.actor)
    check_shown(reading.tables, actor, state)
    key, weapon = in_hand(reading.scene.combatants[actor].state.kit.weapons, state, suppress.weapon)
    if not is_firearm(weapon):
        raise RuleViolation(f"The {weapon.name} is no firearm.", "Ready a gun first: /act action:ready.")
    check_quick(weapon)
    fired = load(weapon, suppress.rounds, untrained=state.person.untrained_bursts)
    line = line_of(reading, suppress)
    range_m = distance_cm(*line) / 100 if line else _range(reading.scene, suppress)
    band = band_of(reading.tables, range_m)
    check_band(reading.tables, weapon.name, weapon, range_m, band)
    prone_to_side = suppress.side and state.body.stance is Stance.PRONE
    costs = at_least(speed_terms(weapon, SNAP, band, "003:398-404", prone_to_side=prone_to_side), SNAP)
    visible = weapon.tracer if suppress.tracer is None else suppress.tracer
    known = not reading.scene.combatants[actor].hidden if suppress.known is None else suppress.known
    planned = PlannedFire(
        key=key,
        weapon=weapon,
        fired=fired,
        area=suppress.area or _new_name(reading.scene, known=known),
        width_m=_width(suppress, fired),
        range_m=range_m,
        ticks=total(costs),
        recoil=kick(state, weapon, fired, braced=suppress.braced),
        tracer=visible or bool(weapon.model.explosive),
        line=line,
        known=known,
    )
    afford(reading, actor, planned.ticks)
    return planned


def _new_name(scene: ReflexScene, *, known: bool) -> str:
    """Return a name that no other area under fire has; of one that players know of what they do not is nothing."""
    taken = {area.name.casefold() for area in scene.state.areas if area.known or not known}
    names = (f"{'area' if known else 'secret area'} {number}" for number in count(1))
    return next(name for name in names if name not in taken)


def _range(scene: ReflexScene, suppress: Suppress) -> float:
    """Return how far away the area is: as told, or as far as somebody who is there."""
    known = apart_m(scene, suppress.actor, suppress.target) if suppress.target else None
    range_m = known if suppress.range_m is None else suppress.range_m
    if range_m is None:
        raise Incomplete("How far away is the area?", "Say range_m=60, or a target whose distance is known.")
    return float(range_m)


def _width(suppress: Suppress, fired: Load) -> float:
    """Return its width, at most half as many metres as rounds (text 003, lines 1424-1425; ruling 003-27)."""
    most = fired.spent / 2
    width_m = most if suppress.width_m is None else suppress.width_m
    if width_m > most:
        what = f"{counted(fired.spent, 'round')} can cover {most:g} m at most."
        raise RuleViolation(what, f"Fire more rounds, or say width_m={most:g}.")
    return width_m


def rating_terms(spent: int, *, visible: bool) -> tuple[Term, ...]:
    """Return one for up to five rounds, two for more, one more where it can be seen (lines 1426-1428; 003-1)."""
    short = spent <= SHORT_BURST_TO
    base = Term("short_burst", 1, "003:1426; 003-1") if short else Term("long_burst", 2, "003:1427; 003-1")
    return (base, Term("visible_fire", 1, "003:1428")) if visible else (base,)


def _suppressed(play: ReflexPlay, suppress: Suppress, planned: PlannedFire) -> None:
    actor, hidden = suppress.actor, play.scene.combatants[suppress.actor].hidden
    terms = rating_terms(planned.fired.spent, visible=planned.tracer)
    play.tell(
        AreaSuppressed(
            actor=actor,
            area=planned.area,
            weapon=planned.key,
            title=planned.weapon.name,
            rounds=planned.fired.rounds if suppress.rounds is None else suppress.rounds,
            spent=planned.fired.spent,
            loaded=planned.weapon.loaded - planned.fired.spent,
            recoil=planned.recoil,
            width_m=planned.width_m,
            range_m=planned.range_m,
            terms=terms,
            cost_ticks=planned.ticks,
            known=planned.known,
            braced=suppress.braced,
        )
    )
    if planned.known and hidden:
        play.tell(AreaSwept(area=planned.area, rating=sum(term.value for term in terms), width_m=planned.width_m))
    if planned.line is not None:
        fire = next(each for each in play.scene.state.areas if (each.name, each.gunner) == (planned.area, actor))
        lay_lane(play, fire, *planned.line)
    spend(play, actor, planned.ticks, steadied=False)
    play.tell(AreaCovered(actor=actor, area=planned.area))


@rules(ShowInArea)
def expose(play: ReflexPlay, show: ShowInArea) -> None:
    """Have somebody show itself in an area under fire without an action of its own.

    Raises:
        RuleViolation: there is no such area, nobody is left who fires there, or nobody can see who does it.
    """
    areas = _areas_named(play.scene, show.actor, show.area)
    if not areas:
        raise RuleViolation(f"Nobody is left who fires at {show.area}.", "Suppress it anew: /act action:suppress.")
    _shown(play, show.actor, areas)


@rules(CeaseFire)
def cease(play: ReflexPlay, cease: CeaseFire) -> None:
    """End all fire on an area before the exchange is over; the threat stays (line 1431; ours).

    Raises:
        RuleViolation: there is no such area.
    """
    found = _fires_on(cease.area, play.scene.state.areas)
    audience = Audience.ALL if any(area.known for area in found) else Audience.GM
    play.tell(AreaLifted(area=found[0].name, audience=audience))


def brave_fire(play: ReflexPlay, order: Act, rest: RuleOf) -> None:
    """Fire on whoever shows itself in an area, before it goes on with the rest (text 003, lines 1430-1433).

    What is not possible is refused before any shot falls; what the fire makes impossible does not happen. On a ground
    whoever stands in fire shows itself there by all that it does (ours).
    """
    exposed = read(Exposing, order).exposed
    named = _areas_named(play.scene, order.actor, exposed) if exposed else ()
    areas = (*named, *(fire for fire in fires_upon(play, order.actor) if fire not in named))
    if not areas:
        rest(play, order)
        return
    play.tried(rest, order)
    _shown(play, order.actor, areas)
    if able(play.at_opening(order.actor)):
        with play.attempt() as attempt:
            rest(play, order)
        if attempt.refusal is None:
            return
    play.tell(Thwarted(actor=order.actor))


@follows(Entered)
def come_under_fire(play: ReflexPlay, entered: Entered) -> None:
    """Have whoever comes into a lane under fire meet it there, before it goes on (text 003, lines 1430-1433).

    Dice: those of each attack.
    """
    met = [fire for fire in play.scene.state.areas if key_of(fire) == entered.area and entered.kind == LANE]
    if met and draws(play, met[0], entered.actor):
        _shown(play, entered.actor, met)


def come_out(play: ReflexPlay, order: Act, _before: ReflexScene) -> None:
    """Have whoever has come out of cover or a vehicle into fire meet it there (text 003, lines 1430-1433; ours).

    Dice: those of each attack.
    """
    actor = order.actor
    met = {each.area for each in play.events if isinstance(each, Exposed) and each.actor == actor}
    found = [fire for fire in fires_upon(play, actor) if met.isdisjoint((fire.name, fire.name if fire.known else ""))]
    if found and able(play.scene.combatants[actor].state):
        _shown(play, actor, found)


def _areas_named(scene: ReflexScene, actor: str, name: str) -> tuple[SuppressedArea, ...]:
    """Return all fires on an area in which somebody shows itself; of secret ones only the GM's people hear.

    That a gunner out of sight is down or has lost the gun nobody is told, so that such an area can still be named.
    Nobody shows itself to its own gun.

    Raises:
        RuleViolation: there was none but its own, or whoever shows itself is hidden from those who would fire.
    """
    combatant = scene.combatants[actor]
    found = _fires_on(name, [area for area in scene.state.areas if area.known or combatant.guarded])
    if combatant.hidden:
        raise RuleViolation(f"{shown(actor)} is hidden.", "Let it be seen first: /init show.")
    others = [area for area in found if area.gunner != actor]
    if not others:
        mine = f"It is {shown(actor)} who fires at {found[0].name}."
        raise RuleViolation(mine, "Name an area that somebody else fires at.")
    return tuple(area for area in others if frightens(scene, area))


def _fires_on(name: str, heard: Sequence[SuppressedArea]) -> tuple[SuppressedArea, ...]:
    """Return all fires on the area of that name among those that somebody hears."""
    found = tuple(area for area in heard if area.name.casefold() == name.casefold())
    if not found:
        names = ", ".join(dict.fromkeys(area.name for area in heard))
        remedy = f"Areas under fire: {names}." if names else "No area is; /suppress keeps one under fire."
        raise RuleViolation(f"{name[:40].casefold()!r} is not under fire.", remedy)
    return found


def _shown(play: ReflexPlay, actor: str, areas: Sequence[SuppressedArea]) -> None:
    """Frighten by the worst of the fires, then have each gunner who covers the area shoot (1430-1433; 003-28, 003-74).

    A threat lasts until the exchange ends, whatever lesser fire is met later.

    Dice: those of each attack.
    """
    for name in dict.fromkeys(area.name.casefold() for area in areas):
        same = [area for area in areas if area.name.casefold() == name]
        where = same[0].name if any(area.known for area in same) else ""
        before = play.scene.combatants[actor].state.nerve.suppressed.get(where, 0)
        rating = max(before, *(area.rating for area in same))
        play.tell(Exposed(actor=actor, area=where, rating=rating, again=rating == before))
    for area in areas:
        if area.covered and _keen(play, area, actor):
            with play.about(area.gunner), play.own_moment():
                _free_shot(play, area, actor)


def _keen(reading: ReflexReading, area: SuppressedArea, actor: str) -> bool:
    """Tell whether the gunner is there, able, about nothing else, and no friend (003-28; ours)."""
    gunner = reading.scene.combatants.get(area.gunner)
    return bool(
        gunner
        and gunner.side != reading.scene.combatants[actor].side
        and reading.hindrance(area.gunner) is None
        and gunner.state.turn.underway is None
        and not is_broken(gunner.state)
    )


def _free_shot(play: ReflexPlay, area: SuppressedArea, actor: str) -> None:
    """Shoot the same way again, at no cost in time, where that is possible (text 003, line 1432).

    It is a moment of its own: whatever happened before on the tick counts.
    """
    known = play.distance(area.gunner, actor)
    again = Attack(
        actor=area.gunner,
        target=actor,
        weapon=area.weapon,
        mode="snap",
        rounds=area.rounds,
        range_m=area.range_m if known is None else known,
        braced=area.braced,
    )
    shot, before = declared_now(play, again), play.scene
    if shot:
        fire(play, shot, (FREE,))
        took_heart(play, before, area.gunner)
