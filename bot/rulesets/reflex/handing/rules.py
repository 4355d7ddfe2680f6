"""Picking something up is readying it from the ground; handing it over is readying it for somebody else."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.features import Rules
from bot.core.ground.places import distance_cm
from bot.core.scene import Question
from bot.core.terms import total
from bot.core.wording import metres, shown
from bot.rulesets.reflex.checks.labels import another
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.handing.actions import HandOver, PickUp
from bot.rulesets.reflex.handing.belongings import in_the_open, live, live_at, new_name
from bot.rulesets.reflex.handing.events import HandedOver, NotTaken, TakenUp
from bot.rulesets.reflex.kinds import Band, Lies
from bot.rulesets.reflex.kit import Fuse, Item, Weapon
from bot.rulesets.reflex.person.bodies import body_in_sight
from bot.rulesets.reflex.person.consciousness import able, is_closed_to, is_down
from bot.rulesets.reflex.person.gear import belongings, find, free_hands, is_in_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.throws.lit_fuses import thrown_at
from bot.rulesets.reflex.time.carried import grasped, handling_costs, overspend
from bot.rulesets.reflex.time.timing import afford, spend
from bot.rulesets.reflex.vehicles.seats import check_at_hand, stands_at

rules = Rules()

TAKE, LEAVE = "take it", "do not take it"


@rules(PickUp)
def pick_up(play: ReflexPlay, order: PickUp) -> None:
    """Take in hand what lies within reach, as long as readying it takes (text 003, lines 223-231, 702; ours: whose).

    That is what somebody dropped, what the hands of who is down hold, and what was thrown there and has not gone off.
    Of those on the own side who are down it is all they have. Dice: that for digging it out.

    Raises:
        RuleViolation: nothing of the kind lies there, it is out of reach, or no hand is free.
    """
    actor, keeper = order.actor, "" if order.target else _keeper(play, order)
    at = keeper or order.target or actor
    if not (keeper or play.scene.sees(actor, at)):
        raise absent(at)
    if not (keeper or order.near):
        check_at_hand(play.tables, play.scene, actor, at)
    fuses, things = live(play.scene.combatants[at].state), _things(play, order, at)
    key = find("thing lying here", (*things, *fuses), order.item)
    fuse = fuses.get(key)
    thing = _grenade(play, order, at, fuse) if fuse else _from_the_ground(things[key])
    item = fuse.item if fuse else key
    into = item if at == actor and not fuse else new_name(play.scene.combatants[actor].state, item)
    taken = grasped(play, actor, thing, order.hands, free_hands(play.at_opening(actor), key if at == actor else ""))
    play.tell(
        TakenUp(
            actor=actor,
            target=at,
            item=item,
            into=into,
            hands=taken.hands,
            hand=taken.hand,
            number=fuse.number if fuse else 0,
            place=fuse.place if fuse else None,
            roll=taken.roll,
            costs=taken.costs,
        )
    )
    overspend(play, actor, total(taken.costs))


def _keeper(reading: ReflexReading, order: PickUp) -> str:
    """Return with whom a live grenade is kept that lies within reach on the ground; "" where none so called does."""
    place = stands_at(reading.scene, order.actor)
    near = live_at(reading.scene, place) if place else {}
    wanted = order.item.casefold()
    found = {keeper: far_cm for (keeper, name), far_cm in near.items() if name.casefold().startswith(wanted)}
    reached = [keeper for keeper, far_cm in found.items() if band_of(reading.tables, far_cm / 100) is Band.PERSONAL]
    return min(reached, key=lambda keeper: found[keeper], default="")


def _things(reading: ReflexReading, order: PickUp, at: str) -> dict[str, Weapon | Item]:
    """Return what can be taken there, by name: of strangers only what lies in the open, to tell nothing of the rest."""
    state = reading.scene.combatants[at].state
    things = in_the_open(state)
    if order.near:
        things |= {key: thing for key, thing in belongings(state).items() if thing.lies is Lies.AWAY}
    if at != order.actor and is_down(state) and _on_one_side(reading, order.actor, at):
        things |= {key: thing for key, thing in belongings(state).items() if thing.lies is Lies.CARRIED}
    return things


def _from_the_ground(thing: Weapon | Item) -> Weapon | Item:
    """Return a thing as it lies: out of any hand and any container, but for one that is carried still."""
    if thing.lies is Lies.CARRIED and not is_in_hand(thing):
        return thing
    if isinstance(thing, Weapon):
        return msgspec.structs.replace(thing, held_with=0, lies=Lies.NEAR)
    return msgspec.structs.replace(thing, held=False, lies=Lies.NEAR)


def _grenade(reading: ReflexReading, order: PickUp, at: str, fuse: Fuse) -> Item:
    """Return what was thrown there, as whoever threw it had it.

    Raises:
        RuleViolation: it landed out of reach.
    """
    here = stands_at(reading.scene, order.actor)
    far_m = distance_cm(here, fuse.place) / 100 if here and fuse.place else fuse.off_m
    if not order.near and band_of(reading.tables, far_m) is not Band.PERSONAL:
        name, whom = another(fuse.item, fuse.number), shown(order.actor if fuse.place else at)
        raise RuleViolation(
            f"The {name} lies {metres(far_m)} from {whom}, out of reach.", "Move away from it: /act action:move."
        )
    thrower = reading.scene.combatants.get(reading.scene.state.throwers.get(thrown_at(at, fuse.item, fuse.number), ""))
    thing = thrower.state.kit.items.get(fuse.item) if thrower else None
    return msgspec.structs.replace(thing or Item(name=fuse.item), held=False, lies=Lies.NEAR)


@rules(HandOver)
def hand_over(play: ReflexPlay, order: HandOver) -> None:
    """Give somebody within reach what is in hand; it takes as long as to ready it, and the taker no time (ours).

    Who is of another side is asked whether to take it.

    Raises:
        RuleViolation: it is not in hand, or the other is out of reach or cannot take it.
    """
    actor = order.actor
    taker, state = body_in_sight(play.scene, order)
    if taker == actor:
        raise RuleViolation("Nobody hands anything to themselves.", "Name somebody else.")
    check_at_hand(play.tables, play.scene, actor, taker)
    own = belongings(play.scene.combatants[actor].state)
    key = find("thing in hand", [key for key, each in own.items() if is_in_hand(each)], order.item)
    thing = own[key]
    costs, free = handling_costs(play, actor, _from_the_ground(thing)), free_hands(state)
    can = able(play.as_seen(taker)) and bool(free)
    if not (can or is_closed_to(play.scene, actor, taker)):
        raise RuleViolation(f"{shown(taker)} cannot take it now.", "A hand must be free, and its owner awake.")
    afford(play, actor, total(costs))
    if not _takes(play, actor, taker, key, can):
        play.tell(NotTaken(actor=actor, target=taker, item=key))
        return
    play.tell(
        HandedOver(
            actor=actor,
            target=taker,
            item=key,
            into=new_name(state, key),
            hands=max(1, min(thing.grip_hands, len(free))),
            hand=free[0],
            costs=costs,
        )
    )
    spend(play, actor, total(costs))


def _takes(play: ReflexPlay, giver: str, taker: str, item: str, can: bool) -> bool:
    """Tell whether somebody takes what is held out; who is of another side is asked, whether it can or not."""
    if _on_one_side(play, giver, taker):
        return can
    question = Question("hand_over", taker, "hand_over", (TAKE, LEAVE), LEAVE, detail=item, target=giver)
    return play.ask(question) == TAKE and can


def _on_one_side(reading: ReflexReading, one: str, other: str) -> bool:
    people = reading.scene.combatants
    return people[one].side == people[other].side
