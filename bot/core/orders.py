"""What people ask for, in the imperative: the only input of the rules, stored word for word."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core.errors import NewerError
from bot.core.ground.layouts import Layout
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.whereabouts import Where
from bot.core.scene import Petition, Sheet
from bot.core.squads.standing import StandingOrder


class Order(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", forbid_unknown_fields=True
):
    """Something asked of the referee."""


class StartFight(Order, frozen=True, kw_only=True, tag="core.start_fight"):
    """Open a fight in the scene; everyone in the scene takes part.

    Where ``range_m`` or a ``layout`` is said everybody gets a place, the sides that far apart or in its zones.
    """

    title: str = ""
    range_m: float | None = None
    layout: Layout | None = None


class EndFight(Order, frozen=True, kw_only=True, tag="core.end_fight"):
    """Close the fight."""


class Enlist(Order, frozen=True, kw_only=True, tag="core.enlist"):
    """Bring ``name`` into the scene with ``sheet``; ``owner`` is a Discord user id, 0 for the GM's.

    ``looks`` are how the name looks to a reader: whoever is hidden and looks like it gives way. Where a ground is laid
    it stands ``at`` a place, in a row of which it is number ``in_row``, or with its side. Those of the GM's who come
    together are a ``squad``.
    """

    name: str
    owner: int
    side: str
    sheet: Sheet
    sheet_id: int = 0
    hidden: bool = False
    looks: tuple[str, ...] = ()
    at: Where | None = None
    in_row: int = 0
    squad: str = ""


class EnlistMany(Order, frozen=True, kw_only=True, tag="core.enlist_many"):
    """Bring several into the scene at once."""

    recruits: tuple[Enlist, ...]


class Release(Order, frozen=True, kw_only=True, tag="core.release"):
    """Take ``actor`` out of the scene."""

    actor: str


class Show(Order, frozen=True, kw_only=True, tag="core.show"):
    """Let everyone see ``actor`` (``hidden`` false) or nobody but the GM (true).

    ``apart`` lets it come into sight under another name where it would look like somebody there.
    """

    actor: str
    hidden: bool = False
    apart: bool = False


class Entrust(Order, frozen=True, kw_only=True, tag="core.entrust"):
    """Have somebody else play ``actor``: the Discord user ``to``, 0 a GM; None gives it back to its own player."""

    actor: str
    to: int | None = None


class FormSquad(Order, frozen=True, kw_only=True, tag="core.form_squad"):
    """Have ``members`` be the squad ``name``, or with nobody named have it be none any longer."""

    name: str
    members: tuple[str, ...] = ()


class OrderSquad(Order, frozen=True, kw_only=True, tag="core.order_squad"):
    """Tell a ``squad`` what to do until it is told otherwise; None has it wait for orders."""

    squad: str
    standing: StandingOrder | None = None


class SetRange(Order, frozen=True, kw_only=True, tag="core.set_range"):
    """Say how far apart two combatants are."""

    actor: str
    target: str
    range_m: float


class LayGround(Order, frozen=True, kw_only=True, tag="core.lay_ground"):
    """Give everybody who is here a place, the sides ``range_m`` apart, or in the zones of a ``layout``."""

    range_m: float = 0
    layout: Layout | None = None


class PutAt(Order, frozen=True, kw_only=True, tag="core.put_at"):
    """Put some people somewhere by the GM's word: several in a row, each ``apart_cm`` from the next."""

    actors: tuple[str, ...]
    where: Where
    apart_cm: int = 300
    reason: str = ""


class SetPiece(Order, frozen=True, kw_only=True, tag="core.set_piece"):
    """Put a ``piece`` on the ground, or have the one that is called the same be another."""

    piece: Piece


class TakePiece(Order, frozen=True, kw_only=True, tag="core.take_piece"):
    """Take the piece called ``name`` off the ground."""

    name: str


class MarkArea(Order, frozen=True, kw_only=True, tag="core.mark_area"):
    """Mark an ``area`` of the ground, or have the one of that key reach elsewhere."""

    area: Area


class LiftMark(Order, frozen=True, kw_only=True, tag="core.lift_mark"):
    """Have the area that was marked as ``name`` be one no longer."""

    name: str


class EditSheet(Order, frozen=True, kw_only=True, tag="core.edit_sheet"):
    """Replace the sheet of an enlisted combatant, changed at ``path``."""

    actor: str
    path: str
    sheet: Sheet


class Act(Order, frozen=True, kw_only=True, tag="core.act"):
    """Take a ruleset's ``action`` with ``actor``; ``inputs`` are parsed against its ActionSpec."""

    actor: str
    action: str
    inputs: dict[str, Any] = {}


class Claimed(Order, frozen=True, kw_only=True, tag="core.claimed"):
    """Take ``act``, of whose inputs some are a player's word for what is so.

    Those of ``said`` count where the scene does not know better. Those of ``claims`` are a GM's to confirm: with
    ``asks`` one is asked, without it they do not count.
    """

    act: Act
    said: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    asks: bool = False


class SettleClaim(Order, frozen=True, kw_only=True, tag="core.settle_claim"):
    """Strike the open claim number ``claim`` off the GM's list; what counted so far holds only if it is ``upheld``."""

    claim: int
    upheld: bool = True


class Together(Order, frozen=True, kw_only=True, tag="core.together"):
    """Take several actions in one order, in the given sequence."""

    acts: tuple[Act, ...]


class Follow(Order, frozen=True, kw_only=True, tag="core.follow"):
    """Let happen what happens by itself: nobody gives this, it goes on behind a question that was asked meanwhile."""


class GoOn(Order, frozen=True, kw_only=True, tag="core.go_on"):
    """Take the stated default of whoever everybody waits for: of ``actors``, or of all who may act now."""

    actors: tuple[str, ...] = ()


class Answer(Order, frozen=True, kw_only=True, tag="core.answer"):
    """Answer the open question."""

    choice: str


class AskGM(Order, frozen=True, kw_only=True, tag="core.ask"):
    """Ask the GM to allow something; asking for the same again takes the place of what was asked before."""

    petition: Petition


class Settle(Order, frozen=True, kw_only=True, tag="core.settle"):
    """Grant what was asked under ``number`` by carrying out ``then``, or without it refuse."""

    number: int
    then: Enlist | EditSheet | None = None


ANY_ORDER = (
    StartFight
    | EndFight
    | Enlist
    | EnlistMany
    | Release
    | Show
    | Entrust
    | FormSquad
    | OrderSquad
    | SetRange
    | LayGround
    | PutAt
    | SetPiece
    | TakePiece
    | MarkArea
    | LiftMark
    | EditSheet
    | Act
    | Claimed
    | SettleClaim
    | Together
    | GoOn
    | Answer
    | AskGM
    | Settle
    | Follow
)

_decoder: msgspec.json.Decoder[ANY_ORDER] = msgspec.json.Decoder(ANY_ORDER)
_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(order: Order) -> bytes:
    """Return the one spelling of an order: what is stored, and what the fair dice are keyed with."""
    return _encoder.encode(order)


def parsed(data: bytes) -> ANY_ORDER:
    """Return the order spelled by ``canonical``.

    Raises:
        NewerError: it is an order of a newer version, or says more than these rules know of.
    """
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise NewerError(str(error)) from error
