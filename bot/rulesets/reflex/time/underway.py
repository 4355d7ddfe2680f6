"""Under advanced timing an action takes effect on the tick on which it ends, and may be lost before that."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core import orders
from bot.core.events import Event, SlotMoved
from bot.core.scene import with_state
from bot.core.source import DefaultSource
from bot.core.timeline import Slot
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene, RuleOf
from bot.rulesets.reflex.state import Pace, Underway
from bot.rulesets.reflex.time.events import ExchangeEnded, TimeSpent
from bot.rulesets.reflex.time.events_underway import ActionBegun, ActionEnded, ActionKept, ActionLost
from bot.rulesets.reflex.time.ticks import ending
from bot.rulesets.reflex.time.timing import FINISH, TACTICAL, pass_time

Rules = Mapping[str, RuleOf]

AT_ONCE = ("move", "board", "wait", "choke")
_with = msgspec.structs.replace


def timed(rule: RuleOf) -> RuleOf:
    """The rule, put off to the end of its ticks where the campaign plays so (text 003, lines 1499-1525; 003-30).

    Movement and what is done on the move begin at once, as does waiting; odds are those of the action itself (ours).
    """

    def declared(play: ReflexPlay, order: orders.Act) -> None:
        ticks = _ticks(play, rule, order) if _is_put_off(play, order) else 0
        if ticks:
            _begun(play, order, ticks)
        else:
            rule(play, order)

    return declared


def _is_put_off(play: ReflexPlay, order: orders.Act) -> bool:
    if not play.options["advanced_timing"] or isinstance(play.source, DefaultSource):
        return False
    tactical = any(slot.actor == order.actor and TACTICAL in slot.kinds for slot in play.scene.entitled())
    return tactical and order.action not in AT_ONCE


def _ticks(play: ReflexPlay, rule: RuleOf, order: orders.Act) -> int:
    """The ticks that the rule would charge; nothing happens.

    Raises:
        RuleViolation: the action is not possible now.
    """
    return play.tried(rule, order) or 0


def _begun(play: ReflexPlay, order: orders.Act, ticks: int) -> None:
    ends = (play.scene.combatants[order.actor].state.initiative or 0) - ticks
    play.tell(ActionBegun(actor=order.actor, ticks=ticks, ends=ends))
    play.tell(ActionKept(actor=order.actor, action=order.action, order=orders.canonical(order), ticks=ticks))
    play.tell(SlotMoved(actor=order.actor, slots=(Slot(ending(ends), order.actor, (FINISH,)),)))


def finished(play: ReflexPlay, rules: Rules) -> None:
    """All whose action ends on the tick that is being played bring it to its end, judged by its opening."""
    for slot in play.scene.entitled():
        spelled = play.scene.ground.orders.get(slot.actor, b"")
        digest = hashlib.sha256(spelled).hexdigest()[:16]
        with play.by_itself(f"action {slot.key[0]} {digest}", slot.actor, *_named(spelled)):
            finish(play, slot.actor, rules)


def _named(spelled: bytes) -> tuple[str, ...]:
    """Whom a kept order is about besides its actor."""
    order = orders.parsed(spelled) if spelled else None
    target = order.inputs.get("target", "") if isinstance(order, orders.Act) else ""
    return (str(target),) if target else ()


def finish(play: ReflexPlay, actor: str, rules: Rules) -> None:
    """The action of ``actor`` takes effect, or is lost where it has become impossible (text 003, lines 1509-1511)."""
    kept, spelled = play.scene.combatants[actor].state.underway, play.scene.ground.orders.get(actor)
    play.tell(ActionEnded(actor=actor))
    if kept is None or spelled is None:  # on what a player knows: what others are about is not in it
        pass_time(play, actor, kept.ticks if kept else 0, steadied=True)
        return
    with play.attempt() as attempt:
        rules[kept.action](play, orders.parsed(spelled))  # type: ignore[arg-type]
    if attempt.refusal:
        play.tell(ActionLost(actor=actor))
        pass_time(play, actor, kept.ticks, steadied=True)


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
