"""How a letter gets to its place: sent once under its own name, looked for where that is not certain, and noted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import assert_never

import discord
import msgspec
import structlog

from bot.posting.depths import Depths
from bot.posting.former_gms import GmThreadGuard
from bot.posting.last_buttons import LastButtons
from bot.posting.places import (
    UNREACHED,
    ClosedError,
    GoneError,
    LockedError,
    Places,
    Sent,
    UsedError,
    calling,
)
from bot.render.log import is_card, restored, struck, unshown, with_call, without_call
from bot.render.markdown import FORWARD
from bot.service.outbox import Abandoned, Letter, Post
from bot.service.posting.letters import LONGEST_NONCE
from bot.service.posting.postbox import Postbox
from cogs._buttons import layout_of, view_of
from cogs._trail import follow, passed

MOST_SENDS = 3  # of one letter, where Discord gives back something else than was sent
NOT_TAKEN = frozenset({50006, 50035, 200000, 200001, 240000})  # Discord's codes for words that it does not post

log = structlog.get_logger()


class Postman:
    """Delivers letters, those of one stream one after the other."""

    def __init__(self, places: Places, postbox: Postbox, depths: Depths | None = None) -> None:
        self._places = places
        self._postbox = postbox
        self._depths = depths or Depths()
        self._gm_threads = GmThreadGuard(places, postbox)
        self._last_buttons = LastButtons(places)
        self._unsent: set[tuple[int, int]] = set()  # letters that nobody can have sent yet under this lease
        self._doubted: set[int] = set()  # channels where a process of before may have sent what it did not write down
        self._told: set[tuple[int, str]] = set()

    def doubt(self, channel_ids: Iterable[int]) -> None:
        """Look at what stands in these channels before anything is posted there."""
        self._doubted.update(channel_ids)

    def received(self, channel_id: int, letters: Sequence[Letter]) -> None:
        """Note which letters of a channel have just been written down."""
        if channel_id not in self._doubted:
            self._unsent.update((letter.id, letter.lease) for letter in letters)
        self._doubted.discard(channel_id)

    async def deliver(self, letters: Sequence[Letter], *, crowded: bool = False) -> bool:
        """Post letters of one stream in order, in a crowd with as few requests as that takes; whether what is left must
        be looked at anew, since its place changed.

        Raises:
            GoneError: the channel is gone.
            ClosedError: the bot lacks a permission.
            LostLeaseError: another process posts them.
        """
        for letter in letters:
            follow(*letter.interactions)
            self._postbox.check(letter.lease)
            try:
                if await self._delivered(letter, crowded=crowded):
                    return True
            except GoneError as error:
                if error.place_id == letter.channel_id:
                    raise
                log.info("thread is gone", thread=error.place_id, channel=letter.channel_id)
                await self._postbox.thread_lost(letter)
                return True
            except LockedError:
                await self._postbox.thread_left(letter)
                return True
        return False

    async def _delivered(self, letter: Letter, *, crowded: bool) -> bool:
        """Do what a letter asks for; whether it changed where the next ones go."""
        match letter.kind:
            case Post.THREAD:
                return await self._log_opened(letter)
            case Post.EXPEL if not letter.log.gm_thread_id:
                await self._noted(letter, 0, 0)
            case Post.INVITE | Post.EXPEL | Post.GM:
                return await self._to_the_gm(letter, crowded=crowded)
            case Post.ORDER | Post.UNDONE | Post.ROUND | Post.SECRET | Post.SUMMARY:
                await self._post(letter, await self._places.log_place(letter.channel_id, letter.log))
            case Post.CHANNEL | Post.NEWS:
                await self._post(letter, await self._places.channel(letter.channel_id))
            case _:
                assert_never(letter.kind)
        return False

    async def _noted(self, letter: Letter, place_id: int, message_id: int) -> None:
        """Note that a letter stands in a message; 0 where there is no message to speak of."""
        await self._postbox.posted(letter, place_id, message_id)
        passed("posted", kind=letter.kind.value, channel=letter.channel_id, place=place_id, message_id=message_id)

    async def _log_opened(self, letter: Letter) -> bool:
        """Open the log in a thread of its own, behind a starter message; each is noted as soon as it is there."""
        known = letter.log
        if not known.starter_id:
            starter_id = await self._message(letter, await self._places.channel(letter.channel_id))
            known = msgspec.structs.replace(known, starter_id=starter_id)
            await self._postbox.log_opened(known, letter.lease)
        try:
            known = await self._places.hang(letter.channel_id, known, letter.title)
        except ClosedError as closed:
            known = msgspec.structs.replace(known, in_place=True)
            await self.tell_closed(letter.channel_id, str(closed))
        await self._postbox.log_opened(known, letter.lease)
        await self._noted(letter, letter.channel_id, known.starter_id)
        return True

    async def _to_the_gm(self, letter: Letter, *, crowded: bool) -> bool:
        place = await self._places.gm_place(letter.channel_id, letter.log, letter.title)
        if place is None:
            await self._noted(letter, 0, 0)
            return False
        if place.id != letter.log.gm_thread_id:
            opened = msgspec.structs.replace(letter.log, gm_thread_id=place.id)
            await self._postbox.gm_thread_opened(opened, letter.lease)
            return True
        match letter.kind:
            case Post.INVITE | Post.EXPEL:
                await self._let(letter, place)
            case _:
                await self._gm_threads.look_through(place, letter)
                if message_id := await self._post_privately(letter, place):
                    await self._last_buttons.move(letter, place, message_id, crowded=crowded)
        return False

    async def _post_privately(self, letter: Letter, thread: discord.Thread) -> int:
        """Post a letter in the GM's thread; the message that it stands in, 0 for none.

        Raises:
            LockedError: the bot is in it no more.
        """
        try:
            return await self._post(letter, thread)
        except discord.Forbidden as error:
            await self._places.check_let_in(thread.parent_id, error)
            raise

    async def _let(self, letter: Letter, thread: discord.Thread) -> None:
        """Let somebody into the GM's thread or show them out; nobody is left to be let in who has been shown out."""
        if letter.user_id:
            let = self._places.invite if letter.kind is Post.INVITE else self._places.expel
            await let(thread, letter.user_id)
        await self._noted(letter, thread.id, 0)

    async def _post(self, letter: Letter, place: discord.abc.Messageable) -> int:
        """Post a letter, strike what it takes back, and note it; the message that it stands in, 0 for none."""
        message_id = await self._message(letter, place) if letter.text else 0
        if letter.strikes:
            await self._strike(letter)
        await self._noted(letter, await self._places.id_of(place), message_id)
        return message_id

    async def _message(self, letter: Letter, place: discord.abc.Messageable) -> int:
        """Return the message that a letter stands in: the one that was sent before, else a new one."""
        if (letter.id, letter.lease) in self._unsent:
            self._unsent.discard((letter.id, letter.lease))
            return await self._sent(letter, place)
        after = await self._postbox.last_posted(letter, await self._places.id_of(place))
        recent = await self._places.recent(place)
        known = (each.id for each in recent if each.id > after and _reads(each.text, letter.text))
        return next(known, 0) or await self._sent(letter, place)

    async def _sent(self, letter: Letter, place: discord.abc.Messageable) -> int:
        """Send a letter until Discord gives back what was sent: under one name it gives back what came first."""
        place_id = await self._places.id_of(place)
        for attempt in range(MOST_SENDS):
            self._postbox.check(letter.lease)
            with suppress(UsedError):
                nonce = renamed(letter.nonce, attempt, letter.id) if attempt else letter.nonce
                sent = await self._taken(letter, place, nonce)
                if sent is None or (sent.place_id == place_id and _reads(sent.text, letter.text)):
                    return sent.id if sent else 0
        log.error("Discord shows other words than were sent", channel=letter.channel_id, letter=letter.id)
        return 0

    async def _taken(self, letter: Letter, place: discord.abc.Messageable, nonce: str) -> Sent | None:
        """Return what Discord made of a letter; None where it does not take its words, which is said in its place."""
        try:
            text = with_call(letter.text, letter.ping)
            view = layout_of((text,), letter.buttons) if is_card(text) else view_of(letter.buttons)
            sent = await self._places.send(place, text, nonce=nonce, view=view, mentions=calling(letter.ping))
            self._depths.said(sent.place_id)
            return sent
        except discord.HTTPException as error:
            if error.code not in NOT_TAKEN:
                raise
            log.error("Discord does not take a letter", channel=letter.channel_id, letter=letter.id, error=repr(error))
        try:
            await self._places.send(place, unshown(letter.text), nonce=renamed(nonce, "unshown"))
        except discord.HTTPException as error:
            if error.code not in NOT_TAKEN:
                raise
        return None

    async def _strike(self, letter: Letter) -> None:
        marks = await self._postbox.marks(letter)
        change = restored if marks.restores else struck
        for mark in marks.posted:
            await self._places.rewrite(mark.channel_id, mark.message_id, partial(change, label=mark.label))

    async def tell_closed(self, channel_id: int, why: str) -> None:
        """Say once in a channel what the bot lacks there; where it cannot even do that, nobody is told."""
        if (channel_id, why) in self._told:
            return
        self._told.add((channel_id, why))
        try:
            await self._places.send(await self._places.channel(channel_id), why, nonce=renamed(why, channel_id))
        except (*UNREACHED, GoneError, UsedError) as error:
            log.info("nobody was told", channel=channel_id, error=repr(error))

    async def finds_gone(self, channel_id: int) -> bool:
        """Tell whether there is no such channel any longer; one out of the bot's sight is there."""
        try:
            with suppress(discord.Forbidden):
                await self._places.channel(channel_id)
        except GoneError:
            return True
        return False

    async def tell_abandoned(self, abandoned: Abandoned) -> None:
        """Tell the GMs of a fight that its channel is gone."""
        lines = "1 line of its log was" if abandoned.promises == 1 else f"{abandoned.promises} lines of its log were"
        await self._places.write_to(
            abandoned.gms, f"The channel of {abandoned.title} is gone. {lines} not posted and will not be any more."
        )


def _reads(shown: str, sent: str) -> bool:
    """Tell whether what Discord shows has the words that were sent, whomever it calls; it trims as it likes what cannot
    be seen."""
    return _seen(without_call(shown)) == _seen(sent)


def _seen(text: str) -> list[str]:
    return text.replace(FORWARD, "").split()


def renamed(name: str, *more: object) -> str:
    """Return another name for a message."""
    return hashlib.sha256(f"{name} {more}".encode()).hexdigest()[:LONGEST_NONCE]
