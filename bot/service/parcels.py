"""What is promised to be posted, and where it ended up, as plain data."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from bot.core.wording import Line
from bot.service.requests import Button, Tracker


class Post(StrEnum):
    """What a parcel asks the publisher to do."""

    THREAD = "thread"  # open the fight's log thread; lines are the words of its starter message
    ORDER = "order"  # post the lines in the fight's public log
    GM = "gm"  # post the lines in the fight's GM thread
    INVITE = "invite"  # add user_id to the fight's GM thread
    UNDONE = "undone"  # post the lines, and mark the messages in `marks`
    SECRET = "secret"  # noqa: S105  post the lines in the public log: promises and secrets of the dice
    SUMMARY = "summary"  # post the lines in the public log; the fight is over


# Which end of a chapter a SECRET is about, where an order's ordinal stands otherwise.
OPENING, CLOSING = 0, -1


class Posted(msgspec.Struct, frozen=True):
    """Where an order stands in Discord; several orders may share a message."""

    label: str
    channel_id: int
    message_id: int


class LogThread(msgspec.Struct, frozen=True, kw_only=True):
    """What is known in Discord of the log of one fight; 0 is not yet known.

    ``in_place`` says that the log stands in the fight's own channel, which cannot have threads.
    """

    scene_id: int
    fight: int
    starter_id: int = 0
    thread_id: int = 0
    gm_thread_id: int = 0
    in_place: bool = False


class Parcel(msgspec.Struct, frozen=True, kw_only=True):
    """One promise, in order within its channel.

    ``label`` is the number of the order as its readers know it ("12", GM-only "g3"), empty for what has none.
    ``restores`` says that the messages in ``marks`` count again. ``buttons`` hang on the last of its messages.
    """

    id: int
    kind: Post
    guild_id: int
    channel_id: int
    log: LogThread
    label: str = ""
    title: str = ""
    lines: tuple[Line, ...] = ()
    user_id: int = 0
    marks: tuple[Posted, ...] = ()
    restores: bool = False
    buttons: tuple[Button, ...] = ()


class TrackerPost(msgspec.Struct, frozen=True, kw_only=True):
    """The live tracker of a channel: what it should show, and what was last posted.

    ``tracker`` is None where no fight is open any longer. ``message_id`` is 0 before the first post; ``pinged`` is the
    ``turn`` that was pinged last.
    """

    scene_id: int
    tracker: Tracker | None
    channel_id: int = 0
    message_id: int = 0
    version: int = -1
    pinged: str = ""
