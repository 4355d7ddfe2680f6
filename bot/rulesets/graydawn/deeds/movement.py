"""Movement comes in actions of MA metres; it gives up what cover there was, and may end behind other."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import Entered, audience_of
from bot.core.features import Rules
from bot.core.ground.entered import areas_around
from bot.core.ground.moving import Way, bound_for, went
from bot.core.ground.places import Place
from bot.core.ground.shelter import sheltered
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.graydawn.checks.stats import is_lame, stat
from bot.rulesets.graydawn.cover.rules import taken_cover
from bot.rulesets.graydawn.cover.things import beside
from bot.rulesets.graydawn.deeds.actions import Move, TakeCover
from bot.rulesets.graydawn.deeds.events import CoverTaken, Moved
from bot.rulesets.graydawn.deeds.stealth import steal_past
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import LANE_AREA, Shelter
from bot.rulesets.graydawn.targets import present, target_of
from bot.rulesets.graydawn.time.slots import has_turn
from bot.rulesets.graydawn.time.turns import end

rules = Rules()


@rules(Move)
def move(play: DawnPlay, going: Move) -> None:
    """Go up to MA metres, as one movement action (text 004, lines 248-258; 004-20). Dice: those of stealth, if any.

    Raises:
        RuleViolation: it is too far, or a leg does not carry.
    """
    actor = going.actor
    _check_legs(play, actor)
    target = present(play.scene, actor, going.target) if going.target else ""
    unaware = target_of(play.scene, actor, going.unseen_by) if going.unseen_by else ""
    taken = taken_cover(play, actor, going.cover, going.level) or Shelter("", 0)
    way = bound_for(play, actor, target, away=going.away, to=going.to, via=going.via)
    metres = way.at_most(_metres(play, actor, going.metres))
    full = bool(going.cover) and (going.full or play.scene.combatants[actor].state.turn.pinned)
    moved = Moved(
        actor=actor, target=target, metres=metres, away=going.away, cover=taken.kind, level=taken.level, full=full
    )
    went_off = _go(play, way, moved)
    if unaware and went_off and _goes_on(play, actor):
        steal_past(play, actor, unaware)


@rules(TakeCover)
def take_cover(play: DawnPlay, going: TakeCover) -> None:
    """Go behind a thing, on the side away from the nearest enemy, as one movement action (text 004, lines 146, 258).

    Who does not get there has no cover; whose nerve has failed keeps wholly down there. Dice: as for a move.

    Raises:
        RuleViolation: nothing there is cover, or a leg does not carry.
    """
    actor = going.actor
    _check_legs(play, actor)
    unaware = target_of(play.scene, actor, going.unseen_by) if going.unseen_by else ""
    way = bound_for(play, actor, to=sheltered(play, actor, going.behind), via=going.via)
    shelter = beside(play, way.goal) if way.goal else None
    if shelter is None:
        raise RuleViolation("There is nothing to be behind.", "Name a thing: behind=wall. See /map show.")
    went_off = _go(play, way, Moved(actor=actor, metres=way.at_most(_metres(play, actor, None))))
    if not went_off or not _goes_on(play, actor):
        return
    if play.scene.ground and play.scene.ground.places[actor] == way.goal:
        full = going.full or play.scene.combatants[actor].state.turn.pinned
        play.tell(CoverTaken(actor=actor, thing=shelter.thing, cover=shelter.kind, level=shelter.level, full=full))
    if unaware:
        steal_past(play, actor, unaware)


def _go(play: DawnPlay, way: Way, moved: Moved) -> bool:
    """Go a way, unless it begins in a lane under fire and whoever stands there does not dare to move; tell whether.

    Raises:
        RuleViolation: it did not dare to in this round.
    """
    if way.start and not _dares_from(play, way.actor, way.start):
        return False
    play.tell(moved)
    went(play, way, moved.metres)
    return True


def _goes_on(play: DawnPlay, actor: str) -> bool:
    """Tell whether somebody goes on with what a move is for: a lane on the way takes some out, and others the turn."""
    return play.at_opening(actor).able and has_turn(play.scene, actor)


def _dares_from(play: DawnPlay, actor: str, start: Place) -> bool:
    """Tell whether somebody dares to move from where it stands, in a lane under fire or not; some do not live to."""
    lanes = [area for area in areas_around(play.scene, actor, LANE_AREA) if area.owner != actor]
    for area in lanes:
        if play.scene.combatants[actor].state.turn.balked:
            raise RuleViolation(f"{shown(actor)} did not dare to.", "Stay there until the next round.")
        audience = audience_of(area)
        play.tell(Entered(actor=actor, area=area.key, kind=area.kind, place=start, audience=audience))
        if play.scene.combatants[actor].state.turn.balked or not play.at_opening(actor).able:
            return False
    return True


def end_move(play: DawnPlay, order: Act, before: DawnScene) -> None:
    """End an action of movement, behind which an attack may follow at the same number or soon (004:254; 004-41)."""
    turn = play.scene.combatants[order.actor].state.turn
    striding = bool(order.inputs.get("firing")) and turn.done - turn.moved < turn.actions - turn.moves
    end(play, order.actor, moved=True, striding=striding)


def _check_legs(reading: DawnReading, actor: str) -> None:
    """Check that whoever has a crippled leg crawls no more than one action a round (ours).

    Raises:
        RuleViolation: it has moved already.
    """
    state = reading.at_opening(actor)
    if is_lame(reading.tables, state) and state.run:
        raise RuleViolation(f"{shown(actor)} cannot run on one leg.", "One movement action a round is possible.")


def _metres(reading: DawnReading, actor: str, wanted: float | None) -> float:
    most = stat(reading.tables, reading.at_opening(actor), "ma")
    if wanted is not None and wanted > most:
        raise RuleViolation(f"{wanted:g} m are too far.", f"One movement action goes {most} m.")
    return float(most if wanted is None else wanted)
