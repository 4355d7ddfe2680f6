"""The rules that every system shares: who enters and leaves, how a fight opens and closes, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, TypeVar

import msgspec

from bot.core import orders
from bot.core.absence import is_kept, left_as
from bot.core.apart import looks_of, make_way, other_name
from bot.core.errors import RuleViolation
from bot.core.events import (
    Concealed,
    Enlisted,
    Entrusted,
    FightEnded,
    FightStarted,
    OutdatedCounted,
    RangeSet,
    Released,
    Revealed,
    SheetEdited,
)
from bot.core.ground.furnishing import change_ground
from bot.core.ground.laying import lay_out, stand
from bot.core.ground.lost import check_in_sight
from bot.core.ground.measuring import measured
from bot.core.options import ActionSpec, played_without
from bot.core.play import Play
from bot.core.ruleset import Ruleset
from bot.core.said.claims import claim_settled, claimed, corrected, with_told
from bot.core.said.petitions import petition_settled, petitioned
from bot.core.said.told import RANGE
from bot.core.scene import Combatant, Scene, new_id, pair, unique_name
from bot.core.sheet_changes import changes
from bot.core.sheets import checked
from bot.core.source import ROUND
from bot.core.squads.forming import change_squads
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

MOST_COMBATANTS = 200
MOST_NAMED = 6


def carry_out(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Order) -> None:
    """Carry out any order, and all that follows by itself."""
    own_rule(ruleset, play, order)
    before = None
    while play.scene is not before and may_follow(ruleset, play.scene):
        before = play.scene
        what_follows(ruleset, play)


def may_follow(ruleset: Ruleset[S, G], scene: Scene[S, G]) -> bool:
    """Tell whether anything may be next by itself behind an order."""
    if not (scene.fight and scene.combatants):
        return False
    if not scene.agenda:
        return True
    return ruleset.goes_on and (not ruleset.goes_on_with_areas or bool(scene.ground and scene.ground.areas))


def what_follows(ruleset: Ruleset[S, G], play: Play[S, G, Any]) -> None:
    """Let happen what is next by itself behind an order: a round that is over ends and another begins, or a turn comes.

    It is asked for until nothing changes: rounds end until somebody may act, or until nobody is able to.
    """
    if play.scene.agenda:
        ruleset.after_order(play)
        return
    with play.by_itself(ROUND):
        ruleset.close_round(play)


def own_rule(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Order) -> None:
    """Carry out any order by itself."""
    # What is ordered most often comes first: each case that does not match costs time.
    match order:
        case orders.Act():
            _act(ruleset, play, order)
        case orders.GoOn():
            _go_on(ruleset, play, order)
        case orders.StartFight():
            _start(ruleset, play, order)
        case orders.EndFight():
            _end(play)
        case orders.Follow():
            pass
        case orders.Enlist() | orders.EnlistMany():
            _enlist_all(ruleset, play, order.recruits if isinstance(order, orders.EnlistMany) else (order,))
        case orders.Release() | orders.Entrust():
            _change_hands(ruleset, play, order)
        case orders.Show():
            _show(ruleset, play, order)
        case orders.FormSquad() | orders.OrderSquad():
            change_squads(play, order)
        case orders.SetRange():
            _set_range(ruleset, play, order)
        case orders.LayGround() | orders.PutAt():
            change_ground(play, order)
            ruleset.placed(play, order.actors if isinstance(order, orders.PutAt) else ())
        case orders.SetPiece() | orders.TakePiece() | orders.MarkArea() | orders.LiftMark():
            _furnish(ruleset, play, order)
        case orders.EditSheet():
            _edit_sheet(ruleset, play, order)
        case orders.AskGM():
            play.tell(petitioned(play.scene, order.petition))
        case orders.Settle():
            _settle(ruleset, play, order)
        case orders.Claimed():
            claimed(ruleset, play, order, partial(_act, ruleset))
        case orders.SettleClaim():
            claim_settled(play, order)
        case orders.Together():
            _together(ruleset, play, order)
        case _:
            raise AssertionError(f"{type(order).__name__} is the engine's own")


def _start(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.StartFight) -> None:
    if play.scene.fight:
        raise RuleViolation("A fight is already open here.", "End it with /init end, or go on with it.")
    play.tell(FightStarted(number=play.scene.fights + 1, title=order.title))
    if order.range_m is not None or order.layout is not None:
        lay_out(play, order.range_m or 0, order.layout)
        ruleset.placed(play)
    if play.scene.combatants:
        with play.by_itself(ROUND):
            ruleset.open_round(play)


def _end(play: Play[S, G, Any]) -> None:
    if not play.scene.fight:
        raise RuleViolation("No fight is open here.", "Start one with /init start.")
    play.tell(FightEnded(number=play.scene.fight.number))


def _enlist(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Enlist) -> None:
    scene = play.scene
    if len(_counted(scene, order.owner)) >= MOST_COMBATANTS:
        raise RuleViolation(f"This scene is full: {MOST_COMBATANTS} combatants.", "Remove some with /init remove.")
    if order.hidden and order.owner:
        raise _only_the_gms(order.name)
    sheet_id = left_as(scene, order.sheet_id, order.owner, order.name)
    if order.looks and not order.hidden:
        back = looks_of(scene.away[sheet_id].combatant) if sheet_id else ()
        make_way(ruleset, play, (*order.looks, *back))
    if sheet_id:
        _come_back(ruleset, play, order, sheet_id)
        return
    actor = new_id(play.scene, order.name)
    play.tell(_enlisted(order, actor))
    stand(play, actor, order.at, order.in_row)
    if play.scene.fight:
        _joined(ruleset, play, actor)


def _joined(ruleset: Ruleset[S, G], play: Play[S, G, Any], actor: str) -> None:
    """Give a newcomer its place in time; where nobody was to act a round begins."""
    if play.scene.agenda:
        ruleset.joined(play, actor)
        return
    with play.by_itself(ROUND):
        ruleset.joined(play, actor)


def _counted(scene: Scene[S, G], owner: int) -> list[str]:
    """Return those who leave no room for one more of ``owner``: for a player's only whom everybody sees."""
    return [actor for actor, combatant in scene.combatants.items() if not (owner and combatant.hidden)]


def _enlisted(order: orders.Enlist, actor: str, back: int = 0, *, interrupts: bool = False) -> Enlisted:
    return Enlisted(
        actor=actor,
        owner=order.owner,
        side=order.side,
        sheet=order.sheet,
        sheet_id=order.sheet_id,
        hidden=order.hidden,
        back=back,
        looks=order.looks,
        squad=order.squad,
        interrupts=interrupts,
    )


def _come_back(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Enlist, sheet_id: int) -> None:
    """Let somebody who has left this fight go on where it was; into a later round it comes like a newcomer."""
    before, away = play.scene, play.scene.away[sheet_id]
    was = away.combatant.actor
    actor = unique_name(before.combatants, order.name) if was in before.combatants else was
    known = away.combatant.looks if actor == was else order.looks
    back = _enlisted(order, actor, sheet_id, interrupts=ruleset.edits_interrupt)
    play.tell(msgspec.structs.replace(back, looks=known))
    edited = play.scene.combatants[actor].state is not away.combatant.state
    if order.at is not None or (play.scene.ground and actor not in play.scene.ground.places):
        stand(play, actor, order.at, order.in_row)
    if away.period == ruleset.period(play.scene):
        ruleset.returned(play, actor, away)
        if edited:
            ruleset.edited(play, before)
    else:
        _joined(ruleset, play, actor)


def _furnish(
    ruleset: Ruleset[S, G],
    play: Play[S, G, Any],
    order: orders.SetPiece | orders.TakePiece | orders.MarkArea | orders.LiftMark,
) -> None:
    change_ground(play, order)
    ruleset.furnished(play)


def _enlist_all(ruleset: Ruleset[S, G], play: Play[S, G, Any], recruits: Iterable[orders.Enlist]) -> None:
    for recruit in recruits:
        _enlist(ruleset, play, recruit)
    ruleset.placed(play)


def _change_hands(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Release | orders.Entrust) -> None:
    """Take somebody out of the scene, or have somebody else play it, or again its own player."""
    combatant = play.scene.present(order.actor)
    if isinstance(order, orders.Entrust):
        _entrust(play, order, combatant)
        return
    ruleset.leaving(play, order.actor)
    play.tell(Released(actor=order.actor, kept=is_kept(play.scene, order.actor)))
    ruleset.left(play)


def _show(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Show) -> None:
    combatant = play.scene.present(order.actor)
    if combatant.hidden == order.hidden:
        raise RuleViolation(f"{shown(order.actor)} is {'hidden' if order.hidden else 'in sight'} already.", _TURN)
    if order.hidden and not combatant.guarded:
        raise _only_the_gms(order.actor)
    if order.hidden:
        play.tell(Concealed(actor=order.actor))
        ruleset.shown(play, order.actor)
        return
    changed = other_name(ruleset, play.scene, order.actor) if order.apart else None
    if changed:
        play.tell(changed)
    actor = changed.name if changed else order.actor
    play.tell(Revealed(actor=actor))
    ruleset.shown(play, actor)


_TURN = "/init show hidden:True hides somebody, without hidden it reveals."


def _only_the_gms(actor: str) -> RuleViolation:
    return RuleViolation(f"{shown(actor)} is a player's.", "Only combatants of the GM can be hidden.")


def _entrust(play: Play[S, G, Any], order: orders.Entrust, combatant: Combatant[S]) -> None:
    if combatant.guarded:
        raise RuleViolation(f"{shown(order.actor)} is the GM's.", "Only players' characters can be handed over.")
    to = None if order.to == combatant.owner else order.to
    if to == combatant.entrusted_to:
        others = "Say to somebody else, or give it back with back:True."
        own = "Its own player has it: say to whom, or neither to nor back for a GM."
        raise RuleViolation(f"{shown(order.actor)} is in these hands already.", own if to is None else others)
    theirs = (actor for actor, each in play.scene.combatants.items() if to and each.owner == to)
    play.tell(Entrusted(actor=order.actor, to=to, known_by=next(theirs, "")))


def _set_range(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.SetRange) -> None:
    play.scene.present(order.actor)
    play.scene.present(order.target)
    if order.actor == order.target:
        raise RuleViolation("A distance needs two different combatants.", "Choose another target.")
    if play.scene.ground:
        raise RuleViolation("On a ground distances follow from places.", "Put somebody elsewhere: /map place.")
    before = play.scene
    corrected(play, order.actor, order.target)
    play.tell(RangeSet(actor=order.actor, target=order.target, range_m=order.range_m))
    ruleset.measured(play, order.actor, order.target, before)


def _edit_sheet(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.EditSheet) -> None:
    before, _ = checked(
        ruleset.sheet, msgspec.to_builtins(ruleset.project(play.scene.present(order.actor), play.scene.options))
    )
    changed, was = changes(before, order.sheet), play.scene
    play.tell(
        SheetEdited(
            actor=order.actor,
            path=order.path,
            sheet=order.sheet,
            changes=changed,
            interrupts=ruleset.edits_interrupt,
        )
    )
    if play.scene.fight:
        ruleset.edited(play, was)


def _settle(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Settle) -> None:
    play.tell(petition_settled(play.scene, order.number, granted=order.then is not None))
    if order.then:
        own_rule(ruleset, play, order.then)


def _act(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Act) -> None:
    spec = _played(ruleset, play, order)
    check_moment(ruleset, play, order.actor, spec)
    if play.scene.ground:
        if spec.input(RANGE) is not None:
            check_in_sight(ruleset.as_met(play.scene, order), order.actor, order.inputs.get("target", ""))
        order = measured(play.scene, order)
    if play.scene.told:
        order = with_told(play.scene, spec, order, ruleset.facts(play.scene, order) if play.scene.ground else {})
    if play.scene.outdated:
        _count_outdated(play, spec, order)
    named = [one for key in spec.naming if isinstance(one := order.inputs.get(key), str)]
    with play.about(order.actor, *named):
        ruleset.decide(play, order)


def _played(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Act) -> ActionSpec:
    """Return the action as the campaign plays it.

    Raises:
        RuleViolation: the system has no such action, or the campaign plays without it or without one of its inputs.
    """
    spec = ruleset.actions_under(play.scene.options).get(order.action)
    if spec is None:
        known = ruleset.actions.get(order.action)
        if known is None:
            raise RuleViolation(
                f"{ruleset.title} has no action {order.action!r}.", "/help topic:actions lists what there is."
            )
        raise played_without(known.switch)
    for item in spec.left_out:
        if (item.stored or item.key) in order.inputs:
            raise played_without(item.switch)
    return spec


def _count_outdated(play: Play[S, G, Any], spec: ActionSpec, order: orders.Act) -> None:
    """Tell all where an action counts metres from before one of the two moved."""
    target = order.inputs.get("target", "")
    between = pair(order.actor, target)
    counts = spec.input(RANGE) is not None and RANGE not in order.inputs and play.scene.ground is None
    if counts and between in play.scene.outdated:
        play.tell(OutdatedCounted(actor=order.actor, target=target, range_m=play.scene.ranges_m[between]))


def _together(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Together) -> None:
    """Carry out each act in turn; what only those before it have made impossible does not happen.

    All are looked at first: a question to one of the first would stay open for ever if its answer led to a refusal.
    """
    for act in order.acts:
        play.tried(partial(_act, ruleset), act)
    before = play.scene
    for act in order.acts:
        with play.attempt() as attempt:
            _act(ruleset, play, act)
        if attempt.refusal and play.scene is before:
            raise attempt.refusal


def check_moment(ruleset: Ruleset[S, G], play: Play[S, G, Any], actor: str, spec: ActionSpec) -> None:
    """Raise RuleViolation where whoever is to take an action is not here, or it is not their moment for it."""
    if actor or not spec.of_scene:
        play.scene.present(actor)
    if spec.kinds and (play.scene.fight or not spec.outside):
        _check_turn(ruleset, play, actor, spec)


def _check_turn(ruleset: Ruleset[S, G], play: Play[S, G, Any], actor: str, spec: ActionSpec) -> None:
    scene = play.scene
    if not scene.fight:
        raise RuleViolation("No fight is open here.", "A GM starts one with /init start.")
    now = scene.kinds_now(actor)
    if not now and set(spec.kinds).isdisjoint(ruleset.late(scene.combatants[actor].state)):
        raise _waits(ruleset, scene, actor)
    if now and set(spec.kinds).isdisjoint(now):
        if not spec.gm_only:
            play.check_able(actor, spec.name)
        meant = ruleset.moments(spec.kinds)
        when = f": it is for {' or '.join(meant)}" if meant and {*meant}.isdisjoint(ruleset.moments(now)) else ""
        raise RuleViolation(f"{spec.title} does not fit this moment{when}.", _what_fits(ruleset, play, actor, now))


def _waits(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str) -> RuleViolation:
    """Return the refusal of somebody who may not act now: why, and who may."""
    now = [shown(each) for each in dict.fromkeys(slot.actor for slot in scene.entitled())]
    more = " and others; see /init status" if len(now) > MOST_NAMED else ""
    acting = f"To act now: {', '.join(now[:MOST_NAMED])}{more}."
    remedy = acting if now else "See /init status for who is to act."
    if why := ruleset.kept_by(scene.combatants[actor].state):
        return RuleViolation(f"It is not {shown(actor)}'s turn: {shown(actor)} {why}.", remedy)
    later = any(slot.actor == actor for slot in scene.agenda)
    when = " yet" if later else ": nothing is left to do"
    return RuleViolation(f"It is not {shown(actor)}'s turn{when}.", remedy)


def _what_fits(ruleset: Ruleset[S, G], play: Play[S, G, Any], actor: str, now: tuple[str, ...]) -> str:
    """Return which actions of one's own fit the slots of the moment, and may be taken as and where one stands."""
    placed = play.scene.ground is not None and actor in play.scene.ground.places
    turns = [each for each in ruleset.actions_under(play.scene.options).values() if not each.gm_only]
    there = [each for each in turns if each.on_ground in (None, placed)]
    fitting = [each for each in there if not set(each.kinds).isdisjoint(now)]
    able = [each.title for each in fitting if play.hindrance(actor, each.name) is None]
    return f"Now only: {', '.join(able)}." if able else "See /init status for what comes next."


def _go_on(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.GoOn) -> None:
    waited_for = [slot for slot in play.scene.entitled() if not order.actors or slot.actor in order.actors]
    if play.scene.fight and order.actors and not waited_for:
        raise _waits(ruleset, play.scene, play.scene.present(order.actors[0]).actor)
    if not play.scene.fight:
        raise RuleViolation("Nobody is to act now.", "A GM starts a fight with /init start; /init join joins it.")
    if not waited_for:
        raise RuleViolation("Nobody is to act now.", "/init join and /npc add bring people in; /init end ends it.")
    for slot in waited_for:
        with play.about(slot.actor):
            ruleset.decide(play, ruleset.idle(play.scene, slot))
