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
    """A mine, a charge or, with a ``density``, a whole minefield."""

    title: str
    kind: str  # a row of the table ``mines``
    explosive: str  # a row of the table ``explosives``
    trigger: str  # a row of the table ``mine_triggers``
    owner: int = 0  # the Discord user who plays the ``layer``, 0 for the GM
    layer: str = ""  # who laid it
    place: str = ""  # where it lies, in words
    margin: int = 0  # of laying it
    hidden: int | None = None  # what a look at it must beat; None where laying it failed, so that any success does
    armed: bool = True
    open: bool = False  # everybody knows of it
    known: tuple[int, ...] = ()  # the users who do
    density: float = 0  # mines for 10 square metres, as they were laid
    mines: int = 0  # so many in all, where that is known
    gone: int = 0  # so many of them went off, or were found one by one
    near: str = ""  # whom or what it lies near
    near_m: float = 0  # how far from there it lies, or a minefield begins
    depth_m: float = 0  # how far a minefield goes on from there
    defused: bool = False  # was made harmless
    damaged: bool = False  # was disabled by damage without going off
    tamper: int = 0  # what it takes in all to get past a device against tampering, 0 without one
    tampered: int = 0  # how much of that is done
    wary: tuple[int, ...] = ()  # the users who know of the device
    route_m: int = 0  # metres of a way through that are marked
    border_m: int = 0  # metres of its border that are
    detonator: str = ""
    burn_ticks: int = 0  # ticks after which it goes off once it is lit
    tick: int | None = None  # the tick until which it burns
    around: dict[str, float] = {}  # the metres told to those near it, as it burns
    lit_by: str = ""  # who lit it
    spot: Place | None = None  # where on a ground it lies
    outline: Outline | None = None  # within what one meets it there

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


class AboutMine(Event, frozen=True, kw_only=True):
    """What happens with a ``mine``, by what it is stored under, called ``title``; the users ``knowers`` read of it."""

    mine: str
    title: str
    knowers: tuple[int, ...] = ()


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
