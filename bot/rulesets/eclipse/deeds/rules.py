"""What somebody does in a phase besides attacking: aim, defend itself, drop or stand up, go somewhere."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.eclipse.deeds.events import Aimed, DefenceRaised, Moved, StanceChanged
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import AimKind
from bot.rulesets.eclipse.targets import target_of
from bot.rulesets.eclipse.time.phases import after_quick, check_able, leave, moment, spend

rules = Rules()


@rules("full_defence")
def full_defence(play: EclipsePlay, order: Act) -> None:
    """Do nothing but defend oneself, at +30 until the next phase (C1)."""
    check_able(play.scene, order.actor)
    spend(play, order.actor)
    play.tell(DefenceRaised(actor=order.actor))
    leave(play, order.actor)


@rules("aim")
def aim(play: EclipsePlay, order: Act) -> None:
    """Fix one's aim on somebody for a whole complex action: +30 on the next phase's attack (001:39-43)."""
    check_able(play.scene, order.actor)
    target = target_of(play.scene, order.actor, order.inputs["target"])
    spend(play, order.actor)
    play.tell(Aimed(actor=order.actor, target=target, kind=AimKind.COMPLEX, moment=moment(play.scene)))
    leave(play, order.actor)


@rules("stance")
def stance(play: EclipsePlay, order: Act) -> None:
    """Drop to the ground or stand up: a quick action (ours)."""
    state, prone = check_able(play.scene, order.actor), order.inputs["to"] == "prone"
    if state.prone == prone:
        raise RuleViolation(f"{shown(order.actor)} is {order.inputs['to']} already.", "Do something else.")
    spend(play, order.actor, quick=1)
    play.tell(StanceChanged(actor=order.actor, prone=prone))
    after_quick(play, order.actor)


@rules("move")
def move(play: EclipsePlay, order: Act) -> None:
    """Walk or run: a quick action; who runs attacks at -20 from afar and at -10 otherwise (001-7).

    The metres of a turn are shared among one's own phases (EPL 7; of others' phases nobody is told).

    Raises:
        RuleViolation: further than the pace goes, or too far away to say from whom.
    """
    inputs, actor = order.inputs, order.actor
    state = check_able(play.scene, actor)
    pace = inputs.get("pace", "walk")
    most = play.tables.number("paces", pace, "metres") / state.speed
    metres = min(inputs.get("metres", most), most)
    if state.prone:
        raise RuleViolation(f"{shown(actor)} lies on the ground.", "Stand up first: a quick action.")
    target = target_of(play.scene, actor, inputs["target"]) if "target" in inputs else ""
    spend(play, actor, quick=1)
    play.tell(Moved(actor=actor, target=target, pace=pace, metres=metres))
    known = play.distance(actor, target) if target else None
    if known is not None:
        far = known + metres if inputs.get("away") else max(0.0, known - metres)
        play.tell(RangeSet(actor=actor, target=target, range_m=far))
    after_quick(play, actor)
