"""The rules that every system shares: who enters and leaves, how a fight opens and closes, and whose turn it is."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

import msgspec

from bot.core import orders
from bot.core.absence import is_kept, left_as
from bot.core.apart import looks_of, make_way, other_name
from bot.core.claims import Trial, check_possible, claim_settled, claimed, corrected, with_told
from bot.core.errors import RuleViolation, absent
from bot.core.events import (
    Concealed,
    Enlisted,
    FightEnded,
    FightStarted,
    RangeSet,
    Released,
    Revealed,
    SheetEdited,
)
from bot.core.options import ActionSpec, Kind
from bot.core.petitions import asked, settled
from bot.core.ruleset import ROUND, Rule, Ruleset, Source, unchanged
from bot.core.scene import Combatant, Scene, unique_name
from bot.core.sheet_changes import changes
from bot.core.sheets import checked
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

MOST_COMBATANTS = 200


def shared_rule(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Order, source: Source) -> Rule[S, G]:
    """The rule for any order, and all that follows by itself."""
    scene = yield from own_rule(ruleset, scene, order, source)
    before = None
    while scene is not before:
        before = scene
        scene = yield from what_follows(ruleset, scene, source)
    return scene


def what_follows(ruleset: Ruleset[S, G], scene: Scene[S, G], source: Source) -> Rule[S, G]:
    """The next that happens by itself behind an order: a round that is over ends and another begins, or a turn comes.

    It is asked for until nothing changes: rounds end until somebody may act, or until nobody is able to.
    """
    if not scene.fight or not scene.combatants:
        return scene
    if scene.agenda:
        return (yield from ruleset.after_order(scene, source))
    with source.by_itself(ROUND):
        return (yield from ruleset.close_round(scene, source))


def own_rule(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Order, source: Source) -> Rule[S, G]:
    match order:
        case orders.StartFight():
            return _start(ruleset, scene, order, source)
        case orders.EndFight():
            return _end(scene)
        case orders.Follow():
            return unchanged(scene)
        case orders.Enlist():
            return _enlist(ruleset, scene, order, source)
        case orders.EnlistMany():
            return _enlist_many(ruleset, scene, order, source)
        case orders.Release():
            return _release(scene, order)
        case orders.Show():
            return _show(ruleset, scene, order)
        case orders.SetRange():
            return _set_range(scene, order)
        case orders.EditSheet():
            return _edit_sheet(ruleset, scene, order)
        case orders.Ask():
            return _ask(scene, order)
        case orders.Settle():
            return _settle(ruleset, scene, order, source)
        case orders.Act():
            return _act(ruleset, scene, order, source)
        case orders.Claimed():
            return claimed(ruleset, scene, order, source, partial(_act, ruleset))
        case orders.SettleClaim():
            return claim_settled(scene, order)
        case orders.Together():
            return _together(ruleset, scene, order, source)
        case orders.GoOn():
            return _go_on(ruleset, scene, order, source)
        case _:
            raise AssertionError(f"{type(order).__name__} is the engine's own")


def _start(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.StartFight, source: Source) -> Rule[S, G]:
    if scene.fight:
        raise RuleViolation("A fight is already open here.", "End it with /init end, or go on with it.")
    scene = yield FightStarted(number=scene.fights + 1, title=order.title)
    with source.by_itself(ROUND):
        return (yield from ruleset.open_round(scene, source)) if scene.combatants else scene


def _end(scene: Scene[S, G]) -> Rule[S, G]:
    if not scene.fight:
        raise RuleViolation("No fight is open here.", "Start one with /init start.")
    return (yield FightEnded(number=scene.fight.number))


def _enlist(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Enlist, source: Source) -> Rule[S, G]:
    if len(_counted(scene, order.owner)) >= MOST_COMBATANTS:
        raise RuleViolation(f"This scene is full: {MOST_COMBATANTS} combatants.", "Remove some with /init remove.")
    if order.hidden and order.owner:
        raise _only_the_gms(order.name)
    sheet_id = left_as(scene, order.sheet_id, order.owner, order.name)
    if order.looks and not order.hidden:
        back = looks_of(scene.away[sheet_id].combatant) if sheet_id else ()
        scene = yield from make_way(ruleset, scene, (*order.looks, *back))
    if sheet_id:
        return (yield from _come_back(ruleset, scene, order, sheet_id, source))
    actor = unique_name(scene.combatants, order.name)
    scene = yield _enlisted(order, actor)
    return (yield from _joined(ruleset, scene, actor, source)) if scene.fight else scene


def _joined(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str, source: Source) -> Rule[S, G]:
    """The place in time of a newcomer; where nobody was to act a round begins."""
    if scene.agenda:
        return (yield from ruleset.joined(scene, actor, source))
    with source.by_itself(ROUND):
        return (yield from ruleset.joined(scene, actor, source))


def _counted(scene: Scene[S, G], owner: int) -> list[str]:
    """Those who leave no room for one more of ``owner``: for a player's only whom everybody sees."""
    return [actor for actor, combatant in scene.combatants.items() if not (owner and combatant.hidden)]


def _enlisted(order: orders.Enlist, actor: str, back: int = 0) -> Enlisted:
    return Enlisted(
        actor=actor,
        owner=order.owner,
        side=order.side,
        sheet=order.sheet,
        sheet_id=order.sheet_id,
        hidden=order.hidden,
        back=back,
        looks=order.looks,
    )


def _come_back(
    ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Enlist, sheet_id: int, source: Source
) -> Rule[S, G]:
    """Somebody who has left this fight goes on where it was; in a later round it comes into that like a newcomer."""
    away = scene.away[sheet_id]
    was = away.combatant.actor
    actor = unique_name(scene.combatants, order.name) if was in scene.combatants else was
    known = away.combatant.looks if actor == was else order.looks
    scene = yield msgspec.structs.replace(_enlisted(order, actor, sheet_id), looks=known)
    if away.period == ruleset.period(scene):
        return (yield from ruleset.returned(scene, actor, away, source))
    return (yield from _joined(ruleset, scene, actor, source))


def _enlist_many(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.EnlistMany, source: Source) -> Rule[S, G]:
    for recruit in order.recruits:
        scene = yield from _enlist(ruleset, scene, recruit, source)
    return scene


def _release(scene: Scene[S, G], order: orders.Release) -> Rule[S, G]:
    _present(scene, order.actor)
    return (yield Released(actor=order.actor, kept=is_kept(scene, order.actor)))


def _show(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Show) -> Rule[S, G]:
    combatant = _present(scene, order.actor)
    if combatant.hidden == order.hidden:
        raise RuleViolation(f"{shown(order.actor)} is {'hidden' if order.hidden else 'in sight'} already.", _TURN)
    if order.hidden and not combatant.guarded:
        raise _only_the_gms(order.actor)
    if order.hidden:
        return (yield Concealed(actor=order.actor))
    changed = other_name(ruleset, scene, order.actor) if order.apart else None
    if changed:
        scene = yield changed
    return (yield Revealed(actor=changed.name if changed else order.actor))


_TURN = "/init show hidden:True hides somebody, without hidden it reveals."


def _only_the_gms(actor: str) -> RuleViolation:
    return RuleViolation(f"{shown(actor)} is a player's.", "Only combatants of the GM can be hidden.")


def _set_range(scene: Scene[S, G], order: orders.SetRange) -> Rule[S, G]:
    _present(scene, order.actor)
    _present(scene, order.target)
    if order.actor == order.target:
        raise RuleViolation("A distance needs two different combatants.", "Choose another target.")
    scene = yield from corrected(scene, order.actor, order.target)
    return (yield RangeSet(actor=order.actor, target=order.target, range_m=order.range_m))


def _edit_sheet(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.EditSheet) -> Rule[S, G]:
    before, _ = checked(ruleset.sheet, msgspec.to_builtins(ruleset.project(_present(scene, order.actor))))
    changed = changes(before, order.sheet)
    return (yield SheetEdited(actor=order.actor, path=order.path, sheet=order.sheet, changes=changed))


def _ask(scene: Scene[S, G], order: orders.Ask) -> Rule[S, G]:
    return (yield asked(scene, order.petition))


def _settle(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Settle, source: Source) -> Rule[S, G]:
    scene = yield settled(scene, order.number, granted=order.then is not None)
    return (yield from own_rule(ruleset, scene, order.then, source)) if order.then else scene


def _act(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Act, source: Source) -> Rule[S, G]:
    _present(scene, order.actor)
    spec = ruleset.actions.get(order.action)
    if spec is None:
        raise RuleViolation(
            f"{ruleset.title} has no action {order.action!r}.", f"It has: {', '.join(ruleset.actions)}."
        )
    if spec.kinds:
        _check_turn(ruleset, scene, order.actor, spec)
    order = with_told(scene, spec, order)
    named = (order.inputs.get(item.key) for item in spec.inputs if item.kind is Kind.COMBATANT)
    with source.about(order.actor, *(one for one in named if isinstance(one, str))):
        return (yield from ruleset.decide(scene, order, source))


def _together(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Together, source: Source) -> Rule[S, G]:
    """Each act in turn; what only those before it have made impossible does not happen.

    All are looked at first: a question to one of the first would stay open for ever if its answer led to a refusal.
    """
    for act in order.acts:
        check_possible(_act(ruleset, scene, act, Trial()))
    before = scene
    for act in order.acts:
        try:
            scene = yield from _act(ruleset, scene, act, source)
        except RuleViolation:
            if scene is before:
                raise
    return scene


def _check_turn(ruleset: Ruleset[S, G], scene: Scene[S, G], actor: str, spec: ActionSpec) -> None:
    if not scene.fight:
        raise RuleViolation("No fight is open here.", "A GM starts one with /init start.")
    now = [kind for slot in scene.entitled() if slot.actor == actor for kind in slot.kinds]
    if not now:
        raise RuleViolation(f"It is not {shown(actor)}'s turn.", "See /init status for who is to act.")
    if set(spec.kinds).isdisjoint(now):
        fitting = [each.title for each in ruleset.actions.values() if not set(each.kinds).isdisjoint(now)]
        raise RuleViolation(f"{spec.title} does not fit this moment.", f"Now only: {', '.join(fitting)}.")


def _go_on(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.GoOn, source: Source) -> Rule[S, G]:
    waited_for = [slot for slot in scene.entitled() if not order.actors or slot.actor in order.actors]
    if not scene.fight or not waited_for:
        raise RuleViolation("Nobody is to act now.", "A GM starts a fight with /init start; /init join joins it.")
    for slot in waited_for:
        with source.about(slot.actor):
            scene = yield from ruleset.decide(scene, ruleset.idle(scene, slot), source)
    return scene


def _present(scene: Scene[S, G], actor: str) -> Combatant[S]:
    found = scene.combatants.get(actor)
    if found is None:
        raise absent(actor)
    return found
