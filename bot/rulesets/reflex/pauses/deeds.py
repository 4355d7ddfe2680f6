"""What a pause is good for beside the fight: talking, technical work, dressing."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.features import Rules
from bot.core.ground.lost import knows_of
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import Outcome, is_social, rolled
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.pauses.actions import SET_UP, Dress, Talk, Task, UseEquipment
from bot.rulesets.reflex.pauses.events import Dressed, Mounted, Talked, Worked
from bot.rulesets.reflex.pauses.operations import REST, Basis, check_of, optional_basis
from bot.rulesets.reflex.pauses.things import wearable, within_reach
from bot.rulesets.reflex.person.bodies import check_not_gone
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.gear import find, lightened
from bot.rulesets.reflex.person.handwork import HANDS, check_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import time_used

rules = Rules()


@rules(Talk)
def talk(play: ReflexPlay, talk: Talk) -> None:
    """Talk with full attention, with a check where it takes a social skill (text 003, lines 300-303).

    With somebody the broken lose it before any dice (line 1336; that a talk is opposed is ours).

    Raises:
        RuleViolation: whoever is talked to is not here, nobody else or known to be down, or a modifier is of no check.
    """
    if talk.target:
        _check_listens(play, talk)
    basis = optional_basis(play, talk, "personality")
    social = basis is not None and is_social(play.tables, basis.skill, basis.attribute)
    lost = bool(talk.target) and social and is_broken(play.at_opening(talk.actor))
    outcome = None if lost else _checked(play, talk, "talk", basis)
    play.tell(Talked(actor=talk.actor, target=talk.target, outcome=outcome, lost=lost))
    play.tell(time_used(play.scene, talk.actor))


def _check_listens(reading: ReflexReading, talk: Talk) -> None:
    """Check that somebody is there to talk with, seen or not: one may shout, or have a radio (lines 300-303)."""
    scene, actor, target = reading.scene, talk.actor, talk.target
    if not scene.sees(actor, target):
        raise absent(target)
    check_not_gone(scene, actor, target)
    listener = scene.combatants[target].state
    if target == actor or listener.body.vehicle:
        raise RuleViolation("Talk with whom?", "Name somebody else with a body, or leave target out.")
    if is_down(listener) and knows_of(scene, actor, target):
        raise RuleViolation(f"{shown(target)} is down and hears nothing.", "Name somebody who is awake.")


def _checked(play: ReflexPlay, task: Task, label: str, basis: Basis | None) -> Outcome | None:
    return None if basis is None else rolled(play, check_of(play, task, label, basis))


@rules(UseEquipment)
def use(play: ReflexPlay, use: UseEquipment) -> None:
    """Do a technical task of a minute, with a check where it takes one (text 003, lines 337-340).

    Raises:
        RuleViolation: there is no such thing, no hand for it, or no tripod to set up.
    """
    check_hand(play, use.actor, REST)
    state = play.at_opening(use.actor)
    item = find("item", within_reach(state), use.item) if use.item else ""
    if use.tripod:
        _mount(play, use, item, up=use.tripod == SET_UP)
        return
    outcome = _checked(play, use, "work", optional_basis(play, use, "cognition", HANDS))
    play.tell(Worked(actor=use.actor, item=item, outcome=outcome))
    play.tell(time_used(play.scene, use.actor))


def _mount(play: ReflexPlay, use: UseEquipment, item: str, *, up: bool) -> None:
    """Set a weapon up on the tripod that is carried with it, or take it down (text 003, line 340)."""
    weapon = play.scene.combatants[use.actor].state.kit.weapons.get(item)
    if weapon is None or not weapon.model.tripod:
        raise RuleViolation("That has no tripod.", "Name a weapon that has one with item=.")
    if weapon.fixed_mount == up:
        raise RuleViolation(
            f"The {item} is {'set up' if up else 'taken down'} already.",
            "Use another thing with item=, or rest: /act action:rest.",
        )
    play.tell(Mounted(actor=use.actor, weapon=item, up=up))
    play.tell(time_used(play.scene, use.actor))


@rules(Dress)
def dress(play: ReflexPlay, dress: Dress) -> None:
    """Put on or take off one thing that is worn (text 003, lines 305-312).

    Raises:
        RuleViolation: there is no such thing, it is in hand, or it is damaged.
    """
    check_hand(play, dress.actor)
    state = play.at_opening(dress.actor)
    item = find("thing to wear", wearable(state), dress.item)
    on = not _worn(state, item)
    if on and item in state.kit.broken:
        raise RuleViolation(f"The {item} is damaged.", "Repair it first: /act action:repair.")
    thing = state.kit.items.get(item)
    load = dress.load or (lightened(state, thing, None) if thing and not on else None)
    play.tell(Dressed(actor=dress.actor, item=item, on=on, load=load))
    play.tell(time_used(play.scene, dress.actor))


def _worn(state: State, item: str) -> bool:
    return any(piece.name == item for piece in state.kit.armor) or (
        item in state.kit.items and state.kit.items[item].worn
    )
