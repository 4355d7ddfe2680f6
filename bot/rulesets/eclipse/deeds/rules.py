"""What somebody does in a phase besides attacking: defend itself, drop or stand up, go somewhere."""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.events import Audience, DistancesOutdated, RangeSet
from bot.core.features import Rules
from bot.core.ground.lost import is_veiled
from bot.core.ground.moving import Way, bound_for, went
from bot.core.wording import shown
from bot.rulesets.eclipse.deeds.actions import PRONE, ChangeStance, FullDefence, Move
from bot.rulesets.eclipse.deeds.events import RUN, DefenceRaised, LetGo, Moved, StanceChanged, StoodDown
from bot.rulesets.eclipse.deeds.holding import carried, check_free
from bot.rulesets.eclipse.play import EclipsePlay, EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.targets import target_named
from bot.rulesets.eclipse.time.phases import (
    begin_action,
    begin_quick_action,
    end_action,
    end_quick_action,
    state_in_moment,
    state_now,
)

rules = Rules()


@rules(FullDefence)
def full_defence(play: EclipsePlay, defending: FullDefence) -> None:
    """Do nothing but defend oneself, at +30 until the next phase (C1)."""
    begin_action(play, defending.actor)
    play.tell(DefenceRaised(actor=defending.actor))
    end_action(play, defending.actor)


@rules(ChangeStance)
def stance(play: EclipsePlay, change: ChangeStance) -> None:
    """Drop to the ground or stand up: a quick action (ours)."""
    state, prone = state_in_moment(play.scene, change.actor), change.to == PRONE
    if state.prone == prone:
        remedy = "Stand up with to=standing, or act: /attack." if prone else "Leave it at that, or do something else."
        raise RuleViolation(f"{shown(change.actor)} is {change.to} already.", remedy)
    begin_quick_action(play, change.actor)
    play.tell(StanceChanged(actor=change.actor, prone=prone))
    end_quick_action(play, change.actor)


@rules(Move)
def move(play: EclipsePlay, moving: Move) -> None:
    """Walk or run: a quick action; who runs attacks at -20 from afar and at -10 otherwise (001-7).

    The metres of a turn are shared among one's own phases (EPL 7; of others' phases nobody is told), and those of a
    phase among its moves (001-28).

    Raises:
        RuleViolation: nothing is left of the pace in this phase, the actor lies on the ground or is held, or holds whom
            it would go to.
    """
    actor, pace = moving.actor, moving.pace
    state = state_in_moment(play.scene, actor)
    check_upright(state, actor)
    check_free(play.scene, actor)
    most = _metres_left(play.tables, state, pace)
    if most <= 0:
        farther = (
            "Say pace=run." if _metres_left(play.tables, state, RUN) > 0 else "Leave it at that, or do something else."
        )
        raise RuleViolation(f"{shown(actor)} has gone as far as a {pace} takes it.", farther)
    target = target_named(play.scene, actor, moving.target) if moving.target else ""
    if target in carried(play.scene, actor) and not (moving.away or moving.to):
        raise RuleViolation(f"{shown(actor)} holds {shown(target)} already.", "Go elsewhere: it comes along.")
    way = bound_for(play, actor, target, away=moving.away, to=moving.to, via=moving.via)
    metres = way.at_most(most if moving.metres is None else min(moving.metres, most))
    if not (way.legs or moving.away):
        metres = _up_to(play, actor, target, metres)
    begin_quick_action(play, actor)
    if set_off(play, Moved(actor=actor, target=target, pace=pace, metres=metres)):
        walked(play, way, metres)
    end_quick_action(play, actor)


def set_off(play: EclipsePlay, moved: Moved) -> bool:
    """Tell that somebody moves, and return whether nobody who watches where it stands has put it down by that."""
    before = footing(play.scene, moved.actor)
    play.tell(moved)
    return footing(play.scene, moved.actor) == before


def footing(scene: EclipseScene, actor: str) -> tuple[bool, bool, bool]:
    """Return what somebody loses whom something stops on its way: that it is able, in its wits, and on its feet.

    Who was put out at the moment at which it acts goes on without them.
    """
    state = scene.combatants[actor].state
    return state.able, not state.dazed, not state.prone


def walked(play: EclipsePlay, way: Way, metres: float) -> None:
    """Let somebody go so many metres of a way, and whom it holds with it, while it is on its feet and holds it."""
    actor, along = way.actor, carried(play.scene, way.actor)
    if not way.legs:
        _went_told(play, way, metres, along)
        return

    def goes_on() -> bool:
        return not play.scene.combatants[actor].state.prone and carried(play.scene, actor) == along

    went(play, way, metres, goes_on=goes_on, carrying=along)


def _went_told(play: EclipsePlay, way: Way, metres: float, along: tuple[str, ...]) -> None:
    """Change the distances that are told; whom somebody holds is as near as before, and farther from all others."""
    near = {other: play.distance(way.actor, other) for other in along}
    went(play, replace(way, target="") if way.target in along else way, metres)
    for other, range_m in near.items():
        play.tell(DistancesOutdated(actor=other))
        if range_m is not None:
            play.tell(RangeSet(actor=way.actor, target=other, range_m=range_m))


def _up_to(reading: EclipseReading, actor: str, target: str, metres: float) -> float:
    """Return the metres that end at a target at the latest; all where nobody knows how far it is."""
    known_m = reading.distance(actor, target)
    return metres if known_m is None else min(metres, known_m)


def _metres_left(tables: EclipseTables, state: State, pace: str) -> float:
    """Return the metres that a pace has left in this phase, at most what is left to run in the turn."""
    return min(tables.paces[pace].metres / state.speed - state.phase_m, running_left(tables, state))


def running_left(tables: EclipseTables, state: State) -> float:
    """Return the metres that somebody can still run in this turn, of which all it has gone is taken (001-28)."""
    return tables.paces[RUN].metres - state.turn_m


def stand_down(play: EclipsePlay, kinds: Container[str]) -> None:
    """Have nobody hold under fire or watch what does not lie on the ground, in no area of these ``kinds`` (ours)."""
    if play.scene.ground is None:
        return
    held = {area.owner for area in play.scene.ground.areas.values() if area.kind in kinds}
    for actor in play.scene.combatants:
        if actor not in held:
            let_up(play, actor)


def let_up(play: EclipsePlay, actor: str) -> None:
    """Have somebody hold nothing under fire and watch nothing any more.

    Nothing is told where that is over with a phase that has come. Of whom not all may know how it is the GM alone is
    told: it may have been out of sight until now.
    """
    if _holds(state_now(play.scene, actor)):
        _stand_down(play, actor)


def _stand_down(play: EclipsePlay, actor: str) -> None:
    veiled = is_veiled(play.scene, play.scene.combatants[actor])
    play.tell(StoodDown(actor=actor, audience=Audience.GM if veiled else Audience.ALL))


def let_up_unarmed(play: EclipsePlay, before: EclipseScene) -> None:
    """Tell who holds nothing under fire and watches nothing any more since an edited sheet took the weapon from its
    hand (ours); of whoever is put out by it all read that.
    """
    people = play.scene.combatants
    held = [actor for actor, was in before.combatants.items() if _holds(was.state) and actor in people]
    for actor in held:
        state, is_edited = people[actor].state, people[actor].sheet != before.combatants[actor].sheet
        if is_edited and state.able and not _holds(state) and _holds(state_now(before, actor)):
            _stand_down(play, actor)


def _holds(state: State) -> bool:
    return state.suppressing is not None or state.watching is not None


def let_go(play: EclipsePlay) -> None:
    """Have whoever is out of action be about nothing.

    Who is put out at the moment at which it acts does so all the same (001-14), but nothing of that lasts (ours).
    """
    for actor, combatant in play.scene.combatants.items():
        if combatant.state.busy and not combatant.state.able:
            play.tell(LetGo(actor=actor))


def check_upright(state: State, actor: str) -> None:
    """Raise RuleViolation where somebody lies on the ground."""
    if state.prone:
        raise RuleViolation(
            f"{shown(actor)} lies on the ground.",
            "Stand up first, a quick action: /act action:stance with:to=standing.",
        )
