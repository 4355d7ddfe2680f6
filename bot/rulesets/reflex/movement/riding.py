"""Getting into and out of vehicles, and how fast they go."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.events import Stood
from bot.core.features import Hears, Rules
from bot.core.ground.lost import check_in_sight
from bot.core.ground.moving import Way, bound_for, went
from bot.core.orders import Act
from bot.core.scene import with_scene_state
from bot.core.wording import metres, shown
from bot.rulesets.reflex.checks.reach import band_of, way_there
from bot.rulesets.reflex.close.grips import strain
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.mines.on_the_way import Crossing
from bot.rulesets.reflex.movement.actions import Board, Drive
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.time.moves import IN, OUT, Boarded, Moved, PauseMoved
from bot.rulesets.reflex.time.timing import SECOND, afford, pass_time
from bot.rulesets.reflex.vehicles.events import SUSPENSION, Drove, without_seat
from bot.rulesets.reflex.vehicles.hulls import beside, turned
from bot.rulesets.reflex.vehicles.seats import crew, reach_m, ride, seat

_replace = msgspec.structs.replace

rules = Rules()
hears = Hears()


def check_on_foot(play: ReflexPlay, order: Act) -> None:
    """Check that who wants to move is in no vehicle, in which nobody walks about (ours).

    Raises:
        RuleViolation: it is in one.
    """
    inside = ride(play.scene, order.actor)
    if inside:
        raise RuleViolation(
            f"{shown(order.actor)} is in {shown(inside)}.", f"Get out first: /act action:board target:{shown(inside)}."
        )


@rules(Board)
def board(play: ReflexPlay, boarding: Board) -> None:
    """Get in or out, which takes one to three Move actions, in a pause no more than the way there (lines 285-288, 360).

    Before a fight nobody counts the Moves (ours).

    Whoever is in or out then has left its cover, and what lay near, as by any Move (ours).
    Nobody does while it goes (ours). Who is held must struggle for it; dice: those of ``grips.strain``.

    Raises:
        RuleViolation: nobody said into what, the vehicle is not here, out of reach or going, or it is another one.
    """
    actor, vehicle = boarding.actor, boarding.target
    what = _entry(play, actor, vehicle) if vehicle else boarding.what
    if not what:
        raise RuleViolation("Into or out of what?", "Say target= a vehicle that is here, or what=car.")
    needed, way = play.tables.boarding[what].moves, _way(play, actor, vehicle)
    if not play.scene.fight or play.scene.state.phase == "pause":
        play.tell(Boarded(actor=actor, target=vehicle, what=what, done=needed, needed=needed, leaves=True, way=way))
        _got_out(play, actor, vehicle)
        return
    ticks = play.tables.ticks["move"].ticks
    afford(play, actor, ticks)
    state = play.scene.combatants[actor].state
    counted = vehicle or what
    done = state.body.boarded + 1 if state.body.boarding == counted else 1
    free_m = strain(play, actor, 1)
    pass_time(play, actor, ticks, steadied=False, kinds=(SECOND,))
    if not free_m:
        return
    play.tell(
        Boarded(
            actor=actor,
            target=vehicle,
            what=what,
            done=done,
            needed=needed,
            counted=counted,
            leaves=done == needed,
            way=way,
        )
    )
    _got_out(play, actor, vehicle)


def _way(reading: ReflexReading, actor: str, vehicle: str) -> str:
    """Return whether somebody gets into a vehicle or out of it; nothing where nobody sees that."""
    if not vehicle or reading.scene.combatants[vehicle].hidden:
        return ""
    return OUT if ride(reading.scene, actor) else IN


def _got_out(play: ReflexPlay, actor: str, vehicle: str) -> None:
    """Have whoever is in a vehicle no longer stand beside it on a ground."""
    ground, there = play.scene.ground, play.scene.combatants.get(vehicle)
    body = there.state.body.vehicle if there else None
    if ground and body and not seat(play.scene, actor) and ground.places.get(actor) == ground.places.get(vehicle):
        place = beside(play.tables, ground.pieces.get(vehicle), body, ground.places[vehicle])
        play.tell(Stood(actor=actor, place=place))


def _entry(reading: ReflexReading, actor: str, vehicle: str) -> str:
    """Return how one gets into or out of a vehicle that is in the scene."""
    inside = (seat if reading.scene.combatants[actor].guarded else ride)(reading.scene, actor)
    if not reading.scene.sees(actor, vehicle):
        raise absent(vehicle)
    if not inside:
        check_in_sight(reading.scene, actor, vehicle)
    body = reading.scene.combatants[vehicle].state.body
    if body.vehicle is None:
        raise RuleViolation(f"{shown(vehicle)} is no vehicle.", "Name a vehicle with target=.")
    if inside not in ("", vehicle):
        raise RuleViolation(
            f"{shown(actor)} is in {shown(inside)}.",
            f"Get out of that first: /act action:board target:{shown(inside)}.",
        )
    if not inside:
        _check_reach(reading, actor, vehicle)
    if body.kmh:
        stops = f"A GM stops it: /act action:drive actor:{shown(vehicle)} with:kmh=0."
        raise RuleViolation(f"{shown(vehicle)} goes at {body.kmh} km/h.", stops)
    return reading.tables.vehicles[body.vehicle.kind].boarding


def _check_reach(reading: ReflexReading, actor: str, vehicle: str) -> None:
    """Raise RuleViolation where a vehicle is known to be out of reach."""
    range_m = reach_m(reading.tables, reading.scene, actor, vehicle)
    if range_m is not None and band_of(reading.tables, range_m) is not Band.PERSONAL:
        raise RuleViolation(f"{shown(vehicle)} is {metres(range_m)} away.", way_there(reading.scene))


@rules(Drive)
def drive(play: ReflexPlay, driving: Drive) -> None:
    """Have a vehicle go at so many kilometres an hour from now on, on a ground to where a GM says (ours).

    It carries who rides, and meets what lies on its way. Dice: those of what it meets.

    Raises:
        RuleViolation: it is none, its suspension is broken, or something is in its way.
    """
    state = play.scene.combatants[driving.actor].state
    if state.body.vehicle is None:
        raise RuleViolation(f"{shown(driving.actor)} is no vehicle.", "Name a vehicle with actor=.")
    if driving.kmh and SUSPENSION in state.kit.broken:
        raise RuleViolation(
            f"The suspension of {shown(driving.actor)} is broken.",
            "Repair it first in a pause, /act action:repair, or say kmh=0.",
        )
    way = bound_for(play, driving.actor, to=driving.to) if driving.to else None
    play.tell(Drove(actor=driving.actor, kmh=driving.kmh))
    if way is not None and way.start is not None:
        _went(play, way)
        turned(play, driving.actor, state.body.vehicle, way.start)


def _went(play: ReflexPlay, way: Way) -> None:
    """Have a vehicle go all of a way, for as long as its running gear holds."""
    whole_m = way.length_m or 0
    crossing = Crossing(play, way, whole_m)

    def able() -> bool:
        return SUSPENSION not in play.scene.combatants[way.actor].state.kit.broken

    if crossing.begins() and able():
        went(
            play,
            way,
            whole_m,
            goes_on=lambda: crossing.goes_on() and able(),
            carrying=crew(play.scene, way.actor),
        )


@hears(Moved, PauseMoved)
def _walked(scene: ReflexScene, event: Moved | PauseMoved) -> ReflexScene:
    """Return the scene with whoever has gone on foot in no vehicle: nobody else saw that it was in one."""
    return without_seat(scene, event.actor) if event.actor in scene.state.aboard else scene


@hears(Boarded)
def _boarded(scene: ReflexScene, event: Boarded) -> ReflexScene:
    """Return the scene with whoever was in the vehicle out of it, and whoever was not in it."""
    if not event.target or event.done < event.needed:
        return scene
    others = {actor: vehicle for actor, vehicle in scene.state.aboard.items() if actor != event.actor}
    leaves = seat(scene, event.actor) == event.target
    aboard = others if leaves else {**others, event.actor: event.target}
    return with_scene_state(scene, aboard=aboard)
