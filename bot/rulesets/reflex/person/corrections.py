"""What the GM may set right by hand: time, ammunition, wounds and belongings, each as a fact of its own."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.timeline import Slot
from bot.rulesets.reflex.person.actions import Correct
from bot.rulesets.reflex.person.events import FLAGS, YES, Corrected
from bot.rulesets.reflex.person.gear import belongings, find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import State

rules = Rules()


@rules(Correct)
def correct(play: ReflexPlay, right: Correct) -> None:
    """Set everything that is named.

    Raises:
        RuleViolation: nothing is named, or a place or a weapon is missing.
    """
    found = list(_corrections(play.scene.combatants[right.actor].state, right))
    if not found:
        raise RuleViolation("Nothing to correct.", "Name initiative, rounds, wound, virtual, stance or a condition.")
    for correction in found:
        play.tell(correction)
    if right.initiative is not None and play.scene.state.phase == "exchange":
        play.tell(_slot(play.scene, right.actor))


def _slot(scene: ReflexScene, actor: str) -> SlotMoved:
    """Return its slot on that tick, together with the others if the tick is being played (ruling 003-96)."""
    tick = scene.combatants[actor].state.turn.initiative
    return SlotMoved(actor=actor, slots=(Slot((-tick,), actor, ("tactical",)),) if tick else (), together=True)


def _corrections(state: State, right: Correct) -> Iterator[Corrected]:
    actor = right.actor
    if right.initiative is not None:
        dropped = state.turn.underway is not None
        yield Corrected(actor=actor, field="initiative", value=str(right.initiative), dropped=dropped)
    if right.rounds is not None:
        yield Corrected(actor=actor, field="rounds", value=str(right.rounds), place=_weapon(state, right, right.rounds))
    for field, degree in (("wound", right.wound), ("virtual", right.virtual)):
        if degree is not None:
            yield Corrected(actor=actor, field=field, value=degree, place=_place(right))
    if right.stance is not None:
        yield Corrected(actor=actor, field="stance", value=right.stance)
    for flag in FLAGS:
        said = getattr(right, flag)
        if said is not None:
            yield Corrected(actor=actor, field=flag, value=YES if said else "no")
    if right.found is not None:
        yield Corrected(actor=actor, field="found", value=YES, place=find("item", belongings(state), right.found))


def _weapon(state: State, right: Correct, rounds: int) -> str:
    held = [key for key, weapon in state.kit.weapons.items() if weapon.held_with]
    key = find("weapon", state.kit.weapons, right.item or next(iter(held), ""))
    capacity = state.kit.weapons[key].model.capacity
    if rounds > capacity:
        raise RuleViolation(f"{key} holds no more than {capacity} rounds.", f"Name 0 to {capacity}.")
    return key


def _place(right: Correct) -> str:
    if right.place is None:
        raise RuleViolation("A wound needs a place.", "For example place=torso.")
    return right.place
