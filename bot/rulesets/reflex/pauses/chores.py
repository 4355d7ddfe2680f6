"""What a pause is good for beside the fight: talking, technical work, dressing."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import Outcome, rolled
from bot.rulesets.reflex.pauses.events import Dressed, Mounted, Talked, Worked
from bot.rulesets.reflex.pauses.operations import Task, check_of, done, ready, told_task
from bot.rulesets.reflex.person.gear import belongings, find
from bot.rulesets.reflex.person.handwork import HANDS
from bot.rulesets.reflex.person.physique import usable_hands
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import Encumbrance, Item, Lies, State

SET_UP, TAKE_DOWN = "set_up", "take_down"

rules = Rules()


@rules("talk")
def talk(play: ReflexPlay, order: Act) -> None:
    """Talk with full attention, with a check where it takes a social skill (text 003, lines 300-303).

    Raises:
        RuleViolation: whoever is talked to is not here, or a modifier is of no check.
    """
    ready(play.scene, order.actor)
    target = str(order.inputs.get("target", ""))
    if target and not play.scene.sees(order.actor, target):
        raise absent(target)
    task = told_task(play, order, "personality")
    play.tell(Talked(actor=order.actor, target=target, outcome=_checked(play, order, "talk", task)))
    play.tell(done(order))


def _checked(play: ReflexPlay, order: Act, label: str, task: Task | None) -> Outcome | None:
    return None if task is None else rolled(play, check_of(play, order, label, task))


@rules("use")
def use(play: ReflexPlay, order: Act) -> None:
    """A technical task of a minute, with a check where it takes one (text 003, lines 337-340).

    Raises:
        RuleViolation: there is no such thing, no hand for it, or no tripod to set up.
    """
    state = ready(play.scene, order.actor)
    if not usable_hands(state):
        raise RuleViolation(f"{shown(order.actor)} has no hand to work with.", "Rest, or talk.")
    item = _own(state, order.inputs["item"]) if "item" in order.inputs else ""
    if "tripod" in order.inputs:
        _mount(play, order, item, up=order.inputs["tripod"] == SET_UP)
        return
    task = told_task(play, order, "cognition")
    if task is not None:
        task = Task(task.skill, task.attribute, HANDS)
    play.tell(Worked(actor=order.actor, item=item, outcome=_checked(play, order, "work", task)))
    play.tell(done(order))


def _own(state: State, wanted: str) -> str:
    """A belonging within reach, by name."""
    return find("item", (key for key, thing in belongings(state).items() if thing.lies is not Lies.AWAY), wanted)


def _mount(play: ReflexPlay, order: Act, item: str, *, up: bool) -> None:
    """Set a weapon up on the tripod that is carried with it, or take it down (text 003, line 340)."""
    weapon = play.scene.combatants[order.actor].state.weapons.get(item)
    if weapon is None or not weapon.tripod:
        raise RuleViolation("That has no tripod.", "Name a weapon that has one with item=.")
    if weapon.fixed_mount == up:
        raise RuleViolation(f"The {item} is {'set up' if up else 'taken down'} already.", "Do something else.")
    play.tell(Mounted(actor=order.actor, weapon=item, up=up))
    play.tell(done(order))


@rules("dress")
def dress(play: ReflexPlay, order: Act) -> None:
    """Put on or take off one thing that is worn (text 003, lines 305-312).

    Raises:
        RuleViolation: there is no such thing, it is in hand, or it is damaged.
    """
    state = ready(play.scene, order.actor)
    item = find("thing to wear", wearable(state), order.inputs["item"])
    on = not _worn(state, item)
    if on and item in state.broken:
        raise RuleViolation(f"{item} is damaged.", "Repair it first.")
    load = Encumbrance(order.inputs["load"]) if "load" in order.inputs else None
    play.tell(Dressed(actor=order.actor, item=item, on=on, load=load))
    play.tell(done(order))


def wearable(state: State) -> tuple[str, ...]:
    """What can be put on or taken off: armour, and things that are not weapons, in hand or left behind."""
    armor = (piece.name for piece in (*state.armor, *state.doffed))
    return (*armor, *(key for key, item in state.items.items() if _fits(item)))


def _fits(item: Item) -> bool:
    return not item.held and item.lies is not Lies.AWAY


def _worn(state: State, item: str) -> bool:
    return any(piece.name == item for piece in state.armor) or (item in state.items and state.items[item].worn)
