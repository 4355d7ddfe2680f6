"""What happens when something goes off."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Audience, Told
from bot.core.ground.places import Place


class Scattered(Told, frozen=True, kw_only=True, tag="eclipse.scattered"):
    """A blast of ``actor`` meant for ``target`` went astray: ``direction`` is 1 to 10 around the dial from ahead.

    On a ground it comes down at ``place``.
    """

    roll: Roll
    direction: int
    metres: int
    place: Place | None = None


class ChargeLaid(Told, frozen=True, kw_only=True, tag="eclipse.charge_laid"):
    """A charge lies at ``place``, and goes off when somebody comes within ``trigger_m`` metres."""

    title: str
    place: Place
    trigger_m: int


class WentOff(Told, frozen=True, kw_only=True, tag="eclipse.went_off"):
    """By the GM's word, or as somebody came near, something went off where ``target`` is or at a ``place``, be somebody
    near or not.
    """

    title: str
    place: Place | None = None


class Exploded(Told, frozen=True, kw_only=True, tag="eclipse.exploded"):
    """``target`` was caught in a blast so many ``metres`` from its centre, which takes ``lost`` from the damage.

    Where only the distance is known and not the side, they are ``about`` right.
    """

    title: str
    metres: float
    lost: int
    about: bool = False


class Unplaced(Told, frozen=True, kw_only=True, tag="eclipse.unplaced"):
    """Nobody has said how far these are from a blast of ``actor``, so that it did nothing to them."""

    actors: tuple[str, ...]
    audience: Audience = Audience.GM
