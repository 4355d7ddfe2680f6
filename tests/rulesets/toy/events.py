"""What happens in a brawl."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event
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
)
