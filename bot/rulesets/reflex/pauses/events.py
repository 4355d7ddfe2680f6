"""What people do in a pause, or instead of fighting through an exchange."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from bot.core.events import Event
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.state import Degree, Encumbrance


class OperationChosen(Event, frozen=True, kw_only=True, tag="reflex.operation_chosen"):
    """``actor`` gives up initiative: ``task``, an operational action, comes at the end of the exchange of fire."""

    task: str


class OperationRefused(Event, frozen=True, kw_only=True, tag="reflex.operation_refused"):
    """The GM found that ``actor`` was not safe enough for ``task``: it acts as usual."""

    task: str


class Talked(Event, frozen=True, kw_only=True, tag="reflex.talked"):
    """``actor`` talked at length, with ``target`` if anybody; ``outcome`` is the check, if there was one."""

    outcome: Outcome | None = None


class Worked(Event, frozen=True, kw_only=True, tag="reflex.worked"):
    """``actor`` did something technical with ``item``, if it was one of its own."""

    item: str = ""
    outcome: Outcome | None = None


class Mounted(Event, frozen=True, kw_only=True, tag="reflex.mounted"):
    """``actor`` set ``weapon`` up on its tripod, or took it down."""

    weapon: str
    up: bool


class Dressed(Event, frozen=True, kw_only=True, tag="reflex.dressed"):
    """``actor`` put ``item`` on, or took it off; ``load`` is how much is carried since then, where that was said."""

    item: str
    on: bool
    load: Encumbrance | None = None


class Repaired(Event, frozen=True, kw_only=True, tag="reflex.repaired"):
    """``actor`` tried to repair ``item`` of ``target``, its own where there is none.

    ``periods`` is for how many exchanges and pauses it works again, zero where the check failed.
    """

    item: str
    wear: int
    outcome: Outcome
    periods: int = 0


class RepairFailed(Event, frozen=True, kw_only=True, tag="reflex.repair_failed"):
    """What had been done to ``item`` of ``actor`` lasted no longer: it is disabled again."""

    item: str


class RepairAged(Event, frozen=True, kw_only=True, tag="reflex.repair_aged"):
    """``item`` of ``actor`` holds for ``left`` more exchanges and pauses."""

    item: str
    left: int


class WatchKept(Event, frozen=True, kw_only=True, tag="reflex.watch_kept"):
    """``actor`` kept an eye on the enemy."""

    outcome: Outcome


class Scheme(StrEnum):
    """What somebody tries in a pause that a watchful enemy may foil."""

    AMBUSH = "ambush"
    WITHDRAWAL = "withdrawal"


class Schemed(Event, frozen=True, kw_only=True, tag="reflex.schemed"):
    """``actor`` tried ``scheme``; what comes of it shows when all have acted."""

    scheme: Scheme
    outcome: Outcome


class SchemeSettled(Event, frozen=True, kw_only=True, tag="reflex.scheme_settled"):
    """What ``actor`` tried worked if the ``net`` margin is zero or more, against the best ``watch`` of an enemy.

    ``watch`` is None where nobody watched with success; ``bonus`` is that of an ambush on the next initiative.
    """

    scheme: Scheme
    net: int
    watch: int | None = None
    bonus: int = 0


class Withdrew(Event, frozen=True, kw_only=True, tag="reflex.withdrew"):
    """``actor`` got away and is no longer in the fight."""


class Pursued(Event, frozen=True, kw_only=True, tag="reflex.pursued"):
    """``target`` goes after ``actor``, who wanted to get away."""


class WeaponsReset(Event, frozen=True, kw_only=True, tag="reflex.weapons_reset"):
    """The weapons of ``actor`` were loaded and cleared, by ``target`` where that was somebody else.

    ``loads`` are name, rounds in the weapon and rounds left for it (None where nobody counts them); ``stowed`` went
    back to where it is carried.
    """

    loads: tuple[tuple[str, int, int | None], ...] = ()
    stowed: tuple[str, ...] = ()


class Assisted(Event, frozen=True, kw_only=True, tag="reflex.assisted"):
    """``target`` did one of the actions that loading ``weapon`` of ``actor`` needs: ``done`` of ``needed``."""

    weapon: str
    done: int
    needed: int
    loaded: int
    spare: int | None = None


class AidBegan(Event, frozen=True, kw_only=True, tag="reflex.aid_began"):
    """The life of ``target``, whose worst injury is of ``degree``, is in the hands of ``actor``."""

    quiet: ClassVar[bool] = True

    degree: Degree


class AidGiven(Event, frozen=True, kw_only=True, tag="reflex.aid_given"):
    """``actor`` treated ``target``, whose worst injury is of ``degree``; ``procedure`` is a row of that table."""

    procedure: str
    outcome: Outcome
    degree: Degree = Degree.NONE


class Revived(Event, frozen=True, kw_only=True, tag="reflex.revived"):
    """``actor`` is alive again, unconscious, and gets worse from the ``period`` after this one on if it did before."""

    period: tuple[int, int]


class Injected(Event, frozen=True, kw_only=True, tag="reflex.injected"):
    """``actor`` gave ``target`` one unit of ``item``, a strong painkiller, of which ``left`` units remain."""

    item: str
    left: int


EVENTS_OPERATIONS: tuple[type[Event], ...] = (
    OperationChosen,
    OperationRefused,
    Talked,
    Worked,
    Mounted,
    Dressed,
    Repaired,
    RepairFailed,
    RepairAged,
    WatchKept,
    Schemed,
    SchemeSettled,
    Withdrew,
    Pursued,
    WeaponsReset,
    Assisted,
    AidBegan,
    AidGiven,
    Revived,
    Injected,
)
