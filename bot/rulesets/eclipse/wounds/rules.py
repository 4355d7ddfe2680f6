"""What a GM says has happened to somebody, and how it regains its wits."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.time.phases import judged, leave, spend
from bot.rulesets.eclipse.wounds.armor import worn
from bot.rulesets.eclipse.wounds.events import Healed, Recovered
from bot.rulesets.eclipse.wounds.injury import hurt
from bot.rulesets.eclipse.wounds.mind import distress

rules = Rules()


SUFFERED = ("damage", "wounds", "stress", "traumas")


@rules("damage")
def damage(play: EclipsePlay, order: Act) -> None:
    """Damage behind armour, or with ``stress`` a strain on the mind, which may be resisted.

    Dice: those of the wounds, or of the resistance.
    """
    inputs, target = order.inputs, order.inputs.get("target", order.actor)
    if inputs.get("stress"):
        resisted = bool(inputs.get("resist"))
        distress(play, target, inputs["damage"], resisted=resisted)
        return
    kind = inputs.get("armor", "none")
    armor = () if kind == "none" else worn(play.scene.combatants[target].state, energy=kind == "energy")
    armor = _pierced(armor, inputs.get("ap", 0))
    hurt(play, target, max(0, inputs["damage"] - total(armor)), armor)


def _pierced(armor: tuple[Term, ...], ap: int) -> tuple[Term, ...]:
    off = max(ap, -total(armor))
    return (*armor, Term("ap", off, "C1")) if off else armor


@rules("heal")
def heal(play: EclipsePlay, order: Act) -> None:
    """Take away what somebody suffers from: all of it, or so much as is said."""
    inputs, target = order.inputs, order.inputs.get("target", order.actor)
    state = play.scene.combatants[target].state
    said = {key: inputs[key] for key in SUFFERED if key in inputs} or dict.fromkeys(SUFFERED, 10000)
    left = {key: min(value, getattr(state, key)) for key, value in said.items()}
    play.tell(Healed(actor=target, awake=inputs.get("awake", not _named(inputs)), **left))


def _named(inputs: Mapping[str, object]) -> bool:
    return any(key in inputs for key in SUFFERED)


@rules("recover")
def recover(play: EclipsePlay, order: Act) -> None:
    """Regain the wits that a trauma took: a complex action (EPL 7).

    Raises:
        RuleViolation: nothing is the matter.
    """
    if not judged(play.scene, order.actor).dazed:
        raise RuleViolation(f"{shown(order.actor)} is not out of its wits.", "Do something else.")
    spend(play, order.actor)
    play.tell(Recovered(actor=order.actor))
    leave(play, order.actor)
