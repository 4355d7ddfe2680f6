"""A throw is a shot by Coordination and Muscle alone, and a grenade a charge whose fuse nobody can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.core.orders import Act
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.scatter import stray
from bot.rulesets.reflex.checks.check import Check, Effort, Outcome, prepared, rolled, wound_penalty
from bot.rulesets.reflex.checks.check import attribute_term as own_attribute
from bot.rulesets.reflex.checks.odds import HIT
from bot.rulesets.reflex.fire.shooting import cost_terms
from bot.rulesets.reflex.hazards.burning import FIRE_PENETRATION
from bot.rulesets.reflex.hazards.specs import one_of, own
from bot.rulesets.reflex.indirect.observers import check_played
from bot.rulesets.reflex.indirect.rules import blind_terms, clumsy_terms, self_penalty
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.bodies import body_in_sight
from bot.rulesets.reflex.person.control import hampered
from bot.rulesets.reflex.person.gear import HALVES, find
from bot.rulesets.reflex.person.protection import COVER, NO_COVER, cover_of
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.burst import SINGLE
from bot.rulesets.reflex.shots.damage import land
from bot.rulesets.reflex.shots.difficulty import EASY, attribute_term, difficulty
from bot.rulesets.reflex.shots.ranges import Distance, check_reach, check_sight, distance
from bot.rulesets.reflex.shots.shot import MODES, USUAL_MODE, Shot, check_facing
from bot.rulesets.reflex.state import Band, Item, Mission, Place, State, Weapon
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.throws.events import FuseLit, PinPulled, Thrown
from bot.rulesets.reflex.throws.lit_fuses import own_fuse
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import SECOND, TACTICAL, afford, pace_faced, pace_of, spend
from bot.rulesets.reflex.vehicles.seats import apart_m, circumstances

rules = Rules()

HEAVY_GRAMS = 1000
GRAMS_PER_BULK = 500
FUSE_SIDES, FUSE_LEAST = 10, 4
THROWN_PENETRATION = HALVES["x1"]
COOK_TICKS = "activate"


def reach(tables: ReflexTables, muscle: int, grams: int) -> tuple[Band, Band]:
    """Optimum and maximum range of a throw (text 003, lines 685-693; ruling A6).

    Raises:
        RuleViolation: the thing is heavier than half the Muscle in kilograms.
    """
    if 2 * grams > 1000 * muscle:
        raise RuleViolation(f"{grams / 1000:g} kg is too heavy to throw.", f"At most {muscle / 2:g} kg.")
    row = [row for row in tables.throws.values() if row.starts_at <= muscle][-1]
    heavier = int(grams > HEAVY_GRAMS)
    optimum, maximum = (Band(max(0, Band[end.upper()] - heavier)) for end in (row.optimum, row.maximum))
    return optimum, maximum


@rules("throw")
def throw(play: ReflexPlay, order: Act) -> None:
    """Throw something in hand at somebody (text 003, lines 680-700, 887-888; ruling 003-34).

    Dice: the throw, where a grenade that missed goes, its fuse if it does not burn yet, then for anything else that
    hits and has a Damage those of ``damage.land``. What burns may set on fire whom it hurts.

    Raises:
        RuleViolation: nothing of the kind is in hand, or the target cannot be thrown at.
    """
    key, item = _in_hand(play.scene, order)
    shot = _shot(play, order, key, item)
    costs = cost_terms(play, shot)
    afford(play, shot.actor, total(costs))
    if play.distance(shot.actor, shot.aimed_at) != shot.far.range_m:
        play.tell(RangeSet(actor=shot.actor, target=shot.aimed_at, range_m=shot.far.range_m))
    outcome = rolled(play, _blind_check(play, shot) if _is_blind(shot) else _check(play, shot, item))
    if item.explosive and not own_fuse(play.scene.combatants[shot.actor].state, key):
        play.tell(_lit(play, shot.actor, key, item))
    play.tell(_landed(play, shot, costs, outcome))
    if item.damage and outcome.succeeded and not item.explosive:
        land(play, shot, outcome.margin)
    spend(play, shot.actor, total(costs))


def _in_hand(scene: ReflexScene, order: Act) -> tuple[str, Item]:
    """Return what is thrown: an item, or a weapon of close combat as the item that it is in the air."""
    held = throwable(scene.combatants[order.actor].state)
    key = find("item in hand", held, order.inputs.get("item") or next(iter(held), ""))
    return key, held[key]


def throwable(state: State) -> dict[str, Item]:
    """Return what somebody has in hand and could throw; weapons weigh half a kilogram per point of Bulk (ours)."""
    armed = {key: weapon for key, weapon in state.weapons.items() if weapon.melee and weapon.held_with}
    return {
        **{key: item for key, item in state.items.items() if item.held},
        **{
            key: Item(name=key, bulk=weapon.bulk, hand=weapon.hand, damage=weapon.damage, flame=weapon.flame)
            for key, weapon in armed.items()
        },
    }


def _shot(reading: ReflexReading, order: Act, key: str, item: Item) -> Shot:
    """The throw as a shot of something without Recoil."""
    aimed_at, _ = body_in_sight(reading.scene, order)
    if aimed_at == order.actor:
        raise RuleViolation("Nobody throws at themselves.", "Name another target.")
    check_facing(reading.scene, aimed_at, order.inputs)
    thrower, target = reading.at_opening(order.actor), reading.as_seen(aimed_at)
    inputs = circumstances(reading, order, aimed_at)
    range_m = order.inputs.get("range_m", apart_m(reading.scene, order.actor, aimed_at))
    if range_m is None:
        raise RuleViolation(f"How far away is {shown(aimed_at)}?", "Say it in metres, for example range_m=15.")
    weapon = _missile(reading.tables, thrower, key, item)
    size, light = order.inputs.get("size", target.size), order.inputs.get("light", reading.scene.state.visibility)
    far = distance(reading.tables, range_m, target, size, light, 0)
    blind = bool(order.inputs.get("indirect"))
    if blind:
        check_played(reading)
    _check_flight(reading, key, weapon, far, blind=blind)
    return Shot(
        actor=order.actor,
        aimed_at=aimed_at,
        shooter=msgspec.structs.replace(thrower, moving=pace_of(reading.scene, order.actor)),
        target=target,
        key=key,
        weapon=weapon,
        mode=order.inputs.get("mode", USUAL_MODE),
        fired=SINGLE,
        far=far,
        muscle=0,
        recoil=0,
        own_pace=pace_of(reading.scene, order.actor),
        target_pace=pace_faced(reading.scene, aimed_at),
        called=order.inputs.get("called", ""),
        cover=cover_of(reading.tables, target, inputs),
        inputs=inputs,
        wind=reading.scene.state.wind,
        hampered=hampered(reading.scene, order.actor, aimed_at),
    )


def _check_flight(reading: ReflexReading, key: str, missile: Weapon, far: Distance, *, blind: bool) -> None:
    """Check that the target is within reach and in sight, but not at arm's reach (text 003, lines 886-890)."""
    if far.true is Band.PERSONAL:
        raise RuleViolation("Throwing is useless at arm's reach.", "Strike, or let go of it with ditch.")
    check_reach(reading.tables, key, missile, far)
    if reading.options["visual_penalty"] and not blind:
        check_sight(far)


def _missile(tables: ReflexTables, thrower: State, key: str, item: Item) -> Weapon:
    armed = thrower.weapons.get(key)
    grams = GRAMS_PER_BULK * armed.bulk if armed else item.grams
    optimum, maximum = reach(tables, thrower.attributes.muscle, grams)
    hip, snap, aimed = tables.throw_speeds["hand"].ticks
    burning = HALVES[FIRE_PENETRATION] if item.flame else THROWN_PENETRATION
    return Weapon(
        name=key,
        skill="",
        damage=item.damage,
        penetration=armed.penetration if armed else (burning, burning),
        optimum=optimum,
        maximum=maximum,
        speed=(hip, snap, aimed),
        recoil=0,
        bulk=item.bulk,
        grip_hands=1,
        held_with=1,
        hand=item.hand,
        flame=item.flame,
        missile=True,
    )


def _is_blind(shot: Shot) -> bool:
    """Tell whether it is thrown over something, at what the thrower cannot see."""
    return bool(shot.inputs.get("indirect"))


def _blind_check(reading: ReflexReading, shot: Shot) -> Check:
    """Self-observed indirect fire: Cognition, better with every throw at the same target (lines 1655-1657)."""
    hurt = wound_penalty(shot.shooter, Effort(limbs=arms_at_work(shot.weapon)))
    value = reading.tables.levels["competent"].starts_at
    mission = reading.scene.state.missions.get(shot.actor, Mission())
    shots = mission.shots if mission.target == shot.aimed_at else 0
    terms = (
        *blind_terms(reading, shot.weapon, self_penalty(shots), shot.inputs.get("modifier", 0)),
        *clumsy_terms(reading, shot.actor, shot.weapon),
    )
    attribute = own_attribute(shot.shooter, "cognition")
    return prepared(reading, "throw", "", value, attribute, terms, hurt, state=shot.shooter)


def _check(reading: ReflexReading, shot: Shot, item: Item) -> Check:
    """A check of Coordination alone with the terms of a shot (text 003, lines 681-683)."""
    hurt = wound_penalty(shot.shooter, Effort(limbs=(Place(f"{item.hand} arm"),)))
    value = reading.tables.levels["competent"].starts_at
    terms, aimed = difficulty(reading, shot), shot.mode == "aimed"
    return prepared(
        reading, "throw", "", value, attribute_term(shot), terms, hurt, state=shot.shooter, halve_penalties=aimed
    )


def _landed(play: ReflexPlay, shot: Shot, costs: tuple[Term, ...], outcome: Outcome) -> Thrown:
    """A miss deviates by its failure and the band of its range (text 003, lines 700, 1628-1640; 003-34)."""
    off = stray(play, outcome.failure, shot.far.true)
    return Thrown(
        actor=shot.actor,
        target=shot.aimed_at,
        item=shot.key,
        mode=shot.mode,
        range_m=shot.far.range_m,
        cost_ticks=total(costs),
        costs=costs,
        outcome=outcome,
        off_m=off.off_m,
        direction=off.roll,
        degrees=off.degrees,
        house=off.house,
        blind=_is_blind(shot),
    )


def _lit(play: ReflexPlay, actor: str, key: str, item: Item) -> FuseLit:
    """The fuse burns for 1d10+4 ticks, which only the GM knows (text 003, lines 699, 705)."""
    roll = play.roll(Ask("fuse", 1, FUSE_SIDES, secret=True))
    now = tick_of(play.scene.opened) if play.scene.opened else 0
    tick = now - roll.faces[0] - FUSE_LEAST
    return FuseLit(actor=actor, item=key, explosive=item.explosive, tick=tick, roll=roll)


@rules("cook")
def cook(play: ReflexPlay, order: Act) -> None:
    """Pull the pin of a grenade and keep it (text 003, lines 702-705).

    Raises:
        RuleViolation: there is no grenade in hand, or its fuse burns already.
    """
    key, item = _in_hand(play.scene, order)
    if not item.explosive or own_fuse(play.scene.combatants[order.actor].state, key):
        raise RuleViolation(f"There is no pin in the {key}.", "Only a grenade has one, and only once.")
    ticks = play.tables.ticks[COOK_TICKS].ticks
    afford(play, order.actor, ticks)
    play.tell(PinPulled(actor=order.actor, item=key))
    play.tell(_lit(play, order.actor, key, item))
    spend(play, order.actor, ticks)


def action_specs(tables: ReflexTables) -> tuple[ActionSpec, ...]:
    """The actions, in the order in which they are offered."""
    item = Input("item", "what is in hand", asks_scene=True)
    inputs = (
        Input("target", "at whom", Kind.COMBATANT, required=True, asks_scene=True),
        item,
        one_of("mode", "hip, snap or aimed", MODES),
        own("range_m", "metres to the target", Kind.NUMBER, hi=100_000, word=Word.TABLE),
        own("modifier", "bonus or penalty said at the table", Kind.INT, lo=-20, hi=20),
        *_circumstances(tables),
    )
    kinds = (TACTICAL, SECOND)
    return (
        ActionSpec("throw", "Throw", "throw what is in hand at somebody", inputs=inputs, kinds=kinds, odds=HIT),
        ActionSpec("cook", "Pull the pin", "start a grenade's fuse and hold it", inputs=(item,), kinds=kinds),
    )


def _circumstances(tables: ReflexTables) -> tuple[Input, ...]:
    """Return what counts for a throw as it does for a shot."""
    speeds, parts = tuple(tables.vehicle_speeds), (*tables.parts, "right_arm", "chest")
    covers = (*tables.cover, NO_COVER)
    return (
        one_of("called", "a part of the body to aim for", tuple(Place)),
        replace(one_of("cover", "what the target is behind", covers, Word.TABLE), thing=COVER),
        replace(one_of("parts", "what the cover hides", parts, Word.TABLE), open_ended=True, thing=COVER),
        own("hidden", "wholly behind cover, its place known", Kind.FLAG, word=Word.GM),
        one_of("easy", "why the target is easy", tuple(EASY), Word.GM),
        one_of("light", "what can be seen", tuple(tables.visibility), Word.TABLE),
        one_of("size", "size of the target", tuple(tables.sizes), Word.TABLE),
        one_of("own_speed", "speed of the thrower's vehicle", speeds, Word.HERE),
        one_of("target_speed", "speed of the target's vehicle", speeds, Word.TABLE),
        own("keeping_pace", "thrower and target move together", Kind.FLAG, word=Word.GM),
        own("indirect", "over something, at what the thrower cannot see", Kind.FLAG),
    )


def candidates(
    _tables: ReflexTables, scene: ReflexScene, _action: str, key: str, given: Mapping[str, Any]
) -> Sequence[Choice]:
    """Return what fits an input of one of these actions in a view of the scene."""
    if key == "target":
        return [Choice(other, shown(other)) for other in scene.combatants if other != given.get("actor")]
    thrower = scene.combatants.get(given.get("actor", ""))
    return [Choice(name) for name in throwable(thrower.state)] if thrower and key == "item" else ()
