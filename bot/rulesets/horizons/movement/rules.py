"""The free action of a turn: posture, movement, or cover."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.horizons.movement.events import Moved, PostureChanged, TookCover
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading

rules = Rules()

USUAL_PARTS = "body"
NO_COVER = "none"


def _check_free(reading: HorizonsReading, actor: str) -> None:
    """Raise RuleViolation where somebody has had its free action."""
    if reading.scene.combatants[actor].state.freed:
        raise RuleViolation(f"{shown(actor)} has had the free action of this turn.", "Take the action, or wait.")


@rules("posture")
def change_posture(play: HorizonsPlay, order: Act) -> None:
    """Another posture, as the free action of the turn."""
    _check_free(play, order.actor)
    play.tell(PostureChanged(actor=order.actor, posture=order.inputs["to"]))


@rules("move")
def move(play: HorizonsPlay, order: Act) -> None:
    """Movement at a pace, as the free action of the turn; it counts until the next one (text 000, lines 87-106).

    Raises:
        RuleViolation: the free action is gone, or the GM has said that the actor cannot move.
    """
    _check_free(play, order.actor)
    if play.scene.combatants[order.actor].state.pace == "still":
        raise RuleViolation(f"{shown(order.actor)} cannot move.", "A GM sets free: action correct, pace=subtle.")
    play.tell(Moved(actor=order.actor, pace=order.inputs["pace"]))


@rules("cover")
def take_cover(play: HorizonsPlay, order: Act) -> None:
    """Get behind something, or out into the open, as the free action of the turn (text 000, lines 29-37)."""
    _check_free(play, order.actor)
    kind, parts = order.inputs["cover"], order.inputs.get("parts", USUAL_PARTS)
    if kind == NO_COVER:
        play.tell(TookCover(actor=order.actor))
        return
    play.tell(TookCover(actor=order.actor, cover=kind, parts=tuple(play.tables.row("parts", parts)["covers"])))
