"""The free action of a turn: posture, movement, or cover."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.moving import bound_for, went
from bot.core.ground.shelter import piece_meant, sheltered
from bot.core.renaming import sign_of
from bot.core.wording import metres, shown
from bot.rulesets.horizons.movement.actions import NO_COVER, ChangePosture, GetBehind, Move, TakeCover
from bot.rulesets.horizons.movement.events import GotBehind, Moved, PostureChanged, TookCover
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, by_now, gunners_over
from bot.rulesets.horizons.sights import sheltered_by
from bot.rulesets.horizons.state import State
from bot.rulesets.horizons.time.slots import is_late, is_reacting

rules = Rules()

EXPOSING = ("slow", "fast")
HAD = "has had the free action of this turn"


def _check_free(reading: HorizonsReading, actor: str) -> None:
    """Raise RuleViolation where somebody has had its free action, or reacts."""
    reacts = is_reacting(reading, actor)
    if reacts or reading.scene.combatants[actor].state.freed:
        what = "reacts, with no free action beside it" if reacts else HAD
        raise RuleViolation(f"{shown(actor)} {what}.", "Take the action, or wait: /act action:wait.")


@rules(ChangePosture)
def change_posture(play: HorizonsPlay, change: ChangePosture) -> None:
    """Take another posture, as the free action of the turn.

    Raises:
        RuleViolation: the free action is gone, or it is the posture of before.
    """
    _check_free(play, change.actor)
    rows, before = play.tables.postures, play.scene.combatants[change.actor].state.posture
    if change.to == before:
        others = ", ".join(each for each in rows if each != before)
        raise RuleViolation(f"{shown(change.actor)} is {before} already.", f"It may be: {others}.")
    rises = rows[change.to].smaller < rows[before].smaller
    gunners = gunners_over(play.scene, change.actor) if rises else ()
    late = is_late(play, change.actor)
    play.tell(PostureChanged(actor=change.actor, posture=change.to, exposing=bool(gunners), gunners=gunners, late=late))


def _check_free_to_move(actor: str, state: State) -> None:
    if state.pace == "still":
        raise RuleViolation(f"{shown(actor)} cannot move.", "A GM sets free: /init set with:pace=subtle.")


def _check_runs(actor: str, state: State, pace: str, slowly: str) -> None:
    """Raise RuleViolation where somebody would run who does not stand (000-34), and may go ``slowly`` instead."""
    if pace == "fast" and state.posture != "standing":
        remedy = f"{slowly}, or stand up: /act action:posture with:to=standing."
        raise RuleViolation(f"{shown(actor)} is {state.posture}, and nobody runs so.", remedy)


@rules(Move)
def move(play: HorizonsPlay, move: Move) -> None:
    """Move at a pace, as the free action of the turn; it counts until the next one (text 000, lines 87-106).

    Raises:
        RuleViolation: the free action is gone, the GM has said that the actor cannot move, or it does not stand and
            wants to run (ruling 000-34).
    """
    _check_free(play, move.actor)
    state = play.scene.combatants[move.actor].state
    _check_free_to_move(move.actor, state)
    _check_runs(move.actor, state, move.pace, "Move slowly (pace=slow)")
    stride = play.tables.strides.get(move.pace)
    if stride is None and (move.to is not None or move.via):
        raise RuleViolation("So subtly nobody gets anywhere.", "Say pace=slow or pace=fast.")
    way = bound_for(play, move.actor, move.target, away=move.away, to=move.to, via=move.via) if stride else None
    goes = _set_off(play, move.actor, move.pace)
    if goes and way is not None and stride is not None:
        went(play, way, way.at_most(float(stride.metres)))


def _set_off(play: HorizonsPlay, actor: str, pace: str, behind: str = "") -> bool:
    """Tell that somebody moves, and return whether nobody who watches where it stands has put it down by that."""
    gunners, late = gunners_over(play.scene, actor) if pace in EXPOSING else (), is_late(play, actor)
    able = play.scene.combatants[actor].state.able
    play.tell(Moved(actor=actor, pace=pace, exposing=bool(gunners), gunners=gunners, late=late, behind=behind))
    return play.scene.combatants[actor].state.able == able


@rules(GetBehind)
def get_behind(play: HorizonsPlay, taken: GetBehind) -> None:
    """Go behind something on the ground, slowly where that is enough, as the free action of the turn (house).

    Raises:
        RuleViolation: the free action is gone, the actor cannot move so far, or something is in the way.
    """
    actor, state = taken.actor, play.scene.combatants[taken.actor].state
    _check_free(play, actor)
    _check_free_to_move(actor, state)
    way = bound_for(play, actor, to=sheltered(play, actor, taken.behind), via=taken.via)
    reaching = (pace for pace, row in play.tables.strides.items() if (way.length_m or 0) <= row.metres)
    pace = next(reaching, "")
    if not pace:
        raise RuleViolation(f"It is {metres(way.length_m or 0)} to there.", "Move nearer first: /act action:move.")
    _check_runs(actor, state, pace, f"Take cover within {play.tables.strides['slow'].metres} m, to which one walks")
    piece = piece_meant(play.scene.ground, taken.behind) if play.scene.ground else None
    if _set_off(play, actor, pace, piece.name if piece and not piece.hidden else ""):
        went(play, way, way.length_m or 0)
        _shows_no_more(play, actor)


def _shows_no_more(play: HorizonsPlay, actor: str) -> None:
    """Have somebody show itself no more to those against whom it stands behind something now (000-32)."""
    others, state = (name for name in play.scene.combatants if name != actor), play.scene.combatants[actor].state
    covered = [name for name in others if state.is_exposed_to(name) and sheltered_by(by_now(play), name, actor)]
    if covered:
        play.tell(GotBehind(actor=actor, gunners=tuple(map(sign_of, covered))))


@rules(TakeCover)
def take_cover(play: HorizonsPlay, taken: TakeCover) -> None:
    """Get behind something, or out into the open, as the free action of the turn (text 000, lines 29-37).

    Raises:
        RuleViolation: the free action is gone, cover follows from places, the actor cannot move, or would come out of
            no cover.
    """
    actor, state = taken.actor, play.scene.combatants[taken.actor].state
    _check_free(play, actor)
    if play.scene.ground and actor in play.scene.ground.places:
        remedy = "Go behind what stands here: /act action:take_cover behind:wall; a GM has it stand with /map piece."
        raise RuleViolation("On a ground cover follows from places.", remedy)
    _check_free_to_move(actor, state)
    late = is_late(play, actor)
    if taken.cover != NO_COVER:
        parts = play.tables.parts[taken.parts].covers
        play.tell(TookCover(actor=actor, cover=taken.cover, parts=parts, late=late))
        return
    if not state.cover:
        raise RuleViolation(f"{shown(actor)} is in the open already.", "Get behind something: cover=brick.")
    gunners = gunners_over(play.scene, actor)
    play.tell(TookCover(actor=actor, exposing=bool(gunners), gunners=gunners, late=late))
