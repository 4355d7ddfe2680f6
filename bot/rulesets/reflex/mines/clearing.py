"""Getting rid of mines goes step by step: to find them, to mark them, to make them harmless, to take them away."""

from __future__ import annotations

from typing import assert_never

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome, told_terms
from bot.rulesets.reflex.equipment.rules import armor_and_threshold
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.mines.actions import DEMOLITION, Clearing, DisarmMine, MarkMine, SearchMines
from bot.rulesets.reflex.mines.events import (
    FieldMarked,
    MineHandled,
    MineHit,
    MineIsolated,
    MineShown,
    MinesSearched,
    MineTaken,
)
from bot.rulesets.reflex.mines.lying import lies_near
from bot.rulesets.reflex.mines.minefields import alive_in_sight, mine_named, ranges_around, ranges_from, spring_mine
from bot.rulesets.reflex.mines.mining import MOST_MINES, hand_terms, task_terms
from bot.rulesets.reflex.mines.noticing import LOOKING, eye_terms
from bot.rulesets.reflex.mines.turns import check_time_to_look, in_passing, time_to_look
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.person.tasks import check_awake, check_leisure, gets_past, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.traps import Mine, knows_of, one_of_field
from bot.rulesets.reflex.vehicles.seats import stands_at

MOVING_MINUTES = 1
SEARCHED_M, AT_HAND_M = 10, 2
"""How far around oneself one searches on a ground, and how near to a mine one works on it (house)."""

rules = Rules()


@rules(SearchMines)
def search(play: ReflexPlay, looking: SearchMines) -> None:
    """Look for mines: Awareness against how well each is hidden (text 003, line 1678).

    Whoever names a mine only comes near it, which takes no time; anybody else looks around, or for a ``single`` mine of
    a minefield, which takes a tick in an exchange of fire, else a pause or a minute (ours). Dice: the check, in secret.

    Raises:
        RuleViolation: the mine is known already, is no minefield to find one in, or the actor has no time for it.
    """
    actor, user = looking.actor, play.scene.combatants[looking.actor].owner
    keys = _looked_for(play.scene, looking, user)
    check_awake(play.scene, actor)
    if not in_passing(looking):
        check_time_to_look(play, looking)
    terms = (*eye_terms(play, actor), *told_terms(looking.modifier))
    outcome = task(play, play.scene.combatants[actor].state, "look for mines", "", LOOKING, terms)
    found = tuple(key for key in keys if gets_past(outcome, play.scene.state.mines[key].hidden))
    if looking.single and found:
        found = _isolated(play, actor, found[0])
    titles = tuple(play.scene.state.mines[key].title for key in found)
    play.tell(MinesSearched(actor=actor, outcome=outcome, finder=user, found=found, titles=titles))
    if not in_passing(looking):
        time_to_look(play, actor)


def _looked_for(scene: ReflexScene, looking: SearchMines, user: int) -> tuple[str, ...]:
    """Return what somebody may find: the mine it comes near, one of a minefield, or all that it does not know of."""
    if looking.single:
        _check_field(scene, looking.mine, user)
    elif looking.mine:
        _check_unknown(mine_named(scene, looking.mine), user)
    else:
        here, place = stands_at(scene, looking.actor), looking.place.casefold()
        hidden = {key: mine for key, mine in scene.state.mines.items() if not knows_of(mine, user)}
        there = (key for key, mine in hidden.items() if place in mine.place.casefold())
        return tuple(key for key in there if lies_near(hidden[key], here, SEARCHED_M))
    return (looking.mine,)


def _check_field(scene: ReflexScene, key: str, user: int) -> None:
    """Check that one mine can be looked for here; how many others found is nobody's to learn from a refusal."""
    if not key:
        raise RuleViolation("In which minefield?", "Say mine= with single=yes.")
    mine = mine_named(scene, key)
    if not mine.is_field:
        raise RuleViolation(f"{mine.title} is no minefield.", "Leave out single to look for it.")
    if sum(not user or user in each.known for each in scene.state.mines.values()) >= MOST_MINES:
        raise RuleViolation(f"{MOST_MINES} mines are known here already.", "Take some away first.")


def _isolated(play: ReflexPlay, actor: str, key: str) -> tuple[str, ...]:
    """Find one mine of a field and return its key; none if none is left, which nobody can tell (1678, 1764; ours)."""
    field = play.scene.state.mines[key]
    if field.is_spent:
        return ()
    mine, found = one_of_field(field)
    play.tell(MineIsolated(actor=actor, mine=mine, field=key, found=found))
    return (mine,)


def _check_unknown(mine: Mine, user: int) -> None:
    if knows_of(mine, user):
        raise RuleViolation(
            f"{mine.title} is known already.",
            "Mark it with /mine mark, disarm it with /mine disarm, or say single=yes for one of a field.",
        )


@rules(MarkMine)
def mark(play: ReflexPlay, marking: MarkMine) -> None:
    """Map a minefield or find a way through, some metres with each check (text 003, lines 1746-1752; 003-66).

    With ``show`` a mine is marked for all to see instead, and with a target it is shown to somebody, which takes no
    check (ours). Dice: the check, then those of an accident.

    Raises:
        RuleViolation: it is no minefield, or the actor is not awake or has no time.
    """
    actor, mine = marking.actor, mine_named(play.scene, marking.mine)
    check_awake(play.scene, actor)
    if marking.show or marking.target:
        play.tell(_shown(play.scene, marking, mine))
        return
    if not mine.is_field:
        raise RuleViolation(f"{mine.title} is no minefield.", "Mark a single mine for all to see with show=yes.")
    _check_near(play.scene, actor, mine)
    minutes = play.tables.mine_tasks["mark"].minutes
    check_leisure(play.scene, actor, minutes)
    terms = _marking_terms(play, marking, mine)
    outcome = task(play, play.scene.combatants[actor].state, "mark", DEMOLITION, LOOKING, terms)
    accident = mine.armed and not mine.is_spent and outcome.failure >= play.tables.mine_tasks["mark"].accident
    play.tell(
        FieldMarked(
            actor=actor,
            mine=marking.mine,
            title=mine.title,
            what=marking.kind,
            minutes=minutes,
            outcome=outcome,
            metres=max(0, outcome.margin),
            accident=accident,
            knowers=_readers(play.scene, actor, mine),
        )
    )
    if accident:
        _under_the_hands(play, actor, marking.mine, "accident")


def _check_near(scene: ReflexScene, actor: str, mine: Mine) -> None:
    """Raise RuleViolation where a mine lies on the ground, out of reach."""
    here = stands_at(scene, actor)
    if not lies_near(mine, here, AT_HAND_M):
        raise RuleViolation(f"{mine.title} is at {mine.place}, out of reach.", "Go there first: /act action:move.")


def _shown(scene: ReflexScene, marking: MarkMine, mine: Mine) -> MineShown:
    """Return that a mine is shown to all or to one."""
    actor, key = marking.actor, marking.mine
    if not marking.target:
        return MineShown(actor=actor, mine=key, title=mine.title)
    shown_to = alive_in_sight(scene, marking)
    users = (scene.combatants[actor].owner, scene.combatants[shown_to].owner)
    told = tuple(dict.fromkeys(user for user in users if user))
    return MineShown(actor=actor, target=shown_to, mine=key, title=mine.title, knowers=told)


def _marking_terms(reading: ReflexReading, marking: MarkMine, mine: Mine) -> tuple[Term, ...]:
    """Return what helps: notes of those who laid it, and having laid it oneself (text 003, lines 1749-1750)."""
    row, source = reading.tables.mine_tasks["mark"], reading.tables.mine_tasks["mark"].cited
    notes = (Term("notes", row.notes, source),) if marking.notes else ()
    own = (Term("own_field", row.own, source),) if mine.layer == marking.actor else ()
    return (*task_terms(reading, "mark", marking.modifier), *eye_terms(reading, marking.actor), *notes, *own)


def _readers(scene: ReflexScene, actor: str, mine: Mine) -> tuple[int, ...]:
    """Return the users who read what comes of it: that of whoever does it, and who laid the mine."""
    users = (scene.combatants[actor].owner, mine.owner)
    return tuple(dict.fromkeys(user for user in users if user))


def _under_the_hands(play: ReflexPlay, actor: str, key: str, cause: str) -> None:
    spring_mine(play, key, cause, ranges_around(play.scene, actor), actor)


@rules(DisarmMine)
def disarm(play: ReflexPlay, work: DisarmMine) -> None:
    """Make a mine harmless in one way or another (text 003, lines 1763-1780).

    Raises:
        RuleViolation: it is a whole minefield, or that way does not fit it.
    """
    mine = mine_named(play.scene, work.mine)
    if mine.is_field:
        raise RuleViolation(
            f"{mine.title} is a whole minefield.",
            "Mark a route through it with /mine mark, or find one mine of it: /mine search with single=yes.",
        )
    if work.kind is not Clearing.DESTROY:
        _check_near(play.scene, work.actor, mine)
    match work.kind:
        case Clearing.DESTROY:
            _destroy(play, work)
        case Clearing.DEFUSE:
            _defuse(play, work, mine)
        case Clearing.SPOT:
            _spot(play, work, mine)
        case Clearing.MOVE:
            _move(play, work, mine)
        case _:
            assert_never(work.kind)


def _destroy(play: ReflexPlay, work: DisarmMine) -> None:
    """Do damage to a mine that was told; dice as in ``mine_hit``."""
    if work.damage is None:
        raise RuleViolation("How much damage does it take?", "Say damage= as the attack did, and penetration=.")
    harm = Harm((Term("told", work.damage, "said at the table"),), HALVES[work.penetration])
    mine_hit(play, work.actor, work.mine, harm)


def mine_hit(play: ReflexPlay, actor: str, key: str, harm: Harm) -> None:
    """Do damage to a mine as to any thing: disabled, then destroyed; the first sets half of them off (1764-1769).

    A graze only scratches (ours). Dice: once it is disabled a d100, then those of the explosion.
    """
    mine = play.scene.state.mines[key]
    row = play.tables.mines[mine.kind]
    armor, threshold = armor_and_threshold(play.tables, row.substance, row.bulk)
    final = harm.past(armor)
    broken = harm.breaks("disabled" if mine.damaged else "", final, threshold)
    percent, roll = _percent(play, "disabled") if broken == Broken.DISABLED else (0, None)
    goes_off = roll is not None and roll.faces[0] <= percent
    play.tell(
        MineHit(
            actor=actor,
            mine=key,
            title=mine.title,
            armor=armor,
            threshold=threshold,
            damage=harm.damage,
            penetration=harm.penetration,
            final=final,
            percent=percent,
            roll=roll,
            broken=broken,
            goes_off=goes_off,
            knowers=_readers(play.scene, actor, mine),
        )
    )
    if goes_off:
        spring_mine(play, key, "damaged", ranges_from(play.scene, mine), by=actor)


def _percent(play: ReflexPlay, key: str) -> tuple[int, Roll]:
    """Return a flat chance, and the die of a hundred that was rolled for it (ruling 003-75)."""
    percent = play.tables.mine_tasks[key].percent
    return percent, play.roll(Ask(key, 1, 100, Buckets(tuple(sorted({percent, 100} - {0}))), secret=True))


def _defuse(play: ReflexPlay, work: DisarmMine, mine: Mine) -> None:
    """Defuse a mine; one that is known to guard itself takes several checks (text 003, lines 1772-1779).

    Dice: the check, then those of an accident.
    """
    guarded = mine.tamper > 0 and play.scene.combatants[work.actor].owner in mine.wary
    how, attribute = ("tamper", "resolve") if guarded else ("defuse", "cognition")
    outcome = _handled(play, work, how, attribute)
    progress = mine.tampered + max(0, outcome.margin) if guarded else mine.tampered
    live = mine.armed or mine.tamper > mine.tampered
    accident = live and outcome.failure >= play.tables.mine_tasks[how].accident
    play.tell(
        MineHandled(
            actor=work.actor,
            mine=work.mine,
            title=mine.title,
            how=how,
            minutes=play.tables.mine_tasks[how].minutes,
            outcome=outcome,
            progress=progress,
            needed=mine.tamper if guarded else 0,
            safe=outcome.succeeded and (not guarded or progress >= mine.tamper),
            accident=accident,
            knowers=_readers(play.scene, work.actor, mine),
        )
    )
    if accident:
        _under_the_hands(play, work.actor, work.mine, "accident")


def _handled(play: ReflexPlay, work: DisarmMine, how: str, attribute: str) -> Outcome:
    check_leisure(play.scene, work.actor, play.tables.mine_tasks[how].minutes)
    state, looks = play.scene.combatants[work.actor].state, attribute == LOOKING
    by = eye_terms(play, work.actor) if looks else hand_terms(play, work.actor, DEMOLITION, attribute)
    terms = (*task_terms(play, how, work.modifier), *by)
    return task(play, state, how, DEMOLITION, attribute, terms, by_hand=not looks)


def _spot(play: ReflexPlay, work: DisarmMine, mine: Mine) -> None:
    """Look for a device against tampering, in secret: nobody knows whether there is one (text 003, line 1777)."""
    outcome = _handled(play, work, "spot", LOOKING)
    play.tell(
        MineHandled(
            actor=work.actor,
            mine=work.mine,
            title=mine.title,
            how="spot",
            minutes=play.tables.mine_tasks["spot"].minutes,
            outcome=outcome,
            spotted=outcome.succeeded and mine.tamper > mine.tampered,
            finder=play.scene.combatants[work.actor].owner,
            knowers=_readers(play.scene, work.actor, mine),
        )
    )


def _move(play: ReflexPlay, work: DisarmMine, mine: Mine) -> None:
    """Take a mine away: a device against tampering sets it off, and damage a quarter of the time (1770, 1780).

    Dice: for a damaged one a d100, then those of the explosion.

    Raises:
        RuleViolation: it may go off at a touch, or nobody has the minute that it takes (ours).
    """
    check_leisure(play.scene, work.actor, MOVING_MINUTES)
    if not _movable(play, work.actor, mine):
        raise RuleViolation(f"{mine.title} may go off at a touch.", "Defuse it first with kind=defuse.")
    live = mine.tamper > mine.tampered
    percent, roll = _percent(play, "moved") if mine.damaged and not live else (0, None)
    shaken = roll is not None and roll.faces[0] <= percent
    play.tell(
        MineTaken(
            actor=work.actor,
            mine=work.mine,
            title=mine.title,
            percent=percent,
            roll=roll,
            goes_off=live or shaken,
            cause="tampered" if live else "damaged" if shaken else "",
            knowers=_readers(play.scene, work.actor, mine),
        )
    )
    if live or shaken:
        _under_the_hands(play, work.actor, work.mine, "moved")


def _movable(reading: ReflexReading, actor: str, mine: Mine) -> bool:
    """Tell whether one may think that a touch does not set it off: only who laid it knows of one that never armed."""
    own = mine.owner == reading.scene.combatants[actor].owner and not mine.armed
    waits = reading.tables.mine_triggers[mine.trigger].command
    return own or waits or mine.defused or mine.damaged
