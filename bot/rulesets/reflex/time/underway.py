"""Under advanced timing an action takes effect on the tick on which it ends, and may be lost before that."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot.core import orders
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.source import DefaultSource
from bot.core.timeline import Slot
from bot.rulesets.reflex.play import ReflexPlay, RuleOf
from bot.rulesets.reflex.time.actions import Finish
from bot.rulesets.reflex.time.events import ActionBegun, ActionEnded, ActionKept, ActionLost
from bot.rulesets.reflex.time.ticks import ending
from bot.rulesets.reflex.time.timing import FINISH, TACTICAL, pass_time

rules = Rules()

AT_ONCE = ("move", "take_cover", "board", "wait", "choke")


def put_off(play: ReflexPlay, order: orders.Act, rest: RuleOf, dives: Callable[[ReflexPlay, orders.Act], bool]) -> None:
    """Put an action off to the end of its ticks (text 003, lines 1499-1525; 003-30).

    Movement and what is done on the move begin at once, as does waiting; odds are those of the action itself, and who
    ``dives`` by it runs on until then (ours).
    """
    ticks = play.tried(rest, order) if _is_put_off(play, order) else None
    if ticks:
        _begun(play, order, ticks, runs_on=dives(play, order))
    else:
        rest(play, order)


def _is_put_off(play: ReflexPlay, order: orders.Act) -> bool:
    if isinstance(play.source, DefaultSource):
        return False
    return TACTICAL in play.scene.kinds_now(order.actor) and order.action not in AT_ONCE


def _begun(play: ReflexPlay, order: orders.Act, ticks: int, *, runs_on: bool) -> None:
    ends = (play.scene.combatants[order.actor].state.turn.initiative or 0) - ticks
    play.tell(ActionBegun(actor=order.actor, ticks=ticks, ends=ends))
    kept = orders.canonical(order)
    play.tell(ActionKept(actor=order.actor, action=order.action, order=kept, ticks=ticks, runs_on=runs_on))
    play.tell(SlotMoved(actor=order.actor, slots=(Slot(ending(ends), order.actor, (FINISH,)),)))


def finished(play: ReflexPlay) -> None:
    """End the actions that end on the tick that is being played, all judged by its opening."""
    for slot in play.scene.entitled():
        spelled = play.scene.state.orders.get(slot.actor, b"")
        digest = hashlib.sha256(spelled).hexdigest()[:16]
        moment = play.by_itself(f"action {slot.key[0]} {digest}", slot.actor, *_named(spelled))
        with moment, play.turn_of(slot.actor):
            bring_to_end(play, slot.actor)


def _named(spelled: bytes) -> tuple[str, ...]:
    """Return whom a kept order is about besides its actor."""
    order = orders.parsed(spelled) if spelled else None
    target = order.inputs.get("target", "") if isinstance(order, orders.Act) else ""
    return (str(target),) if target else ()


@rules(Finish)
def finish(play: ReflexPlay, finish: Finish) -> None:
    """Let what the actor is about take effect; see ``bring_to_end``."""
    bring_to_end(play, finish.actor)


def bring_to_end(play: ReflexPlay, actor: str) -> None:
    """Let the action of ``actor`` take effect, or be lost where it is impossible by now (text 003, lines 1509-1511).

    It has taken the ticks with which it began, even where it would take fewer as people stand now (ours).
    """
    kept, spelled = play.scene.combatants[actor].state.turn.underway, play.scene.state.orders.get(actor)
    play.tell(ActionEnded(actor=actor))
    if kept is None or spelled is None:  # on what a player knows: what others are about is not in it
        pass_time(play, actor, kept.ticks if kept else 0, steadied=True)
        return
    due = (play.scene.combatants[actor].state.turn.initiative or 0) - kept.ticks
    with play.attempt() as attempt:
        play.book.rules[kept.action](play, orders.parsed(spelled))  # type: ignore[arg-type]
    if attempt.refusal:
        play.tell(ActionLost(actor=actor))
        pass_time(play, actor, kept.ticks, steadied=True)
        return
    early = (play.scene.combatants[actor].state.turn.initiative or 0) - due
    if early > 0:
        pass_time(play, actor, early, steadied=True, rest=True)
