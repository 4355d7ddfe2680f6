"""A charge with a command waits for its signal; whoever gives it pays ticks and may have to time it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.explosions import placed
from bot.rulesets.reflex.checks.check import attribute_check
from bot.rulesets.reflex.lurking import Mine, seen_by
from bot.rulesets.reflex.mines.events import CommandGiven, CommandTimed, MineForgotten
from bot.rulesets.reflex.mines.minefields import go_off, met, mine_named, ranges_around
from bot.rulesets.reflex.morale.rules import check_nerve
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.tasks import check_awake, modifiers
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import TACTICAL, afford, spend
from bot.rulesets.reflex.vehicles.seats import ride, with_crews

_replace = msgspec.structs.replace

rules = Rules()


@rules("mine_detonate")
def detonate(play: ReflexPlay, order: Act) -> None:
    """Give a charge its signal (text 003, lines 1731-1744).

    What the actor cannot know of it is no reason to refuse: the signal is given, and nothing comes of it (ours).
    Dice: for a target that is to be right over it a check of CUF, then those of the explosion.

    Raises:
        RuleViolation: as far as the actor knows it has no command or its detonator is not in hand, nobody said where
            people are, or it is not the actor's turn.
    """
    key, mine = mine_named(play.scene, order)
    known = _as_known(play.scene, order, mine)
    row = play.tables.mine_triggers[mine.trigger]
    _check_command(play.scene, order, known, command=row.command)
    ticks = _paid(play, order, row.ticks)
    ranges_m = _told_ranges(play.scene, order, known)
    tick = _burns_until(play.scene, order, mine, row.delay) if ticks and row.delay else None
    idle = _idle(play.scene, order, mine)
    play.tell(
        CommandGiven(
            actor=order.actor,
            mine=key,
            title=mine.title,
            cost_ticks=ticks,
            tick=tick,
            around=tuple(ranges_m.items()) if tick is not None else (),
            knowers=mine.known,
            idle=idle,
        )
    )
    if tick is None and not idle:
        _timed(play, order, key, ranges_m)
    if ticks:
        spend(play, order.actor, ticks)


def _as_known(scene: ReflexScene, order: Act, mine: Mine) -> Mine:
    """A mine as whoever gives the order knows it: nobody knows before whom it lies who cannot see them."""
    owner = scene.combatants[order.actor].owner
    known = seen_by(mine, owner) if owner else mine
    return known if scene.sees(order.actor, known.near) else _replace(known, near="")


def _idle(scene: ReflexScene, order: Act, mine: Mine) -> str:
    """Why a signal does nothing, empty where it works."""
    if not mine.armed or mine.damaged:
        return "inert"
    if mine.tick is not None:
        return "burning"
    return "" if not mine.detonator or _in_hand(scene, order, mine.detonator) else "unconnected"


def _in_hand(scene: ReflexScene, order: Act, thing: str) -> bool:
    held = [key for key, item in scene.combatants[order.actor].state.items.items() if item.held]
    return any(thing.casefold() in key.casefold() for key in held)


def _check_command(scene: ReflexScene, order: Act, mine: Mine, *, command: bool) -> None:
    if not command or not mine.armed or mine.damaged:
        raise RuleViolation(f"{mine.title} waits for no signal.", "Only an armed charge with a command does.")
    if mine.tick is not None:
        raise RuleViolation(f"The fuse of {mine.title} burns already.", "Get away from it.")
    check_awake(scene, order.actor)
    held = [key for key, item in scene.combatants[order.actor].state.items.items() if item.held]
    if mine.detonator:
        find("detonator in hand", held, mine.detonator)


def _paid(reading: ReflexReading, order: Act, ticks: int) -> int:
    """The ticks of the signal in an exchange of fire, where it takes the actor's turn; none at other times."""
    if reading.scene.state.phase != "exchange":
        return 0
    check_turn(reading.scene, order.actor)
    check_nerve(reading.scene, order, (TACTICAL,))
    afford(reading, order.actor, ticks)
    return ticks


def check_turn(scene: ReflexScene, actor: str) -> None:
    """Nothing, for somebody who may act now.

    Raises:
        RuleViolation: it is not its turn.
    """
    if actor not in {slot.actor for slot in scene.entitled()}:
        raise RuleViolation(f"It is not {shown(actor)}'s turn.", "See /init status for who is to act.")


def _told_ranges(scene: ReflexScene, order: Act, mine: Mine) -> Mapping[str, float]:
    """How far people are from the charge: as was said, or as is known of whom it lies near or is meant for."""
    if "target" in order.inputs:
        return ranges_around(scene, _over(scene, order))
    if "at" in order.inputs or "victims" in order.inputs:
        return _told_by(scene, order)
    if near := _near(scene, mine):
        return near
    raise RuleViolation("Who is how far from it?", 'Say target= for one right over it, or victims="Ann:1, Bob:6".')


def _over(scene: ReflexScene, order: Act) -> str:
    """Who is to be in contact with it: for those aboard a vehicle the vehicle."""
    named = met(scene, order)
    return ride(scene, named) or named


def _told_by(scene: ReflexScene, order: Act) -> Mapping[str, float]:
    """What the actor says of those it sees; whoever is hidden near one of them is reached as well."""
    seen = {other: each for other, each in scene.combatants.items() if scene.sees(order.actor, other)}
    told = placed(_replace(scene, combatants=seen), order)
    centre = order.inputs.get("at", "")
    return {**ranges_around(scene, centre), **told} if centre in seen else told


def _burns_until(scene: ReflexScene, order: Act, mine: Mine, delay: int) -> int:
    """The tick of the bang: one after the action, and what the fuse takes more; below zero the exchange ends first.

    The action happens on the tick on which it begins, under advanced timing on that on which it ends (ruling 003-30).
    """
    if "target" in order.inputs:
        raise RuleViolation("Nobody can tell who will be right over it then.", "Say at= or victims= instead.")
    now = tick_of(scene.opened) if scene.opened else 0
    return now - delay - mine.burn_ticks


def _timed(play: ReflexPlay, order: Act, key: str, ranges_m: Mapping[str, float]) -> None:
    """Right under a target only where nerve holds; else it is a normal explosion some metres off (1742-1744)."""
    if "target" not in order.inputs:
        go_off(play, key, "command", ranges_m, by=order.actor)
        return
    target = _over(play.scene, order)
    terms = modifiers(play, "mine_tasks", "timing", order.inputs.get("modifier", 0))
    outcome = attribute_check(play, "timing", play.scene.combatants[order.actor].state, "cuf", terms)
    off_m = float(outcome.failure * play.tables.mine_tasks["mistimed"].metres)
    play.tell(CommandTimed(actor=order.actor, target=target, outcome=outcome, off_m=off_m))
    if outcome.succeeded:
        go_off(play, key, "command", ranges_m, target, by=order.actor)
        return
    missed = with_crews(play.scene, {target: off_m})
    go_off(play, key, "command", {**ranges_m, **missed}, by=order.actor)


@rules("mine_trigger")
def trigger(play: ReflexPlay, order: Act) -> None:
    """A GM says that a mine goes off, under somebody or so far from people (text 003, lines 1719-1729, 1764-1765).

    Raises:
        RuleViolation: nobody said where it is, or whoever was named is not here.
    """
    key, mine = mine_named(play.scene, order)
    if mine.is_spent:
        raise RuleViolation(f"No mine is left in {mine.title}.", "Lay another, or forget it: /act action:mine_forget.")
    if "target" in order.inputs:
        under = _over(play.scene, order)
        go_off(play, key, "met", ranges_around(play.scene, under), under)
        return
    told = "at" in order.inputs or "victims" in order.inputs
    ranges_m = placed(play.scene, order) if told else _near(play.scene, mine)
    go_off(play, key, "deliberate", ranges_m)


def _near(scene: ReflexScene, mine: Mine) -> Mapping[str, float]:
    return with_crews(scene, {mine.near: mine.near_m}) if mine.near in scene.combatants else {}


@rules("mine_forget")
def forget(play: ReflexPlay, order: Act) -> None:
    """A GM takes a mine off the ground."""
    key, mine = mine_named(play.scene, order)
    play.tell(MineForgotten(actor=order.actor, mine=key, title=mine.title))
