"""What the GM may set right by hand: time, ammunition, wounds and belongings, each as a fact of its own."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.timeline import Slot
from bot.rulesets.reflex.person.events import FLAGS, INJURIES, YES, Corrected
from bot.rulesets.reflex.person.gear import belongings, find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import State

rules = Rules()


@rules("correct")
def correct(play: ReflexPlay, order: Act) -> None:
    """Set everything that the order names.

    Raises:
        RuleViolation: nothing is named, or a place or a weapon is missing.
    """
    found = list(_corrections(play.scene.combatants[order.actor].state, order))
    if not found:
        raise RuleViolation("Nothing to correct.", "Name initiative, rounds, wound, virtual, stance or a condition.")
    for correction in found:
        play.tell(correction)
    if "initiative" in order.inputs and play.scene.state.phase == "exchange":
        play.tell(_slot(play.scene, order.actor))


def _slot(scene: ReflexScene, actor: str) -> SlotMoved:
    tick = scene.combatants[actor].state.initiative
    return SlotMoved(actor=actor, slots=(Slot((-tick,), actor, ("tactical",)),) if tick else ())


def _corrections(state: State, order: Act) -> Iterator[Corrected]:
    actor, given = order.actor, order.inputs
    if "initiative" in given:
        yield Corrected(actor=actor, field="initiative", value=str(given["initiative"]))
    if "rounds" in given:
        yield Corrected(actor=actor, field="rounds", value=str(given["rounds"]), place=_weapon(state, order))
    for field in INJURIES:
        if field in given:
            yield Corrected(actor=actor, field=field, value=given[field], place=_place(order))
    if "stance" in given:
        yield Corrected(actor=actor, field="stance", value=given["stance"])
    for flag in FLAGS:
        if flag in given:
            yield Corrected(actor=actor, field=flag, value=YES if given[flag] else "no")
    if "found" in given:
        yield Corrected(actor=actor, field="found", value=YES, place=find("item", belongings(state), given["found"]))


def _weapon(state: State, order: Act) -> str:
    held = [key for key, weapon in state.weapons.items() if weapon.held_with]
    key = find("weapon", state.weapons, order.inputs.get("item") or next(iter(held), ""))
    capacity = state.weapons[key].capacity
    if order.inputs["rounds"] > capacity:
        raise RuleViolation(f"{key} holds no more than {capacity} rounds.", f"Name 0 to {capacity}.")
    return key


def _place(order: Act) -> str:
    if "place" not in order.inputs:
        raise RuleViolation("A wound needs a place.", "For example place=torso.")
    return str(order.inputs["place"])
