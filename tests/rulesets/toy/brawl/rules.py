"""How a brawl is decided."""

from __future__ import annotations

from bot.core.dice import Ask, Buckets, Lowest, Pick, Roll
from bot.core.errors import RuleViolation
from bot.core.events import RangeSet, Scheduled, SlotMoved
from bot.core.features import Rules
from bot.core.scene import Question
from bot.core.tables import Tables
from bot.core.terms import Term, bonuses, penalties, total
from bot.core.timeline import Slot
from bot.core.wording import shown
from tests.rulesets.toy.brawl.actions import ACT, Approach, Bandage, Hold, Pounce, Relax, Strike, TakeHits
from tests.rulesets.toy.brawl.events import (
    Blocked,
    Downed,
    Hastened,
    Held,
    Hurt,
    Pounced,
    Rested,
    RoundBegan,
    Struck,
    Treated,
)
from tests.rulesets.toy.state import State, ToyPlay, ToyScene

rules = Rules()


BLOCKS = Buckets((3, 6))


def at_opening(scene: ToyScene, actor: str) -> State:
    """The state that an action is judged by: without what others do at the same moment."""
    return scene.opening.get(actor, scene.combatants[actor].state)


def begin_round(play: ToyPlay) -> None:
    """All who can stand roll for haste; a tie is one moment. Nothing begins where nobody stands."""
    standing = [actor for actor, combatant in play.scene.combatants.items() if combatant.state.able]
    if not standing:
        return
    play.tell(RoundBegan(number=play.scene.state.rounds + 1))
    slots = []
    for actor in standing:
        hastened = _hastened(play, actor)
        play.tell(hastened)
        slots.append(Slot((-hastened.haste,), actor, (ACT,)))
    play.tell(Scheduled(slots=tuple(slots)))


def _hastened(play: ToyPlay, actor: str) -> Hastened:
    state, guarded = play.scene.combatants[actor].state, play.scene.combatants[actor].guarded
    weapon = play.tables.rows("weapons")[state.weapon]
    terms = (Term("speed", weapon["speed"], weapon["source"]), *_tricks(play.tables, state, "haste"))
    with play.about(actor):
        roll = play.roll(Ask("haste", 1, 6, secret=guarded))
    return Hastened(actor=actor, terms=terms, roll=roll, haste=total(terms) + roll.faces[0])


def _tricks(tables: Tables, state: State, what: str) -> tuple[Term, ...]:
    rows = ((trick, tables.rows("tricks")[trick]) for trick in state.tricks)
    return tuple(Term(trick, row[what], row["source"]) for trick, row in rows if row[what])


def join_round(play: ToyPlay, actor: str) -> None:
    """Whoever comes later acts after those who act now."""
    if not play.scene.agenda or not play.scene.combatants[actor].state.able:
        return
    hastened = _hastened(play, actor)
    play.tell(hastened)
    key = max((-hastened.haste,), play.scene.agenda[0].key)
    play.tell(SlotMoved(actor=actor, slots=(Slot(key, actor, (ACT,)),)))


@rules(Strike)
def strike(play: ToyPlay, strike: Strike) -> None:
    """Lowest die at or under the target number hits; a shield may be put in the way once the dice have fallen."""
    actor, target = strike.actor, _target(play.scene, strike)
    if strike.range_m is not None and play.distance(actor, target) != strike.range_m:
        play.tell(RangeSet(actor=actor, target=target, range_m=strike.range_m))
    _check_reach(play.tables, play.scene, actor, target)
    struck = _struck(play, strike)
    play.tell(struck)
    if struck.hit:
        _land(play, strike, struck)
    play.tell(SlotMoved(actor=actor))


def _target(scene: ToyScene, order: Strike | Approach | Bandage) -> str:
    target = order.target
    if target not in scene.combatants:
        raise RuleViolation(f"{shown(target)} is not here.", "Choose somebody who is.")
    if target == order.actor:
        raise RuleViolation("That would be oneself.", "Choose somebody else.")
    if not at_opening(scene, order.actor).able:
        raise RuleViolation(f"{shown(order.actor)} is down.", "Rest.")
    return target


def _check_reach(tables: Tables, scene: ToyScene, actor: str, target: str) -> None:
    reach_m = tables.rows("weapons")[at_opening(scene, actor).weapon]["reach_m"]
    if (scene.range_m(actor, target) or 0) > reach_m:
        raise RuleViolation(f"{shown(target)} is out of reach.", f"Approach to {reach_m} m.")


def _style(tables: Tables, strike: Strike, weapon: str) -> str:
    return strike.style or str(tables.rows("weapons")[weapon]["style"])


def _struck(play: ToyPlay, strike: Strike) -> Struck:
    state = play.at_opening(strike.actor)
    style = _style(play.tables, strike, state.weapon)
    extra = (
        Term(style, play.tables.rows("styles")[style]["skill"], play.tables.rows("styles")[style]["source"]),
        Term("training", state.training.get(state.weapon, 0)),
        Term("granted", strike.bonus),
        Term("all_out", -1 if strike.all_out else 0),
        Term("light", -2 if strike.light == "dusk" else 0),
        Term("bound", 3 if strike.bound else 0),
        *_tricks(play.tables, state, "skill"),
    )
    terms = (Term("skill", state.skill), *(term for term in extra if term.value), *_cap(play, extra))
    target_number = total(terms)
    roll = play.roll(Ask("strike", play.tables.rows("weapons")[state.weapon]["dice"], 20, Lowest(target_number)))
    hit = min(roll.faces) <= target_number
    return Struck(
        actor=strike.actor,
        target=strike.target,
        weapon=state.weapon,
        terms=terms,
        target_number=target_number,
        roll=roll,
        hit=hit,
    )


def _cap(play: ToyPlay, extra: tuple[Term, ...]) -> tuple[Term, ...]:
    """Bonuses come to so much at most; penalties are not touched by that."""
    excess = bonuses(extra) - play.options["most_bonus"]
    return (Term("cap", -excess, detail=str(penalties(extra))),) if excess > 0 else ()


def _land(play: ToyPlay, strike: Strike, struck: Struck) -> None:
    """A hit hurts, unless a shield is raised and the die for it is high."""
    target = struck.target
    if _may_block(play.scene, target) and play.ask(_question(struck)) == "block":
        roll = play.roll(Ask("block", 1, 6, BLOCKS))
        stopped = roll.faces[0] > BLOCKS.tops[0]
        play.tell(Blocked(actor=target, target=struck.actor, roll=roll, stopped=stopped))
        if stopped:
            return
    roll = play.roll(Ask("damage", 1, 6, _wounds(play.tables, struck.weapon)))
    points = _points(play, strike, struck, roll)
    wound(play, Hurt(actor=target, points=points, roll=roll))


def _may_block(scene: ToyScene, target: str) -> bool:
    state = scene.combatants[target].state
    return state.shield and state.able


def _question(struck: Struck) -> Question:
    lowest = str(min(struck.roll.faces))
    return Question("block", struck.target, "block", ("block", "take"), "take", detail=lowest, target=struck.actor)


def _wounds(tables: Tables, weapon: str) -> Pick:
    """The results of a weapon's table, each by its highest face."""
    tops = [top for top, _ in tables.rows("weapons")[weapon]["wounds"]]
    return Pick(tuple(((top,), top - below) for below, top in zip((0, *tops), tops, strict=False)))


def _points(play: ToyPlay, strike: Strike, struck: Struck, roll: Roll) -> int:
    rows = play.tables.rows("weapons")[struck.weapon]["wounds"]
    points: int = next(points for top, points in rows if roll.faces[0] <= top)
    style: int = play.tables.rows("styles")[_style(play.tables, strike, struck.weapon)]["damage"]
    return max(1, points + style + strike.all_out + bool(play.options["deadly"]))


def wound(play: ToyPlay, hurt: Hurt) -> None:
    """Hits are lost; whoever has none left goes down, but still acts in the moment that is being played."""
    was_able = play.scene.combatants[hurt.actor].state.able
    play.tell(hurt)
    if not was_able or play.scene.combatants[hurt.actor].state.able:
        return
    play.tell(Downed(actor=hurt.actor))
    held = tuple(slot for slot in play.scene.agenda if slot.actor == hurt.actor)
    kept = tuple(slot for slot in held if slot in play.scene.entitled())
    if kept != held:
        play.tell(SlotMoved(actor=hurt.actor, slots=kept))


@rules(TakeHits)
def hurt(play: ToyPlay, told: TakeHits) -> None:
    """What a GM says has happened to somebody."""
    wound(play, Hurt(actor=told.actor, points=told.points))


@rules(Relax)
def rest(play: ToyPlay, order: Relax) -> None:
    """Let the moment go by; whoever stands and is hurt gets a hit back."""
    state = play.scene.combatants[order.actor].state
    play.tell(Rested(actor=order.actor, points=int(0 < state.hits < state.most_hits)))
    play.tell(SlotMoved(actor=order.actor))


@rules(Hold)
def hold(play: ToyPlay, order: Hold) -> None:
    """Wait for a later moment of this round."""
    key = (-order.until,)
    if play.scene.opened is None or key <= play.scene.opened:
        raise RuleViolation("That moment has passed.", "Hold until a lower number.")
    play.tell(Held(actor=order.actor, haste=order.until))
    play.tell(SlotMoved(actor=order.actor, slots=(Slot(key, order.actor, (ACT,)),)))


@rules(Pounce)
def pounce(play: ToyPlay, order: Pounce) -> None:
    """Whoever held acts before those whose moment it is."""
    if play.scene.opened is None or not play.scene.combatants[order.actor].state.held:
        raise RuleViolation(f"{shown(order.actor)} does not wait for anything.", "Hold first.")
    play.tell(Pounced(actor=order.actor))
    play.tell(SlotMoved(actor=order.actor, slots=(Slot((play.scene.opened[0] - 1,), order.actor, (ACT,)),)))


@rules(Approach)
def approach(play: ToyPlay, order: Approach) -> None:
    """Come nearer to somebody."""
    target = _target(play.scene, order)
    play.tell(RangeSet(actor=order.actor, target=target, range_m=order.to_m))
    play.tell(SlotMoved(actor=order.actor))


@rules(Bandage)
def treat(play: ToyPlay, order: Bandage) -> None:
    """Bind a wound: one hit comes back."""
    target = _target(play.scene, order)
    state = play.scene.combatants[target].state
    if not 0 < state.hits < state.most_hits:
        raise RuleViolation(f"{shown(target)} needs no bandage.", "Choose somebody who is hurt and stands.")
    play.tell(Treated(actor=order.actor, target=target, item=order.item))
