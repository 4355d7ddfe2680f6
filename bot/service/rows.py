"""What is kept, row by row, as plain values."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core.engine import Kept
from bot.core.errors import NewerError
from bot.core.scene import Combatant, Scene, Sheet
from bot.service.outbox import ParcelPart, Post, Stream

AnyScene = Scene[Any, Any]
AnyCombatant = Combatant[Any]
NOBODY = 0
"""The user of an order that nobody gave: what squads do by themselves, what a redo or new rules bring along."""

NOBODYS = 2**62
"""From here up to the largest number lie the ids of accounts that Discord would make after the year 2050."""


class SceneRow(msgspec.Struct, frozen=True, kw_only=True):
    """One channel's scene, but for its state.

    ``head`` is the last ordinal, ``seq`` the last event; ``numbered`` and ``gm_numbered`` are the last numbers given to
    orders that everybody, or only the GM, may know of.
    """

    id: int
    guild_id: int
    channel_id: int
    ruleset: str
    ruleset_version: int
    chapter: int = 0
    head: int = 0
    seq: int = 0
    numbered: int = 0
    gm_numbered: int = 0


class OrderRow(msgspec.Struct, frozen=True, kw_only=True):
    """One order as it was given.

    ``payload`` is its canonical spelling, or why an order was taken back, empty for an undo or redo; ``voids`` is the
    first ordinal that those take back, 0 for an order of the rules. ``number`` counts public and GM-only orders apart;
    ``rolled`` says whether dice fell that players know of. ``again`` is the ordinal under which it was first given, for
    one that was given again unchanged behind an undo, 0 for any other: its faces and events are those of that order.
    ``kept`` says how it is counted, by what did not happen by itself behind it, and ``draw`` names its dice where they
    are those of orders that only the GM knows of. ``course`` says of each of its events how it came about, as decisions
    do, "" where that was not written down; ``waits`` that only somebody hidden might act behind it, so that nobody was
    told of a round that had begun.
    """

    scene_id: int
    ordinal: int
    chapter: int
    fight: int
    user_id: int
    at_ms: int
    payload: bytes
    ruleset_version: int
    number: int
    gm_only: bool
    rolled: bool = False
    voids: int = 0
    redo: bool = False
    again: int = 0
    kept: str = Kept.NOTICED
    draw: str = ""
    course: str = ""
    waits: bool = False


class ChapterRow(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a scene's history: ``first`` is the ordinal of its first order, ``fight`` 0 between fights.

    ``scheme`` is the one of its dice, of the keys of its buttons and of its code names; it keeps it for good.
    """

    scene_id: int
    number: int
    first: int
    fight: int
    ruleset: str
    ruleset_version: int
    public_secret: bytes
    gm_secret: bytes
    closed: bool = False
    revealed: bool = False
    scheme: int = 1


class SheetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A character sheet; ``active`` is the one that its owner joins with.

    ``moves`` counts how often it has changed hands or entered a scene. Of one that is ``unread`` only the name holds:
    how it stands is known only to a newer version of the bot.
    """

    id: int
    guild_id: int
    owner_id: int
    name: str
    ruleset: str
    sheet: Sheet
    active: bool = False
    moves: int = 0
    unread: bool = False

    def check_read(self) -> None:
        """Raise NewerError where how the sheet stands is known only to a newer version of the bot."""
        if self.unread:
            why = "stands in a scene that cannot be read, or was written by newer rules"
            raise NewerError(f"the sheet {self.id} {why}")


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A promise to post something; ``argument`` is the chapter, the user or the first voided ordinal it is about, or
    for the GM's thread whether the GM is called with it.

    ``interaction_id`` is the interaction that it comes of, 0 for none: the one that its transaction has claimed.
    """

    scene_id: int
    channel_id: int
    fight: int
    kind: Post
    ordinal: int = 0
    argument: int = 0
    interaction_id: int = 0
    id: int = 0


class LetterRow(msgspec.Struct, frozen=True, kw_only=True):
    """What goes into one message: which parts of which promises."""

    scene_id: int
    channel_id: int
    fight: int
    stream: Stream
    kind: Post
    parts: tuple[ParcelPart, ...]
    id: int = 0


class LeaseRow(msgspec.Struct, frozen=True, kw_only=True):
    """Who posts for the servers of one shard of so many: ``holder``, 0 for nobody.

    ``number`` is another one each time that somebody takes it, and no other lease ever had it; the holder counts up
    ``beats``.
    """

    shards: int
    shard: int
    number: int
    holder: int = 0
    beats: int = 0


class Backlog(msgspec.Struct, frozen=True, kw_only=True):
    """How many promises to post wait in all, and when the oldest order among theirs was given; 0 for none."""

    waiting: int
    oldest_ms: int


class Hold(msgspec.Struct, frozen=True):
    """What a transaction holds against others from its beginning, known beforehand and never made more of later.

    There is one order, so that no two wait for each other: first the guild, alone or together with others who hold it
    so, then the row of one scene. An order of a scene holds its guild together with others, and the scene's row, which
    ``Unit.scene_at`` takes; what changes sheets or campaigns holds the guild alone. 0 is nothing.
    """

    guild_id: int = 0
    alone: bool = False
    scene_id: int = 0


FREE = Hold()


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants to be forgotten: ``stand_in`` takes the place of their id in all that was before ``at_ms``.

    ``cleared`` says that what was theirs alone is gone, so that what they make from then on is kept.
    """

    user_id: int
    stand_in: int
    at_ms: int
    cleared: bool = False


class RollRow(msgspec.Struct, frozen=True, kw_only=True):
    """Faces that were kept for a user's characters."""

    guild_id: int
    owner_id: int
    ruleset: str
    label: str
    faces: tuple[int, ...]


class Threshold(msgspec.Struct, frozen=True):
    """A fight into whose GM's thread somebody was let."""

    guild_id: int
    channel_id: int
    fight: int


class Departure(msgspec.Struct, frozen=True):
    """A server that the bot was removed from, and when that was noticed."""

    guild_id: int
    at_ms: int
