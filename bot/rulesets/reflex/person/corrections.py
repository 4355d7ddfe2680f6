"""What the GM may set right by hand: time, ammunition, wounds and belongings, each as a fact of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.timeline import Slot
from bot.core.wording import counted, shown
from bot.rulesets.reflex.kinds import Lies
from bot.rulesets.reflex.person.actions import Correct
from bot.rulesets.reflex.person.consciousness import able, kept_by
from bot.rulesets.reflex.person.events import FLAGS, LEAVINGS, YES, Corrected
from bot.rulesets.reflex.person.gear import belongings, find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import State

rules = Rules()

OF_THINGS = frozenset({"rounds", "found"})
"""What can be set right of a vehicle as well."""


@rules(Correct)
def correct(play: ReflexPlay, right: Correct) -> None:
    """Set everything that is named.

    Raises:
        RuleViolation: nothing is named, a place or a weapon is missing, or it is nothing that there is of somebody.
    """
    state = play.scene.combatants[right.actor].state
    found = list(_corrections(state, right))
    if not found:
        raise RuleViolation("Nothing to correct.", "Name initiative, rounds, wound, virtual, stance or a condition.")
    if state.body.vehicle:
        _check_of_vehicles(play.scene, right, found)
    for correction in found:
        play.tell(correction)
    if right.initiative is not None and play.scene.state.phase == "exchange":
        _check_acts(play.scene, right.actor, right.initiative)
        play.tell(_slot(play.scene, right.actor))


def _check_of_vehicles(scene: ReflexScene, right: Correct, found: Iterable[Corrected]) -> None:
    """Raise RuleViolation where something is named that a vehicle has not: it has weapons and things, and no body."""
    fields = {correction.field for correction in found} - OF_THINGS
    what = f"{shown(right.actor)} is a vehicle"
    if "initiative" in fields:
        aboard = ", ".join(shown(one) for one, vehicle in scene.state.aboard.items() if vehicle == right.actor)
        whose = f"whoever is aboard: {aboard}" if aboard else "whoever is aboard"
        raise RuleViolation(f"{what}, and goes where it is driven.", f"Set the initiative of {whose}.")
    if fields & {*LEAVINGS}:
        raise RuleViolation(f"{what}, and gives up or leaves with its crew.", "Take it away with /init remove.")
    if fields:
        remedy = "Damage it with /act action:wreck, mend it with /act action:mend, or name somebody with a body."
        raise RuleViolation(f"{what}, and has no body for that.", remedy)


def _check_acts(scene: ReflexScene, actor: str, tick: int) -> None:
    """Raise RuleViolation where somebody would act on no tick, as it is corrected now."""
    state = scene.combatants[actor].state
    if tick and not able(state):
        remedy = _back_in_time(state)
        raise RuleViolation(f"{shown(actor)} {kept_by(state)}, and acts on no tick.", remedy)


def _back_in_time(state: State) -> str:
    """Return by what somebody who is out of it could act again."""
    if state.body.dead:
        return "Say dead=no, too, if that was wrong."
    if state.turn.withdrawn or state.turn.surrendered:
        return f"Say {'withdrawn' if state.turn.withdrawn else 'surrendered'}=no, too, if that was wrong."
    return "Wake it first: /damage heal with:awake=yes."


def _slot(scene: ReflexScene, actor: str) -> SlotMoved:
    """Return its slot on that tick, together with the others if the tick is being played (ruling 003-96)."""
    tick = scene.combatants[actor].state.turn.initiative
    return SlotMoved(actor=actor, slots=(Slot((-tick,), actor, ("tactical",)),) if tick else (), together=True)


def _corrections(state: State, right: Correct) -> Iterator[Corrected]:
    actor = right.actor
    if right.initiative is not None:
        dropped, unwatched = state.turn.underway is not None, state.turn.overwatch is not None
        tick = str(right.initiative)
        yield Corrected(actor=actor, field="initiative", value=tick, dropped=dropped, unwatched=unwatched)
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
            anew = flag == "dead" and not said and state.body.dead_for > 0
            yield Corrected(actor=actor, field=flag, value=YES if said else "no", anew=anew)
    if right.found is not None:
        lost = [key for key, thing in belongings(state).items() if thing.lies is not Lies.CARRIED]
        yield Corrected(actor=actor, field="found", value=YES, place=find("thing left behind", lost, right.found))


def _weapon(state: State, right: Correct, rounds: int) -> str:
    loaded = {key: weapon for key, weapon in state.kit.weapons.items() if not weapon.model.melee}
    ready = [key for key, weapon in loaded.items() if weapon.is_ready]
    key = find("weapon that is loaded", loaded, right.item or next(iter(ready), ""))
    capacity = state.kit.weapons[key].model.capacity
    if rounds > capacity:
        raise RuleViolation(f"The {key} holds no more than {counted(capacity, 'round')}.", f"Name 0 to {capacity}.")
    return key


def _place(right: Correct) -> str:
    if right.place is None:
        raise RuleViolation("A wound needs a place.", "For example place=torso.")
    return right.place
