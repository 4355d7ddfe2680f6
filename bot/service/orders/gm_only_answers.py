"""Which orders are answered to the GM alone: everybody can read what was typed for an answer that all may see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.core import orders
from bot.core.ground.lost import is_lost
from bot.core.ground.pieces import PIECE
from bot.core.ground.whereabouts import people_of
from bot.core.scene import changed_keys
from bot.core.views import GM, PUBLIC
from bot.service.case import PlayedScene
from bot.service.names import readable
from bot.service.rows import AnyScene

LISTED = re.compile(r"(.*?)[:\s]\s*[0-9][0-9.]*(?:@[0-9]+)?")
"""A name that is listed with how far off somebody is, as in "Bob 3", "Bob 3@4" and "Bob:3"."""


def names_hidden(played: PlayedScene, after: AnyScene, order: orders.Order, by: Iterable[str] = ()) -> bool:
    """Tell whether an order given at ``played`` names somebody or something unknown to players, also behind it.

    Its places were said ``by`` some whom it does not name any more.
    Whoever acts counts as named, even where nobody was; of several who act together one in sight is enough to hide the
    others behind.
    """
    if _hides(played.scene, after, by):
        return True
    match order:
        case orders.Act():
            return _hides(played.scene, after, (order.actor,)) or _names_hidden(played, after, order)
        case orders.Together():
            return all(names_hidden(played, after, act) for act in order.acts)
        case orders.GoOn():
            waited_for = order.actors or tuple(slot.actor for slot in played.scene.entitled())
            return bool(waited_for) and all(_hides(played.scene, after, (actor,)) for actor in waited_for)
        case orders.Answer():
            asked = played.scene.pending.question.actor if played.scene.pending else ""
            return _hides(played.scene, after, (asked,))
        case orders.SetRange():
            return _hides(played.scene, after, (order.actor, order.target))
        case orders.PutAt():
            return _hides(played.scene, after, (*order.actors, *people_of(order.where)))
        case orders.SetPiece():
            return order.piece.hidden
        case orders.TakePiece():
            return _is_hidden(played.scene, PIECE + order.name)
        case orders.MarkArea():
            return order.area.hidden
        case orders.LiftMark():
            ground = played.scene.ground
            return ground is not None and order.name in ground.areas and ground.areas[order.name].hidden
        case orders.SettleClaim():
            claim = played.scene.claims[order.claim]
            return _hides(played.scene, after, (claim.actor, claim.target))
        case orders.Show():
            return _is_hidden(played.scene, order.actor) and order.actor not in after.combatants  # renamed by it
        case orders.Release() | orders.EditSheet():
            return _hides(played.scene, after, (order.actor,))
        case orders.Enlist():
            return order.hidden or _hides(played.scene, after, people_of(order.at) if order.at else ())
        case orders.EnlistMany():
            return any(names_hidden(played, after, recruit) for recruit in order.recruits)
        case _:
            return False


def _hides(before: AnyScene, after: AnyScene, actors: Iterable[str]) -> bool:
    """Tell whether one of these was hidden and has not come into sight since, or is out of everybody's sight."""
    named = tuple(actors)
    for actor in named:  # asked of every order, and a loop calls little
        if is_lost(after, actor):
            return True
        if _is_hidden(before, actor) and (actor not in after.combatants or _is_hidden(after, actor)):
            return True
    return False


def _is_hidden(scene: AnyScene, actor: str) -> bool:
    if actor.startswith(PIECE):
        piece = scene.ground.pieces.get(actor.removeprefix(PIECE)) if scene.ground else None
        return piece is not None and piece.hidden
    return actor in scene.combatants and scene.combatants[actor].hidden


def _names_hidden(played: PlayedScene, after: AnyScene, act: orders.Act) -> bool:
    """Tell whether one of the inputs is somebody hidden, or something of the scene that nobody is offered who sees
    it."""
    spec = played.system.ruleset.actions[act.action]
    if _may_hide(played.scene, after):
        ids = {name.casefold(): actor for actor, name in readable(played.scene, GM).items()}
        if _hides(played.scene, after, (_meant(ids, said) for said in _said(act.inputs.values()))):
            return True
    veiled = [item.key for item in spec.looked_up if item.veiled and item.key in act.inputs]
    return any(act.inputs[key] not in _offered(played, act, key) for key in veiled)


def _meant(ids: Mapping[str, str], said: str) -> str:
    """Return the id of whom a word names, with metres behind the name or without; the word itself of nobody."""
    wanted = said.casefold()
    if wanted in ids:
        return ids[wanted]
    listed = LISTED.fullmatch(wanted)
    return ids.get(listed[1].rstrip(), said) if listed else said


_in_sight: list[Mapping[str, Any]] = [{}]
"""Of whom it was found last that nobody among them is hidden: they are nearly always those before the next order."""


def _may_hide(before: AnyScene, after: AnyScene) -> bool:
    """Tell whether anybody may be hidden or lost before or behind an order, or any piece hidden: on a ground it may
    be."""
    if before.ground is not None or after.ground is not None:
        return True
    known, people = before.combatants, after.combatants
    if known is not _in_sight[0] and [each for each in known.values() if each.hidden]:
        return True
    if [actor for actor in changed_keys(known, people) if people[actor].hidden]:
        return True
    _in_sight[0] = people
    return False


def _said(values: Iterable[object]) -> Iterator[str]:
    """Yield every word or list of words among the inputs of an action, each for itself."""
    for value in values:
        if isinstance(value, str):
            yield from (each.strip() for each in (value, *value.split(",")))
        elif isinstance(value, tuple | list):
            yield from _said(value)
        elif isinstance(value, dict):
            yield from _said(value.values())


def _offered(played: PlayedScene, act: orders.Act, key: str) -> set[str]:
    inputs: Mapping[str, Any] = {**act.inputs, "actor": act.actor}
    seen = played.seen_by(PUBLIC)
    return {choice.value for choice in played.system.ruleset.candidates(seen, act.action, key, inputs)}
