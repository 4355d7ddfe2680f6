"""How a brawl is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.dice import Ask, Buckets, Lowest, Pick, Roll
from bot.core.errors import RuleViolation
from bot.core.events import Event, RangeSet, Scheduled, SlotMoved
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.source import Source
from bot.core.terms import Term, bonuses, penalties, total
from bot.core.timeline import Slot
from bot.core.wording import shown
from tests.rulesets.toy.events import (
    AmbushSet,
    Blocked,
    Downed,
    Granted,
    Hastened,
    Held,
    Hurt,
    MineLaid,
    MineSprung,
    Pounced,
    Rested,
    RoundBegan,
    Struck,
    Suppressed,
    Threatened,
    Treated,
)
from tests.rulesets.toy.specs import ACT, OPTIONS
from tests.rulesets.toy.state import Ruling, State, Tables, ToyScene

BLOCKS = Buckets((3, 6))


def option(scene: ToyScene, key: str) -> Any:
    """A campaign switch, or its default."""
    return scene.options.get(key, OPTIONS[key].default)


def judged(scene: ToyScene, actor: str) -> State:
    """The state by which those who act together are judged."""
    return scene.opening.get(actor, scene.combatants[actor].state)


def begin_round(tables: Tables, scene: ToyScene, source: Source) -> Ruling:
    """All who can stand roll for haste; a tie is one moment. Nothing begins where nobody stands."""
    standing = [actor for actor, combatant in scene.combatants.items() if combatant.state.able]
    if not standing:
        return scene
    scene = yield RoundBegan(number=scene.ground.rounds + 1)
    slots = []
    for actor in standing:
        hastened = _hastened(tables, scene, actor, source)
        scene = yield hastened
        slots.append(Slot((-hastened.haste,), actor, (ACT,)))
    return (yield Scheduled(slots=tuple(slots)))


def _hastened(tables: Tables, scene: ToyScene, actor: str, source: Source) -> Hastened:
    state, guarded = scene.combatants[actor].state, scene.combatants[actor].guarded
    weapon = tables["weapons"][state.weapon]
    terms = (Term("speed", weapon["speed"], weapon["source"]), *_tricks(tables, state, "haste"))
    with source.about(actor):
        roll = source.roll(Ask("haste", 1, 6, secret=guarded))
    return Hastened(actor=actor, terms=terms, roll=roll, haste=total(terms) + roll.faces[0])


def _tricks(tables: Tables, state: State, what: str) -> tuple[Term, ...]:
    rows = ((trick, tables["tricks"][trick]) for trick in state.tricks)
    return tuple(Term(trick, row[what], row["source"]) for trick, row in rows if row[what])


def join_round(tables: Tables, scene: ToyScene, actor: str, source: Source) -> Ruling:
    """Whoever comes later acts after those who act now."""
    if not scene.agenda or not scene.combatants[actor].state.able:
        return scene
    hastened = _hastened(tables, scene, actor, source)
    scene = yield hastened
    key = max((-hastened.haste,), scene.agenda[0].key)
    return (yield SlotMoved(actor=actor, slots=(Slot(key, actor, (ACT,)),)))


def known(scene: ToyScene, act: Act) -> Mapping[str, Any]:
    """Whoever can be seen to hold a shield is not bound."""
    other = scene.combatants.get(act.inputs.get("target", ""))
    return {"bound": False} if other and other.state.shield else {}


def strike(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Lowest die at or under the target number hits; a shield may be put in the way once the dice have fallen."""
    actor, target = order.actor, _target(scene, order)
    if "range_m" in order.inputs and scene.range_m(actor, target) != order.inputs["range_m"]:
        scene = yield RangeSet(actor=actor, target=target, range_m=order.inputs["range_m"])
    _check_reach(tables, scene, actor, target)
    struck = _struck(tables, scene, order, source)
    scene = yield struck
    if struck.hit:
        scene = yield from _land(tables, scene, order, struck, source)
    return (yield SlotMoved(actor=actor))


def _target(scene: ToyScene, order: Act) -> str:
    target = str(order.inputs["target"])
    if target not in scene.combatants:
        raise RuleViolation(f"{shown(target)} is not here.", "Choose somebody who is.")
    if target == order.actor:
        raise RuleViolation("That would be oneself.", "Choose somebody else.")
    if not judged(scene, order.actor).able:
        raise RuleViolation(f"{shown(order.actor)} is down.", "Rest.")
    return target


def _check_reach(tables: Tables, scene: ToyScene, actor: str, target: str) -> None:
    reach_m = tables["weapons"][judged(scene, actor).weapon]["reach_m"]
    if (scene.range_m(actor, target) or 0) > reach_m:
        raise RuleViolation(f"{shown(target)} is out of reach.", f"Approach to {reach_m} m.")


def _style(tables: Tables, order: Act, weapon: str) -> str:
    return str(order.inputs.get("style", tables["weapons"][weapon]["style"]))


def _struck(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Struck:
    state = judged(scene, order.actor)
    style = _style(tables, order, state.weapon)
    extra = (
        Term(style, tables["styles"][style]["skill"], tables["styles"][style]["source"]),
        Term("training", state.training.get(state.weapon, 0)),
        Term("granted", order.inputs.get("bonus", 0)),
        Term("all_out", -1 if order.inputs.get("all_out") else 0),
        Term("light", -2 if order.inputs.get("light") == "dusk" else 0),
        Term("bound", 3 if order.inputs.get("bound") else 0),
        *_tricks(tables, state, "skill"),
    )
    terms = (Term("skill", state.skill), *(term for term in extra if term.value), *_cap(scene, extra))
    target_number = total(terms)
    roll = source.roll(Ask("strike", tables["weapons"][state.weapon]["dice"], 20, Lowest(target_number)))
    hit = min(roll.faces) <= target_number
    return Struck(
        actor=order.actor,
        target=str(order.inputs["target"]),
        weapon=state.weapon,
        terms=terms,
        target_number=target_number,
        roll=roll,
        hit=hit,
    )


def _cap(scene: ToyScene, extra: tuple[Term, ...]) -> tuple[Term, ...]:
    """Bonuses come to so much at most; penalties are not touched by that."""
    excess = bonuses(extra) - option(scene, "most_bonus")
    return (Term("cap", -excess, detail=str(penalties(extra))),) if excess > 0 else ()


def _land(tables: Tables, scene: ToyScene, order: Act, struck: Struck, source: Source) -> Ruling:
    """A hit hurts, unless a shield is raised and the die for it is high."""
    target = struck.target
    if _may_block(scene, target) and source.answer(_question(struck)) == "block":
        roll = source.roll(Ask("block", 1, 6, BLOCKS))
        stopped = roll.faces[0] > BLOCKS.tops[0]
        scene = yield Blocked(actor=target, target=struck.actor, roll=roll, stopped=stopped)
        if stopped:
            return scene
    roll = source.roll(Ask("damage", 1, 6, _wounds(tables, struck.weapon)))
    points = _points(tables, scene, order, struck, roll)
    return (yield from wound(scene, Hurt(actor=target, points=points, roll=roll)))


def _may_block(scene: ToyScene, target: str) -> bool:
    state = scene.combatants[target].state
    return state.shield and state.able


def _question(struck: Struck) -> Question:
    lowest = str(min(struck.roll.faces))
    return Question("block", struck.target, "block", ("block", "take"), "take", detail=lowest, target=struck.actor)


def _wounds(tables: Tables, weapon: str) -> Pick:
    """The results of a weapon's table, each by its highest face."""
    tops = [top for top, _ in tables["weapons"][weapon]["wounds"]]
    return Pick(tuple(((top,), top - below) for below, top in zip((0, *tops), tops, strict=False)))


def _points(tables: Tables, scene: ToyScene, order: Act, struck: Struck, roll: Roll) -> int:
    rows = tables["weapons"][struck.weapon]["wounds"]
    points: int = next(points for top, points in rows if roll.faces[0] <= top)
    style: int = tables["styles"][_style(tables, order, struck.weapon)]["damage"]
    return max(1, points + style + bool(order.inputs.get("all_out")) + bool(option(scene, "deadly")))


def wound(scene: ToyScene, hurt: Hurt) -> Ruling:
    """Hits are lost; whoever has none left goes down, but still acts in the moment that is being played."""
    was_able = scene.combatants[hurt.actor].state.able
    scene = yield hurt
    if not was_able or scene.combatants[hurt.actor].state.able:
        return scene
    scene = yield Downed(actor=hurt.actor)
    held = tuple(slot for slot in scene.agenda if slot.actor == hurt.actor)
    kept = tuple(slot for slot in held if slot in scene.entitled())
    return (yield SlotMoved(actor=hurt.actor, slots=kept)) if kept != held else scene


def hurt(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """What a GM says has happened to somebody."""
    return (yield from wound(scene, Hurt(actor=order.actor, points=order.inputs["points"])))


def rest(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Let the moment go by; whoever stands and is hurt gets a hit back."""
    state = scene.combatants[order.actor].state
    yield Rested(actor=order.actor, points=int(0 < state.hits < state.most_hits))
    return (yield SlotMoved(actor=order.actor))


def hold(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Wait for a later moment of this round."""
    key = (-order.inputs["until"],)
    if scene.opened is None or key <= scene.opened:
        raise RuleViolation("That moment has passed.", "Hold until a lower number.")
    yield Held(actor=order.actor, haste=order.inputs["until"])
    return (yield SlotMoved(actor=order.actor, slots=(Slot(key, order.actor, (ACT,)),)))


def pounce(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Whoever held acts before those whose moment it is."""
    if scene.opened is None or not scene.combatants[order.actor].state.held:
        raise RuleViolation(f"{shown(order.actor)} does not wait for anything.", "Hold first.")
    yield Pounced(actor=order.actor)
    return (yield SlotMoved(actor=order.actor, slots=(Slot((scene.opened[0] - 1,), order.actor, (ACT,)),)))


def approach(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Come nearer to somebody."""
    target = _target(scene, order)
    yield RangeSet(actor=order.actor, target=target, range_m=order.inputs["to_m"])
    return (yield SlotMoved(actor=order.actor))


def suppress(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Throw stones at a place."""
    return (yield Suppressed(actor=order.actor, area=order.inputs.get("area", "")))


def threaten(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Frighten somebody."""
    target = str(order.inputs.get("target", order.actor))
    if target not in scene.combatants:
        raise RuleViolation(f"{shown(target)} is not here.", "Choose somebody who is.")
    return (yield Threatened(actor=target, threat=order.inputs["amount"]))


def lie_in_wait(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """A side hides."""
    return (yield AmbushSet(actor=order.actor, side=order.inputs.get("side", "")))


def lay_mine(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Hide a mine, which outlives the fight."""
    key = f"{order.inputs.get('kind', 'jar')}-{len(scene.ground.mines) + 1}"
    return (yield MineLaid(actor=order.actor, mine=key, owner=scene.combatants[order.actor].owner))


def step_on_mine(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """A mine hurts whoever steps on it; those whom it is hidden from cannot name it."""
    owner = scene.combatants[order.actor].owner
    known = [mine.key for mine in scene.ground.mines if mine.owner == owner or not owner]
    if order.inputs["mine"] not in known:
        raise RuleViolation("There is no such mine.", f"Known: {', '.join(known) or 'none'}.")
    scene = yield MineSprung(actor=order.actor, mine=order.inputs["mine"])
    return (yield from wound(scene, Hurt(actor=order.actor, points=1)))


def beg(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """What somebody gets if the GM agrees."""
    question = Question("boon", order.actor, "boon", ("grant", "refuse"), default="refuse", gm=True)
    return (
        (yield Granted(actor=order.actor, boon=order.inputs["boon"])) if source.answer(question) == "grant" else scene
    )


def treat(tables: Tables, scene: ToyScene, order: Act, source: Source) -> Ruling:
    """Bind a wound: one hit comes back."""
    target = _target(scene, order)
    state = scene.combatants[target].state
    if not 0 < state.hits < state.most_hits:
        raise RuleViolation(f"{shown(target)} needs no bandage.", "Choose somebody who is hurt and stands.")
    return (yield Treated(actor=order.actor, target=target, item=order.inputs.get("item", "")))


RuleOf = Callable[[Tables, ToyScene, Act, Source], Ruling]

RULES: Mapping[str, RuleOf] = {
    "strike": strike,
    "rest": rest,
    "hold": hold,
    "pounce": pounce,
    "approach": approach,
    "hurt": hurt,
    "suppress": suppress,
    "morale_threat": threaten,
    "ambush_set": lie_in_wait,
    "mine_emplace": lay_mine,
    "mine_trigger": step_on_mine,
    "treat": treat,
    "beg": beg,
}


def _hit(event: Event) -> str | None:
    return ("hit" if event.hit else "miss") if isinstance(event, Struck) else None


def _lost(event: Event) -> str | None:
    return f"{event.points} lost" if isinstance(event, Hurt) else "miss" if _hit(event) == "miss" else None


CHANCES: Mapping[str, Callable[[Event], str | None]] = {"hit": _hit, "hits lost": _lost}
