"""A throw is a shot by Coordination and Muscle alone, and a grenade a charge whose fuse nobody can read."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.dice import Ask
from bot.core.errors import Incomplete, RuleViolation
from bot.core.features import Rules
from bot.core.ground.laid import with_place
from bot.core.ground.places import Place
from bot.core.scene import Combatant, with_combatant
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.explosions import said_place
from bot.rulesets.reflex.blasts.scatter import astray, stray
from bot.rulesets.reflex.checks.check import Check, Effort, Outcome, prepared, rolled, wound_penalty
from bot.rulesets.reflex.checks.check import attribute_term as own_attribute
from bot.rulesets.reflex.hazards.burning import FIRE_PENETRATION
from bot.rulesets.reflex.indirect.rules import blind_terms, clumsy_terms, self_penalty
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.kit import Item, Model, Weapon
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.bodies import mark_in_sight
from bot.rulesets.reflex.person.control import hampered
from bot.rulesets.reflex.person.gear import HALVES, belongings, find, throwable
from bot.rulesets.reflex.person.physique import own_pace_terms
from bot.rulesets.reflex.person.protection import check_shown
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, at_opening
from bot.rulesets.reflex.scene_state import Mission
from bot.rulesets.reflex.shots.actions import Throw
from bot.rulesets.reflex.shots.damage import land
from bot.rulesets.reflex.shots.difficulty import attribute_term, cost_terms, difficulty, own_speed_terms
from bot.rulesets.reflex.shots.ranges import Distance, check_reach, check_sight, distance, remember
from bot.rulesets.reflex.shots.rounds import SINGLE
from bot.rulesets.reflex.shots.seeing import cover_before, light_on, view_of
from bot.rulesets.reflex.shots.shot import Shot
from bot.rulesets.reflex.state import Attributes, Person, State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.throws.actions import Cook
from bot.rulesets.reflex.throws.events import FuseLit, PinPulled, Thrown
from bot.rulesets.reflex.throws.lit_fuses import next_number, own_fuse, without_fuse
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import afford, pace_faced, pace_of, pass_time, spend
from bot.rulesets.reflex.vehicles.seats import apart_m, check_facing, stands_at, traffic

rules = Rules()

HEAVY_GRAMS = 1000
GRAMS_PER_BULK = 500
FUSE_SIDES, FUSE_LEAST = 10, 4
THROWN_PENETRATION = HALVES["x1"]
COOK_TICKS = "activate"
MARK = "that place"


def reach(tables: ReflexTables, muscle: int, grams: int) -> tuple[Band, Band]:
    """Return optimum and maximum range of a throw (text 003, lines 685-693; ruling A6).

    Raises:
        RuleViolation: the thing is heavier than half the Muscle in kilograms.
    """
    if 2 * grams > 1000 * muscle:
        raise RuleViolation(f"{grams / 1000:g} kg is too heavy to throw.", f"At most {muscle / 2:g} kg.")
    row = [row for row in tables.throws.values() if row.starts_at <= muscle][-1]
    heavier = int(grams > HEAVY_GRAMS)
    optimum, maximum = (Band(max(0, Band[end.upper()] - heavier)) for end in (row.optimum, row.maximum))
    return optimum, maximum


@rules(Throw)
def throw(play: ReflexPlay, throw: Throw) -> None:
    """Throw something in hand at somebody or to a place (text 003, lines 680-700, 887-888; ruling 003-34).

    Dice: the throw, where a grenade that missed goes, its fuse if it does not burn yet, then for anything else that
    hits and has a Damage those of ``damage.land``. What burns may set on fire whom it hurts, and does the Damage of its
    fire where it has none of its own (ours).

    Raises:
        RuleViolation: nothing of the kind is in hand, or the target cannot be thrown at.
    """
    key, item = _in_hand(play.scene, throw)
    aim = said_place(play.scene, throw.to, throw.actor)
    reading, said = _with_mark(play, throw, aim) if aim else (play, throw)
    shot = _shot(reading, said, key, item)
    costs = cost_terms(play, shot)
    cost = afford(play, shot.actor, total(costs))
    if aim is None:
        remember(play, shot.actor, shot.aimed_at, throw.range_m)
    outcome = rolled(play, _check(reading, shot, blind=throw.indirect))
    if item.explosive and not own_fuse(play.scene.combatants[shot.actor].state, key):
        play.tell(_lit(play, shot.actor, key, item))
    play.tell(_landed(play, shot, costs, outcome, aim))
    if shot.weapon.model.damage and outcome.succeeded and not item.explosive and aim is None:
        land(play, shot, outcome.margin)
    pass_time(play, shot.actor, cost, steadied=True)


def _with_mark(reading: ReflexReading, throw: Throw, aim: Place) -> tuple[ReflexReading, Throw]:
    """Return a throw to a place as one at somebody there who does not know (ours), in a scene where somebody is."""
    mark = Combatant(MARK, 0, "", State(person=Person(attributes=Attributes())), {})
    scene = with_combatant(reading.scene, mark)
    ground = with_place(scene.ground, MARK, aim) if scene.ground else None
    return reading.supposing(replace(scene, ground=ground)), replace(throw, target=MARK)


def _in_hand(scene: ReflexScene, order: Throw | Cook) -> tuple[str, Item]:
    """Return what is thrown: an item, or a weapon of close combat as the item that it is in the air.

    It was in hand as the tick opened, as that of a shot was, and nobody else has it (text 003, lines 136-138).

    Raises:
        RuleViolation: there is none, or what would do harm is broken, but for a fuse that burns (lines 697, 1072).
    """
    state, own = at_opening(scene, order.actor), belongings(scene.combatants[order.actor].state)
    held = {key: item for key, item in throwable(state).items() if key in own}
    sound = {key: item for key, item in held.items() if key not in state.kit.broken or own_fuse(state, key)}
    key = find("item in hand", held, order.item or next(iter(sound or held), ""))
    if key not in sound and (held[key].damage or held[key].flame or held[key].explosive):
        raise RuleViolation(
            f"The {key} is {state.kit.broken[key]}.",
            "Ready something else, /act action:ready, or let go of it: /act action:ditch.",
        )
    return key, held[key]


def _shot(reading: ReflexReading, throw: Throw, key: str, item: Item) -> Shot:
    """Return the throw as a shot of something without Recoil."""
    if not throw.target:
        raise Incomplete("At whom or where to?", "Name a target, or on a ground say to=C4.")
    aimed_at, _ = mark_in_sight(reading.scene, throw)
    if aimed_at == throw.actor:
        raise RuleViolation("Nobody throws at themselves.", "Name another target.")
    check_facing(reading.scene, aimed_at, facing=throw.facing, bodily=bool(throw.called))
    thrower, target = reading.at_opening(throw.actor), reading.as_seen(aimed_at)
    if not throw.indirect:
        check_shown(reading.tables, throw.actor, thrower)
    range_m = apart_m(reading.scene, throw.actor, aimed_at) if throw.range_m is None else throw.range_m
    if range_m is None:
        raise Incomplete(f"How far away is {shown(aimed_at)}?", "Say it in metres, for example range_m=15.")
    weapon = _missile(reading.tables, thrower, key, item)
    view = view_of(reading, throw, aimed_at, thrower, target, blind=throw.indirect)
    size, light = throw.size or target.person.size, light_on(reading, throw, view)
    far = distance(reading.tables, range_m, target, size, light, 0)
    _check_flight(reading, key, weapon, far, blind=throw.indirect)
    return Shot(
        actor=throw.actor,
        aimed_at=aimed_at,
        shooter=thrower.with_body(moving=pace_of(reading.scene, throw.actor)),
        target=target,
        key=key,
        weapon=weapon,
        mode=throw.mode,
        fired=SINGLE,
        far=far,
        muscle=0,
        recoil=0,
        own_pace=pace_of(reading.scene, throw.actor),
        target_pace=pace_faced(reading.scene, target),
        cover=cover_before(reading, throw, aimed_at, target, view),
        traffic=traffic(reading.scene, throw.actor, aimed_at, throw.own_speed, throw.target_speed, throw.keeping_pace),
        said=throw,
        wind=reading.scene.state.wind,
        hampered=hampered(reading.scene, throw.actor, aimed_at),
    )


def _check_flight(reading: ReflexReading, key: str, missile: Weapon, far: Distance, *, blind: bool) -> None:
    """Check that the target is within reach and in sight, but not at arm's reach (text 003, lines 886-890)."""
    if far.true is Band.PERSONAL:
        raise RuleViolation(
            "Throwing is useless at arm's reach.", "Strike with /attack, or let go of it: /act action:ditch."
        )
    check_reach(reading.tables, key, missile, far)
    if reading.options["visual_penalty"] and not blind:
        check_sight(far)


def _missile(tables: ReflexTables, thrower: State, key: str, item: Item) -> Weapon:
    armed = thrower.kit.weapons.get(key)
    grams = GRAMS_PER_BULK * armed.model.bulk if armed else item.grams
    optimum, maximum = reach(tables, thrower.person.attributes.muscle, grams)
    hip, snap, aimed = tables.throw_speeds["hand"].ticks
    burning = HALVES[FIRE_PENETRATION] if item.flame else THROWN_PENETRATION
    model = Model(
        skill="",
        damage=item.damage or (tables.flames[item.flame].damage if item.flame else 0),
        penetration=armed.model.penetration if armed else (burning, burning),
        optimum=optimum,
        maximum=maximum,
        speed=(hip, snap, aimed),
        recoil=0,
        bulk=item.bulk,
        grip_hands=item.grip_hands,
        flame=item.flame,
        missile=True,
    )
    return Weapon(name=key, model=model, held_with=item.hands, hand=item.hand)


def _check(reading: ReflexReading, shot: Shot, *, blind: bool) -> Check:
    """Return a check of Coordination alone with the terms of a shot, or of Cognition where nobody sees the target.

    Text 003, lines 681-683, 1655-1657.
    """
    hurt = wound_penalty(shot.shooter, Effort(limbs=arms_at_work(shot.weapon)))
    terms = _blind_terms(reading, shot) if blind else difficulty(reading, shot)
    attribute = own_attribute(shot.shooter, "cognition") if blind else attribute_term(shot)
    aimed = shot.mode == "aimed"
    return prepared(reading, "throw", shot.shooter, "", attribute, terms, hurt, halve_penalties=aimed)


def _blind_terms(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return what makes self-observed fire harder: less with every throw at the same target (1655-1657)."""
    mission = reading.scene.state.missions.get(shot.actor, Mission())
    shots = mission.shots if mission.target == shot.aimed_at else 0
    return (
        *blind_terms(reading, shot.weapon, self_penalty(shots), shot.said.modifier),
        *clumsy_terms(reading, shot.actor, shot.weapon, shot.mode, shot.hampered),
        *own_pace_terms(reading, shot.own_pace),
        *own_speed_terms(reading, shot.traffic),
    )


def _landed(play: ReflexPlay, shot: Shot, costs: tuple[Term, ...], outcome: Outcome, aim: Place | None) -> Thrown:
    """Return where it lands: a miss deviates by its failure and the band of its range (700, 1628-1640; 003-34)."""
    off = stray(play, outcome.failure, shot.far.true)
    start, goal = stands_at(play.scene, shot.actor), aim or stands_at(play.scene, shot.aimed_at)
    target = "" if aim else shot.aimed_at
    keeper = play.scene.combatants[target or shot.actor].state
    return Thrown(
        actor=shot.actor,
        target=target,
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
        blind=isinstance(shot.said, Throw) and shot.said.indirect,
        number=next_number(without_fuse(keeper, None if target else own_fuse(keeper, shot.key)), shot.key),
        aim=aim,
        place=astray(start, goal, off.off_m, off.degrees) if start and goal else None,
    )


def _lit(play: ReflexPlay, actor: str, key: str, item: Item) -> FuseLit:
    """Return a fuse that burns for 1d10+4 ticks, which only the GM knows (text 003, lines 699, 705)."""
    roll = play.roll(Ask("fuse", 1, FUSE_SIDES, secret=True))
    now = tick_of(play.scene.opened) if play.scene.opened else 0
    tick = now - roll.faces[0] - FUSE_LEAST
    number = next_number(play.scene.combatants[actor].state, key)
    return FuseLit(actor=actor, item=key, explosive=item.explosive, tick=tick, roll=roll, number=number)


@rules(Cook)
def cook(play: ReflexPlay, cook: Cook) -> None:
    """Pull the pin of a grenade and keep it (text 003, lines 702-705).

    Raises:
        RuleViolation: there is no grenade in hand, or its fuse burns already.
    """
    key, item = _in_hand(play.scene, cook)
    if not item.explosive or own_fuse(play.scene.combatants[cook.actor].state, key):
        raise RuleViolation(f"There is no pin in the {key}.", "Only a grenade has one, and only once.")
    ticks = play.tables.ticks[COOK_TICKS].ticks
    afford(play, cook.actor, ticks)
    play.tell(PinPulled(actor=cook.actor, item=key))
    play.tell(_lit(play, cook.actor, key, item))
    spend(play, cook.actor, ticks)
