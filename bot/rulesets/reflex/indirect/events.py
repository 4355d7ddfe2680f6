"""What indirect fire does: calls for it, rounds that are fired, where they come down, and how it is adjusted."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Audience, Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome


class FireCalled(Event, frozen=True, kw_only=True, tag="reflex.fire_called"):
    """``actor`` observes ``target``, or a ``spot`` where nobody is, and called for fire on it."""

    outcome: Outcome
    spot: str = ""


class FireDirected(Event, frozen=True, kw_only=True, tag="reflex.fire_directed"):
    """``actor`` can fire at ``target`` or at a ``spot`` now, with a ``penalty``; adjustments took ``eased`` off it."""

    penalty: int
    eased: int = 0
    spot: str = ""


class PlaceTold(Event, frozen=True, kw_only=True, tag="reflex.place_told"):
    """``actor`` is so far from where the gunner ``target`` fires."""

    metres: float
    audience: Audience = Audience.GM


class IndirectFired(Event, frozen=True, kw_only=True, tag="reflex.indirect_fired"):
    """``actor`` fired at ``target`` or a ``spot`` out of its sight; the round comes down at the end of the period.

    ``observed`` says that the gunner sees for itself where it goes. ``loaded`` and ``spare`` are the rounds left.
    """

    weapon: str
    title: str
    range_m: float
    observed: bool
    outcome: Outcome
    loaded: int
    spare: int | None = None
    cost_ticks: int = 0
    costs: tuple[Term, ...] = ()
    spot: str = ""


class RoundLanded(Event, frozen=True, kw_only=True, tag="reflex.round_landed"):
    """A round meant for ``target`` or a ``spot`` came down, ``off_m`` metres off at ``degrees`` from the line of fire.

    ``margin`` is that of the attack, below zero a failure; ``house`` says that the direction is ours. ``veiled`` fire
    is that of the GM's side: where it came from stays its secret.
    """

    title: str
    margin: int
    spot: str = ""
    off_m: float = 0
    degrees: int = 0
    roll: Roll | None = None
    house: bool = False
    veiled: bool = False


class FireAdjusted(Event, frozen=True, kw_only=True, tag="reflex.fire_adjusted"):
    """``actor`` told the gunner ``target`` where its rounds land, which took ``eased`` off its penalty."""

    outcome: Outcome
    eased: int
    penalty: int


EVENTS_INDIRECT: tuple[type[Event], ...] = (
    FireCalled,
    FireDirected,
    PlaceTold,
    IndirectFired,
    RoundLanded,
    FireAdjusted,
)
