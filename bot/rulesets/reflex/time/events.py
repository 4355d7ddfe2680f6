"""What happens in time: exchanges, choices and pauses, the ticks of actions, and waiting, looking and speaking."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from bot.core.events import AtOnce, Audience, Event, Personal, Told
from bot.core.scene import changed_at_once, with_scene_state, with_state
from bot.core.terms import Term
from bot.rulesets.reflex.changes import ForEverybody, everyone, halted
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State, Underway

_with = msgspec.structs.replace


class ExchangeBegan(Event, frozen=True, kw_only=True, tag="reflex.exchange_began"):
    """An exchange of fire began; ``exchange`` counts from one."""

    exchange: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        scene_state = _with(scene.state, phase="exchange", exchange=self.exchange, pauses=0, played=False)
        return everyone(_with(scene, state=scene_state), _fresh)


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


class Waited(Told, frozen=True, kw_only=True, tag="reflex.waited"):
    """``actor`` waited, so many ``times`` for ``each`` ticks; neither is told of one wait alone."""

    times: int = 1
    each: int = 0


class SecondDeclined(Told, frozen=True, kw_only=True, tag="reflex.second_declined"):
    """``actor`` did nothing else on the move."""


class Assessed(Told, frozen=True, kw_only=True, tag="reflex.assessed"):
    """``actor`` took a look around; what a success shows the GM tells."""

    outcome: Outcome


class Communicated(Told, frozen=True, kw_only=True, tag="reflex.communicated"):
    """``actor`` got a message of ``length`` across; ``device`` says that it went over a radio or the like."""

    length: str
    device: bool = False


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
    """What ``actor`` is about, for so many ``ticks``: the canonical ``order`` of ``action``.

    Who dives ``runs_on`` until then.
    """

    quiet: ClassVar[bool] = True

    action: str
    order: bytes
    ticks: int
    runs_on: bool = False
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the order kept; whatever movement there was is over, but for a dive."""
        kept = {**scene.state.orders, self.actor: self.order}
        scene = with_scene_state(scene, orders=kept)
        state = scene.combatants[self.actor].state
        about = Underway(self.action, self.ticks)
        state = state.with_turn(underway=about)
        return with_state(scene, self.actor, state if self.runs_on else halted(state))


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
