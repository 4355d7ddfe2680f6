"""The ground after what happens with mines: each lies there until it is gone, and knows who knows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.rulesets.reflex.lurking import Mine
from bot.rulesets.reflex.mines import events as happened
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Broken
from bot.rulesets.reflex.time.events import Moved, PauseMoved

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_MINES."""
    mines = _CHANGES[type(event)](scene.ground.mines, event)
    return scene if mines is scene.ground.mines else _with(scene, ground=_with(scene.ground, mines=mines))


Mines = dict[str, Mine]


def _laid(mines: Mines, event: happened.MineLaid) -> Mines:
    return {**mines, event.mine: event.laid}


def _sprung(mines: Mines, event: happened.MineSprung) -> Mines:
    """Of a minefield that made itself known the rest stays."""
    if not event.field:
        return _without(mines, event.mine)
    return _changed(mines, event.mine, open=True, gone=mines[event.mine].gone + 1)


def _isolated(mines: Mines, event: happened.MineIsolated) -> Mines:
    """A mine of a field that was found is one by itself from now on."""
    return {**_changed(mines, event.field, gone=mines[event.field].gone + 1), event.mine: event.found}


def _command_given(mines: Mines, event: happened.CommandGiven) -> Mines:
    if event.tick is None or event.idle:
        return mines
    return _changed(mines, event.mine, tick=event.tick, around=dict(event.around), lit_by=event.actor)


def _searched(mines: Mines, event: happened.MinesSearched) -> Mines:
    """What a player's combatant found, its player knows from now on; a GM knew before."""
    for key in event.found if event.finder else ():
        mines = _changed(mines, key, known=tuple(dict.fromkeys((*mines[key].known, event.finder))))
    return mines


def _marked(mines: Mines, event: happened.FieldMarked) -> Mines:
    mine, field = mines[event.mine], f"{event.what}_m"
    return _changed(mines, event.mine, **{field: getattr(mine, field) + event.metres})


def _shown(mines: Mines, event: happened.MineShown) -> Mines:
    if not event.target:
        return _changed(mines, event.mine, open=True)
    return _changed(mines, event.mine, known=tuple(dict.fromkeys((*mines[event.mine].known, *event.knowers))))


def _handled(mines: Mines, event: happened.MineHandled) -> Mines:
    if event.spotted:
        return _changed(mines, event.mine, wary=tuple(dict.fromkeys((*mines[event.mine].wary, event.finder))))
    changes: dict[str, Any] = {"armed": False, "defused": True} if event.safe else {}
    return _changed(mines, event.mine, **changes, **({"tampered": event.progress} if event.needed else {}))


def _hit(mines: Mines, event: happened.MineHit) -> Mines:
    if event.broken == Broken.DESTROYED:
        return _without(mines, event.mine)
    return _changed(mines, event.mine, damaged=True) if event.broken else mines


def _taken(mines: Mines, event: happened.MineTaken) -> Mines:
    return mines if event.goes_off else _without(mines, event.mine)


def _forgotten(mines: Mines, event: happened.MineForgotten) -> Mines:
    return _without(mines, event.mine)


def _left_behind(scene: ReflexScene, event: Moved | PauseMoved) -> ReflexScene:
    """Whoever a mine lay near and who goes away leaves it where it is: nobody knows how far it is then."""
    mines = scene.ground.mines
    stay = {key: _with(mine, near="", near_m=0, depth_m=0) for key, mine in mines.items() if mine.near == event.actor}
    return _with(scene, ground=_with(scene.ground, mines={**mines, **stay})) if stay else scene


def _unchanged(mines: Mines, _event: Event) -> Mines:
    return mines


def _changed(mines: Mines, key: str, **changes: Any) -> Mines:
    return {**mines, key: _with(mines[key], **changes)}


def _without(mines: Mines, key: str) -> Mines:
    return {other: mine for other, mine in mines.items() if other != key}


_CHANGES: Mapping[type[Event], Callable[[Mines, Any], Mines]] = {
    happened.MineLaid: _laid,
    happened.FieldCrossed: _unchanged,
    happened.MinePassed: _unchanged,
    happened.MineSprung: _sprung,
    happened.LegChosen: _unchanged,
    happened.CommandGiven: _command_given,
    happened.CommandTimed: _unchanged,
    happened.MineIsolated: _isolated,
    happened.MinesSearched: _searched,
    happened.FieldMarked: _marked,
    happened.MineShown: _shown,
    happened.MineHandled: _handled,
    happened.MineHit: _hit,
    happened.MineTaken: _taken,
    happened.MineForgotten: _forgotten,
}
LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    Moved: _left_behind,
    PauseMoved: _left_behind,
}
