"""The small tactical actions: looking, speaking, crouching, and handling what one carries."""

from __future__ import annotations

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.reflex.check import (
    BODY,
    MIND,
    attribute_check,
    attribute_term,
    level_of,
    prepared,
    rolled,
    wound_penalty,
)
from bot.rulesets.reflex.difficulty import own_pace_terms
from bot.rulesets.reflex.events_time import (
    Assessed,
    Braced,
    Communicated,
    DitchChecked,
    Ditched,
    Readied,
    Reloaded,
    SecondDeclined,
    StanceChanged,
    Stowed,
    Switched,
    Waited,
)
from bot.rulesets.reflex.gear import belongings, find, free_hands
from bot.rulesets.reflex.grips import held_terms
from bot.rulesets.reflex.physique import legs, wait_ticks
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Degree, Item, Lies, Stance, State, Weapon
from bot.rulesets.reflex.timing import RuleOf, afford, judged, pace_of, pass_time, second_action, spend


def ticks_of(referee: Referee, key: str) -> int:
    """The ticks of a row of the table ``ticks``."""
    return referee.tables.number("ticks", key, "ticks")


def wait(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Wait as long as OODA makes it; on the move, do nothing else (text 003, lines 246-250; 003-11)."""
    actor = order.actor
    if second_action(scene, actor):
        scene = yield SecondDeclined(actor=actor)
        return (yield from pass_time(scene, actor, 0, steadied=True))
    ticks = wait_ticks(referee.tables, scene.combatants[actor].state.attributes.ooda)
    scene = yield Waited(actor=actor)
    return (yield from pass_time(scene, actor, ticks, steadied=True))


def switch(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Switch something on or off, or fold a bipod (text 003, lines 175-176)."""
    on = order.action == "activate"
    key, thing = _carried(scene, order)
    afford(referee, scene, order.actor, ticks_of(referee, "activate"))
    _check_switch(key, thing, on)
    if isinstance(thing, Weapon):
        scene = yield Braced(actor=order.actor, weapon=key, down=on)
    else:
        scene = yield Switched(actor=order.actor, item=key, active=on)
    return (yield from spend(referee, scene, order.actor, ticks_of(referee, "activate")))


def _check_switch(key: str, thing: Weapon | Item, on: bool) -> None:
    if isinstance(thing, Weapon) and not thing.bipod:
        raise RuleViolation(f"{key} has no bipod.", "Switch on a piece of equipment.")
    if on == (thing.bipod_down if isinstance(thing, Weapon) else thing.active):
        raise RuleViolation(f"{key} is {'on' if on else 'off'} already.", f"{'Deactivate' if on else 'Activate'} it.")


def assess(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Look around: Awareness, better by one for each further tick, rolled in secret (text 003, lines 178-182)."""
    extra = order.inputs.get("extra", 0)
    ticks = ticks_of(referee, "assess") + extra
    afford(referee, scene, order.actor, ticks)
    state = judged(scene, order.actor)
    terms = (Term("extra_ticks", extra, referee.tables.source("ticks", "assess")),) if extra else ()
    awareness = attribute_term(state, "awareness")
    value = referee.tables.number("levels", "competent", "from")
    check = prepared(referee, "assess", "", value, awareness, terms, wound_penalty(state, MIND), state=state)
    scene = yield Assessed(actor=order.actor, outcome=rolled(referee, check, secret=True))
    return (yield from spend(referee, scene, order.actor, ticks))


def stance(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Two ticks for each step down, four for each up (text 003, lines 192-195); sitting and kneeling are one height."""
    state, to = judged(scene, order.actor), Stance(order.inputs["to"])
    if to is state.stance:
        raise RuleViolation(f"{shown(order.actor)} is {to.value} already.", "Choose another stance.")
    if to is Stance.STANDING and legs(state) is Degree.CRITICAL:
        raise RuleViolation("Nobody stands on a leg hurt that badly.", "Kneel, sit or lie.")
    ticks = _stance_ticks(referee, state.stance, to)
    afford(referee, scene, order.actor, ticks)
    scene = yield StanceChanged(actor=order.actor, stance=to, before=state.stance)
    return (yield from spend(referee, scene, order.actor, ticks))


def _stance_ticks(referee: Referee, before: Stance, to: Stance) -> int:
    up = referee.tables.number("stances", to, "height") - referee.tables.number("stances", before, "height")
    return up * ticks_of(referee, "raise") if up > 0 else max(1, -up) * ticks_of(referee, "lower")


def communicate(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Get a short message across (text 003, lines 197-204)."""
    length, device = order.inputs.get("length", "phrase"), order.inputs.get("device", False)
    ticks = ticks_of(referee, length) + (ticks_of(referee, "device") if device else 0)
    afford(referee, scene, order.actor, ticks)
    scene = yield Communicated(actor=order.actor, length=length, device=device)
    return (yield from spend(referee, scene, order.actor, ticks))


def ditch(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Let go of something: at once if it is in hand, with time and perhaps damage if not (text 003, lines 206-217).

    Where the GM asks for a check of Coordination a failure takes one tick and changes nothing (line 209; ours).
    """
    armor = _armor(scene, order)
    key, thing = (armor.name, armor) if armor else _carried(scene, order)
    if order.inputs.get("check"):
        afford(referee, scene, order.actor, _least_ticks(referee, scene, order.actor, thing))
        terms = (*held_terms(scene, order.actor), *own_pace_terms(referee, pace_of(scene, order.actor)))
        outcome = attribute_check(referee, "ditch", judged(scene, order.actor), "coordination", terms, BODY)
        scene = yield DitchChecked(actor=order.actor, item=key, outcome=outcome)
        if not outcome.succeeded:
            return (yield from spend(referee, scene, order.actor, 1))
    return (yield from _let_go(referee, scene, order, key, thing))


def _let_go(referee: Referee, scene: ReflexScene, order: Act, key: str, thing: Weapon | Item) -> Ruling:
    if _held(thing):
        afford(referee, scene, order.actor, 0)
        scene = yield Ditched(actor=order.actor, item=key)
        return (yield from spend(referee, scene, order.actor, 0, steadied=False))
    if isinstance(thing, Item) and thing.worn:
        return (yield from _torn_off(referee, scene, order, thing))
    afford(referee, scene, order.actor, 1)
    roll = _dug(referee, thing)
    whole = _handling(referee, scene, order.actor, thing, thing.secured, roll, 1)
    less = (Term("half_of_readying", -(total(whole) // 2), "003:216; 003-36"),) if total(whole) > 1 else ()
    scene = yield Ditched(actor=order.actor, item=key, roll=roll, costs=(*whole, *less))
    return (yield from _overspend(referee, scene, order.actor, total((*whole, *less))))


def _armor(scene: ReflexScene, order: Act) -> Item | None:
    """Worn armour that is named, as a garment; a belonging of such a name goes first."""
    state = scene.combatants[order.actor].state
    things = belongings(state)
    worn = [piece.name for piece in state.armor if piece.name not in things]
    key = find("item", (*things, *worn), order.inputs["item"])
    return Item(name=key, worn=True) if key in worn else None


def _torn_off(referee: Referee, scene: ReflexScene, order: Act, item: Item) -> Ruling:
    """A garment, a backpack or load-bearing gear comes off with brute force, or with quick-release buckles."""
    ticks = _tearing_ticks(referee, scene, order.actor, item)
    afford(referee, scene, order.actor, ticks)
    percent = referee.tables.number("ticks", "torn_off", "percent")
    roll = None if item.quick_release else referee.roll(Ask("torn_off", 1, 100, Buckets((percent, 100))))
    damaged = roll is not None and roll.faces[0] <= percent
    scene = yield Ditched(
        actor=order.actor, item=item.name, roll=roll, damaged=damaged, percent=0 if roll is None else percent
    )
    return (yield from spend(referee, scene, order.actor, ticks))


def _tearing_ticks(referee: Referee, scene: ReflexScene, actor: str, item: Item) -> int:
    left = scene.combatants[actor].state.initiative or 0
    rest = left + (ticks_of(referee, "move") if second_action(scene, actor) else 0)
    return ticks_of(referee, "quick_release") if item.quick_release else max(1, rest)


def _least_ticks(referee: Referee, scene: ReflexScene, actor: str, thing: Weapon | Item) -> int:
    """What letting go takes at least."""
    if isinstance(thing, Item) and thing.worn and not thing.held:
        return _tearing_ticks(referee, scene, actor, thing)
    return 1


def ready(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Take something in hand (text 003, lines 223-231; multiplications 003-67)."""
    actor = order.actor
    key, thing = _mine(scene, order)
    made_for = thing.grip_hands if isinstance(thing, Weapon) else 1
    free = free_hands(judged(scene, actor), key)
    usual = max(1, min(made_for, len(free)))
    hands = order.inputs.get("hands", usual) if isinstance(thing, Weapon) else usual
    _check_hands(key, thing, hands, free)
    carried = thing.lies is Lies.CARRIED and not _held(thing)
    secured, factor = carried and thing.secured, 2 if hands < made_for else 1
    afford(referee, scene, actor, total(_handling(referee, scene, actor, thing, secured, None, factor)))
    roll = _dug(referee, thing) if carried else None
    costs = _handling(referee, scene, actor, thing, secured, roll, factor)
    scene = yield Readied(actor=actor, item=key, hands=hands, hand=free[0], roll=roll, costs=costs)
    return (yield from _overspend(referee, scene, actor, total(costs)))


def _check_hands(key: str, thing: Weapon | Item, hands: int, free: tuple[str, ...]) -> None:
    if thing.held_with == hands if isinstance(thing, Weapon) else thing.held:
        raise RuleViolation(f"{key} is in hand already.", "Use it, or stow it.")
    if hands > len(free):
        raise RuleViolation(
            f"Hands for {key}: {hands} needed, {len(free)} free.", "Ditch what is in hand (0 ticks), or stow it."
        )


def stow(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Put away what is in hand (text 003, lines 226-231)."""
    key, thing = _mine(scene, order)
    if not _held(thing):
        raise RuleViolation(f"{key} is not in hand.", "Stow what is.")
    one_handed = isinstance(thing, Weapon) and thing.held_with < thing.grip_hands
    costs = _handling(referee, scene, order.actor, thing, thing.secured, None, 2 if one_handed else 1)
    afford(referee, scene, order.actor, total(costs))
    scene = yield Stowed(actor=order.actor, item=key, costs=costs)
    return (yield from spend(referee, scene, order.actor, total(costs)))


def _handling(
    referee: Referee,
    scene: ReflexScene,
    actor: str,
    thing: Weapon | Item,
    secured: bool,
    roll: Roll | None,
    factor: int,
) -> tuple[Term, ...]:
    """Ticks to handle something: Bulk (at least one), the container, then all factors on the whole sum (003-67)."""
    terms = _basic(thing, roll)
    if secured:
        terms += (Term("secured", ticks_of(referee, "secured"), referee.tables.source("ticks", "secured")),)
    if factor > 1:
        terms += (Term("one_hand_for_two", (factor - 1) * total(terms), "003:230; 003-67"),)
    clumsy = isinstance(thing, Weapon) and untrained(referee, scene.combatants[actor].state, thing)
    return (*terms, Term("unskilled", total(terms), "003:231; 003-67")) if clumsy else terms


def _basic(thing: Weapon | Item, roll: Roll | None) -> tuple[Term, ...]:
    terms = (Term("bulk", max(1, thing.bulk), "003:227, 241"),)
    return (*terms, Term("dug_out", roll.faces[0], "003:229, 242")) if roll else terms


def untrained(referee: Referee, state: State, weapon: Weapon) -> bool:
    """Whether the skill of a weapon is Unskilled."""
    return level_of(referee.tables, state.skills.get(weapon.skill, 0)) == "unskilled"


def _dug(referee: Referee, thing: Weapon | Item) -> Roll | None:
    packed = isinstance(thing, Item) and thing.packed
    return _dig(referee) if packed else None


def _dig(referee: Referee) -> Roll:
    return referee.roll(Ask("packed", 1, referee.tables.number("ticks", "packed", "sides")))


def _overspend(referee: Referee, scene: ReflexScene, actor: str, ticks: int) -> Ruling:
    """Spend what chance has made of an action: at most what is left of the exchange; on the move, all beyond five."""
    most = ticks_of(referee, "move")
    over = max(0, ticks - most) if second_action(scene, actor) else ticks
    return (yield from pass_time(scene, actor, over, steadied=True))


def reload(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Work on loading a weapon in hand (text 003, lines 233-244; multiplication 003-67)."""
    key, weapon = _loadable(scene, order)
    keep, deep = order.inputs.get("keep", False), order.inputs.get("deep", False)
    feed = referee.tables.row("feeds", weapon.feed)
    done = scene.combatants[order.actor].state.reloading.get(key, 0) + 1
    keeps = keep and weapon.loaded > 0 and not feed["rounds"]
    state = scene.combatants[order.actor].state
    afford(referee, scene, order.actor, total(reload_costs(referee, state, weapon, keeps and done == 1, None)))
    roll = _dig(referee) if deep else None
    costs = reload_costs(referee, state, weapon, keeps and done == 1, roll)
    full = done == feed["actions"]
    loaded, spare = loaded_after(weapon, feed["rounds"], keeps) if full else (weapon.loaded, weapon.spare)
    counted = {"loaded": loaded, "spare": spare, "done": done, "needed": feed["actions"]}
    scene = yield Reloaded(actor=order.actor, weapon=key, roll=roll, costs=costs, **counted)
    return (yield from _overspend(referee, scene, order.actor, total(costs)))


def _loadable(scene: ReflexScene, order: Act) -> tuple[str, Weapon]:
    """The weapon to load: the one that is named, or the first in hand or on a mount."""
    own = judged(scene, order.actor).weapons
    ready = {key: weapon for key, weapon in own.items() if weapon.held_with or weapon.fixed_mount}
    weapons = {key: weapon for key, weapon in ready.items() if not weapon.melee}
    key = find("weapon in hand", weapons, order.inputs.get("item") or next(iter(weapons), ""))
    weapon = scene.combatants[order.actor].state.weapons[key]
    if weapon.loaded >= weapon.capacity:
        raise RuleViolation(f"{key} is full: {weapon.loaded} rounds.", "Shoot first.")
    if weapon.spare == 0:
        raise RuleViolation(f"No rounds are left for {key}.", "Ready another weapon.")
    return key, weapon


def reload_costs(referee: Referee, state: State, weapon: Weapon, keeps: bool, roll: Roll | None) -> tuple[Term, ...]:
    """The ticks of one action of loading a weapon (text 003, lines 241-244; 003-67)."""
    terms = _basic(weapon, roll)
    if keeps:
        terms += (Term("top_off", ticks_of(referee, "top_off"), referee.tables.source("ticks", "top_off")),)
    clumsy = untrained(referee, state, weapon)
    return (*terms, Term("unskilled", 2 * total(terms), "003:244; 003-67")) if clumsy else terms


def loaded_after(weapon: Weapon, rounds: int, keeps: bool) -> tuple[int, int | None]:
    """Rounds in the weapon and in reserve after loading ``rounds`` singly, or a whole magazine or belt for zero."""
    kept = weapon.loaded if rounds or keeps else 0
    room = weapon.capacity - kept if not rounds else min(rounds, weapon.capacity - kept)
    if weapon.spare is None:
        return kept + room, None
    brought = min(room, weapon.spare)
    return kept + brought, weapon.spare - brought


def _mine(scene: ReflexScene, order: Act) -> tuple[str, Weapon | Item]:
    """The belonging that is named, within reach.

    Raises:
        RuleViolation: there is none of that name, or it was left behind.
    """
    things = belongings(scene.combatants[order.actor].state)
    key = find("item", things, order.inputs["item"])
    if things[key].lies is Lies.AWAY:
        raise RuleViolation(f"{key} was left behind.", "Only what lies within reach can be taken.")
    return key, things[key]


def _carried(scene: ReflexScene, order: Act) -> tuple[str, Weapon | Item]:
    key, thing = _mine(scene, order)
    if thing.lies is not Lies.CARRIED:
        raise RuleViolation(f"{key} lies on the ground.", "Ready it first.")
    return key, thing


def _held(thing: Weapon | Item) -> bool:
    return bool(thing.held_with) if isinstance(thing, Weapon) else thing.held


RULES: dict[str, RuleOf] = {
    "wait": wait,
    "activate": switch,
    "deactivate": switch,
    "assess": assess,
    "stance": stance,
    "communicate": communicate,
    "ditch": ditch,
    "ready": ready,
    "stow": stow,
    "reload": reload,
}
