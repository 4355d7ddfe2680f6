"""A charge with a command waits for its signal; whoever gives it pays ticks and may have to time it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.reflex.blasts.explosions import placed_around
from bot.rulesets.reflex.checks.check import attribute_check
from bot.rulesets.reflex.mines.actions import DetonateMine, ForgetMine, TriggerMine
from bot.rulesets.reflex.mines.events import CommandGiven, CommandTimed, MineForgotten
from bot.rulesets.reflex.mines.minefields import alive_in_sight, mine_named, ranges_around, ranges_from, spring_mine
from bot.rulesets.reflex.mines.mining import task_terms
from bot.rulesets.reflex.mines.turns import check_in_exchange
from bot.rulesets.reflex.person.bodies import Targeted
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.tasks import check_awake
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, at_opening
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import pass_time, second_action
from bot.rulesets.reflex.traps import Mine, seen_by
from bot.rulesets.reflex.vehicles.seats import ride, with_crews

_replace = msgspec.structs.replace

rules = Rules()


@rules(DetonateMine)
def detonate(play: ReflexPlay, signal: DetonateMine) -> None:
    """Give a charge its signal (text 003, lines 1731-1744).

    What the actor cannot know of it is no reason to refuse: the signal is given, and nothing comes of it (ours).
    Dice: for a target that is to be right over it a check of CUF, then those of the explosion.

    Raises:
        RuleViolation: as far as the actor knows it has no command or its detonator is not in hand, nobody said where
            people are, or it is not the actor's turn.
    """
    mine = mine_named(play.scene, signal.mine)
    known = _as_known(play.scene, signal.actor, mine)
    row = play.tables.mine_triggers[mine.trigger]
    _check_command(play.scene, signal.actor, known, command=row.command)
    ranges_m = _told_ranges(play.scene, signal, known)
    ticks = _paid(play, signal, row.ticks, later=bool(row.delay))
    tick = _burns_until(play.scene, mine, row.delay) if ticks and row.delay else None
    idle = _idle(play.scene, signal.actor, mine)
    play.tell(
        CommandGiven(
            actor=signal.actor,
            mine=signal.mine,
            title=mine.title,
            cost_ticks=ticks,
            tick=tick,
            around=tuple(ranges_m.items()) if tick is not None else (),
            knowers=mine.known,
            idle=idle,
        )
    )
    if tick is None and not idle:
        _timed(play, signal, ranges_m)
    if ticks:
        pass_time(play, signal.actor, 0 if second_action(play.scene, signal.actor) else ticks, steadied=True)


def _as_known(scene: ReflexScene, actor: str, mine: Mine) -> Mine:
    """Return a mine as somebody knows it: nobody knows before whom it lies who cannot see them."""
    owner = scene.combatants[actor].owner
    known = seen_by(mine, owner) if owner else mine
    return known if scene.sees(actor, known.near) else _replace(known, near="")


def _idle(scene: ReflexScene, actor: str, mine: Mine) -> str:
    """Return why a signal does nothing, empty where it works."""
    if not mine.armed or mine.damaged:
        return "inert"
    if mine.tick is not None:
        return "burning"
    unconnected = mine.detonator and not any(mine.detonator.casefold() in key.casefold() for key in _held(scene, actor))
    return "unconnected" if unconnected else ""


def _held(scene: ReflexScene, actor: str) -> list[str]:
    """Return what somebody had in hand whole as the tick opened, and nobody else has (text 003, lines 136-138)."""
    kit, own = at_opening(scene, actor).kit, scene.combatants[actor].state.kit.items
    return [key for key, item in kit.items.items() if item.held and key in own and key not in kit.broken]


def _check_command(scene: ReflexScene, actor: str, mine: Mine, *, command: bool) -> None:
    if not command or not mine.armed or mine.damaged:
        raise RuleViolation(f"{mine.title} waits for no signal.", "Only an armed charge with a command does.")
    if mine.tick is not None:
        raise RuleViolation(f"The fuse of {mine.title} burns already.", "Get away from it.")
    check_awake(scene, actor)
    if mine.detonator:
        find("detonator in hand", _held(scene, actor), mine.detonator)


def _paid(reading: ReflexReading, signal: DetonateMine, ticks: int, *, later: bool) -> int:
    """Return the ticks of the signal, a tactical action of the actor's turn; outside of fights nobody counts them.

    In a pause nobody attacks (text 003, lines 148-150, 1738). What goes off ``later`` is under nobody who is named.
    """
    if not reading.scene.fight:
        return 0
    if reading.scene.state.phase != "exchange":
        press = "Press with /init press, and give it in the exchange of fire."
        raise RuleViolation("A charge gets its signal in an exchange of fire.", press)
    if later and signal.target:
        raise RuleViolation("Nobody can tell who will be right over it then.", "Say at= or victims= instead.")
    check_in_exchange(reading, signal, ticks)
    return ticks


def _told_ranges(scene: ReflexScene, signal: DetonateMine, mine: Mine) -> Mapping[str, float]:
    """Return how far people are from the charge: by their places on a ground where it lies at one.

    Elsewhere it is as was said, or as is known of whom it lies near or is meant for.
    """
    if mine.spot and scene.ground:
        if signal.target:
            raise RuleViolation(f"{mine.title} lies on the ground, and places say who is near.", "Leave target out.")
        return ranges_from(scene, mine)
    if signal.target:
        return ranges_around(scene, _over(scene, signal))
    if signal.at or signal.victims:
        return _told_by(scene, signal)
    if near := ranges_from(scene, mine):
        return near
    raise RuleViolation("Who is how far from it?", 'Say target= for one right over it, or victims="Ann:1, Bob:6".')


def _over(scene: ReflexScene, order: Targeted) -> str:
    """Return who is to be in contact with it: for those aboard a vehicle the vehicle."""
    named = alive_in_sight(scene, order)
    return ride(scene, named) or named


def _told_by(scene: ReflexScene, signal: DetonateMine) -> Mapping[str, float]:
    """Return what the actor says of those it sees; whoever is hidden near one of them is reached as well."""
    seen = {other: each for other, each in scene.combatants.items() if scene.sees(signal.actor, other)}
    told = placed_around(_replace(scene, combatants=seen), signal.at, "", signal.victims)
    return {**ranges_around(scene, signal.at), **told} if signal.at in seen else told


def _burns_until(scene: ReflexScene, mine: Mine, delay: int) -> int:
    """Return the tick of the bang, one after the action and the fuse; below zero the exchange ends first.

    The action happens on the tick on which it begins, under advanced timing on that on which it ends (ruling 003-30).
    """
    now = tick_of(scene.opened) if scene.opened else 0
    return now - delay - mine.burn_ticks


def _timed(play: ReflexPlay, signal: DetonateMine, ranges_m: Mapping[str, float]) -> None:
    """Set it off: right under a target only where nerve holds, else some metres off as any explosion (1742-1744)."""
    key, actor = signal.mine, signal.actor
    if not signal.target:
        spring_mine(play, key, "command", ranges_m, by=actor)
        return
    target = _over(play.scene, signal)
    terms = task_terms(play, "timing", signal.modifier)
    outcome = attribute_check(play, "timing", play.scene.combatants[actor].state, "cuf", terms)
    off_m = float(outcome.failure * play.tables.mine_tasks["mistimed"].metres)
    play.tell(CommandTimed(actor=actor, target=target, outcome=outcome, off_m=off_m))
    if outcome.succeeded:
        spring_mine(play, key, "command", ranges_m, target, by=actor)
        return
    missed = with_crews(play.scene, {target: off_m})
    spring_mine(play, key, "command", {**ranges_m, **missed}, by=actor)


@rules(TriggerMine)
def trigger(play: ReflexPlay, verdict: TriggerMine) -> None:
    """Have a mine go off as a GM says, under somebody or so far from people (text 003, lines 1719-1729, 1764-1765).

    Raises:
        RuleViolation: nobody said where it is, or whoever was named is not here.
    """
    mine = mine_named(play.scene, verdict.mine)
    if mine.is_spent:
        raise RuleViolation(f"No mine is left in {mine.title}.", "Lay another, or forget it: /act action:mine_forget.")
    if verdict.target:
        under = _over(play.scene, verdict)
        spring_mine(play, verdict.mine, "met", ranges_around(play.scene, under), under)
        return
    told = verdict.at or verdict.victims
    ranges_m = placed_around(play.scene, verdict.at, "", verdict.victims) if told else ranges_from(play.scene, mine)
    spring_mine(play, verdict.mine, "deliberate", ranges_m)


@rules(ForgetMine)
def forget(play: ReflexPlay, verdict: ForgetMine) -> None:
    """Take a mine off the ground."""
    title = mine_named(play.scene, verdict.mine).title
    play.tell(MineForgotten(actor=verdict.actor, mine=verdict.mine, title=title))
