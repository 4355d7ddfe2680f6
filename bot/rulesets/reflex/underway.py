"""Under advanced timing an action takes effect on the tick on which it ends, and may be lost before that."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

import msgspec

from bot.core import orders
from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Event, SlotMoved
from bot.core.scene import Question, with_state
from bot.core.source import DefaultSource, Source
from bot.core.timeline import Slot
from bot.rulesets.reflex.events_time import ExchangeEnded, TimeSpent
from bot.rulesets.reflex.events_underway import ActionBegun, ActionEnded, ActionKept, ActionLost
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Pace, Underway
from bot.rulesets.reflex.ticks import ending
from bot.rulesets.reflex.timing import FINISH, TACTICAL, RuleOf, pass_time

Rules = Mapping[str, RuleOf]

AT_ONCE = ("move", "board", "wait", "choke")
_with = msgspec.structs.replace


class _Declared(Exception):  # noqa: N818  a signal of the rule, not an error
    """A rule said how long its action takes, or went on without saying it."""

    def __init__(self, ticks: int) -> None:
        super().__init__(ticks)
        self.ticks = ticks


class _NoDice(Source):
    """The source of a rule that is only asked how long its action takes."""

    def __init__(self) -> None:
        """Nothing is ever rolled or answered."""

    def roll(self, ask: Ask) -> NoReturn:
        """What rolls before it has named its time is not kept waiting."""
        raise _Declared(0)

    def answer(self, question: Question) -> NoReturn:
        """Nor is what asks."""
        raise _Declared(0)


def timed(rule: RuleOf) -> RuleOf:
    """The rule, put off to the end of its ticks where the campaign plays so (text 003, lines 1499-1525; 003-30).

    Movement and what is done on the move begin at once, as does waiting; odds are those of the action itself (ours).
    """

    def declared(referee: Referee, scene: ReflexScene, order: orders.Act) -> Ruling:
        ticks = _ticks(rule, referee, scene, order) if _is_put_off(referee, scene, order) else 0
        return (yield from _begun(scene, order, ticks) if ticks else rule(referee, scene, order))

    return declared


def _is_put_off(referee: Referee, scene: ReflexScene, order: orders.Act) -> bool:
    if not referee.options["advanced_timing"] or isinstance(referee.source, DefaultSource):
        return False
    tactical = any(slot.actor == order.actor and TACTICAL in slot.kinds for slot in scene.entitled())
    return tactical and order.action not in AT_ONCE


def _ticks(rule: RuleOf, referee: Referee, scene: ReflexScene, order: orders.Act) -> int:
    """The ticks that the rule would charge; nothing happens.

    Raises:
        RuleViolation: the action is not possible now.
    """
    asking = replace(referee, source=_NoDice(), priced=_price)
    try:
        next(rule(asking, scene, order))
    except _Declared as declared:
        return declared.ticks
    return 0


def _price(ticks: int) -> NoReturn:
    raise _Declared(ticks)


def _begun(scene: ReflexScene, order: orders.Act, ticks: int) -> Ruling:
    ends = (scene.combatants[order.actor].state.initiative or 0) - ticks
    yield ActionBegun(actor=order.actor, ticks=ticks, ends=ends)
    yield ActionKept(actor=order.actor, action=order.action, order=orders.canonical(order), ticks=ticks)
    return (yield SlotMoved(actor=order.actor, slots=(Slot(ending(ends), order.actor, (FINISH,)),)))


def finished(referee: Referee, scene: ReflexScene, rules: Rules) -> Ruling:
    """All whose action ends on the tick that is being played bring it to its end, judged by its opening."""
    for slot in scene.entitled():
        spelled = scene.ground.orders.get(slot.actor, b"")
        digest = hashlib.sha256(spelled).hexdigest()[:16]
        with referee.source.by_itself(f"action {slot.key[0]} {digest}", slot.actor, *_named(spelled)):
            scene = yield from finish(referee, scene, slot.actor, rules)
    return scene


def _named(spelled: bytes) -> tuple[str, ...]:
    """Whom a kept order is about besides its actor."""
    order = orders.parsed(spelled) if spelled else None
    target = order.inputs.get("target", "") if isinstance(order, orders.Act) else ""
    return (str(target),) if target else ()


def finish(referee: Referee, scene: ReflexScene, actor: str, rules: Rules) -> Ruling:
    """The action of ``actor`` takes effect, or is lost where it has become impossible (text 003, lines 1509-1511)."""
    kept, spelled = scene.combatants[actor].state.underway, scene.ground.orders.get(actor)
    scene = yield ActionEnded(actor=actor)
    if kept is None or spelled is None:  # on what a player knows: what others are about is not in it
        return (yield from pass_time(scene, actor, kept.ticks if kept else 0, steadied=True))
    try:
        return (yield from rules[kept.action](referee, scene, orders.parsed(spelled)))  # type: ignore[arg-type]
    except RuleViolation:
        scene = yield ActionLost(actor=actor)
        return (yield from pass_time(scene, actor, kept.ticks, steadied=True))


def _kept(scene: ReflexScene, event: ActionKept) -> ReflexScene:
    """Somebody is about something, and whatever movement there was is over."""
    kept = {**scene.ground.orders, event.actor: event.order}
    scene = _with(scene, ground=_with(scene.ground, orders=kept))
    return _put(scene, event.actor, underway=Underway(event.action, event.ticks), moving=Pace.STILL, moved_m=0)


def _over(scene: ReflexScene, event: Event) -> ReflexScene:
    return _put(scene, event.actor, underway=None) if scene.combatants[event.actor].state.underway else scene


def _put(scene: ReflexScene, actor: str, **fields: Any) -> ReflexScene:
    return with_state(scene, actor, _with(scene.combatants[actor].state, **fields))


def _unchanged(scene: ReflexScene, _event: Event) -> ReflexScene:
    return scene


def _all_over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    for actor, combatant in scene.combatants.items():
        scene = _put(scene, actor, underway=None) if combatant.state.underway else scene
    return scene


EVOLVES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    ActionBegun: _unchanged,
    ActionKept: _kept,
    ActionEnded: _over,
    ActionLost: _unchanged,
}
LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    TimeSpent: _over,
    ExchangeEnded: _all_over,
}
