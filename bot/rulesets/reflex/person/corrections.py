"""What the GM may set right by hand: time, ammunition, wounds and belongings, each as a fact of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.orders import Act
from bot.core.timeline import Slot
from bot.rulesets.reflex.person.gear import belongings, find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene, RuleOf
from bot.rulesets.reflex.state import Degree, Lies, Stance, State
from bot.rulesets.reflex.time.events import Corrected

_with = msgspec.structs.replace

YES = "yes"
FLAGS = ("shock", "unstable", "unconscious", "dead", "surrendered", "withdrawn")
INJURIES = {"wound": "wounds", "virtual": "virtual"}


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
    if "initiative" in order.inputs and play.scene.ground.phase == "exchange":
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


def corrected(state: State, event: Corrected, period: tuple[int, int]) -> State:
    """The state with one field set; whoever becomes unstable does so in this ``period`` of exchange and pause."""
    if event.field == "unstable":
        state = _with(state, unstable_in=period)
    if event.field in FLAGS:
        return _with(state, **{event.field: event.value == YES})
    if event.field in INJURIES:
        return _injured(state, INJURIES[event.field], event.place, Degree[event.value.upper()])
    return _SET[event.field](state, event)


def _injured(state: State, field: str, place: str, degree: Degree) -> State:
    others = {key: value for key, value in getattr(state, field).items() if key != place}
    return _with(state, **{field: others | ({place: degree.value} if degree else {})})


def _initiative(state: State, event: Corrected) -> State:
    return _with(state, initiative=int(event.value))


def _rounds(state: State, event: Corrected) -> State:
    weapon = _with(state.weapons[event.place], loaded=int(event.value))
    return _with(state, weapons={**state.weapons, event.place: weapon})


def _stance(state: State, event: Corrected) -> State:
    return _with(state, stance=Stance(event.value))


def _found(state: State, event: Corrected) -> State:
    if event.place in state.weapons:
        weapon = _with(state.weapons[event.place], lies=Lies.CARRIED)
        return _with(state, weapons={**state.weapons, event.place: weapon})
    item = _with(state.items[event.place], lies=Lies.CARRIED)
    return _with(state, items={**state.items, event.place: item})


_SET: Mapping[str, Callable[[State, Corrected], State]] = {
    "initiative": _initiative,
    "rounds": _rounds,
    "stance": _stance,
    "found": _found,
}
RULES: dict[str, RuleOf] = {"correct": correct}
