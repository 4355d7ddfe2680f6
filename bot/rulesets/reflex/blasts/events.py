"""What explosions do: what went off, whom it reached in which zone, and what its fragments struck."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event, Told
from bot.core.scene import with_scene_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Room

_with = msgspec.structs.replace


class Zone(StrEnum):
    """How near an explosion is: within its Radius, within twice that, or farther."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    BEYOND = "beyond"


class Exploded(Told, frozen=True, kw_only=True, tag="reflex.exploded"):
    """Something exploded, after an attack by ``margin``, or without one.

    Walls around it added ``lack_m`` to its Radius, or made Blast and Frag so many ``times`` what they were. ``house``
    says that its numbers are ours.
    """

    title: str
    damage: int
    radius_m: float
    blast: int
    frag: int
    margin: int | None = None
    lack_m: float = 0
    times: int = 1
    gas: bool = False
    house: bool = False


class Dud(Told, frozen=True, kw_only=True, tag="reflex.dud"):
    """``target`` was struck too lightly to set off the charge."""

    title: str


class Unplaced(Told, frozen=True, kw_only=True, tag="reflex.unplaced"):
    """Nobody has said how far from an explosion these are, so that it did nothing to them."""

    actors: tuple[str, ...]
    audience: Audience = Audience.GM


class BlastReached(Told, frozen=True, kw_only=True, tag="reflex.blast_reached"):
    """``actor`` was in a zone of an explosion, ``range_m`` metres away, or only ``about`` so far.

    ``direct`` says that it was struck itself.
    """

    zone: Zone
    range_m: float
    direct: bool = False
    about: bool = False


class FragmentsRolled(Told, frozen=True, kw_only=True, tag="reflex.fragments_rolled"):
    """Dice for fragments near ``actor``; ``hits`` of them struck."""

    zone: Zone
    roll: Roll
    hits: int


class RoomSet(Event, frozen=True, kw_only=True, tag="reflex.room_set"):
    """Whatever explodes does so in a space of ``spans_m`` metres with ``walls`` of that Armor, or in the open."""

    spans_m: tuple[float, ...] = ()
    walls: float | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        room = Room(self.spans_m, self.walls) if self.spans_m else None
        return with_scene_state(scene, room=room)
