"""What one carries is handled: taken in hand and put away, switched on, let go of."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term, total
from bot.rulesets.reflex.checks.check import (
    Effort,
    attribute_check,
    level_of,
)
from bot.rulesets.reflex.kinds import Encumbrance, Lies
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.control import held_terms
from bot.rulesets.reflex.person.gear import belongings, find, free_hands, is_in_hand, is_on, lightened
from bot.rulesets.reflex.person.hands import hand_terms
from bot.rulesets.reflex.person.handwork import check_hand, sound_hands, work_terms
from bot.rulesets.reflex.person.physique import own_pace_terms, usable_hands
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.actions import (
    Activate,
    Deactivate,
    Ditch,
    Handling,
    Ready,
    Stow,
    Switching,
)
from bot.rulesets.reflex.time.carried_events import Braced, DitchChecked, Ditched, Readied, Stowed, Switched
from bot.rulesets.reflex.time.small_actions import ticks_of
from bot.rulesets.reflex.time.timing import afford, pace_of, pass_time, second_action, spend

rules = Rules()

LEAST_READYING = 1


@rules(Activate, Deactivate)
def switch(play: ReflexPlay, switch: Switching) -> None:
    """Switch something on or off, or fold a bipod (text 003, lines 175-176)."""
    check_hand(play, switch.actor)
    key, thing = _carried(play.scene, switch)
    _check_works(play.scene, switch, key, thing)
    _check_switch(key, thing, switch.on)
    afford(play, switch.actor, ticks_of(play, "activate"))
    if isinstance(thing, Weapon):
        play.tell(Braced(actor=switch.actor, weapon=key, down=switch.on))
    else:
        play.tell(Switched(actor=switch.actor, item=key, active=switch.on))
    spend(play, switch.actor, ticks_of(play, "activate"))


def _check_works(scene: ReflexScene, switch: Switching, key: str, thing: Weapon | Item) -> None:
    """Raise RuleViolation where what is to be switched on is broken; a bipod folds of any weapon (line 1072)."""
    broken = scene.combatants[switch.actor].state.kit.broken
    if switch.on and isinstance(thing, Item) and key in broken:
        raise RuleViolation(f"The {key} is {broken[key]}.", "Repair what is disabled in a pause: /act action:repair.")


def _check_switch(key: str, thing: Weapon | Item, on: bool) -> None:
    if isinstance(thing, Item) and thing.explosive and (on or not thing.active):
        raise _has_a_pin(key)
    if isinstance(thing, Weapon) and not thing.model.bipod:
        raise RuleViolation(f"The {key} has no bipod.", "Name a thing that is switched on and off with item=.")
    if on == is_on(thing):
        raise RuleViolation(
            f"The {key} is {'on' if on else 'off'} already.",
            "Switch it off: /act action:deactivate." if on else "Switch it on: /act action:activate.",
        )


def _has_a_pin(key: str) -> RuleViolation:
    """Return the refusal to switch a grenade: its pin starts the fuse, which nothing stops (lines 697, 702-703)."""
    burns = "A fuse burns once the pin is pulled, /act action:cook; nothing stops it: throw it, or /act action:ditch."
    return RuleViolation(f"The {key} has a pin and no switch.", burns)


@rules(Ditch)
def ditch(play: ReflexPlay, ditch: Ditch) -> None:
    """Let go of something: at once if it is in hand, with time and perhaps damage if not (text 003, lines 206-217).

    Without it one may carry less from then on (lines 113-122).

    Where the GM asks for a check of Coordination a failure takes one tick and changes nothing (line 209; ours).
    """
    armor = _armor(play.scene, ditch)
    key, thing = (armor.name, armor) if armor else _carried(play.scene, ditch)
    if ditch.check:
        afford(play, ditch.actor, _least_ticks(play, ditch.actor, thing))
        terms, effort = _letting_go(play, ditch.actor, thing)
        outcome = attribute_check(play, "ditch", play.at_opening(ditch.actor), "coordination", terms, effort)
        play.tell(DitchChecked(actor=ditch.actor, item=key, outcome=outcome))
        if not outcome.succeeded:
            spend(play, ditch.actor, 1)
            return
    _let_go(play, ditch, key, thing)


def _letting_go(reading: ReflexReading, actor: str, thing: Weapon | Item) -> tuple[tuple[Term, ...], Effort]:
    """Return what hinders letting go, and the arms of which wounds do: those that hold it, else those of handwork."""
    state, moving = reading.at_opening(actor), own_pace_terms(reading, pace_of(reading.scene, actor))
    if not is_in_hand(thing):
        return (*work_terms(reading, actor, "", "coordination"), *moving), sound_hands(state)
    off = hand_terms(reading, state, thing.hand, fine=True) if thing.held_with == 1 else ()
    return (*held_terms(reading.scene, actor), *off, *moving), Effort(limbs=arms_at_work(thing))


def _let_go(play: ReflexPlay, ditch: Ditch, key: str, thing: Weapon | Item) -> None:
    load = lightened(play.scene.combatants[ditch.actor].state, thing, ditch.load)
    if is_in_hand(thing):
        afford(play, ditch.actor, 0)
        play.tell(Ditched(actor=ditch.actor, item=key, load=load))
        spend(play, ditch.actor, 0, steadied=False)
        return
    check_hand(play, ditch.actor)
    if isinstance(thing, Item) and thing.worn:
        _torn_off(play, ditch, thing, load)
        return
    afford(play, ditch.actor, 1)
    roll = dig(play) if thing.packed else None
    whole = _handling(play, ditch.actor, thing, thing.secured, roll, 1)
    less = (Term("half_of_readying", -(total(whole) // 2), "003:216; 003-36"),) if total(whole) > 1 else ()
    play.tell(Ditched(actor=ditch.actor, item=key, roll=roll, costs=(*whole, *less), load=load))
    overspend(play, ditch.actor, total((*whole, *less)))


def _armor(scene: ReflexScene, ditch: Ditch) -> Item | None:
    """Return worn armour that is named, as a garment; a belonging of such a name goes first."""
    state = scene.combatants[ditch.actor].state
    things = belongings(state)
    worn = [piece.name for piece in state.kit.armor if piece.name not in things]
    key = find("item", (*things, *worn), ditch.item)
    return Item(name=key, worn=True) if key in worn else None


def _torn_off(play: ReflexPlay, ditch: Ditch, item: Item, load: Encumbrance | None) -> None:
    """Tear off a garment, a backpack or load-bearing gear with brute force, or open its quick-release buckles."""
    ticks = _tearing_ticks(play, ditch.actor, item)
    afford(play, ditch.actor, ticks)
    percent = play.tables.ticks["torn_off"].percent
    roll = None if item.quick_release else play.roll(Ask("torn_off", 1, 100, Buckets((percent, 100))))
    damaged = roll is not None and roll.faces[0] <= percent
    least = 0 if roll is None else percent
    play.tell(Ditched(actor=ditch.actor, item=item.name, roll=roll, damaged=damaged, percent=least, load=load))
    spend(play, ditch.actor, ticks)


def _tearing_ticks(reading: ReflexReading, actor: str, item: Item) -> int:
    left = reading.scene.combatants[actor].state.turn.initiative or 0
    rest = left + (ticks_of(reading, "move") if second_action(reading.scene, actor) else 0)
    return ticks_of(reading, "quick_release") if item.quick_release else max(1, rest)


def _least_ticks(reading: ReflexReading, actor: str, thing: Weapon | Item) -> int:
    """Return what letting go takes at least."""
    if isinstance(thing, Item) and thing.worn and not thing.held:
        return _tearing_ticks(reading, actor, thing)
    return 1


@rules(Ready)
def ready(play: ReflexPlay, ready: Ready) -> None:
    """Take something in hand (text 003, lines 223-231; multiplications 003-67)."""
    actor = ready.actor
    key, thing = _mine(play.scene, ready)
    taken = grasped(play, actor, thing, ready.hands, free_hands(play.at_opening(actor), key))
    play.tell(Readied(actor=actor, item=key, hands=taken.hands, hand=taken.hand, roll=taken.roll, costs=taken.costs))
    overspend(play, actor, total(taken.costs))


class Grasp(msgspec.Struct, frozen=True):
    """How something is taken in hand: ``roll`` is that for digging it out, ``costs`` are the parts of the ticks."""

    hands: int
    hand: str
    roll: Roll | None
    costs: tuple[Term, ...]


def grasped(play: ReflexPlay, actor: str, thing: Weapon | Item, wanted: int | None, free: tuple[str, ...]) -> Grasp:
    """Return how something is taken in one of the ``free`` hands or both (text 003, lines 226-231; 003-67).

    Dice: that for digging it out of a cluttered container.

    Raises:
        RuleViolation: it is in hand so already, no hand is free, or that takes too long.
    """
    hands = wanted or max(1, min(thing.grip_hands, len(free)))
    if thing.held_with == hands:
        raise RuleViolation(f"The {thing.name} is in hand already.", "Use it, or stow it: /act action:stow.")
    if hands > len(free):
        raise _no_hand_for(thing, hands, len(free), len(usable_hands(play.at_opening(actor))))
    carried = thing.lies is Lies.CARRIED and not is_in_hand(thing)
    secured, factor = carried and thing.secured, 2 if hands < thing.grip_hands else 1
    afford(play, actor, total(_handling(play, actor, thing, secured, None, factor)))
    roll = dig(play) if carried and thing.packed else None
    return Grasp(hands, free[0], roll, _handling(play, actor, thing, secured, roll, factor))


def _no_hand_for(thing: Weapon | Item, hands: int, free: int, sound: int) -> RuleViolation:
    """Return the refusal to take something in more hands than are free, with what would free one if any."""
    remedy = "Ditch what is in hand (0 ticks) with /act action:ditch, or stow it: /act action:stow."
    if hands > sound:
        remedy = "Take it in one: with:hands=1." if sound else "Have somebody else take it."
    return RuleViolation(f"Hands for {thing.name}: {hands} needed, {free} free.", remedy)


@rules(Stow)
def stow(play: ReflexPlay, stow: Stow) -> None:
    """Put away what is in hand (text 003, lines 226-231)."""
    key, thing = _mine(play.scene, stow)
    if not is_in_hand(thing):
        raise RuleViolation(f"The {key} is not in hand.", "Name what is with item=.")
    costs = _handling(play, stow.actor, thing, thing.secured, None, 2 if thing.held_with < thing.grip_hands else 1)
    afford(play, stow.actor, total(costs))
    play.tell(Stowed(actor=stow.actor, item=key, costs=costs))
    spend(play, stow.actor, total(costs))


def handling_costs(reading: ReflexReading, actor: str, thing: Weapon | Item) -> tuple[Term, ...]:
    """Return the ticks of handling something that is at hand, in no container, with hands enough."""
    return _handling(reading, actor, thing, False, None, 1)


def _handling(
    reading: ReflexReading, actor: str, thing: Weapon | Item, secured: bool, roll: Roll | None, factor: int
) -> tuple[Term, ...]:
    """Return the ticks of handling something: Bulk (at least one), the container, all factors on the sum (003-67)."""
    terms = basic_costs(thing, roll)
    if secured:
        terms += (Term("secured", ticks_of(reading, "secured"), reading.tables.ticks["secured"].cited),)
    if factor > 1:
        terms += (Term("one_hand_for_two", (factor - 1) * total(terms), "003:230; 003-67"),)
    clumsy = isinstance(thing, Weapon) and untrained(reading, reading.scene.combatants[actor].state, thing)
    return (*terms, Term("unskilled", total(terms), "003:231; 003-67")) if clumsy else terms


def basic_costs(thing: Weapon | Item, roll: Roll | None) -> tuple[Term, ...]:
    """Return the ticks of its Bulk, one at least, and those of digging it out by a ``roll``."""
    terms = (Term("bulk", max(LEAST_READYING, thing.bulk), "003:227, 241"),)
    return (*terms, dug_out(roll)) if roll else terms


def dug_out(roll: Roll) -> Term:
    """Return the ticks of digging something out (text 003, lines 229, 242)."""
    return Term("dug_out", roll.faces[0], "003:229, 242")


def untrained(reading: ReflexReading, state: State, weapon: Weapon) -> bool:
    """Tell whether the skill of a weapon is Unskilled."""
    return level_of(reading.tables, state.person.skills.get(weapon.model.skill, 0)) == "unskilled"


def dig(play: ReflexPlay) -> Roll:
    """Roll for digging something out of where it lies packed (text 003, line 229)."""
    return play.roll(Ask("packed", 1, play.tables.ticks["packed"].sides))


def overspend(play: ReflexPlay, actor: str, ticks: int) -> None:
    """Spend the ticks that chance has made of an action, down to zero; on the move only those beyond five."""
    most = ticks_of(play, "move")
    over = max(0, ticks - most) if second_action(play.scene, actor) else ticks
    pass_time(play, actor, over, steadied=True)


def _mine(scene: ReflexScene, handling: Handling) -> tuple[str, Weapon | Item]:
    """Return the belonging that is named, within reach.

    Raises:
        RuleViolation: there is none of that name, or it was left behind.
    """
    things = belongings(scene.combatants[handling.actor].state)
    key = find("item", things, handling.item)
    if things[key].lies is Lies.AWAY:
        raise RuleViolation(f"The {key} was left behind.", "Only what lies within reach can be taken.")
    return key, things[key]


def _carried(scene: ReflexScene, handling: Handling) -> tuple[str, Weapon | Item]:
    key, thing = _mine(scene, handling)
    if thing.lies is not Lies.CARRIED:
        raise RuleViolation(f"The {key} lies on the ground.", "Ready it first: /act action:ready.")
    return key, thing
