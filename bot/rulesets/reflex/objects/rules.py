"""Things have no body and dodge nothing: an attack on one is judged as on somebody of its size who does not know."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.features import Rules
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.scene import Combatant, with_combatant
from bot.core.terms import total
from bot.rulesets.reflex.attacks.rules import as_shot, check_no_resistance
from bot.rulesets.reflex.blasts.blast import DIRECT_PENETRATION, Explosion, charge_of, direct_terms
from bot.rulesets.reflex.blasts.events import Dud
from bot.rulesets.reflex.blasts.explosions import placed_around
from bot.rulesets.reflex.blasts.impacts import set_off, tell_unplaced
from bot.rulesets.reflex.blasts.rooms import confined
from bot.rulesets.reflex.blasts.scatter import ranges_from
from bot.rulesets.reflex.checks.check import rolled
from bot.rulesets.reflex.close.blocks import Incoming, margin_after_block
from bot.rulesets.reflex.close.blow import Blow, declared_blow, wielded
from bot.rulesets.reflex.close.strikes import blow_struck
from bot.rulesets.reflex.close.strikes import damage_terms as blow_terms
from bot.rulesets.reflex.close.terms import strike_check, strike_costs
from bot.rulesets.reflex.equipment.rules import (
    armor_and_threshold,
    equipment_hit,
    substance_of,
)
from bot.rulesets.reflex.fire.shooting import shot_fired
from bot.rulesets.reflex.hazards.burning import FIRE_PENETRATION, STRUCTURE_PENETRATION
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.kinds import Broken
from bot.rulesets.reflex.mines.clearing import mine_hit
from bot.rulesets.reflex.mines.minefields import mine_named
from bot.rulesets.reflex.objects.actions import AttackThing, PutThing, TakeThing, in_sight
from bot.rulesets.reflex.objects.behind import FEET, cover_terms, hands_on
from bot.rulesets.reflex.objects.events import ThingGone, ThingHit, ThingPut
from bot.rulesets.reflex.objects.standing import (
    check_breakable,
    check_thing_in_sight,
    just_before,
    nearest_point,
    piece_hit,
    standing,
    with_somebody_at,
)
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.cover import ALL_PARTS
from bot.rulesets.reflex.person.gear import HALVES, find, is_in_hand
from bot.rulesets.reflex.person.protection import Cover, Harm, hidden_parts
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.shots.damage import Strike, damage_terms, further_rounds, penetration
from bot.rulesets.reflex.shots.difficulty import at_arms_reach, attack_check, cost_terms, is_unaware
from bot.rulesets.reflex.shots.ranges import remember
from bot.rulesets.reflex.shots.shot import Shot, declared
from bot.rulesets.reflex.state import Attributes, Body, Person, State
from bot.rulesets.reflex.time.timing import afford, pass_time

_with = msgspec.structs.replace
rules = Rules()

GEAR_SIZE = "quarter"
PIECE_SIZE = "human"
ON_THE_GROUND = "something on the ground"
BODY_OF_NOBODY = Body()


class ThingAimedAt(msgspec.Struct, frozen=True, kw_only=True):
    """What is attacked: ``thing`` of ``owner``, a ``mine``, or else a ``thing`` of the scene; ``name`` in the log.

    ``at`` is who would stand there if it were somebody, in such a ``state``; ``held`` says that its owner does.
    What stands on a ground is a ``piece``, attacked at a ``point`` of it where the attacker has a place. It is behind
    what hides all of the places of a body in ``shown``.
    """

    thing: str
    name: str
    at: str
    state: State
    shown: frozenset[str]
    owner: str = ""
    held: bool = False
    mine: str = ""
    piece: Piece | None = None
    point: Place | None = None


@rules(AttackThing)
def attack_thing(play: ReflexPlay, order: AttackThing) -> None:
    """Shoot at or strike a thing (text 003, lines 430-431, 1067-1074). Dice: those of the attack and of a block.

    Who has it in hand may block an attack at arm's reach (ours). Nobody learns of a mine by an attack on it. What is
    one's own is within reach, unless it is said otherwise (ours).

    Raises:
        RuleViolation: there is no such thing, or the attack is not possible.
    """
    mark, own = _mark(play, order), order.target == order.actor
    if mark.held and not play.scene.fight:
        check_no_resistance(play.scene, order.actor, mark.owner)
    supposed = play.supposing(_with_somebody(play, mark))
    if mark.point:
        check_thing_in_sight(supposed, order.actor, mark.at)
    attack = _with(
        msgspec.convert(order, Attack, from_attributes=True),
        target=mark.at,
        range_m=0.0 if own and order.range_m is None else order.range_m,
        parts=order.parts or ("" if mark.held else ALL_PARTS if order.cover else ""),
    )
    if arm := wielded(supposed, attack):
        blow = declared_blow(supposed, attack, arm)
        _check_other(mark, blow.weapon.name, own=own)
        _strike(play, order, mark, supposed, blow)
        return
    shot = _with(declared(supposed, as_shot(attack)), mark=f"{ON_THE_GROUND}\n{mark.mine}" if mark.mine else "")
    _check_other(mark, shot.key, own=own)
    _shoot(play, order, mark, supposed, shot)


def _check_other(mark: ThingAimedAt, weapon: str, *, own: bool) -> None:
    """Raise RuleViolation where a thing is to be attacked with itself."""
    if own and mark.thing == weapon:
        raise RuleViolation(f"The {weapon} is what is attacked.", "Name something else with weapon=.")


def _mark(reading: ReflexReading, order: AttackThing) -> ThingAimedAt:
    """Return what is attacked, of somebody's things one that everybody can see, to tell nothing of the rest."""
    scene, owner, whole = reading.scene, order.target, hidden_parts(reading.tables, ALL_PARTS)
    if order.mine:
        if mine_named(scene, order.mine).is_field:
            raise RuleViolation("That is a whole minefield.", "Find one mine of it: /mine search with single=yes.")
        state = _inanimate(order.size or GEAR_SIZE)
        at = ON_THE_GROUND
        return ThingAimedAt(thing=order.mine, name=at, at=at, state=state, shown=whole, mine=order.mine)
    if not owner:
        things = {name: thing for name, thing in scene.state.things.items() if thing.broken != Broken.DESTROYED}
        pieces = standing(scene)
        name = find("thing here", (*pieces, *(each for each in things if each not in pieces)), order.item)
        if name in pieces:
            return _on_the_ground(reading, order, pieces[name])
        state = _inanimate(order.size or things[name].size)
        return ThingAimedAt(thing=name, name=f"the {name}", at=f"the {name}", state=state, shown=whole)
    if not scene.sees(order.actor, owner):
        raise absent(owner)
    return _belonging(reading, order, owner)


def _on_the_ground(reading: ReflexReading, order: AttackThing, piece: Piece) -> ThingAimedAt:
    """Return what stands on the ground; how far it is follows from the attacker's place."""
    check_breakable(reading, piece.name, piece)
    point, name = nearest_point(reading.scene, order.actor, piece), f"the {piece.name}"
    if point is not None and order.range_m is not None:
        raise RuleViolation(f"How far {name} is follows from the places.", "Leave range_m out.")
    state = _inanimate(order.size or PIECE_SIZE)
    whole = hidden_parts(reading.tables, ALL_PARTS)
    return ThingAimedAt(thing=piece.name, name=name, at=name, state=state, shown=whole, piece=piece, point=point)


def _belonging(reading: ReflexReading, order: AttackThing, owner: str) -> ThingAimedAt:
    """Return a thing of somebody; what is in hand moves with whoever holds it and is no easier to hit (ours).

    It is behind the cover of the hands that hold it, what lies there behind that of its owner's feet (ours).
    """
    state = reading.scene.combatants[owner].state
    things = {key: thing for key, thing in in_sight(state).items() if state.kit.broken.get(key) != Broken.DESTROYED}
    key = find("thing in sight", things, order.item)
    substance_of(things[key], order.substance)
    size, own = order.size or GEAR_SIZE, owner == order.actor
    if own or not is_in_hand(things[key]):
        at, lying = f"the {key}" if own else owner, _inanimate(size, BODY_OF_NOBODY if own else state.body)
        return ThingAimedAt(thing=key, name=at if own else key, at=at, state=lying, shown=FEET, owner=owner)
    holder = reading.as_seen(owner)
    return ThingAimedAt(
        thing=key,
        name=key,
        at=owner,
        state=_with(holder, person=_with(holder.person, size=size)),
        shown=hands_on(things[key]),
        owner=owner,
        held=True,
    )


def _inanimate(size: str, beside: Body = BODY_OF_NOBODY) -> State:
    """Return the state of a thing of a size, behind the cover of the body ``beside`` it."""
    body = Body(cover=beside.cover, cover_parts=beside.cover_parts)
    return State(person=Person(attributes=Attributes(), size=size), body=body)


def _with_somebody(reading: ReflexReading, mark: ThingAimedAt) -> ReflexScene:
    """Return the scene as if the thing were somebody, by whom all that is said of attacks can be asked."""
    scene, owner = reading.scene, reading.scene.combatants.get(mark.at)
    if mark.piece and mark.point:
        scene = with_somebody_at(scene, mark.at, mark.piece, mark.point)
    stands = _with(owner, state=mark.state) if owner else Combatant(mark.at, 0, "", mark.state, {})
    return _with(with_combatant(scene, stands), before={**scene.before, mark.at: mark.state})


def _shoot(play: ReflexPlay, order: AttackThing, mark: ThingAimedAt, supposed: ReflexReading, shot: Shot) -> None:
    costs = cost_terms(supposed, shot)
    cost, check = afford(play, order.actor, total(costs)), attack_check(supposed, shot)
    if mark.at == mark.owner:
        remember(play, order.actor, mark.owner, order.range_m)
    outcome, near = rolled(play, check), at_arms_reach(shot)
    futile = bool(shot.weapon.model.heavy) and near
    hits = outcome.succeeded and not futile
    fired = shot_fired(shot, costs, outcome, hits=hits, futile=futile)
    play.tell(_with(fired, target=_whose(mark, order), thing=mark.name))
    if hits:
        arms = arms_at_work(shot.weapon)
        incoming = Incoming(order.actor, mark.owner, shot.weapon, arms, outcome, is_unaware(shot))
        net = margin_after_block(play, incoming) if mark.held and near else outcome.margin
        if net >= 0:
            _hit_or_detonate(play, order, mark, shot, net)
    pass_time(play, order.actor, cost, steadied=False)


def _strike(play: ReflexPlay, order: AttackThing, mark: ThingAimedAt, supposed: ReflexReading, blow: Blow) -> None:
    costs = strike_costs(blow)
    cost, check = afford(play, order.actor, total(costs)), strike_check(supposed, blow)
    outcome = rolled(play, check)
    struck = _with(blow_struck(blow, costs, outcome), target=_whose(mark, order), thing=mark.name)
    play.tell(struck)
    net = outcome.margin
    if outcome.succeeded and mark.held:
        incoming = Incoming(order.actor, mark.owner, blow.weapon, blow.limbs, outcome, unaware=False)
        net = margin_after_block(play, incoming)
    if net >= 0:
        through = _penetration(mark, blow.weapon.model.flame, blow.weapon.model.penetration[0])
        _land(play, order, mark, Harm(blow_terms(supposed, blow, net), through, graze=net == 0), blow.cover)
    pass_time(play, order.actor, cost, steadied=True)


def _whose(mark: ThingAimedAt, order: AttackThing) -> str:
    """Return who is attacked with the thing: nobody where it is one's own, or nobody's."""
    return "" if mark.owner == order.actor else mark.owner


def _penetration(mark: ThingAimedAt, flame: str, usual: int | None) -> int | None:
    """Return the Armor multiplier: fire meets gear at half and structures at double (text 003, lines 1192-1194)."""
    if not flame:
        return usual
    return HALVES[FIRE_PENETRATION if mark.owner or mark.mine else STRUCTURE_PENETRATION]


def _hit_or_detonate(play: ReflexPlay, order: AttackThing, mark: ThingAimedAt, shot: Shot, margin: int) -> None:
    """Have the rounds that hit strike the thing, all of them the same one (ours), or the warhead go off there."""
    if shot.weapon.model.explosive:
        _burst(play, order, mark, shot, margin)
        return
    further = further_rounds(play, shot, _whose(mark, order))
    through = _penetration(mark, shot.weapon.model.flame, penetration(shot.weapon, shot.far.true))
    harm = Harm(damage_terms(play, shot, margin, Strike("")), through, graze=margin == 0)
    for _ in range(1 + sum(further)):
        if not _is_gone(play.scene, mark):
            _land(play, order, mark, harm, shot.cover)


def _burst(play: ReflexPlay, order: AttackThing, mark: ThingAimedAt, shot: Shot, margin: int) -> None:
    """Have a warhead go off at the thing, near whoever is said or known to be there (text 003, lines 1094-1107).

    Whom it puts down is the deed of who fired it (line 1470).
    """
    charge = charge_of(play.tables, shot.weapon.model.explosive)
    if not margin:
        play.tell(Dud(target=_whose(mark, order), title=charge.title))
        return
    at = mark.owner if mark.at == mark.owner else ""
    ranges_m = placed_around(play.scene, at, "", order.victims) if at or order.victims else {}
    burst = just_before(play.scene, order.actor, mark.point) if mark.point and not order.victims else None
    if burst is not None:
        ranges_m = ranges_from(play.scene, burst)
    explosion, before = Explosion(charge=charge, margin=margin, ranges_m=ranges_m, burst=burst), play.scene
    set_off(play, confined(play, explosion))
    tell_unplaced(play, ranges_m)
    took_heart(play, before, order.actor)
    _land(play, order, mark, Harm(direct_terms(explosion), DIRECT_PENETRATION), shot.cover)


def _is_gone(scene: ReflexScene, mark: ThingAimedAt) -> bool:
    """Tell whether nothing is left of a thing that further rounds could strike."""
    if mark.mine:
        return mark.mine not in scene.state.mines
    if mark.piece:
        return mark.thing not in standing(scene)
    if mark.owner:
        return scene.combatants[mark.owner].state.kit.broken.get(mark.thing) == Broken.DESTROYED
    return scene.state.things[mark.thing].broken == Broken.DESTROYED


def _land(play: ReflexPlay, order: AttackThing, mark: ThingAimedAt, harm: Harm, cover: Cover | None) -> None:
    """Do the damage that is left behind what the thing is behind."""
    behind = cover_terms(cover, mark.shown, harm.damage, harm.penetration)
    harm = _with(harm, terms=(*harm.terms, *behind))
    if mark.mine:
        mine_hit(play, order.actor, mark.mine, harm)
    elif mark.owner:
        equipment_hit(play, mark.owner, mark.thing, harm, substance=order.substance, together=True)
    elif mark.piece:
        piece_hit(play, mark.piece, harm)
    else:
        _thing_hit(play, mark.thing, harm)


def _thing_hit(play: ReflexPlay, name: str, harm: Harm) -> None:
    thing = play.scene.state.things[name]
    final = harm.past(thing.armor)
    broken = harm.breaks(thing.broken, final, thing.threshold)
    play.tell(
        ThingHit(
            item=name,
            armor=thing.armor,
            threshold=thing.threshold,
            damage=harm.damage,
            penetration=harm.penetration,
            final=final,
            wear=thing.wear + (broken == Broken.DISABLED),
            broken=broken,
            graze=harm.graze,
            terms=harm.terms,
        )
    )


@rules(PutThing)
def put(play: ReflexPlay, order: PutThing) -> None:
    """Have a thing be there that can be attacked (text 003, lines 1068, 1075-1079; ruling A9).

    Raises:
        RuleViolation: nobody has said how strong it is.
    """
    armor, threshold = order.armor, order.threshold
    if order.substance:
        usual = armor_and_threshold(play.tables, order.substance, order.bulk)
        armor = usual[0] if armor is None else armor
        threshold = max(1, usual[1]) if threshold is None else threshold
    if armor is None or threshold is None:
        raise RuleViolation("How strong is it?", "Say substance=hard_wood and bulk=8, or armor= and threshold=.")
    play.tell(ThingPut(item=order.item, armor=armor, threshold=threshold, size=order.size))


@rules(TakeThing)
def take(play: ReflexPlay, order: TakeThing) -> None:
    """Have a thing be there no longer.

    Raises:
        RuleViolation: there is none of that name.
    """
    play.tell(ThingGone(item=find("thing here", play.scene.state.things, order.item)))
