"""A Discord that only remembers: what the publisher and the tracker posted, edited and took away, lane by lane."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import msgspec

from bot.posting.places import NOBODY, GoneError, Places, Sent
from bot.service.outbox import LogThread
from bot.service.requests import Standing

LOG, TRACKER, CHANNEL, STARTER, GM = "log", "tracker", "channel", "starter", "gm"
THREADS_FROM = 7_000_000

Pressable = tuple[str, str]
"""A button: what is written on it, and what it carries."""


@dataclass(frozen=True)
class Shown:
    """Something that came to stand in a public place, or went from it."""

    lane: str
    deed: str
    message: str
    text: str = ""
    buttons: tuple[Pressable, ...] = ()
    pings: tuple[int, ...] = ()
    nonce: str = ""


@dataclass
class Message:
    """A message as it stands now."""

    id: int
    place_id: int
    lane: str
    text: str
    buttons: tuple[Pressable, ...] = ()


@dataclass(eq=False)
class Place:
    """A channel or a thread; ``secret`` is what only GMs may read."""

    id: int
    secret: bool = False
    lane: str = CHANNEL
    parent_id: int = 0


def pressables(view: discord.ui.View | discord.ui.LayoutView | None) -> tuple[Pressable, ...]:
    """What can be pressed or chosen in a view, in order."""
    found: list[Pressable] = []
    for item in view.walk_children() if view else ():
        if isinstance(item, discord.ui.Select):
            found += [(option.label, f"{item.custom_id}={option.value}") for option in item.options]
        elif isinstance(item, discord.ui.Button):
            found.append((item.label or "", item.custom_id or ""))
    return tuple(found)


def shown_words(text: str, view: discord.ui.View | discord.ui.LayoutView | None) -> str:
    """What a message says: its text, or all words of a card."""
    if not isinstance(view, discord.ui.LayoutView):
        return text
    return "\n".join(each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))


class Board(Places):
    """Doors that lead nowhere: every place takes everything, and what all may see is written down.

    Where the log stands ``in_place``, its pages are told from what else is posted there all the same.
    """

    def __init__(self, channel_id: int) -> None:
        self._ids = itertools.count(THREADS_FROM)
        self.places = {channel_id: Place(channel_id)}
        self.messages: dict[int, Message] = {}
        self.shown: list[Shown] = []
        self._lane = CHANNEL
        self.in_place = False

    def of_trackers(self) -> Board:
        """The same places for who posts trackers there, so that these are told from what else is posted."""
        same = copy(self)
        same._lane = TRACKER
        return same

    async def channel(self, channel_id: int) -> Any:
        """A channel or thread."""
        found = self.places.get(channel_id)
        if found is None:
            raise GoneError(channel_id)
        return found

    async def id_of(self, place: Any) -> int:
        """The id of a place."""
        return int(place.id)

    async def hang(self, channel_id: int, known: LogThread, title: str) -> LogThread:
        """Open the log thread."""
        thread = Place(known.starter_id, lane=LOG)
        self.places[thread.id] = thread
        starter = str(known.starter_id)
        self.shown[:] = [replace(each, lane=STARTER) if each.message == starter else each for each in self.shown]
        self.shown.append(Shown(LOG, "thread", starter, title))
        return msgspec.structs.replace(known, thread_id=thread.id, in_place=self.in_place)

    async def log_place(self, channel_id: int, known: LogThread) -> Any:
        """Where the log goes."""
        return await self.channel(known.thread_id or channel_id)

    async def gm_place(self, channel_id: int, known: LogThread, title: str) -> Any:
        """The GM's thread."""
        if not known.gm_thread_id:
            thread = Place(next(self._ids), secret=True, lane=GM)
            self.places[thread.id] = thread
            return thread
        return await self.channel(known.gm_thread_id)

    async def invite(self, thread: Any, user_id: int) -> None:
        """Nobody else sees who reads the GM's thread."""

    async def expel(self, thread: Any, user_id: int) -> None:
        """Nobody else sees who reads the GM's thread no longer."""

    async def standing(self, thread: Any, user_id: int) -> Standing | None:
        """Whoever was let in is a GM."""
        return Standing(manages_server=True)

    async def send(
        self,
        place: Any,
        text: str,
        *,
        nonce: str,
        view: discord.ui.View | discord.ui.LayoutView | None = None,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> Sent:
        """Post a message."""
        named = (each for each in (mentions.users, mentions.roles) if isinstance(each, Sequence))
        pinged = tuple(each.id for those in named for each in those)
        lane = self._lane if place.lane == CHANNEL else place.lane
        message = Message(next(self._ids), place.id, lane, shown_words(text, view), pressables(view))
        self.messages[message.id] = message
        self._tell(message, "posts", pinged, nonce)
        return Sent(message.id, place.id, text)

    async def write_to(self, user_ids: Iterable[int], text: str) -> None:
        """Nobody is written to where no channel goes away."""

    async def message(self, channel_id: int, message_id: int) -> Any:
        """A message to be edited."""
        return Edited(self, self.messages[message_id])

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        if (message := self.messages.pop(message_id, None)) is not None:
            self._tell(message, "deletes")

    async def recent(self, place: Any) -> list[Sent]:
        """What was posted in a place."""
        return [Sent(each.id, each.place_id, each.text) for each in self.messages.values() if each.place_id == place.id]

    async def take_buttons(self, channel_id: int, message_id: int) -> None:
        """Have a message without buttons."""
        message = self.messages[message_id]
        message.buttons = ()
        self._tell(message, "edits")

    async def rewrite(self, channel_id: int, message_id: int, change: Callable[[str], str]) -> None:
        """Change an old message."""
        message = self.messages[message_id]
        message.text = change(message.text)
        self._tell(message, "rewrites")

    def edit(self, message: Message, text: str, view: discord.ui.View | discord.ui.LayoutView | None) -> None:
        """Change what a message says and offers."""
        message.text, message.buttons = shown_words(text, view), pressables(view)
        self._tell(message, "edits")

    def _tell(self, message: Message, deed: str, pings: tuple[int, ...] = (), nonce: str = "") -> None:
        if not self.places[message.place_id].secret:
            looks = ("", ()) if deed == "deletes" else (message.text, message.buttons)
            self.shown.append(Shown(message.lane, deed, str(message.id), *looks, pings, nonce))


@dataclass
class Edited:
    """The handle of a message, as discord.py has it."""

    board: Board
    message: Message
    edits: int = field(default=0)

    @property
    def id(self) -> int:
        """The message's id."""
        return self.message.id

    async def edit(
        self, *, content: str = "", view: discord.ui.View | discord.ui.LayoutView | None = None, **others: Any
    ) -> None:
        """Change the message."""
        self.board.edit(self.message, content, view)
