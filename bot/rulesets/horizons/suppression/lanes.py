"""On a ground fire keeps heads down in a lane from the gunner on, and whoever comes into it is shot at by itself."""

from __future__ import annotations

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import AreaLaid, Entered, Stood, audience_of
from bot.core.features import Follows
from bot.core.ground.entered import area_entered
from bot.core.ground.finding import place_said
from bot.core.ground.gunners import beginning_at, is_unseen, lift
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import known_to
from bot.core.ground.outlines import Cone, Lane
from bot.core.ground.pieces import Area
from bot.core.ground.places import along, vector
from bot.rulesets.horizons.fire.actions import Attack
from bot.rulesets.horizons.fire.rules import shoot
from bot.rulesets.horizons.play import LANE_OF_FIRE, HorizonsPlay, HorizonsReading, HorizonsScene, gunners_over
from bot.rulesets.horizons.suppression.actions import LANE, Suppress
from bot.rulesets.horizons.suppression.events import CameUnderFire, SuppressionEnded
from bot.rulesets.horizons.suppression.spending import spend_rounds
from bot.rulesets.horizons.time.events import Reacted
from bot.rulesets.horizons.time.slots import is_late

follows = Follows()


def lane_of(reading: HorizonsReading, suppress: Suppress, range_m: int) -> Lane | Cone | None:
    """Return where heads are kept down: as far as the gun reaches; None where distances are told.

    Raises:
        RuleViolation: on a ground it is not said whither, or that is no way off, or a place is said where nobody has
            one.
    """
    ground = reading.scene.ground
    own = ground.places.get(suppress.actor) if ground else None
    if ground is None or own is None:
        if suppress.to is not None:
            raise not_laid()
        return None
    if suppress.to is None:
        raise Incomplete("In which direction are heads kept down?", "Say a place or somebody there: to=C4.")
    known = known_to(reading.scene, ground, suppress.actor)
    way = vector(own, place_said(known, suppress.to, own))
    if not any(way[:2]):
        raise RuleViolation("Fire keeps heads down in a direction.", "Say another place or somebody: to=C4.")
    end = along(own, way, range_m * 100)
    wide_cm = reading.tables.widths[suppress.ground].metres * suppress.lanes * 100
    return Lane(own, end, wide_cm) if suppress.ground == LANE else Cone(own, end, wide_cm)


def lay_lane(play: HorizonsPlay, gunner: str, lane: Lane | Cone) -> None:
    """Have heads kept down there; of where somebody out of sight fires from only the GM knows."""
    area = Area(f"{LANE_OF_FIRE}\n{gunner}", LANE_OF_FIRE, lane, owner=gunner, hidden=is_unseen(play.scene, gunner))
    play.tell(AreaLaid(actor=gunner, area=area, audience=audience_of(area)))


@follows(Stood)
def _takes_the_lane_along(play: HorizonsPlay, event: Stood) -> None:
    take_along(play, event.actor)


def take_along(play: HorizonsPlay, gunner: str) -> None:
    """Have a lane begin where its gunner stands."""
    ground, area = play.scene.ground, lane_held(play.scene, gunner)
    outline = beginning_at(area.outline, ground.places[gunner]) if area and ground else None
    if isinstance(outline, Lane | Cone):
        lay_lane(play, gunner, outline)


def lane_held(scene: HorizonsScene, gunner: str) -> Area | None:
    """Return the lane that somebody holds; None where none lies on a ground."""
    return scene.ground.areas.get(f"{LANE_OF_FIRE}\n{gunner}") if scene.ground else None


def end_without_lane(play: HorizonsPlay, actor: str) -> None:
    """End the fire of somebody on a ground that was laid since, or where its lane was taken away while it was gone."""
    if play.scene.ground and not lane_held(play.scene, actor):
        end_fire(play, actor)


def end_fire(play: HorizonsPlay, actor: str) -> None:
    """Have somebody keep no heads down any more."""
    if play.scene.combatants[actor].state.suppressing:
        play.tell(SuppressionEnded(actor=actor))


@follows(Entered)
def _comes_under_fire(play: HorizonsPlay, event: Entered) -> None:
    """Have whoever comes into a lane of another side be exposed, and shot at where its gunner can (000-13, 000-32)."""
    area, people = area_entered(play.scene, event, LANE_OF_FIRE), play.scene.combatants
    if area is None or area.owner not in people:
        return
    gunner = people[area.owner]
    if not gunner.state.suppressing or gunner.side == people[event.actor].side:
        return
    late = is_late(play, event.actor)
    play.tell(CameUnderFire(actor=event.actor, target=gunner.actor, late=late, audience=event.audience))
    if play.options["covering_shots"] and may_fire_out_of_turn(play, gunner.actor, event.actor):
        with play.attempt(), play.about(gunner.actor, event.actor):
            fire_out_of_turn(play, Attack(actor=gunner.actor, target=event.actor))


def may_fire_out_of_turn(reading: HorizonsReading, gunner: str, target: str) -> bool:
    """Tell whether somebody has an attack and a reaction left in this round for whom it knows of, who is not down."""
    state = reading.scene.combatants[gunner].state
    used = state.reacted or (state.attacked and not reading.options["two_attacks"])
    meets = reading.scene.sees(gunner, target) and reading.scene.combatants[target].state.able
    return reading.scene.fight is not None and meets and not used and reading.hindrance(gunner) is None


def fire_out_of_turn(play: HorizonsPlay, fired: Attack) -> None:
    """Shoot in a moment of its own, as the reaction of the round; it shows the shooter to all who fire there.

    Like any action it costs the others who keep heads down their rounds.

    Raises:
        RuleViolation: the shot is not possible.
    """
    shooter, late = fired.actor, is_late(play, fired.actor)
    with play.own_moment():
        play.tell(Reacted(actor=shooter, attacking=True, gunners=gunners_over(play.scene, shooter), late=late))
        shoot(play, fired, out_of_turn=True)
        spend_rounds(play, shooter, fired=shooter)


def clear_lanes(play: HorizonsPlay) -> None:
    """Take away the lanes of those who keep no heads down any more."""
    people = play.scene.combatants
    lift(play, LANE_OF_FIRE, lambda lane: lane.owner in people and people[lane.owner].state.suppressing)
