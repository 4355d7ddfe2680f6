"""What happened, in the past tense: stored for ever, so type names are written by hand and never change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, TypeVar, get_args

import msgspec

from bot.core.dice import Roll
from bot.core.ground.layouts import Layout
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place
from bot.core.scene import Petition, Question, Scene, Sheet, changed_at_once, restated, with_state
from bot.core.sheet_changes import SheetChange
from bot.core.squads.standing import StandingOrder
from bot.core.timeline import Slot

T = TypeVar("T")

Lift = Callable[[dict[str, Any]], dict[str, Any]]
"""What makes the fields of an older version of an event those of the version after it."""


class Audience(StrEnum):
    """Who may read of an event at all."""

    ALL = "all"
    GM = "gm"


def audience_of(thing: Piece | Area) -> Audience:
    """Return who may read of a thing or an area: of one that is hidden the GM alone."""
    return Audience.GM if thing.hidden else Audience.ALL


class Event(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True
):
    """A fact about ``actor`` and ``target`` (ids, either may be empty).

    ``unseen`` names those of the two that were hidden from players then, ``guarded`` those whose condition only the
    GM knew; both are stamped by the engine. A ``quiet`` event is kept and exported but not posted; of a ``silent`` one
    players notice nothing where its actor is hidden, even if somebody in sight is its target. One that ``halts`` an
    action has things happen in the middle of it, from which others follow as ever.
    ``counts_for`` names whoever did it in its own turn, where that one is judged by it at once; it is "" where
    everybody is, and None where those who may act at this moment are judged as if it had not happened.
    ``side_number`` is that of the actor's side among those that players knew of then, from 1 on; 0 where it had none.
    ``lifts`` bring stored fields up to its ``version``, step by step from each older one.
    """

    version: ClassVar[int] = 1
    lifts: ClassVar[Mapping[int, Lift]] = {}
    quiet: ClassVar[bool] = False
    silent: ClassVar[bool] = False
    halts: ClassVar[bool] = False

    actor: str = ""
    target: str = ""
    audience: Audience = Audience.ALL
    unseen: tuple[str, ...] = ()
    guarded: tuple[str, ...] = ()
    counts_for: str | None = None
    side_number: int = 0

    def apply(self, scene: Any) -> Any:
        """Return the scene after this has happened; folding never rolls.

        Raises:
            TypeError: that is not said of this kind of event, as of those that the engine folds itself.
        """
        raise TypeError(f"{type_of(self)} does not say what becomes of a scene")


class Told(Event, frozen=True, kw_only=True):
    """What is only told, and leaves the scene as it is."""

    def apply(self, scene: T) -> T:
        """Return the same scene."""
        return scene


class Personal(Event, frozen=True, kw_only=True):
    """What changes the state of its actor and nothing else.

    What is ``for_everybody`` counts at once, also for those who act in the same moment: the others find the actor so.
    """

    for_everybody: ClassVar[bool] = False

    def changed(self, state: Any) -> Any:
        """Return the state of the actor after this has happened.

        Raises:
            TypeError: that is not said of this kind of event.
        """
        raise TypeError(f"{type_of(self)} does not say what becomes of its actor")

    def apply(self, scene: Scene[Any, Any]) -> Scene[Any, Any]:
        """Return the scene with the actor's state changed; who has left it is beyond reach."""
        combatant = scene.combatants.get(self.actor)
        if combatant is None:
            return scene
        if self.for_everybody:
            return restated(scene, self.actor, self.changed)
        state = self.changed(combatant.state)
        return scene if state is combatant.state else with_state(scene, self.actor, state)


class AtOnce(Personal, frozen=True, kw_only=True):
    """What changes the state of its actor, and counts for what the actor does next in the same moment."""

    def apply(self, scene: Scene[Any, Any]) -> Scene[Any, Any]:
        """Return the scene with the actor's state changed, also as it is judged by in this moment."""
        return changed_at_once(scene, self.actor, self.changed)


def type_of(event: Event | type[Event]) -> str:
    """Return the stable type name, such as ``core.enlisted``."""
    return str(event.__struct_config__.tag)


def rolls_of(value: object) -> list[Roll]:
    """Return every roll recorded anywhere inside ``value``, in field order."""
    if isinstance(value, Roll):
        return [value]
    if isinstance(value, tuple):
        return [roll for item in value for roll in rolls_of(item)]
    if isinstance(value, msgspec.Struct):
        return [roll for field in _rolling(type(value)) for roll in rolls_of(getattr(value, field))]
    return []


@cache
def _rolling(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields of a kind of struct in which a roll may stand, by their types: every order is asked."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if _holds_rolls(field.type, frozenset((kind,))))


def _holds_rolls(kind: Any, within: frozenset[type]) -> bool:
    """Tell whether a roll may stand in what is of a type, beside in further ones of the types that it is ``within``."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        inner = () if kind in within else msgspec.structs.fields(kind)
        return kind is Roll or any(_holds_rolls(field.type, within | {kind}) for field in inner)
    return any(_holds_rolls(part, within) for part in get_args(kind))


class FightStarted(Event, frozen=True, kw_only=True, tag="core.fight_started"):
    """A fight opened in the scene."""

    number: int
    title: str = ""


class FightEnded(Event, frozen=True, kw_only=True, tag="core.fight_ended"):
    """The fight closed; everyone who was in it by a sheet was released and distances were dropped."""

    number: int


class Enlisted(Event, frozen=True, kw_only=True, tag="core.enlisted"):
    """``actor`` entered the scene with ``sheet``; ``owner`` is a Discord user id, 0 for the GM's.

    ``back`` is the sheet with which it had left this fight before, 0 where it had not. ``squad`` is the one that it
    came with. A sheet edited meanwhile ``interrupts`` as in ``SheetEdited``.
    """

    owner: int
    side: str
    sheet: Sheet
    sheet_id: int = 0
    hidden: bool = False
    back: int = 0
    looks: tuple[str, ...] = ()
    squad: str = ""
    interrupts: bool = False


class Released(Event, frozen=True, kw_only=True, tag="core.released"):
    """``actor`` left the scene; ``kept`` says that it goes on from here if it comes back before the fight ends."""

    kept: bool = False


class Revealed(Event, frozen=True, kw_only=True, tag="core.revealed"):
    """``actor``, hidden until now, can be seen by everyone."""


class Concealed(Event, frozen=True, kw_only=True, tag="core.concealed"):
    """``actor`` went out of the players' sight."""


class Renamed(Event, frozen=True, kw_only=True, tag="core.renamed"):
    """``actor``, who is hidden, is ``name`` from here on, since somebody in sight looks like it by name."""

    name: str
    looks: tuple[str, ...]
    audience: Audience = Audience.GM


class Entrusted(Event, frozen=True, kw_only=True, tag="core.entrusted"):
    """``actor`` was handed over to the Discord user ``to``, 0 a GM, or back to its own player, which is None.

    ``known_by`` is somebody whom that user plays here, by whom all others know them; "" where there is nobody.
    """

    to: int | None = None
    known_by: str = ""


class SquadFormed(Event, frozen=True, kw_only=True, tag="core.squad_formed"):
    """These ``members`` are the squad ``name`` from here on; without any it is one no longer."""

    name: str
    members: tuple[str, ...] = ()
    audience: Audience = Audience.GM


class SquadOrdered(Event, frozen=True, kw_only=True, tag="core.squad_ordered"):
    """A ``squad`` was told what to do until it is told otherwise; None has it wait for orders."""

    squad: str
    standing: StandingOrder | None = None
    audience: Audience = Audience.GM


class RangeSet(Event, frozen=True, kw_only=True, tag="core.range_set"):
    """``actor`` and ``target`` are ``range_m`` metres apart; ``said_by`` is whose player says so, if one does."""

    range_m: float
    said_by: str = ""


class DistancesOutdated(Event, frozen=True, kw_only=True, tag="core.distances_outdated"):
    """``actor`` went elsewhere, and its distances to all others are outdated."""

    quiet: ClassVar[bool] = True


class OutdatedCounted(Event, frozen=True, kw_only=True, tag="core.outdated_counted"):
    """What ``actor`` did to ``target`` counted ``range_m`` metres, which were said before one of them moved."""

    range_m: float


class GroundLaid(Event, frozen=True, kw_only=True, tag="core.ground_laid"):
    """A ground was laid on which everybody gets a place; ``sides``, those known to all, begin ``apart_cm`` apart.

    A ready or imported one has a ``layout``.
    """

    apart_cm: int
    sides: tuple[str, ...]
    layout: Layout | None = None


class Stood(Event, frozen=True, kw_only=True, tag="core.stood"):
    """``actor`` came to stand at ``place``: at the beginning, or by its own move.

    ``side`` is its own where nobody of it had been known to all. It went there straight from ``came_from``, where all
    who may know of this saw it then; None where it was put there, or came out of hiding. One that is ``passing`` pauses
    there for what players know nothing of: nobody looks, and no rule follows. ``since`` is where it was looked for last
    where it has paused so since.
    """

    quiet: ClassVar[bool] = True

    place: Place
    side: str = ""
    came_from: Place | None = None
    passing: bool = False
    since: Place | None = None


class FellShort(Event, frozen=True, kw_only=True, tag="core.fell_short"):
    """``actor`` stopped ``short_cm`` short of where it wanted to be, where it ran into something ``by`` that."""

    silent: ClassVar[bool] = True

    short_cm: int
    by: str = ""


class Entered(Event, frozen=True, kw_only=True, tag="core.entered"):
    """``actor`` came into the ``area`` of that key at ``place``, where the move pauses for what waits there."""

    quiet: ClassVar[bool] = True
    halts: ClassVar[bool] = True

    area: str
    kind: str
    place: Place


class PieceSet(Event, frozen=True, kw_only=True, tag="core.piece_set"):
    """A ``piece`` stands on the ground, or one of that name is another now; ``is_new`` says which.

    One that is ``shut`` was open before. The hull of a vehicle has that as its actor, and goes where it is told to go.
    """

    piece: Piece
    is_new: bool = True
    shut: bool = False


class PieceGone(Event, frozen=True, kw_only=True, tag="core.piece_gone"):
    """The piece called ``name`` stands no longer; ``destroyed`` says that it was shot to pieces or blown up."""

    name: str
    destroyed: bool = False


class AreaLaid(Event, frozen=True, kw_only=True, tag="core.area_laid"):
    """An ``area`` is there, or reaches elsewhere; what it means is told by whatever laid it."""

    quiet: ClassVar[bool] = True

    area: Area


class AreaGone(Event, frozen=True, kw_only=True, tag="core.area_gone"):
    """The area of that ``key`` is there no longer."""

    quiet: ClassVar[bool] = True

    key: str


class AreaMarked(Event, frozen=True, kw_only=True, tag="core.area_marked"):
    """A GM marked an area as ``name``, with its middle at ``place``; ``lifted`` says that it is one no longer."""

    name: str
    place: Place
    lifted: bool = False


class MarkEntered(Event, frozen=True, kw_only=True, tag="core.mark_entered"):
    """``actor`` came into the area that a GM has marked as ``name``."""

    silent: ClassVar[bool] = True

    name: str


class Sighted(Event, frozen=True, kw_only=True, tag="core.sighted"):
    """``actor``, who was out of sight, is in sight at ``place``."""

    place: Place


class LostSight(Event, frozen=True, kw_only=True, tag="core.lost_sight"):
    """``actor`` is out of sight; it was seen last at ``place``."""

    place: Place


class Placed(Event, frozen=True, kw_only=True, tag="core.placed"):
    """A GM put ``actor`` at ``place``, for the ``reason`` that was given."""

    place: Place
    reason: str = ""


class Said(Event, frozen=True, kw_only=True, tag="core.said"):
    """The player of ``actor`` said ``words`` about ``target``, and they count; ``lasting`` ones from then on."""

    words: dict[str, Any]
    lasting: bool = False


class Unconfirmed(Event, frozen=True, kw_only=True, tag="core.unconfirmed"):
    """The player of ``actor`` claimed ``words`` about ``target``; no GM was there, so that they did not count."""

    words: dict[str, Any]


class ClaimSettled(Event, frozen=True, kw_only=True, tag="core.claim_settled"):
    """A GM settled the open claim number ``claim``: ``words`` of ``actor`` about ``target`` hold if ``upheld``."""

    claim: int
    words: dict[str, Any]
    upheld: bool = True


class SheetEdited(Event, frozen=True, kw_only=True, tag="core.sheet_edited"):
    """The sheet of ``actor`` was changed at ``path`` while it was enlisted; ``sheet`` is the whole new sheet.

    ``changes`` say from what to what; older events have none. It ``interrupts`` what was under way with a weapon that
    is in hand no more, where the system says so; older events did not.
    """

    path: str
    sheet: Sheet
    changes: tuple[SheetChange, ...] = ()
    interrupts: bool = False


class Petitioned(Event, frozen=True, kw_only=True, tag="core.petitioned"):
    """A player asked the GM for something, which is kept under ``number`` until it is settled."""

    number: int
    petition: Petition
    audience: Audience = Audience.GM


class PetitionSettled(Event, frozen=True, kw_only=True, tag="core.petition_settled"):
    """The GM ``granted`` what was asked under ``number``, or refused it; what follows stands behind this event."""

    number: int
    petition: Petition
    granted: bool
    audience: Audience = Audience.GM


class Scheduled(Event, frozen=True, kw_only=True, tag="core.scheduled"):
    """The agenda was laid anew."""

    quiet: ClassVar[bool] = True

    slots: tuple[Slot, ...]
    audience: Audience = Audience.GM


class SlotMoved(Event, frozen=True, kw_only=True, tag="core.slot_moved"):
    """The slots of ``actor`` were replaced by ``slots``; none means that it acts no more this round.

    With a slot of the moment that is being played it acts there ``together`` with the others, or else after them.
    """

    quiet: ClassVar[bool] = True

    slots: tuple[Slot, ...] = ()
    together: bool = False
    audience: Audience = Audience.GM


class Asked(Event, frozen=True, kw_only=True, tag="core.asked"):
    """An order stopped at a question; ``faces`` fell before it and ``answers`` were given before it.

    ``position`` and ``draw`` say where its dice come from, ``moment`` what asked by itself behind it.
    """

    silent: ClassVar[bool] = True

    question: Question
    order: bytes
    position: int
    faces: tuple[tuple[int, ...], ...] = ()
    answers: dict[str, str] = {}
    draw: str = ""
    moment: str = ""


class Answered(Event, frozen=True, kw_only=True, tag="core.answered"):
    """The open question was answered with ``choice``; what follows from it stands behind this event."""

    question: Question
    choice: str


CORE_EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in [*globals().values()]
    if isinstance(kind, type) and issubclass(kind, Event) and type_of(kind).startswith("core.")
)
"""All that have a tag of their own; the others are what several kinds of events have in common."""
