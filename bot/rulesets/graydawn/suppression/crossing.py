"""Whoever comes into a lane under fire, moves within it, or shows in it from full cover meets its fire there."""

from __future__ import annotations

from bot.core.events import AreaGone, Entered, Stood, audience_of
from bot.core.features import Follows
from bot.core.ground.outlines import Lane as Strip
from bot.core.ground.outlines import covers
from bot.core.ground.places import Place, along, to_side, vector
from bot.core.ground.routes import CLEAR_CM
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.play import DawnPlay, DawnScene
from bot.rulesets.graydawn.state import LANE_AREA, Stance
from bot.rulesets.graydawn.suppression.laid_lanes import lane_called, lanes_at
from bot.rulesets.graydawn.suppression.lanes import dared
from bot.rulesets.graydawn.time.events import Declared, RoundBegan

follows = Follows()


@follows(Entered)
def come_into(play: DawnPlay, event: Entered) -> None:
    """Have whoever comes into a lane dare it, or stay outside (text 004, line 224). Dice: as for `lanes.brave`."""
    lane, ground = lane_called(play.scene, event.area), play.scene.ground
    if lane is None or ground is None or lane.source == sign_of(event.actor):
        return
    balked, strip = play.scene.combatants[event.actor].state.turn.balked, ground.areas[event.area].outline
    with play.part(f"lane {lane.area}"):
        if (balked or not dared(play, event.actor, lane)) and isinstance(strip, Strip):
            play.tell(Stood(actor=event.actor, place=_outside(strip, event.place)))


def _outside(strip: Strip, place: Place) -> Place:
    """Return the place clear of a strip that is nearest to one at its border; one within it stays as it is."""
    way = vector(strip.start, strip.end)
    around = (
        *(to_side(place, way, aside_cm) for aside_cm in (CLEAR_CM, -CLEAR_CM)),
        *(along(place, way, further_cm) for further_cm in (CLEAR_CM, -CLEAR_CM)),
    )
    return next((each for each in around if not covers(strip, each)), place)


@follows(RoundBegan)
def lanes_are_over(play: DawnPlay, event: RoundBegan) -> None:
    """Take the lanes of the round before off the ground."""
    ground = play.scene.ground
    for area in tuple(ground.areas.values()) if ground else ():
        if area.kind == LANE_AREA:
            play.tell(AreaGone(key=area.key, audience=audience_of(area)))


def out_of_cover(play: DawnPlay, order: Act, before: DawnScene) -> None:
    """Have whoever shows in a lane out of full cover dare that, or keep wholly down (text 004, line 224).

    The fire of a further lane goes above whom that of one has put down. Dice: as for `lanes.brave`.
    """
    actor, state = order.actor, play.scene.combatants[order.actor].state
    was = before.combatants[actor].state.stance
    if was is not Stance.FULL or state.stance in (Stance.FULL, Stance.MOVING):
        return
    for lane in lanes_at(play.scene, actor):
        if play.hindrance(actor, in_turn=True) is not None:
            return
        with play.part(f"lane {lane.area}"):
            if state.turn.balked or not dared(play, actor, lane):
                play.tell(Declared(actor=actor, stance=Stance.FULL, actions=state.turn.actions, moves=state.turn.moves))
                return
