"""The publisher's side of the referee: what is owed to whom, and what has become of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec

from bot.service.campaigns.former_gms import no_gms, shown_out
from bot.service.orders.history import taken_back
from bot.service.orders.order_words import label
from bot.service.outbox import Abandoned, Letter, LogThread, Mail, Marks, Posted, Press, Stream, TrackerPost
from bot.service.ports import Store, Unit
from bot.service.posting.deserted import give_up
from bot.service.posting.guests import without_guests
from bot.service.posting.leases import ALONE, UNSHARED, LostLeaseError, Tenancy, check
from bot.service.posting.letters import owing, sorted_mail, written_down
from bot.service.requests import Standing
from bot.service.rows import FREE, Hold, OrderRow
from bot.service.systems import House

T = TypeVar("T")
_replace = msgspec.structs.replace


class Postbox:
    """What the publisher and the tracker ask of the service; every method is one transaction or one look."""

    def __init__(self, store: Store, house: House, press: Press, tenancy: Tenancy = ALONE) -> None:
        self._store = store
        self._tenancy = tenancy
        self._house = house
        self._press = press

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Have ``listener`` called, in the event loop, with the channel of every change that has been committed."""
        self._store.subscribe(listener)

    async def channels(self) -> tuple[int, ...]:
        """Return the channels that wait for this process to post something, for instance after a crash."""
        found = await self._store.unposted_channels()
        return tuple(channel_id for guild_id, channel_id in found if self._tenancy.lease_of(guild_id) is not None)

    async def pass_on(self, channel_id: int) -> None:
        """Have the process that posts in a channel hear that there may be something for it."""
        await self._store.write(lambda unit: unit.tell_others(channel_id))

    def stands(self, lease: int) -> bool:
        """Tell whether this process still posts under a lease, as far as it knows."""
        return self._tenancy.stands(lease)

    def check(self, lease: int) -> None:
        """Raise LostLeaseError where what was read under a lease must not be carried out any more."""
        if not self._tenancy.stands(lease):
            raise LostLeaseError(lease)

    async def mail(
        self, channel_id: int, streams: Collection[Stream], *, with_tracker: bool, rides: bool = False
    ) -> Mail:
        """Return what a channel owes in these streams; a letter without an id is yet to be written down.

        A call that ``rides`` stands on the last page of the public log, if that owes any.
        """
        look = partial(sorted_mail, house=self._house, press=self._press, tenancy=self._tenancy)
        what = partial(look, channel_id=channel_id, streams=streams, with_tracker=with_tracker, rides=rides)
        return await self._store.read(what)

    async def owing(self, channel_id: int) -> frozenset[Stream | None] | None:
        """Return the streams of a channel that owe something, None among them for its tracker; None where another
        process posts there."""
        look = partial(owing, house=self._house, press=self._press, tenancy=self._tenancy)
        return await self._store.read(partial(look, channel_id=channel_id))

    async def _noted(self, lease: int, work: Callable[[Unit], T], hold: Hold = FREE) -> T:
        """Write something down under the lease under which it was read, or not at all.

        Raises:
            LostLeaseError: the lease is somebody else's by now.
        """

        def checked(unit: Unit) -> T:
            check(unit, lease)
            return work(unit)

        try:
            return await self._store.write(checked, hold)
        except LostLeaseError:
            self._tenancy.lost(lease)
            raise

    async def write_down(self, letters: Sequence[Letter]) -> tuple[Letter, ...]:
        """Settle what goes into these messages, for good; the letters with their ids.

        Left out are those of a stream that another process was faster with.
        """
        if not letters:
            return ()
        hold = Hold(scene_id=letters[0].log.scene_id)
        return await self._noted(letters[0].lease, partial(written_down, letters=letters), hold)

    async def posted(self, letter: Letter, place_id: int, message_id: int) -> None:
        """Note that a letter stands in a message; 0 where there is no message to speak of."""
        mark = partial(_mark, letter=letter, place_id=place_id, message_id=message_id)
        await self._noted(letter.lease, mark, Hold(scene_id=letter.log.scene_id))

    async def last_posted(self, letter: Letter, place_id: int) -> int:
        """Return the newest message of a letter's stream that is known to stand in a place, 0 for none."""
        return await self._store.read(lambda unit: unit.last_posted(letter.log.scene_id, letter.stream, place_id))

    async def marks(self, letter: Letter) -> Marks:
        """Return what an undo or redo in a letter strikes or restores in the letter's own stream."""
        return await self._store.read(partial(_marks, letter=letter))

    async def log_opened(self, log: LogThread, lease: int = UNSHARED) -> None:
        """Note where a fight's log is; fields of 0 keep what was known before, and the GM's thread is not touched."""
        await self._noted(lease, partial(_merge_log, log=log), Hold(scene_id=log.scene_id))

    async def gm_thread_opened(self, log: LogThread, lease: int = UNSHARED) -> None:
        """Note which thread of a fight is the GM's; where its log is may have been noted meanwhile.

        What was told to nobody before there was one is owed again.
        """
        await self._noted(lease, partial(_merge_gm_thread, log=log), Hold(scene_id=log.scene_id))

    async def thread_lost(self, letter: Letter) -> None:
        """Note that the thread of a letter's stream is gone: all of it is owed again, to a new one."""
        await self._noted(letter.lease, partial(_lose_thread, letter=letter), Hold(scene_id=letter.log.scene_id))

    async def thread_left(self, letter: Letter) -> None:
        """Leave the GM's thread as it is: a new one takes what follows; every GM is let into that."""
        await self._noted(letter.lease, partial(_leave_thread, letter=letter), Hold(scene_id=letter.log.scene_id))

    async def let_in(self, letter: Letter) -> tuple[int, ...]:
        """Return the users who were let into the GM's thread of a letter's fight."""
        return await self._store.read(lambda unit: tuple(unit.gms(letter.log.scene_id)))

    async def no_gms(self, letter: Letter, members: Mapping[int, Standing], parent_id: int) -> list[int]:
        """Return those of the members of a server who are no GM where a letter comes from.

        ``parent_id`` is the channel that the GM's thread hangs on, and with it the thread that may be fought in.
        """
        look = partial(no_gms, house=self._house, letter=letter, members=members, parent_id=parent_id)
        return await self._store.read(look)

    async def shown_out(self, letter: Letter, user_ids: Collection[int]) -> None:
        """Note who has been shown out of the GM's thread of a letter's fight."""
        work = partial(shown_out, letter=letter, user_ids=user_ids)
        await self._noted(letter.lease, work, Hold(scene_id=letter.log.scene_id))

    async def is_played_in(self, channel_id: int) -> bool:
        """Tell whether anything was ever played in a channel."""
        return await self._store.read(lambda unit: unit.scene_at(channel_id) is not None)

    async def give_up(self, channel_id: int, lease: int = UNSHARED) -> Abandoned | None:
        """Owe nothing to a channel that is gone, and have everybody leave; what it leaves behind, None where nothing
        was owed to it."""
        row = await self._store.read(lambda unit: unit.scene_at(channel_id))
        hold = Hold(guild_id=row.guild_id) if row else FREE
        return await self._noted(lease, partial(give_up, channel_id=channel_id, house=self._house), hold)

    async def call_others(self, post: TrackerPost, gone: Collection[int]) -> TrackerPost:
        """Give back whom those who have left play for others, and return the tracker that calls others instead.

        Raises:
            LostLeaseError: another process shows it.
        """
        row = await self._store.read(lambda unit: unit.scene_row(post.scene_id))
        work = partial(without_guests, post=post, gone=gone, house=self._house, press=self._press)
        return await self._noted(post.lease, work, Hold(guild_id=row.guild_id))

    async def tracker_posted(self, post: TrackerPost, message_id: int) -> None:
        """Note that the tracker stands in a message of its channel, or with 0 that there is none any longer."""
        note = partial(_note_tracker, post=post, message_id=message_id)
        await self._noted(post.lease, note, Hold(scene_id=post.scene_id))


def _mark(unit: Unit, letter: Letter, place_id: int, message_id: int) -> None:
    unit.mark_posted(letter.id, place_id, message_id)
    if letter.turn:
        known = unit.tracker_post(letter.log.scene_id) or TrackerPost(scene_id=letter.log.scene_id, tracker=None)
        unit.save_tracker_post(_replace(known, pinged=letter.turn))


def _merge_log(unit: Unit, log: LogThread) -> None:
    known = unit.log_thread(log.scene_id, log.fight)
    merged = {
        "starter_id": log.starter_id or known.starter_id,
        "thread_id": log.thread_id or known.thread_id,
        "in_place": log.in_place or known.in_place,
    }
    unit.save_log_thread(_replace(known, **merged))


def _merge_gm_thread(unit: Unit, log: LogThread) -> None:
    known = unit.log_thread(log.scene_id, log.fight)
    unit.save_log_thread(_replace(known, gm_thread_id=log.gm_thread_id))
    if unit.was_let_in_nowhere(log.scene_id, log.fight):
        unit.owe_again(log.scene_id, log.fight, Stream.GM)


def _lose_thread(unit: Unit, letter: Letter) -> None:
    known = unit.log_thread(letter.log.scene_id, letter.log.fight)
    if letter.stream is Stream.GM:
        if known.gm_thread_id != letter.log.gm_thread_id:
            return  # another process has opened a new one
        unit.save_log_thread(_replace(known, gm_thread_id=0))
    else:
        if known.thread_id != letter.log.thread_id:
            return
        unit.save_log_thread(_replace(known, starter_id=0, thread_id=0, lost=known.lost + 1))
    unit.owe_again(known.scene_id, known.fight, letter.stream)


def _leave_thread(unit: Unit, letter: Letter) -> None:
    known = unit.log_thread(letter.log.scene_id, letter.log.fight)
    if known.gm_thread_id == letter.log.gm_thread_id:
        unit.save_log_thread(_replace(known, gm_thread_id=0))
        unit.invite_again(known.scene_id, known.fight)


def _note_tracker(unit: Unit, post: TrackerPost, message_id: int) -> None:
    view, known = post.tracker, unit.tracker_post(post.scene_id)
    turn = {"pinged": view.turn if view and post.ping else known.pinged if known else ""}
    place = {"channel_id": view.channel_id} if view else {}
    unit.save_tracker_post(_replace(post, message_id=message_id, **place, **turn))


def _marks(unit: Unit, letter: Letter) -> Marks:
    """Return the messages of the orders that an undo took back, or that a redo brings back."""
    (promise,) = unit.promises([letter.parts[0].parcel_id])
    turn = unit.order(promise.scene_id, promise.ordinal)
    if not turn.voids:
        return Marks()
    return Marks(_taken_back(unit, turn, letter.stream), turn.redo)


def _taken_back(unit: Unit, turn: OrderRow, stream: Stream) -> tuple[Posted, ...]:
    taken = taken_back(unit, turn.scene_id, turn.voids, turn.ordinal, redo=turn.redo)
    meant = {each.ordinal: each for each in taken}
    found = unit.posted(turn.scene_id, min(meant, default=turn.ordinal), turn.ordinal - 1, stream)
    return tuple(
        _replace(posted, label=_shown_as(meant[ordinal], stream)) for ordinal, posted in found if ordinal in meant
    )


def _shown_as(order: OrderRow, stream: Stream) -> str:
    """Return the number that an order's lines stand behind: none in public, where only the GM knows of it."""
    return "" if order.gm_only and stream is not Stream.GM else label(order)
