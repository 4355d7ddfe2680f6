"""Getting rid of mines goes step by step: to find them, to mark them, to make them harmless, to take them away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.equipment.rules import armor_and_threshold, got_through
from bot.rulesets.reflex.lurking import Mine, knows_of, one_of_field
from bot.rulesets.reflex.mines.commands import check_turn
from bot.rulesets.reflex.mines.events import (
    FieldMarked,
    MineHandled,
    MineHit,
    MineIsolated,
    MineShown,
    MinesSearched,
    MineTaken,
)
from bot.rulesets.reflex.mines.minefields import go_off, met, mine_named, ranges_around
from bot.rulesets.reflex.mines.mining import DEMOLITION, MOST_MINES
from bot.rulesets.reflex.morale.rules import check_nerve
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.tasks import check_awake, check_leisure, gets_past, modifiers, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, RuleOf
from bot.rulesets.reflex.state import Broken
from bot.rulesets.reflex.time.timing import TACTICAL, afford, spend
from bot.rulesets.reflex.vehicles.seats import with_crews

Found: TypeAlias = tuple[str, ...]
LOOK_TICKS = "assess"
USUAL_PENETRATION = "x1"
MOVING_MINUTES = 1
ROUTE, BORDER = "route", "border"

rules = Rules()


@rules("mine_search")
def search(play: ReflexPlay, order: Act) -> None:
    """Look for mines: Awareness against how well each is hidden (text 003, line 1678).

    Whoever names a mine only comes near it, which takes no time; anybody else looks around, which takes a tick in an
    exchange of fire, and so does looking for a ``single`` mine of a minefield (ours). Dice: the check, in secret.

    Raises:
        RuleViolation: the mine is known already, is no minefield to find one in, or it is not the actor's turn.
    """
    user, single = play.scene.combatants[order.actor].owner, bool(order.inputs.get("single"))
    passing = "mine" in order.inputs and not single
    keys = _looked_for(play.scene, order, user)
    ticks = play.tables.ticks[LOOK_TICKS].ticks
    costs = not passing and play.scene.state.phase == "exchange"
    check_awake(play.scene, order.actor)
    if costs:
        check_turn(play.scene, order.actor)
        check_nerve(play.scene, order, (TACTICAL,))
        afford(play, order.actor, ticks)
    terms = _told(order)
    outcome = task(play, play.scene.combatants[order.actor].state, "look for mines", "", "awareness", terms)
    found = tuple(key for key in keys if gets_past(outcome, play.scene.state.mines[key].hidden))
    if single and found:
        found = _isolated(play, order, found[0])
    titles = tuple(play.scene.state.mines[key].title for key in found)
    play.tell(MinesSearched(actor=order.actor, outcome=outcome, finder=user, found=found, titles=titles))
    if costs:
        spend(play, order.actor, ticks)


def _looked_for(scene: ReflexScene, order: Act, user: int) -> list[str]:
    """What somebody may find: the mine it comes near, one of a minefield, or all that it does not know of."""
    if order.inputs.get("single"):
        return [_field(scene, order, user)]
    return [_unknown(scene, order, user)] if "mine" in order.inputs else list(_hidden_from(scene, order, user))


def _field(scene: ReflexScene, order: Act, user: int) -> str:
    """The minefield that is searched for one mine; how many others found is nobody's to learn from a refusal."""
    if "mine" not in order.inputs:
        raise RuleViolation("In which minefield?", "Say mine= with single=yes.")
    key, mine = mine_named(scene, order)
    if not mine.is_field:
        raise RuleViolation(f"{mine.title} is no minefield.", "Leave out single= to look for it.")
    if sum(not user or user in each.known for each in scene.state.mines.values()) >= MOST_MINES:
        raise RuleViolation(f"{MOST_MINES} mines are known here already.", "Take some away first.")
    return key


def _isolated(play: ReflexPlay, order: Act, key: str) -> Found:
    """One mine of a field is found, unless none is left, which nobody can tell (text 003, lines 1678, 1764; ours)."""
    field = play.scene.state.mines[key]
    if field.is_spent:
        return ()
    mine, found = one_of_field(field)
    play.tell(MineIsolated(actor=order.actor, mine=mine, field=key, found=found))
    return (mine,)


def _told(order: Act) -> tuple[Term, ...]:
    told = order.inputs.get("modifier", 0)
    return (Term("told", told, "said at the table"),) if told else ()


def _unknown(scene: ReflexScene, order: Act, user: int) -> str:
    key, mine = mine_named(scene, order)
    if knows_of(mine, user):
        raise RuleViolation(
            f"{mine.title} is known already.", "Mark it, disarm it, or say single=yes for one of a field."
        )
    return key


def _hidden_from(scene: ReflexScene, order: Act, user: int) -> Iterator[str]:
    """The mines that a user does not know of, of one place where it was said."""
    place = str(order.inputs.get("place", "")).casefold()
    for key, mine in scene.state.mines.items():
        if not knows_of(mine, user) and place in mine.place.casefold():
            yield key


@rules("mine_mark")
def mark(play: ReflexPlay, order: Act) -> None:
    """Map a minefield or find a way through, some metres with each check (text 003, lines 1746-1752; 003-66).

    With ``show`` a mine is marked for all to see instead, and with a target it is shown to somebody, which takes no
    check (ours). Dice: the check, then those of an accident.

    Raises:
        RuleViolation: it is no minefield, or the actor is not awake or has no time.
    """
    key, mine = mine_named(play.scene, order)
    check_awake(play.scene, order.actor)
    if order.inputs.get("show") or "target" in order.inputs:
        play.tell(_shown(play.scene, order, key, mine))
        return
    if not mine.is_field:
        raise RuleViolation(f"{mine.title} is no minefield.", "Mark a single mine for all to see with show=yes.")
    minutes = play.tables.mine_tasks["mark"].minutes
    check_leisure(play.scene, order.actor, minutes)
    terms = _marking_terms(play, order, mine)
    outcome = task(play, play.scene.combatants[order.actor].state, "mark", DEMOLITION, "awareness", terms)
    accident = mine.armed and not mine.is_spent and outcome.failure >= play.tables.mine_tasks["mark"].accident
    play.tell(
        FieldMarked(
            actor=order.actor,
            mine=key,
            title=mine.title,
            what=order.inputs.get("kind", ROUTE),
            minutes=minutes,
            outcome=outcome,
            metres=max(0, outcome.margin),
            accident=accident,
            knowers=_readers(play.scene, order, mine),
        )
    )
    if accident:
        _under_the_hands(play, order, key, "accident")


def _shown(scene: ReflexScene, order: Act, key: str, mine: Mine) -> MineShown:
    """A mine is shown to all or to one."""
    if "target" not in order.inputs:
        return MineShown(actor=order.actor, mine=key, title=mine.title)
    shown_to = met(scene, order)
    users = (scene.combatants[order.actor].owner, scene.combatants[shown_to].owner)
    told = tuple(dict.fromkeys(user for user in users if user))
    return MineShown(actor=order.actor, target=shown_to, mine=key, title=mine.title, knowers=told)


def _marking_terms(reading: ReflexReading, order: Act, mine: Mine) -> tuple[Term, ...]:
    """Notes of those who laid it, and having laid it oneself, help (text 003, lines 1749-1750)."""
    row, source = reading.tables.mine_tasks["mark"], reading.tables.mine_tasks["mark"].cited
    notes = (Term("notes", row.notes, source),) if order.inputs.get("notes") else ()
    own = (Term("own_field", row.own, source),) if mine.layer == order.actor else ()
    return (*modifiers(reading, "mine_tasks", "mark", order.inputs.get("modifier", 0)), *notes, *own)


def _readers(scene: ReflexScene, order: Act, mine: Mine) -> tuple[int, ...]:
    """Whoever does it reads what comes of it, and so does who laid the mine."""
    users = (scene.combatants[order.actor].owner, mine.owner)
    return tuple(dict.fromkeys(user for user in users if user))


def _under_the_hands(play: ReflexPlay, order: Act, key: str, cause: str) -> None:
    go_off(play, key, cause, ranges_around(play.scene, order.actor), order.actor)


@rules("mine_disarm")
def disarm(play: ReflexPlay, order: Act) -> None:
    """Make a mine harmless in one of the ways of _WAYS (text 003, lines 1763-1780).

    Raises:
        RuleViolation: it is a whole minefield, or that way does not fit it.
    """
    _WAYS[order.inputs["kind"]](play, order)


def _single(scene: ReflexScene, order: Act) -> tuple[str, Mine]:
    key, mine = mine_named(scene, order)
    if mine.is_field:
        raise RuleViolation(
            f"{mine.title} is a whole minefield.",
            "Mark a route through it with /mine mark, or find one mine of it: /mine search with single=yes.",
        )
    return key, mine


def _destroy(play: ReflexPlay, order: Act) -> None:
    """Damage to a mine as to any thing: disabled, then destroyed; the first sets it off half of the time (1764-1769).

    Dice: once it is disabled a d100, then those of the explosion.
    """
    key, mine = _single(play.scene, order)
    if "damage" not in order.inputs:
        raise RuleViolation("How much damage does it take?", "Say damage= as the attack did, and penetration=.")
    row = play.tables.mines[mine.kind]
    armor, threshold = armor_and_threshold(play.tables, row.substance, row.bulk)
    penetration = HALVES[order.inputs.get("penetration", USUAL_PENETRATION)]
    final = got_through(order.inputs["damage"], armor, penetration)
    broken = final >= threshold
    percent, roll = _percent(play, "disabled") if broken and not mine.damaged else (0, None)
    goes_off = roll is not None and roll.faces[0] <= percent
    play.tell(
        MineHit(
            actor=order.actor,
            mine=key,
            title=mine.title,
            armor=armor,
            threshold=threshold,
            damage=order.inputs["damage"],
            penetration=penetration,
            final=final,
            percent=percent,
            roll=roll,
            broken=_broken(mine) if broken else "",
            goes_off=goes_off,
            knowers=_readers(play.scene, order, mine),
        )
    )
    if not goes_off:
        return
    go_off(play, key, "damaged", _far_off(play.scene, mine), by=order.actor)


def _broken(mine: Mine) -> str:
    return Broken.DESTROYED.value if mine.damaged else Broken.DISABLED.value


def _far_off(scene: ReflexScene, mine: Mine) -> dict[str, float]:
    return with_crews(scene, {mine.near: mine.near_m}) if mine.near in scene.combatants else {}


def _percent(play: ReflexPlay, key: str) -> tuple[int, Roll]:
    """A flat chance, on a die of a hundred (ruling 003-75)."""
    percent = int(play.tables.mine_tasks[key].percent)
    return percent, play.roll(Ask(key, 1, 100, Buckets(tuple(sorted({percent, 100} - {0}))), secret=True))


def _defuse(play: ReflexPlay, order: Act) -> None:
    """Defuse a mine; one that is known to guard itself takes several checks (text 003, lines 1772-1779).

    Dice: the check, then those of an accident.
    """
    key, mine = _single(play.scene, order)
    guarded = mine.tamper > 0 and play.scene.combatants[order.actor].owner in mine.wary
    how, attribute = ("tamper", "resolve") if guarded else ("defuse", "cognition")
    outcome = _handled(play, order, how, attribute)
    progress = mine.tampered + max(0, outcome.margin) if guarded else mine.tampered
    live = mine.armed or mine.tamper > mine.tampered
    accident = live and outcome.failure >= int(play.tables.mine_tasks[how].accident)
    play.tell(
        MineHandled(
            actor=order.actor,
            mine=key,
            title=mine.title,
            how=how,
            minutes=int(play.tables.mine_tasks[how].minutes),
            outcome=outcome,
            progress=progress,
            needed=mine.tamper if guarded else 0,
            safe=outcome.succeeded and (not guarded or progress >= mine.tamper),
            accident=accident,
            knowers=_readers(play.scene, order, mine),
        )
    )
    if accident:
        _under_the_hands(play, order, key, "accident")


def _handled(play: ReflexPlay, order: Act, how: str, attribute: str) -> Outcome:
    check_leisure(play.scene, order.actor, int(play.tables.mine_tasks[how].minutes))
    terms = modifiers(play, "mine_tasks", how, order.inputs.get("modifier", 0))
    return task(play, play.scene.combatants[order.actor].state, how, DEMOLITION, attribute, terms)


def _spot(play: ReflexPlay, order: Act) -> None:
    """Look for a device against tampering, in secret: nobody knows whether there is one (text 003, line 1777)."""
    key, mine = _single(play.scene, order)
    outcome = _handled(play, order, "spot", "awareness")
    play.tell(
        MineHandled(
            actor=order.actor,
            mine=key,
            title=mine.title,
            how="spot",
            minutes=play.tables.mine_tasks["spot"].minutes,
            outcome=outcome,
            spotted=outcome.succeeded and mine.tamper > mine.tampered,
            finder=play.scene.combatants[order.actor].owner,
            knowers=_readers(play.scene, order, mine),
        )
    )


def _move(play: ReflexPlay, order: Act) -> None:
    """Take a mine away: a device against tampering sets it off, and damage a quarter of the time (1770, 1780).

    Dice: for a damaged one a d100, then those of the explosion.

    Raises:
        RuleViolation: it may go off at a touch, or nobody has the minute that it takes (ours).
    """
    key, mine = _single(play.scene, order)
    check_leisure(play.scene, order.actor, MOVING_MINUTES)
    if not _movable(play, order, mine):
        raise RuleViolation(f"{mine.title} may go off at a touch.", "Defuse it first with kind=defuse.")
    live = mine.tamper > mine.tampered
    percent, roll = _percent(play, "moved") if mine.damaged and not live else (0, None)
    shaken = roll is not None and roll.faces[0] <= percent
    play.tell(
        MineTaken(
            actor=order.actor,
            mine=key,
            title=mine.title,
            percent=percent,
            roll=roll,
            goes_off=live or shaken,
            cause="tampered" if live else "damaged" if shaken else "",
            knowers=_readers(play.scene, order, mine),
        )
    )
    if live or shaken:
        _under_the_hands(play, order, key, "moved")


def _movable(reading: ReflexReading, order: Act, mine: Mine) -> bool:
    """Whether somebody may think that a touch does not set it off: only who laid it knows of one that never armed."""
    own = mine.owner == reading.scene.combatants[order.actor].owner and not mine.armed
    waits = bool(reading.tables.mine_triggers[mine.trigger].command)
    return own or waits or mine.defused or mine.damaged


_WAYS: dict[str, RuleOf] = {"destroy": _destroy, "defuse": _defuse, "spot": _spot, "move": _move}
WAYS = tuple(_WAYS)
