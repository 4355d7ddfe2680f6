"""What a standing order has somebody do at a moment: of the ordinary actions that serve it, the first that is possible.

Nothing here is a rule. An action that a system has not is not among them, and what the rules refuse, for nerve, for
want of rounds or of sight, gives way to the next; in the end somebody does what it does by default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, assert_never

import msgspec

from bot.core.dice import supposed
from bot.core.engine import decide
from bot.core.errors import RuleViolation
from bot.core.ground.lost import known_to
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.ground.routes import CLEAR_CM, way_round
from bot.core.ground.shelter import nearest_of
from bot.core.ground.whereabouts import BESIDE_CM, AtPlace, BySight, Straight, Where, place_of
from bot.core.options import ATTACK, MOVE, RELOAD, TAKE_COVER, ActionSpec, Kind
from bot.core.orders import Act
from bot.core.ruleset import Ruleset
from bot.core.scene import Scene
from bot.core.squads.aiming import by_nearness
from bot.core.squads.standing import Drill, Squad, StandingOrder, squad_of

AnyRuleset: TypeAlias = Ruleset[Any, Any]
AnyScene: TypeAlias = Scene[Any, Any]

WATCH = "watch"
MENDING = ("clear", RELOAD)
"""What somebody does who cannot fire: a jam first, then an empty weapon."""

DRAWING = ("draw", "ready")
"""What takes another weapon in hand, where that is what an action of this name takes."""

STOW = "stow"
"""What frees the hands for it, where they are full."""

KEEN = (Drill.FIRE, Drill.RETURN_FIRE, Drill.ADVANCE)
"""Who is told that goes on with the fight where that can be chosen."""

THERE_CM = 250
"""How near to where it wants to be somebody has arrived (house)."""

STEP_CM = 150
"""How much nearer a thing must be, or how far off, for a bound to it to be one (house)."""

FAR_CM = 3000
"""How far off somebody falls back at once, as far as it gets (house)."""

MOST_THINGS = 4
MOST_TARGETS = 6


class Errand(msgspec.Struct, frozen=True):
    """Somebody with a standing order, and all by which it is seen what that means now.

    ``kinds`` are those of its moment, and ``shot_by`` says of each who shot at it last.
    """

    ruleset: AnyRuleset
    scene: AnyScene
    actions: Mapping[str, ActionSpec]
    actor: str
    kinds: tuple[str, ...]
    squad: Squad
    standing: StandingOrder
    shot_by: Mapping[str, str]

    @property
    def here(self) -> Place | None:
        """Return where it stands; None in a told fight."""
        return self.scene.ground.places.get(self.actor) if self.scene.ground else None


def drills_of(actions: Mapping[str, ActionSpec]) -> tuple[Drill, ...]:
    """Return what squads can be told to do in a system with these actions."""
    moving = (Drill.ADVANCE, Drill.FALL_BACK) if MOVE in actions else ()
    firing = (Drill.FIRE, Drill.RETURN_FIRE) if ATTACK in actions else ()
    return tuple(drill for drill in Drill if drill in (*firing, *moving, Drill.HOLD))


def ordered_now(scene: AnyScene) -> tuple[str, ...]:
    """Return those who may act now and stand under an order."""
    return tuple(_ordered(scene))


def _ordered(scene: AnyScene) -> dict[str, tuple[Squad, StandingOrder]]:
    """Return those who may act now and stand under an order, with their squad and that order."""
    now = dict.fromkeys(slot.actor for slot in scene.entitled())
    squads = [(actor, squad) for actor in now if (squad := squad_of(scene.squads, actor))]
    return {actor: (squad, squad.standing) for actor, squad in squads if squad.standing}


def acts_now(ruleset: AnyRuleset, scene: AnyScene, shot_by: Mapping[str, str]) -> dict[str, Act]:
    """Return what those do who may act now and stand under an order, each as the moment finds it."""
    actions = ruleset.actions_under(scene.options)
    slots = {slot.actor: slot for slot in reversed(scene.entitled())}
    found: dict[str, Act] = {}
    for actor, (squad, standing) in _ordered(scene).items():
        errand = Errand(ruleset, scene, actions, actor, slots[actor].kinds, squad, standing, shot_by)
        possible = (act for act in _all_ways(errand) if _fits(errand, act))
        found[actor] = next(possible, ruleset.idle(scene, slots[actor]))
    return found


def _all_ways(errand: Errand) -> Iterator[Act]:
    """Yield what serves an order; where it is the moment of nothing of that kind, to go on with the fight."""
    theirs = {kind for action in (ATTACK, MOVE) if action in errand.actions for kind in errand.actions[action].kinds}
    if not theirs.isdisjoint(errand.kinds):
        yield from _ways(errand)
    elif errand.standing.drill in KEEN and _foes(errand):
        for spec in errand.actions.values():
            if spec.button and set(spec.kinds) <= set(errand.kinds):
                yield from _said(errand, spec.name, {})


def _fits(errand: Errand, act: Act) -> bool:
    """Tell whether an action belongs to the moment, and the rules let it be taken."""
    spec = errand.actions[act.action]
    if spec.kinds and set(spec.kinds).isdisjoint(errand.kinds):
        return False
    try:
        decide(errand.ruleset, errand.scene, act, supposed)
    except RuleViolation:
        return False
    return True


def _ways(errand: Errand) -> Iterator[Act]:
    """Yield what serves an order, the best first."""
    match errand.standing.drill:
        case Drill.FIRE:
            yield from _firing(errand, _targets(errand))
        case Drill.RETURN_FIRE:
            yield from _firing(errand, _who_shot(errand))
        case Drill.ADVANCE:
            yield from _bounding(errand)
        case Drill.HOLD:
            yield from _watching(errand)
        case Drill.FALL_BACK:
            yield from _falling_back(errand)
        case _:
            assert_never(errand.standing.drill)


def _firing(errand: Errand, targets: list[str]) -> Iterator[Act]:
    """Yield attacks on those of whom it is known how far they are, then what has a weapon fire again, or another."""
    far = {target: errand.scene.range_m(errand.actor, target) for target in targets}
    for target in [each for each in targets if far[each] is not None][:MOST_TARGETS]:
        yield from _said(errand, ATTACK, {"target": target})
    if targets:
        for action in MENDING:
            yield from _said(errand, action, {})
        yield from _changing(errand, targets[:MOST_TARGETS])


def _changing(errand: Errand, targets: list[str]) -> Iterator[Act]:
    """Yield firing another weapon where the one in hand is of no more use, and drawing it where it is not at hand."""
    spare = errand.ruleset.spare_arm(errand.scene, errand.actor)
    for target in targets if spare else ():
        yield from _said(errand, ATTACK, {"target": target, "weapon": spare})
    drawn = [action for action in DRAWING if spare in _offered(errand, action)]
    for action in drawn:
        yield from _said(errand, action, {"item": spare})
    for held in _offered(errand, STOW) if drawn else ():
        yield from _said(errand, STOW, {"item": held})


def _offered(errand: Errand, action: str) -> list[str]:
    """Return what of its belongings somebody may name for an action: what is in hand or on its mount is not drawn."""
    if action not in errand.actions:
        return []
    found = errand.ruleset.candidates(errand.scene, action, "item", {"actor": errand.actor})
    return [choice.value for choice in found]


def _targets(errand: Errand) -> list[str]:
    """Return at whom it fires: whom it was told, while that one stands, then the others of that side by nearness."""
    wanted, side = errand.standing.target, errand.standing.side
    foes = [foe for foe in _foes(errand) if not side or errand.scene.combatants[foe].side == side]
    return [wanted, *(foe for foe in foes if foe != wanted)] if wanted and _stands(errand, wanted) else foes


def _who_shot(errand: Errand) -> list[str]:
    """Return who shot at it last, or else at one of its squad."""
    shots = (errand.shot_by.get(one, "") for one in (errand.actor, *errand.squad.members))
    return [foe for foe in dict.fromkeys(shots) if foe and _stands(errand, foe) and _is_foe(errand, foe)]


def _foes(errand: Errand) -> list[str]:
    """Return those of other sides whom everybody may know of and who stand, the nearest first."""
    scene = errand.scene
    return by_nearness(
        scene, errand.actor, [foe for foe in scene.combatants if _is_foe(errand, foe) and _stands(errand, foe)]
    )


def _is_foe(errand: Errand, other: str) -> bool:
    people = errand.scene.combatants
    return people[other].side != people[errand.actor].side and not people[other].hidden


def _stands(errand: Errand, other: str) -> bool:
    found = errand.scene.combatants.get(other)
    return found is not None and not errand.ruleset.is_down(found.state)


def _bounding(errand: Errand) -> Iterator[Act]:
    """Yield a bound of those who are behind the others, while these fire; who has arrived fires, too.

    Whoever is to bound keeps its fire until it can, since in some systems who has fired goes nowhere in that round.
    Where whom they go toward is down or has left, they go on toward the next of that side.
    """
    if errand.standing.to is None:
        toward = next(iter(_targets(errand)), "")
        errand = msgspec.structs.replace(errand, standing=msgspec.structs.replace(errand.standing, target=toward))
    moves = errand.actions.get(MOVE)
    if moves and not _has_arrived(errand) and errand.actor in _next_to_bound(errand):
        yield from _going(errand)
        if set(moves.kinds).isdisjoint(errand.kinds):
            return
    yield from _firing(errand, _foes(errand))


def _going(errand: Errand) -> Iterator[Act]:
    """Yield moves toward where the squad is bound, on a ground from one thing that gives cover to the next."""
    goal, target = _goal(errand, errand.actor), errand.standing.target
    if errand.here is None or goal is None:
        yield from _said(errand, MOVE, {"target": target})
        return
    left_cm = distance_cm(errand.here, goal)
    yield from _behind_things(errand, errand.here, lambda place: left_cm - distance_cm(place, goal))
    yield from _moves(errand, errand.here, Straight(target) if target else AtPlace(goal), goal)


def _behind_things(errand: Errand, here: Place, gained_cm: Callable[[Place], int]) -> Iterator[Act]:
    """Yield ways behind things by which something is gained, the nearest first, and ways nearer to the first of them.

    Some systems let only those go behind a thing who can reach it at once.
    """
    ground = errand.scene.ground
    known = known_to(errand.scene, ground, errand.actor).pieces if ground else {}
    at = {key: nearest_of(piece.outline, here) for key, piece in known.items() if piece.hides and not piece.opened}
    near = sorted((distance_cm(here, place), key) for key, place in at.items() if gained_cm(place) >= STEP_CM)
    bounds = [key for far_cm, key in near if far_cm >= STEP_CM][:MOST_THINGS]
    for key in bounds:
        yield from _said(errand, TAKE_COVER, {"behind": _plain(BySight(PIECE + key, "behind", BESIDE_CM))})
    for key in bounds[:1]:
        place = along(at[key], vector(at[key], here), CLEAR_CM)
        yield from _moves(errand, here, AtPlace(place), place)


def _moves(errand: Errand, here: Place, where: Where, goal: Place) -> Iterator[Act]:
    """Yield the move to a place, straight or round what is in the way."""
    yield from _said(errand, MOVE, {"to": _plain(where)})
    ground = errand.scene.ground
    corners = way_round(known_to(errand.scene, ground, errand.actor).pieces, here, goal) if ground else ()
    if corners:
        by = [_plain(AtPlace(corner)) for corner in corners]
        yield from _said(errand, MOVE, {"to": _plain(AtPlace(goal)), "via": by})


def _goal(errand: Errand, actor: str) -> Place | None:
    """Return where the squad is bound; None where that is no place."""
    ground, standing = errand.scene.ground, errand.standing
    if ground is None:
        return None
    if standing.to is None:
        return ground.places.get(standing.target)
    try:
        return place_of(standing.to, ground.places, ground.places.get(actor))
    except RuleViolation:
        return None


def _place_told(errand: Errand) -> Where | None:
    """Return the place that was told, for as long as that can be found: somebody or something may have gone."""
    return errand.standing.to if errand.standing.to is not None and _goal(errand, errand.actor) else None


def _left_m(errand: Errand, actor: str) -> float:
    """Return how far somebody has still to go, as far as that is known."""
    goal, ground = _goal(errand, actor), errand.scene.ground
    if goal is not None and ground is not None and actor in ground.places:
        return distance_cm(ground.places[actor], goal) / 100
    return errand.scene.range_m(actor, errand.standing.target) or 0


def _has_arrived(errand: Errand) -> bool:
    if errand.standing.to is None and not errand.standing.target:
        return True
    known = errand.here is not None or errand.scene.range_m(errand.actor, errand.standing.target) is not None
    return known and _left_m(errand, errand.actor) * 100 <= THERE_CM


def _next_to_bound(errand: Errand) -> tuple[str, ...]:
    """Return the half of a squad that has farthest to go, of those who stand."""
    able = [one for one in errand.squad.members if _stands(errand, one)]
    ordered = sorted(able, key=lambda one: -_left_m(errand, one))
    return tuple(ordered[: (len(ordered) + 1) // 2])


def _watching(errand: Errand) -> Iterator[Act]:
    """Yield a watch over the place that was told, or over where whom it was told is, or else the nearest foe.

    Where nobody watches along what does not fire, it is put right first.
    """
    spec, ground = errand.actions.get(WATCH), errand.scene.ground
    foe = next(iter((*_targets(errand), *_foes(errand))), "")
    place = _place_told(errand) or (AtPlace(ground.places[foe]) if ground and foe in ground.places else None)
    if spec is None or place is None:
        return
    key = next((item.key for item in spec.inputs if item.kind is Kind.PLACE), "")
    yield from _said(errand, WATCH, {key: _plain(place)} if key else {})
    mended = errand.ruleset.mended_by(errand.scene.combatants[errand.actor].state)
    yield from _said(errand, mended, {}) if mended else ()


def _falling_back(errand: Errand) -> Iterator[Act]:
    """Yield moves to where the squad falls back, a place or one of its own, or else away from the nearest foe.

    On a ground they go behind things where there are any.
    """
    target = errand.standing.target
    to_its_own = bool(target) and _stands(errand, target) and not _is_foe(errand, target)
    if to_its_own or _place_told(errand) is not None:
        if target != errand.actor and not _has_arrived(errand):
            yield from _going(errand)
        return
    foes, ground = _foes(errand), errand.scene.ground
    if not foes:
        return
    if errand.here is None or ground is None or foes[0] not in ground.places:
        yield from _said(errand, MOVE, {"target": foes[0], "away": True})
        return
    foe = ground.places[foes[0]]
    far_cm = distance_cm(errand.here, foe)
    yield from _behind_things(errand, errand.here, lambda place: distance_cm(place, foe) - far_cm)
    away = Straight(foes[0], away=True, far_cm=FAR_CM)
    yield from _moves(errand, errand.here, away, place_of(away, ground.places, errand.here))


def _said(errand: Errand, action: str, inputs: Mapping[str, Any]) -> Iterator[Act]:
    """Yield an action with these inputs, where the system has it with them; of what else it needs the last word.

    Such are paces, of which the last is the fastest. What leads to it in the system comes before it.
    """
    spec = errand.actions.get(action)
    if spec is None or any(spec.input(key) is None for key in inputs):
        return
    missing = (item for item in spec.inputs if item.required and item.key not in inputs)
    usual = {item.key: item.choices[-1] for item in missing if item.choices}
    act = Act(actor=errand.actor, action=action, inputs={**inputs, **usual})
    yield from errand.ruleset.leading_to(errand.scene, act)
    yield act


def _plain(where: Where) -> Any:
    return msgspec.to_builtins(where)
