"""What is promised to be posted, how it is spread over messages, and where it ended up, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec

from bot.core.wording import Line
from bot.service.requests import Button, Pinged, TrackerView


class Post(StrEnum):
    """What a promise asks the publisher to do."""

    THREAD = "thread"  # open the fight's log thread; lines are the words of its starter message
    ORDER = "order"  # post the lines in the fight's public log
    GM = "gm"  # post the lines in the fight's GM thread
    INVITE = "invite"  # add user_id to the fight's GM thread
    EXPEL = "expel"  # remove user_id from the fight's GM thread
    UNDONE = "undone"  # post the lines in the fight's public log, and mark what they take back
    SECRET = "secret"  # noqa: S105  post the lines in the public log: promises and secrets of the dice
    SUMMARY = "summary"  # post the lines in the public log; the fight is over
    ROUND = "round"  # post the lines in the fight's public log: they happened by themselves, and have no number
    NEWS = "news"  # post the same lines in the fight's channel
    CHANNEL = "channel"  # post the lines in the fight's channel: they were ordered somewhere else


class Stream(StrEnum):
    """Where promises go, each stream in its own order; none waits for another."""

    LOG = "log"  # the public log
    GM = "gm"  # the GM's thread
    CHANNEL = "channel"  # the channel of the fight


KINDS: Mapping[Stream, tuple[Post, ...]] = {
    Stream.LOG: (Post.THREAD, Post.ORDER, Post.UNDONE, Post.ROUND, Post.SECRET, Post.SUMMARY),
    Stream.GM: (Post.GM, Post.INVITE, Post.EXPEL),
    Stream.CHANNEL: (Post.CHANNEL, Post.NEWS),
}

# What the argument of a page says that stands where its order was given: it has the buttons that the channel would
# have, or those that its answer would have, too.
FOR_THE_CHANNEL, FOR_THE_ANSWER = 1, 2

# Which end of a chapter a SECRET is about, where an order's ordinal stands otherwise.
OPENING, CLOSING = 0, -1


class Posted(msgspec.Struct, frozen=True):
    """Where an order stands in Discord; several orders may share a message."""

    label: str
    channel_id: int
    message_id: int


class LogThread(msgspec.Struct, frozen=True, kw_only=True):
    """What is known in Discord of the log of one fight; 0 is not yet known.

    ``in_place`` says that the log stands in the fight's own channel, which cannot have threads. ``lost`` counts how
    often the public thread was gone, so that all of it is posted anew under other names.
    """

    scene_id: int
    fight: int
    starter_id: int = 0
    thread_id: int = 0
    gm_thread_id: int = 0
    in_place: bool = False
    lost: int = 0


class Parcel(msgspec.Struct, frozen=True, kw_only=True):
    """One promise with its words, in order within its channel.

    ``label`` is the number of the order as its readers know it ("12", GM-only "g3"), empty for what has none.
    ``name`` tells it from all others of its stream, by nothing but what its readers know.
    ``alone`` parcels share no message with others, and one that ``strikes`` marks what stands there already.
    ``buttons`` hang on the last of its messages. ``interaction_id`` is what it comes of, 0 for what is not known.
    ``calls`` is the user who is pinged in it, 0 for nobody.
    """

    id: int
    kind: Post
    fight: int
    name: str = ""
    label: str = ""
    title: str = ""
    lines: tuple[Line, ...] = ()
    user_id: int = 0
    alone: bool = False
    strikes: bool = False
    buttons: tuple[Button, ...] = ()
    interaction_id: int = 0
    calls: int = 0


END = -1
"""As the end of a part: all that is left of the parcel."""


class ParcelPart(msgspec.Struct, frozen=True):
    """A part of a parcel: of the pieces that its lines are cut into, those from ``first`` to before ``last``."""

    parcel_id: int
    first: int = 0
    last: int = END


class Draft(msgspec.Struct, frozen=True):
    """What goes into one message: which parts of which parcels, and the text they make."""

    parts: tuple[ParcelPart, ...]
    text: str
    buttons: tuple[Button, ...] = ()


class TrackerText(msgspec.Struct, frozen=True):
    """What a tracker says, block by block; of one that is not ``whole`` somebody is counted and not named."""

    blocks: tuple[str, ...]
    whole: bool = True


class Press(Protocol):
    """How words become messages, which the service does not know."""

    @property
    def drafted(self) -> Callable[[Sequence[Parcel]], list[Draft]]:
        """Return parcels that may share messages, in as few as their order and Discord's limits allow."""
        ...

    @property
    def worded(self) -> Callable[[Sequence[ParcelPart], Mapping[int, Parcel]], str]:
        """Return the text of a message of these parts."""
        ...

    @property
    def tracker(self) -> Callable[[TrackerView, Pinged], TrackerText]:
        """Return what a tracker says that pings these people."""
        ...

    @property
    def tracker_head(self) -> Callable[[TrackerView], str]:
        """Return what the text of a tracker begins with, before any ping."""
        ...


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """One message that is owed; what goes into it is written down, and stays as it is whoever sends it.

    One without an ``id`` is yet to be written down; one that ``strikes`` marks what stands there already. ``nonce`` is
    its name: the same whoever sends it, and however much has been ordered unseen. ``interactions`` are those that its
    parts come of, and ``lease`` the one under which it was read. Those in ``ping`` are called in it for that ``turn``
    of the tracker, and are not what it is known by. One that is ``over`` is of a fight that has ended.
    A letter without ``text`` is no message: ``user_id`` is let into the GM's thread or shown out of it, or an order has
    no words for its readers.
    """

    kind: Post
    stream: Stream
    channel_id: int
    log: LogThread
    parts: tuple[ParcelPart, ...]
    id: int = 0
    title: str = ""
    text: str = ""
    nonce: str = ""
    buttons: tuple[Button, ...] = ()
    user_id: int = 0
    strikes: bool = False
    interactions: tuple[int, ...] = ()
    lease: int = 0
    ping: Pinged = Pinged()
    turn: str = ""
    over: bool = False


class Marks(msgspec.Struct, frozen=True):
    """The messages that an undo strikes, or that a redo ``restores``."""

    posted: tuple[Posted, ...] = ()
    restores: bool = False


class TrackerPost(msgspec.Struct, frozen=True, kw_only=True):
    """The live tracker of a channel: what it should show, and what was last posted.

    ``tracker`` is None where no fight is open any longer; ``blocks`` are its words, with a mention of each in ``ping``,
    and ``head`` what they begin with; ``buttons`` hang below them. ``message_id`` is 0 before the first post; ``shown``
    is the digest of what stands there, of the state after ordinal ``version``; ``pinged`` is the ``turn`` that anybody
    was pinged for last. One that is to be ``renewed`` does not fit what stands there, or somebody wants to see it anew.
    ``interaction_id`` is what that state comes of, 0 for what is not known; it was read under ``lease``.
    """

    scene_id: int
    tracker: TrackerView | None
    channel_id: int = 0
    message_id: int = 0
    version: int = -1
    shown: str = ""
    pinged: str = ""
    ping: Pinged = Pinged()
    blocks: tuple[str, ...] = ()
    head: str = ""
    nonce: str = ""
    buttons: tuple[Button, ...] = ()
    renewed: bool = False
    interaction_id: int = 0
    lease: int = 0


class Mail(msgspec.Struct, frozen=True):
    """What a channel owes now, in order; ``more`` are the streams that owe more than is in here.

    ``tracker`` is None where nothing was ever played, or nothing of it has changed. All was read under ``lease``;
    where the channel ``is_elsewhere``, another process posts it.
    """

    letters: tuple[Letter, ...] = ()
    more: frozenset[Stream] = frozenset()
    tracker: TrackerPost | None = None
    lease: int = 0
    is_elsewhere: bool = False


class Abandoned(msgspec.Struct, frozen=True):
    """What a channel that is gone leaves behind: how many promises, whose fight it was, and who was GM."""

    promises: int
    title: str
    gms: tuple[int, ...]
