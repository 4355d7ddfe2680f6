"""What happens in a brawl."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term


class RoundBegan(Event, frozen=True, kw_only=True, tag="toy.round_began"):
    """A new round."""

    number: int


class Hastened(Event, frozen=True, kw_only=True, tag="toy.hastened"):
    """``actor`` acts at ``haste`` in this round: the terms and the die."""

    terms: tuple[Term, ...]
    roll: Roll
    haste: int


class Struck(Event, frozen=True, kw_only=True, tag="toy.struck"):
    """``actor`` struck at ``target``: it hit where a die is at or under the sum of the terms."""

    weapon: str
    terms: tuple[Term, ...]
    target_number: int
    roll: Roll
    hit: bool


class Blocked(Event, frozen=True, kw_only=True, tag="toy.blocked"):
    """``actor`` put a shield between itself and the strike of ``target``."""

    roll: Roll
    stopped: bool


class Hurt(Event, frozen=True, kw_only=True, tag="toy.hurt"):
    """``actor`` lost ``points`` of its hits; without a roll a GM said so."""

    points: int
    roll: Roll | None = None


class Downed(Event, frozen=True, kw_only=True, tag="toy.downed"):
    """``actor`` can fight no more."""


class Rested(Event, frozen=True, kw_only=True, tag="toy.rested"):
    """``actor`` let the moment go by and got ``points`` back."""

    points: int = 0


class Held(Event, frozen=True, kw_only=True, tag="toy.held"):
    """``actor`` waits until ``haste``."""

    haste: int


class Pounced(Event, frozen=True, kw_only=True, tag="toy.pounced"):
    """``actor``, who held, acts before the others."""


class Suppressed(Event, frozen=True, kw_only=True, tag="toy.suppressed"):
    """``actor`` throws stones at a place."""

    area: str = ""


class Threatened(Event, frozen=True, kw_only=True, tag="toy.threatened"):
    """``actor`` is up against ``threat``."""

    threat: int


class AmbushSet(Event, frozen=True, kw_only=True, tag="toy.ambush_set"):
    """``actor`` lies in wait with its side."""

    side: str = ""
    audience: Audience = Audience.GM


class MineLaid(Event, frozen=True, kw_only=True, tag="toy.mine_laid"):
    """``actor`` laid a mine in secret; its owner is a Discord user, 0 for the GM."""

    mine: str
    owner: int
    audience: Audience = Audience.GM


class MineSprung(Event, frozen=True, kw_only=True, tag="toy.mine_sprung"):
    """``actor`` stepped on a mine."""

    mine: str


class Treated(Event, frozen=True, kw_only=True, tag="toy.treated"):
    """``actor`` bound a wound of ``target``."""

    item: str = ""


class Granted(Event, frozen=True, kw_only=True, tag="toy.granted"):
    """``actor`` got what it begged the GM for."""

    boon: str


EVENTS: tuple[type[Event], ...] = (
    RoundBegan,
    Hastened,
    Struck,
    Blocked,
    Hurt,
    Downed,
    Rested,
    Held,
    Pounced,
    Suppressed,
    Threatened,
    AmbushSet,
    MineLaid,
    MineSprung,
    Treated,
    Granted,
)
