"""What a GM says has happened: damage, stress, healing, and what is set right by hand."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.terms import Term, total
from bot.rulesets.eclipse.events import Corrected, Healed
from bot.rulesets.eclipse.gear import find
from bot.rulesets.eclipse.harm import distress, hurt, worn
from bot.rulesets.eclipse.play import EclipsePlay, RuleOf
from bot.rulesets.eclipse.state import State

SUFFERED = ("damage", "wounds", "stress", "traumas")
FIELDS = ("prone", "unconscious", "dead", "broken", "dazed", "surprised", "out_turns")


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


def heal(play: EclipsePlay, order: Act) -> None:
    """Take away what somebody suffers from: all of it, or so much as is said."""
    inputs, target = order.inputs, order.inputs.get("target", order.actor)
    state = play.scene.combatants[target].state
    said = {key: inputs[key] for key in SUFFERED if key in inputs} or dict.fromkeys(SUFFERED, 10000)
    left = {key: min(value, getattr(state, key)) for key, value in said.items()}
    play.tell(Healed(actor=target, awake=inputs.get("awake", not _named(inputs)), **left))


def _named(inputs: Mapping[str, object]) -> bool:
    return any(key in inputs for key in SUFFERED)


def correct(play: EclipsePlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was said.
    """
    state = play.scene.combatants[order.actor].state
    changes = [(key, int(order.inputs[key]), "") for key in FIELDS if key in order.inputs]
    if "rounds" in order.inputs:
        changes.append(("loaded", order.inputs["rounds"], _weapon(state, order.inputs.get("item"))))
    if not changes:
        raise RuleViolation("Nothing to correct.", f"Say one of: {', '.join(FIELDS)}, rounds.")
    for field, value, weapon in changes:
        play.tell(Corrected(actor=order.actor, field=field, value=value, weapon=weapon))


def _weapon(state: State, wanted: str | None) -> str:
    return find(state.weapons, wanted) if wanted else next(iter(state.weapons))


RULES: Mapping[str, RuleOf] = {"damage": damage, "heal": heal, "correct": correct}
