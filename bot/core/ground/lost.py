"""Whoever is out of sight is, for those who look, where they saw them last."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TypeVar

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import Audience, Event, LostSight, Sighted, Stood
from bot.core.ground.finding import place_said
from bot.core.ground.laid import ALL_CAMPS, Ground, as_known
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import Where
from bot.core.scene import Combatant, Scene
from bot.core.timeline import Key
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

AGAINST = "players_against_players"
"""The switch of a campaign in which players play against players."""


def is_lost(scene: Scene[S, G], actor: str) -> bool:
    """Tell whether somebody is out of the sight of those by whom all know of it."""
    return scene.ground is not None and actor in scene.ground.lost.get(ALL_CAMPS, {})


def is_veiled(scene: Scene[S, G], combatant: Combatant[S]) -> bool:
    """Tell whether only those who see somebody may learn how it is and when it acts: so it is with the GM's people, and
    with all where players play against players."""
    return combatant.guarded or bool(scene.options.get(AGAINST))


def is_unseen(scene: Scene[S, G], combatant: Combatant[S]) -> bool:
    """Tell whether players may not learn when somebody acts: who is hidden, or of the GM's and out of all sight."""
    return combatant.hidden or (is_lost(scene, combatant.actor) and is_veiled(scene, combatant))


def next_known(scene: Scene[S, G], actor: str) -> Key:
    """Return the key of the first slot by which a newcomer is placed in time; () where there is none.

    A newcomer in sight is placed by those in sight alone: nobody learns by it when somebody unseen is to act.
    """
    people = scene.combatants
    by_all = is_unseen(scene, people[actor])
    return next((each.key for each in scene.agenda if by_all or not is_unseen(scene, people[each.actor])), ())


def known_to(scene: Scene[S, G], ground: Ground, actor: str) -> Ground:
    """Return the ground as somebody in the scene knows it, with those out of sight where they were seen last."""
    own = scene.combatants[actor]
    if own.guarded:
        return ground
    hidden = [other for other, each in scene.combatants.items() if each.hidden]
    return as_known(ground, *hidden, camps=_camps(scene, {own.side}))


def known_by(scene: Scene[S, G], ground: Ground, user: int) -> Ground:
    """Return the ground as somebody knows it who looks: by what all may know, or by what their own people see."""
    hidden = [actor for actor, each in scene.combatants.items() if each.hidden]
    own = {each.side for each in scene.combatants.values() if user and each.is_played_by(user)}
    return as_known(ground, *hidden, camps=_camps(scene, own))


def place_known(scene: Scene[S, G], ground: Ground, actor: str, where: Where, start: Place | None) -> Place:
    """Return the place that somebody says who stands at ``start``, by where those are of whom it knows.

    Where no actor says it, or none who is here, it goes by where everybody truly is.

    Raises:
        RuleViolation: somebody named has no place that is known, or the words need somebody who looks from somewhere.
    """
    known = known_to(scene, ground, actor) if actor in scene.combatants else ground
    return place_said(known, where, start)


def _camps(scene: Scene[S, G], sides: set[str]) -> tuple[str, ...]:
    return tuple(sorted(sides)) or (ALL_CAMPS,) if scene.options.get(AGAINST) else (ALL_CAMPS,)


def knows_of(scene: Scene[S, G], actor: str, other: str) -> bool:
    """Tell whether somebody knows that another is there: the GM's do, others where one of their side sees it."""
    return scene.sees(actor, other) and not _is_lost_to(scene, actor, other)


def _is_lost_to(scene: Scene[S, G], actor: str, other: str) -> bool:
    if scene.ground is None or actor not in scene.combatants or scene.combatants[actor].guarded:
        return False
    return other in known_to(scene, scene.ground, actor).lost.get(ALL_CAMPS, {})


def check_in_sight(scene: Scene[S, G], actor: str, target: str) -> None:
    """Raise RuleViolation where nobody on the actor's side sees whom it is after."""
    if _is_lost_to(scene, actor, target):
        raise RuleViolation(
            f"{shown(target)} is out of sight.", "Go where one of yours sees it: /map show says where it was seen last."
        )


def with_moves_veiled(moving: Container[type[Event]], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return what happened, with each move by which somebody went out of sight known to the GM alone.

    How far it goes shows where it ends.
    """
    if not any(isinstance(event, LostSight) for event in events):
        return events
    found = [*events]
    for number, event in enumerate(events):
        before = events[number - 1] if number else event
        if not isinstance(event, LostSight) or not isinstance(before, Stood) or before.actor != event.actor:
            continue
        own = (each for each in range(number, -1, -1) if type(events[each]) in moving)
        moved = next((each for each in own if events[each].actor == event.actor), None)
        if moved is not None:
            found[moved] = msgspec.structs.replace(events[moved], unseen=(event.actor,), audience=Audience.GM)
    return tuple(found)


def sight_changes(before: Scene[S, G], after: Scene[S, G]) -> Iterator[Event]:
    """Yield who has come into the sight of all or gone out of it between two scenes."""
    was, now = before.ground, after.ground
    if was is None or now is None or was.lost is now.lost:
        return
    old, new = was.lost.get(ALL_CAMPS, {}), now.lost.get(ALL_CAMPS, {})
    for actor, place in new.items():
        if actor not in old and place is not None:
            yield LostSight(actor=actor, place=place)
    for actor in old:
        if actor not in new and actor in now.places and not after.combatants[actor].hidden:
            yield Sighted(actor=actor, place=now.places[actor])
