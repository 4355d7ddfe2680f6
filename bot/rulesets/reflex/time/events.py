"""What happens in time: exchanges, choices and pauses, and every tactical action but the attack."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

import msgspec

from bot.core.dice import Roll
from bot.core.events import AtOnce, Audience, Event, Personal, Told
from bot.core.scene import changed_at_once, with_scene_state, with_state
from bot.core.terms import Term
from bot.rulesets.reflex.changes import ForEverybody, everyone, halted
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import (
    Broken,
    Cloud,
    Encumbrance,
    Flight,
    Lies,
    Pace,
    SceneState,
    Stance,
    State,
    Underway,
)
from bot.rulesets.reflex.traps import Mine

_with = msgspec.structs.replace


class ExchangeBegan(Event, frozen=True, kw_only=True, tag="reflex.exchange_began"):
    """An exchange of fire began; ``exchange`` counts from one."""

    exchange: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        scene_state = _with(scene.state, phase="exchange", exchange=self.exchange, pauses=0, played=False)
        return everyone(_with(scene, state=scene_state), _fresh)


class CameAnew(Event, frozen=True, kw_only=True, tag="reflex.came_anew"):
    """``actor``, who has just come in, is somebody else than whoever left under that name."""

    quiet: ClassVar[bool] = True

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _with(scene, state=nothing_of(scene.state, self.actor))


def nothing_of(scene_state: SceneState, actor: str) -> SceneState:
    """Return the state without what is under way of ``actor``, or about it: fire on areas, missions, throws, a seat, an
    action, the gas it is in, how near it is to something or was, and what it lit or laid for the GM: a player's is the
    same in the next fight.
    """
    return _with(
        scene_state,
        areas=tuple(
            _with(area, gunner="", covered=False) if area.gunner == actor else area for area in scene_state.areas
        ),
        missions={
            gunner: _with(mission, told=_others(mission.told, actor))
            for gunner, mission in scene_state.missions.items()
            if actor not in (gunner, mission.target)
        },
        flights=tuple(_at_nobody(flight, actor) for flight in scene_state.flights),
        throwers={thrown: thrower for thrown, thrower in scene_state.throwers.items() if thrower != actor},
        aboard={one: vehicle for one, vehicle in scene_state.aboard.items() if actor not in (one, vehicle)},
        orders={one: order for one, order in scene_state.orders.items() if one != actor},
        starts={
            one: _with(left, ranges_m=_others(left.ranges_m, actor))
            for one, left in scene_state.starts.items()
            if one != actor
        },
        mines={key: _lying_by_itself(mine, actor) for key, mine in scene_state.mines.items()},
        clouds=tuple(_without_in_it(cloud, actor) for cloud in scene_state.clouds),
    )


def _at_nobody(flight: Flight, actor: str) -> Flight:
    gunner, target = ("" if one == actor else one for one in (flight.gunner, flight.target))
    return _with(flight, gunner=gunner, target=target, told=_others(flight.told, actor))


def _lying_by_itself(mine: Mine, actor: str) -> Mine:
    near = {"near": "", "near_m": 0, "depth_m": 0} if mine.near == actor else {}
    layer = "" if mine.layer == actor and not mine.owner else mine.layer
    lit_by = "" if mine.lit_by == actor else mine.lit_by
    return _with(mine, around=_others(mine.around, actor), layer=layer, lit_by=lit_by, **near)


def _without_in_it(cloud: Cloud, actor: str) -> Cloud:
    return _with(
        cloud,
        inside=tuple(one for one in cloud.inside if one != actor),
        around=_others(cloud.around, actor),
        downwind=_others(cloud.downwind, actor),
    )


def _others(told: Mapping[str, float], actor: str) -> dict[str, float]:
    return {one: metres for one, metres in told.items() if one != actor}


class ComposureChecked(AtOnce, frozen=True, kw_only=True, tag="reflex.composure_checked"):
    """``actor``, who has been in shock, came to (a success) or stays dazed for this exchange."""

    outcome: Outcome

    def changed(self, state: State) -> State:
        return state.with_body(shock=not self.outcome.succeeded).with_turn(dazed=not self.outcome.succeeded)


class InitiativeRolled(AtOnce, frozen=True, kw_only=True, tag="reflex.initiative_rolled"):
    """``actor`` acts first on tick ``initiative``: ``terms`` and twice the margin of the check."""

    silent: ClassVar[bool] = True

    terms: tuple[Term, ...]
    outcome: Outcome
    initiative: int

    def changed(self, state: State) -> State:
        return state.with_turn(initiative=self.initiative, rolled=True, pressed=False, bonus=0)


class TimeSpent(Event, frozen=True, kw_only=True, tag="reflex.time_spent"):
    """An action of ``actor`` took ``ticks``; ``initiative`` is the tick of the next, zero for none.

    ``steadied`` says that recoil of an earlier attack is over with it; ``rest`` that it is the rest of an action which
    came to fewer ticks at its end than it began with, and has told of those.
    """

    ticks: int
    initiative: int
    steadied: bool = True
    rest: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with somebody's next tick, by which it is judged at once; what it was about is over."""
        unseen = scene.apart and scene.combatants[self.actor].hidden
        if not (scene.state.played or unseen):
            scene = with_scene_state(scene, played=True)
        scene = changed_at_once(scene, self.actor, self.changed)
        state = scene.combatants[self.actor].state
        return with_state(scene, self.actor, idle(state)) if state.turn.underway else scene

    def changed(self, state: State) -> State:
        """Return the state with the tick of its next action; whoever lets time go by moves no farther.

        A string of attacks ends with any action but the attack, whose own time belongs to it.
        """
        if self.rest:
            return state.with_turn(initiative=self.initiative)
        string, carried = state.turn.sustained, None if self.steadied else state.turn.carried
        goes_on = _with(string, fresh=False) if string and string.fresh else None
        turned = state.with_turn(initiative=self.initiative, acted=True, carried=carried, sustained=goes_on)
        return halted(turned) if self.ticks else turned


class ExchangeEnded(Event, frozen=True, kw_only=True, tag="reflex.exchange_ended"):
    """The exchange of fire ended; all still able must press or hold.

    What burns where somebody absent has put it away is spent where that is ``stowed``, of which earlier versions say
    nothing.
    """

    exchange: int
    stowed: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with what is under way over, too."""
        return everyone(_choices(scene), idle)


class Pressed(AtOnce, frozen=True, kw_only=True, tag="reflex.pressed"):
    """``actor`` presses for a new exchange of fire."""

    def changed(self, state: State) -> State:
        return state.with_turn(choice="press", pressed=True)


class Held(AtOnce, frozen=True, kw_only=True, tag="reflex.held"):
    """``actor`` holds. ``outcome`` is the check of nerve after a pause; failed, it becomes a press without bonus."""

    outcome: Outcome | None = None

    def changed(self, state: State) -> State:
        nerve = self.outcome is None or self.outcome.succeeded
        return state.with_turn(choice="hold" if nerve else "press", pressed=False)


class Surrendered(AtOnce, frozen=True, kw_only=True, tag="reflex.surrendered"):
    """``actor`` refuses to roll for initiative and stays inactive in the next exchange."""

    def changed(self, state: State) -> State:
        return state.with_turn(choice="surrender", pressed=False, surrendered=True)


class PauseBegan(Event, frozen=True, kw_only=True, tag="reflex.pause_began"):
    """A pause began; ``pauses`` counts those since the last exchange of fire."""

    pauses: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        scene_state = _with(scene.state, phase="pause", pauses=self.pauses)
        return everyone(_with(scene, state=scene_state), _lulled)


class PauseEnded(Event, frozen=True, kw_only=True, tag="reflex.pause_ended"):
    """The pause ended; all still able must press or hold."""

    pauses: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _choices(scene)


class MinuteBegan(Event, frozen=True, kw_only=True, tag="reflex.minute_began"):
    """A minute outside of fights began, counted from one like the pauses of a fight."""

    minute: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in its next minute: everybody has time again, and whoever was in shock is out of it."""
        begun = with_scene_state(scene, pauses=self.minute)
        return everyone(begun, lambda state: state.with_turn(acted=False, out=False))


class MinuteEnded(Event, frozen=True, kw_only=True, tag="reflex.minute_ended"):
    """A minute outside of fights is over."""

    quiet: ClassVar[bool] = True

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the same scene."""
        return scene


class TimeTaken(Personal, frozen=True, kw_only=True, tag="reflex.time_taken"):
    """``actor`` did something outside of fights, which took the minute or only moments of it."""

    quiet: ClassVar[bool] = True

    whole_minute: bool = False

    def changed(self, state: State) -> State:
        """Return the state with a gun that is steady again, and without time where the minute is used up."""
        return state.with_turn(carried=None, sustained=None, acted=state.turn.acted or self.whole_minute)


class FightDecided(Event, frozen=True, kw_only=True, tag="reflex.fight_decided"):
    """Only ``side`` has anybody left who can and will go on fighting."""

    side: str
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return with_scene_state(scene, decided=True)


class PauseLetGo(Told, frozen=True, kw_only=True, tag="reflex.rested"):
    """``actor`` let the pause go by."""


class PauseMoved(AtOnce, frozen=True, kw_only=True, tag="reflex.pause_moved"):
    """``actor`` covered ``distance_m`` metres during a pause, at most."""

    silent: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    pace: Pace
    distance_m: float

    def changed(self, state: State) -> State:
        return _gone(state.with_body(moved_m=self.distance_m))


class Waited(Told, frozen=True, kw_only=True, tag="reflex.waited"):
    """``actor`` waited, so many ``times`` for ``each`` ticks; neither is told of one wait alone."""

    times: int = 1
    each: int = 0


class SecondDeclined(Told, frozen=True, kw_only=True, tag="reflex.second_declined"):
    """``actor`` did nothing else on the move."""


class Switched(AtOnce, frozen=True, kw_only=True, tag="reflex.switched"):
    """``actor`` switched ``item`` on or off."""

    item: str
    active: bool

    def changed(self, state: State) -> State:
        return state.with_item(self.item, active=self.active)


class Assessed(Told, frozen=True, kw_only=True, tag="reflex.assessed"):
    """``actor`` took a look around; what a success shows the GM tells."""

    outcome: Outcome


class StanceChanged(AtOnce, frozen=True, kw_only=True, tag="reflex.stance_changed"):
    """``actor`` went into ``stance``."""

    stance: Stance
    before: Stance

    def changed(self, state: State) -> State:
        return _folded_up(state).with_body(stance=self.stance)


class Communicated(Told, frozen=True, kw_only=True, tag="reflex.communicated"):
    """``actor`` got a message of ``length`` across; ``device`` says that it went over a radio or the like."""

    length: str
    device: bool = False


class DitchChecked(Told, frozen=True, kw_only=True, tag="reflex.ditch_checked"):
    """``actor`` tried to let go of ``item`` where that is not easy; ``outcome`` says whether it could."""

    item: str
    outcome: Outcome


class Ditched(AtOnce, frozen=True, kw_only=True, tag="reflex.ditched"):
    """``actor`` let go of ``item``, which lies within reach.

    ``roll`` is that for digging it out, or for damage to what was torn off, which comes at ``percent`` or less.
    ``costs`` are the parts of the ticks; ``load`` is how much is carried since then, None for as much as before.
    """

    item: str
    roll: Roll | None = None
    damaged: bool = False
    percent: int = 0
    costs: tuple[Term, ...] = ()
    load: Encumbrance | None = None

    def changed(self, state: State) -> State:
        if self.load is not None:
            state = state.with_kit(encumbrance=self.load)
        if self.item in state.kit.weapons:
            return state.with_weapon(self.item, held_with=0, lies=Lies.NEAR, bipod_down=False)
        if self.item not in state.kit.items:
            return _shed(state, self)
        return state.with_item(self.item, held=False, worn=False, lies=Lies.NEAR, damaged=self.damaged)


class Moved(AtOnce, frozen=True, kw_only=True, tag="reflex.moved"):
    """``actor`` moves at ``pace`` over ``distance_m`` metres until its next action.

    What burns where it has put it away goes along where that is ``stowed``, and ``seen_off`` is who sets off in sight
    of all; earlier versions say nothing of either.
    """

    silent: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    pace: Pace
    distance_m: float
    away: bool = False
    stowed: bool = False
    seen_off: bool = False

    def changed(self, state: State) -> State:
        return _gone(state.with_body(moving=self.pace, moved_m=self.distance_m, boarding="", boarded=0))


class Boarded(AtOnce, frozen=True, kw_only=True, tag="reflex.boarded"):
    """``actor`` spent a Move action on getting in or out; ``done`` of ``needed`` such actions are behind it.

    They count for ``counted``, where nothing is written there for ``what``. Whoever is in or out then ``leaves``
    behind what lay near.
    """

    distance_m: ClassVar[float] = 0
    stowed: ClassVar[bool] = True

    what: str
    done: int
    needed: int
    counted: str = ""
    leaves: bool = False

    def changed(self, state: State) -> State:
        if self.done < self.needed:
            return state.with_body(boarding=self.counted or self.what, boarded=self.done)
        done = state.with_body(boarding="", boarded=0)
        return _gone(done) if self.leaves else done


class Dragged(Personal, frozen=True, kw_only=True, tag="reflex.dragged"):
    """``actor`` comes along with somebody whom it holds, and who goes ``distance_m`` metres; see ``Moved``."""

    quiet: ClassVar[bool] = True
    stowed: ClassVar[bool] = True
    leaves: ClassVar[bool] = True

    distance_m: float
    seen_off: bool = False

    def changed(self, state: State) -> State:
        return _gone(state)


Leaving: TypeAlias = Moved | PauseMoved | Boarded | Dragged
LEAVING = (Moved, PauseMoved, Boarded, Dragged)
"""By what somebody may leave behind what lies near: it does where the event says that it ``leaves``."""


class Readied(AtOnce, frozen=True, kw_only=True, tag="reflex.readied"):
    """``actor`` took ``item`` in ``hands`` hands.

    ``roll`` is that for digging it out, ``costs`` are the parts of the ticks.
    """

    item: str
    hands: int
    hand: str
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def changed(self, state: State) -> State:
        if self.item in state.kit.weapons:
            return state.with_weapon(self.item, held_with=self.hands, hand=self.hand, lies=Lies.CARRIED)
        return state.with_item(self.item, held=True, hands=self.hands, hand=self.hand, lies=Lies.CARRIED)


class Stowed(AtOnce, frozen=True, kw_only=True, tag="reflex.stowed"):
    """``actor`` put ``item`` away; ``costs`` are the parts of the ticks."""

    item: str
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def changed(self, state: State) -> State:
        if self.item in state.kit.weapons:
            return state.with_weapon(self.item, held_with=0, bipod_down=False)
        return state.with_item(self.item, held=False)


class Reloaded(AtOnce, frozen=True, kw_only=True, tag="reflex.reloaded"):
    """``actor`` worked on loading ``weapon``, which holds ``loaded`` rounds now.

    ``done`` of ``needed`` actions are behind it; ``spare`` are the rounds left for it, None where nobody counts.
    ``roll`` is that for digging rounds out, ``costs`` are the parts of the ticks.
    """

    weapon: str
    loaded: int
    done: int
    needed: int
    spare: int | None = None
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def changed(self, state: State) -> State:
        done = {key: count for key, count in state.kit.reloading.items() if key != self.weapon}
        if self.done < self.needed:
            done[self.weapon] = self.done
        return state.with_weapon(self.weapon, loaded=self.loaded, spare=self.spare).with_kit(reloading=done)


class Braced(AtOnce, frozen=True, kw_only=True, tag="reflex.braced"):
    """``actor`` folded the bipod of ``weapon`` down or up."""

    weapon: str
    down: bool

    def changed(self, state: State) -> State:
        return state.with_weapon(self.weapon, bipod_down=self.down)


class Loss(StrEnum):
    """Why an operational action in an exchange of fire came to nothing."""

    INJURY = "injury"
    PANIC = "panic"


class OperationLost(ForEverybody, frozen=True, kw_only=True, tag="reflex.operation_lost"):
    """``actor`` could not complete the operational action it had chosen."""

    task: str
    cause: Loss

    def changed(self, state: State) -> State:
        return state.with_turn(task="", disturbed=False)


class ActionBegun(Told, frozen=True, kw_only=True, tag="reflex.action_begun"):
    """``actor`` began an action of ``ticks`` ticks that is resolved on tick ``ends``."""

    ticks: int
    ends: int


class ActionKept(Event, frozen=True, kw_only=True, tag="reflex.action_kept"):
    """What ``actor`` is about, for so many ``ticks``: the canonical ``order`` of ``action``."""

    quiet: ClassVar[bool] = True

    action: str
    order: bytes
    ticks: int
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the order kept; whatever movement there was is over."""
        kept = {**scene.state.orders, self.actor: self.order}
        scene = with_scene_state(scene, orders=kept)
        state = scene.combatants[self.actor].state
        about = Underway(self.action, self.ticks)
        return with_state(scene, self.actor, halted(state.with_turn(underway=about)))


class ActionEnded(Personal, frozen=True, kw_only=True, tag="reflex.action_ended"):
    """The tick on which the action of ``actor`` ends has come, or nothing comes of it, since ``actor`` is out of it."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        return idle(state)


class ActionLost(Told, frozen=True, kw_only=True, tag="reflex.action_lost"):
    """What ``actor`` was about could not be brought to its end; its ticks are gone."""


def idle(state: State) -> State:
    """Return the state of somebody who is about nothing that takes effect later."""
    return state.with_turn(underway=None) if state.turn.underway else state


def _fresh(state: State) -> State:
    surrendered = state.turn.choice == "surrender"
    idle = _settled(state).with_turn(out=False, dazed=False, choice="", acted=False)
    return idle.with_turn(initiative=None, surrendered=surrendered)


def _settled(state: State) -> State:
    """Return the state without what does not outlast an exchange or a pause."""
    return halted(state.with_turn(carried=None))


def _lulled(state: State) -> State:
    """Return the state of somebody as a pause begins, in which nobody goes on firing."""
    return _settled(state).with_turn(pressed=False, sustained=None)


def _choices(scene: ReflexScene) -> ReflexScene:
    ended = everyone(with_scene_state(scene, phase="choice"), _settled)
    return everyone(ended, _unchosen)


def _unchosen(state: State) -> State:
    """Return the state before the next choice, without a bonus for pressing that brought no initiative."""
    return state.with_turn(initiative=None, out=False, dazed=False, choice="", pressed=False)


def _gone(state: State) -> State:
    """Return the state of somebody who has moved, whose dropped things and cover stay behind, and no bipod stands."""
    state = _folded_up(state)
    weapons = {key: _left(weapon) for key, weapon in state.kit.weapons.items()}
    items = {key: _left(item) for key, item in state.kit.items.items()}
    return state.with_kit(weapons=weapons, items=items).with_body(cover="", cover_parts="")


def _left(thing: Any) -> Any:
    return _with(thing, lies=Lies.AWAY) if thing.lies == Lies.NEAR else thing


def _folded_up(state: State) -> State:
    folded = {key: _with(weapon, bipod_down=False) for key, weapon in state.kit.weapons.items()}
    return state.with_kit(weapons=folded)


def _shed(state: State, event: Ditched) -> State:
    """Return the state with armour taken off, which is of no use until it is repaired where it was torn."""
    shed = tuple(piece for piece in state.kit.armor if piece.name == event.item)
    broken = {**state.kit.broken, event.item: Broken.DISABLED.value} if event.damaged else state.kit.broken
    left = tuple(piece for piece in state.kit.armor if piece not in shed)
    return state.with_kit(armor=left, doffed=(*state.kit.doffed, *shed), broken=broken)
