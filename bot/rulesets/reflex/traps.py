"""What lies in wait for people is kept of the scene, so that it outlives the fight and whoever laid it."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from bot.core.events import Event
from bot.core.ground.outlines import Outline
from bot.core.ground.places import Place
from bot.core.scene import Scene

USUAL_DENSITY = 0.02  # in the middle of what text 003 calls typical, line 1692


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A mine, a charge or with a ``density`` a whole minefield.

    ``kind``, ``explosive`` and ``trigger`` are rows of the tables ``mines``, ``explosives`` and ``mine_triggers``.
    ``owner`` is the Discord user whose combatant ``layer`` laid it, 0 for the GM. ``margin`` is that of laying it;
    ``hidden`` what a look at it must beat, None where laying it failed, so that any success does. ``known`` are the
    users who know of it, ``open`` says that everybody does.

    ``density`` is in mines for 10 square metres as they were laid, ``mines`` of them in all where that is known, of
    which so many are ``gone`` since: they went off, or were found one by one. It lies ``near_m`` metres from ``near``,
    a minefield from there on for ``depth_m`` metres, or else at ``place``.

    ``defused`` was made harmless, ``damaged`` was disabled by damage without going off. ``tamper`` is what it takes in
    all to get past a device against tampering, zero without one, ``tampered`` how much of that is done, and ``wary``
    are the users who know of the device. ``route_m`` and ``border_m`` are marked. A charge with a command goes off
    ``burn_ticks`` after it was lit ``lit_by`` somebody; it burns until ``tick``, with ``around`` the metres told to
    those near it. On a ground it lies at ``spot``, and one meets it within its ``outline``.
    """

    title: str
    kind: str
    explosive: str
    trigger: str
    owner: int = 0
    layer: str = ""
    place: str = ""
    margin: int = 0
    hidden: int | None = None
    armed: bool = True
    open: bool = False
    known: tuple[int, ...] = ()
    density: float = 0
    mines: int = 0
    gone: int = 0
    near: str = ""
    near_m: float = 0
    depth_m: float = 0
    defused: bool = False
    damaged: bool = False
    tamper: int = 0
    tampered: int = 0
    wary: tuple[int, ...] = ()
    route_m: int = 0
    border_m: int = 0
    detonator: str = ""
    burn_ticks: int = 0
    tick: int | None = None
    around: dict[str, float] = {}
    lit_by: str = ""
    spot: Place | None = None
    outline: Outline | None = None

    @property
    def is_field(self) -> bool:
        """Tell whether it is a whole minefield."""
        return self.density > 0

    @property
    def is_spent(self) -> bool:
        """Tell whether nothing is left of a minefield."""
        return 0 < self.mines <= self.gone


class Ambush(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An ambush that was prepared and not yet sprung.

    ``kind`` is a row of the table ``ambushes``; ``margin`` is what those who may notice it must beat, None where
    preparing it failed, so that any success does. ``against`` is a side or empty, ``target`` one of its victims or
    empty. ``tried`` have had their one chance to notice it, ``aware`` have used it. On a ground it waits for whoever
    comes into an ``area``.
    """

    leader: str
    kind: str
    minutes: int
    margin: int | None = None
    against: str = ""
    target: str = ""
    tried: tuple[str, ...] = ()
    aware: tuple[str, ...] = ()
    area: str = ""


Mines: TypeAlias = dict[str, Mine]
"""All mines of a scene, by what they are stored under."""


class OnMines(Event, frozen=True, kw_only=True):
    """What changes which mines lie in the scene, and nothing else."""

    def lying(self, mines: Mines) -> Mines:
        """Return the mines after this has happened.

        Raises:
            TypeError: that is not said of this kind of event.
        """
        raise TypeError(f"{type(self).__name__} does not say what becomes of the mines")

    def apply(self, scene: Scene[Any, Any]) -> Scene[Any, Any]:
        """Return the scene with these mines on its ground."""
        mines = self.lying(scene.state.mines)
        if mines is scene.state.mines:
            return scene
        return msgspec.structs.replace(scene, state=msgspec.structs.replace(scene.state, mines=mines))


def one_of_field(field: Mine) -> tuple[str, Mine]:
    """Return the next mine of a minefield that is found, known to whoever laid it, and what it is stored under.

    No title has a colon, so that no other mine is stored under that.
    """
    number = field.gone + 1
    found = msgspec.structs.replace(
        lasting(field),
        title=f"{field.title} {number}",
        density=0,
        mines=0,
        gone=0,
        route_m=0,
        border_m=0,
        open=False,
        known=(field.owner,) if field.owner else (),
    )
    return f"{field.owner}:{field.title}:{number}", found


def mine_id(owner: int, title: str) -> str:
    """Return what a mine is stored under: each user's names are their own, so that none tells of another's mines."""
    return f"{owner}:{title}" if owner else title


def knows_of(mine: Mine, user: int, *, gm: bool = False) -> bool:
    """Tell whether a user knows of a mine."""
    return gm or mine.open or user in mine.known


def seen_by(mine: Mine, user: int) -> Mine:
    """Return what a player who knows of a mine may know of it: of another's not how well it was laid nor its devices.

    Of another's minefield it is not known either how dense it is: players reckon with a usual density. Whom else a mine
    is known to, lies near or was lit by is left out of both, since that may be somebody hidden.
    """
    wary = tuple(each for each in mine.wary if each == user)
    if user and user == mine.owner:
        return msgspec.structs.replace(mine, known=(user,), wary=wary, around={}, lit_by="")
    return Mine(
        title=mine.title,
        kind=mine.kind,
        explosive=mine.explosive,
        trigger=mine.trigger,
        place=mine.place,
        open=mine.open,
        known=() if mine.open else (user,),
        density=USUAL_DENSITY if mine.is_field else 0,
        defused=mine.defused,
        damaged=mine.damaged,
        wary=wary,
        route_m=mine.route_m,
        border_m=mine.border_m,
        spot=mine.spot,
        outline=mine.outline,
    )


def lasting(mine: Mine) -> Mine:
    """Return a mine after the fight: nobody is there any more whom it could lie near, no ground, and no fuse burns."""
    there = msgspec.structs.replace(mine, near="", near_m=0, depth_m=0, spot=None, outline=None)
    return msgspec.structs.replace(there, tick=None, around={}, lit_by="")
