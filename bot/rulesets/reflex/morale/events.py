"""What happens to nerves: threats that are met or lifted, hearts that are given, and wills that break."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome


class Threatened(Event, frozen=True, kw_only=True, tag="reflex.threatened"):
    """``kind`` threatens ``actor`` by ``amount`` from now on, zero for no longer; ``replaces`` is over with it.

    ``roll`` is how the amount was found, None where it was told.
    """

    kind: str
    amount: int
    replaces: str = ""
    roll: Roll | None = None


class PainEased(Event, frozen=True, kw_only=True, tag="reflex.pain_eased"):
    """``actor`` was given a strong painkiller, or feels its injuries again."""

    eased: bool = True


class Broke(Event, frozen=True, kw_only=True, tag="reflex.broke"):
    """The will of ``actor`` to fight is broken: ``threats`` exceed ``coolness`` by five or more."""

    threats: tuple[Term, ...]
    coolness: tuple[Term, ...]


class Rallied(Event, frozen=True, kw_only=True, tag="reflex.rallied"):
    """``actor`` is no longer broken."""


class TookHeart(Event, frozen=True, kw_only=True, tag="reflex.took_heart"):
    """``actor`` put ``target`` out of action, which changes its CUF by ``value`` in all for this scene.

    Only the users ``knowers`` read of it where there are any: what did it was theirs in secret.
    """

    value: int
    knowers: tuple[int, ...] = ()


class Commanded(Event, frozen=True, kw_only=True, tag="reflex.commanded"):
    """``actor`` spoke to ``target``, whose CUF rises by ``value`` until the next pause, zero for not at all."""

    outcome: Outcome
    value: int


class PanicFired(Event, frozen=True, kw_only=True, tag="reflex.panic_fired"):
    """``actor`` fired at nothing, ``spent`` rounds that raise its CUF by ``value`` for this exchange."""

    weapon: str
    title: str
    spent: int
    loaded: int
    recoil: int
    cost_ticks: int
    value: int


class Intimidated(Event, frozen=True, kw_only=True, tag="reflex.intimidated"):
    """``actor`` tried to cow ``target`` outside of combat: ``threats`` exceed ``resolve`` of it by ``short``."""

    outcome: Outcome
    threats: tuple[Term, ...]
    resolve: Term
    short: int


EVENTS_MORALE: tuple[type[Event], ...] = (
    Threatened,
    PainEased,
    Broke,
    Rallied,
    TookHeart,
    Commanded,
    PanicFired,
    Intimidated,
)
