"""Who leaves a fight by a sheet is kept until it ends, so that coming back is no new beginning."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bot.core.ground.laid import with_place
from bot.core.scene import Away, Combatant, Scene, pair, with_combatant, without_combatant
from bot.core.timeline import Key, agenda
from bot.core.wording import shown

S = TypeVar("S")
G = TypeVar("G")

_replace = msgspec.structs.replace


def is_kept(scene: Scene[S, G], actor: str) -> bool:
    """Tell whether somebody who leaves now is kept: in a fight, by a sheet that it can come back with."""
    return scene.fight is not None and scene.combatants[actor].sheet_id != 0


def left(scene: Scene[S, G], actor: str, period: Key) -> Scene[S, G]:
    """Return the scene after ``actor`` has left it in the round ``period``, with all that is kept for its return."""
    gone = scene.combatants[actor]
    away = Away(
        combatant=gone,
        period=period,
        slots=tuple(slot for slot in scene.agenda if slot.actor == actor),
        opened=scene.opened,
        opening=scene.opening.get(actor),
        before=scene.before.get(actor),
        ranges_m={_other(key, actor): range_m for key, range_m in scene.ranges_m.items() if actor in key.split("\n")},
        place=scene.ground.places.get(actor) if scene.ground else None,
        outdated=tuple(_other(key, actor) for key in scene.outdated if actor in key.split("\n")),
    )
    return _replace(without_combatant(scene, actor), away={**scene.away, gone.sheet_id: away})


def left_in_sight(scene: Scene[S, G]) -> frozenset[str]:
    """Return those who have left this fight and were not hidden then."""
    away = {each.combatant.actor: each.combatant.hidden for each in scene.away.values()}
    return frozenset((*scene.gone, *(actor for actor, hidden in away.items() if not hidden)))


def _other(pairing: str, actor: str) -> str:
    one, other = pairing.split("\n")
    return one if other == actor else other


def has_just_left(scene: Scene[S, G], actor: str) -> bool:
    """Tell whether somebody has left this fight and is kept, and nobody has been seen to act since."""
    return any(away.combatant.actor == actor and not away.played for away in scene.away.values())


def left_as(scene: Scene[S, G], sheet_id: int, owner: int, name: str) -> int:
    """Return the sheet under which somebody who enters has left this fight before, 0 for a newcomer.

    A sheet that was deleted and made anew is known by its owner and its name.
    """
    if sheet_id in scene.away:
        return sheet_id
    same = (key for key, away in scene.away.items() if away.combatant.owner == owner and _is_called(away, name))
    return next(same, 0) if sheet_id else 0


def _is_called(away: Away[S], name: str) -> bool:
    return shown(away.combatant.actor).casefold() == name.casefold()


def entered(scene: Scene[S, G], newcomer: Combatant[S]) -> Scene[S, G]:
    """Return the scene with somebody new in it, of whom nobody who is away knows how far off they are."""
    name = newcomer.actor
    scene = with_combatant(scene, newcomer)
    if not any(name in away.ranges_m for away in scene.away.values()):
        return scene
    return _replace(scene, away={key: _without(away, name) for key, away in scene.away.items()})


def _without(away: Away[S], name: str) -> Away[S]:
    left = {other: range_m for other, range_m in away.ranges_m.items() if other != name}
    return _replace(away, ranges_m=left, outdated=tuple(other for other in away.outdated if other != name))


def come_back(scene: Scene[S, G], sheet_id: int, back: Combatant[S], period: Key) -> Scene[S, G]:
    """Return the scene with ``back``, who had left under ``sheet_id``, in it again: with distances, in its round
    with all slots that have not passed."""
    away = scene.away[sheet_id]
    others = {key: each for key, each in scene.away.items() if key != sheet_id}
    scene = _measured(with_combatant(_replace(scene, away=others), back), away, back.actor)
    if scene.ground and away.place:
        scene = _replace(scene, ground=with_place(scene.ground, back.actor, away.place))
    return _in_time(scene, away, back) if away.period == period else scene


def _measured(scene: Scene[S, G], away: Away[S], actor: str) -> Scene[S, G]:
    """Return the scene with the distances that somebody left with: to those here now, to others as they come back."""
    here = {pair(actor, other): m for other, m in away.ranges_m.items() if other in scene.combatants}
    gone = {key: _remeasured(each, away, actor) for key, each in scene.away.items()}
    old = {pair(actor, other) for other in away.outdated} & here.keys()
    outdated = tuple(sorted({*scene.outdated, *old}))
    return _replace(scene, ranges_m={**scene.ranges_m, **here}, away=gone, outdated=outdated)


def _remeasured(other: Away[S], away: Away[S], actor: str) -> Away[S]:
    range_m = away.ranges_m.get(other.combatant.actor)
    if range_m is None:
        return other
    was = other.combatant.actor in away.outdated and actor not in other.outdated
    outdated = (*other.outdated, actor) if was else other.outdated
    return _replace(other, ranges_m={**other.ranges_m, actor: range_m}, outdated=outdated)


def _in_time(scene: Scene[S, G], away: Away[S], back: Combatant[S]) -> Scene[S, G]:
    """Return the scene with somebody back in its round with the slots that have not passed; their moment opens anew."""
    slots = [_replace(slot, actor=back.actor) for slot in away.due]
    keys, now = {slot.key for slot in slots}, scene.opened
    scene = _replace(scene, agenda=agenda((*scene.agenda, *slots)))
    if now == away.opened:
        return _with_states(scene, back.actor, away.opening, away.before)
    if away.opening is not None and away.opened in keys and (now is None or away.opened < now):
        return _with_states(
            _replace(scene, opened=away.opened, opening={}, before={}), back.actor, away.opening, away.before
        )
    return _with_states(scene, back.actor, back.state, None) if now in keys else scene


def _with_states(scene: Scene[S, G], actor: str, opening: S | None, before: S | None) -> Scene[S, G]:
    """Return the scene with somebody's states at the opening of the moment: by which it is judged itself, and by which
    others find it."""
    own = {} if opening is None else {actor: opening}
    found = {} if before is None else {actor: before}
    return _replace(scene, opening={**scene.opening, **own}, before={**scene.before, **found})


def passed(scene: Scene[S, G], actor: str) -> Scene[S, G]:
    """Return the scene in which those who are away have missed the moment of ``actor``, who can be seen to use it."""
    now = scene.opened
    if not scene.away or now is None or actor not in scene.opening or scene.combatants[actor].hidden:
        return scene
    away = {key: _replace(each, played=max(each.played or now, now)) for key, each in scene.away.items()}
    return _replace(scene, away=away)
