"""What a use case needs of a store: rows as plain values, and one transaction as the place to read and write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

from bot.core.errors import NewerError
from bot.core.events import Event
from bot.core.ground.layouts import Layout
from bot.core.scene import Sheet
from bot.service.outbox import LogThread, Posted, Stream, TrackerPost
from bot.service.personal_port import PersonalUnit
from bot.service.requests import Portrait
from bot.service.rows import (
    FREE,
    AnyScene,
    Backlog,
    ChapterRow,
    Hold,
    LeaseRow,
    LetterRow,
    OrderRow,
    OutboxRow,
    SceneRow,
    SheetRow,
)

T = TypeVar("T")
R = TypeVar("R")


class UnreadableError(Exception):
    """A kept state cannot be read; the events it was folded from can still be folded again."""


class CrowdedError(Exception):
    """Somebody asks for more long looks than one asker may have waiting."""


class StoppedError(Exception):
    """A long look was stopped: nobody waits for it any longer, it took too long, or the bot is going down."""


class UnreachedError(Exception):
    """There is no way to the database; what was asked of it may have been done and may not."""


class OutdatedError(NewerError):
    """All that is kept is of a newer version, beside which this one may not work; the message says what to do."""


class AskedFrom(NamedTuple):
    """From where something is asked: the server and the channel whose campaign holds there, by whom, and in which
    thread, 0 outside of threads.
    """

    guild_id: int = 0
    channel_id: int = 0
    user_id: int = 0
    thread_id: int = 0


NOWHERE: Final = AskedFrom()


class Unit(PersonalUnit, Protocol):
    """One transaction. Reads see what it wrote; nothing lasts unless the whole of it is committed.

    Whatever reads raises NewerError where a newer version of the bot keeps what was asked for in a way that this one
    does not know: it is left as it is then.
    """

    def claim(self, interaction_id: int, at_ms: int, asked: AskedFrom = NOWHERE) -> bytes | None:
        """Take an interaction for this transaction, or the answer it was given before.

        What an order that is ``asked`` from there is going to read is read in passing.
        """
        ...

    def answered(self, interaction_id: int, answer: bytes) -> None:
        """Keep the answer to a claimed interaction, which nobody can claim from then on."""
        ...

    def forget(self, before_ms: int) -> bool:
        """Let go of some of the oldest interactions, if they are from before ``before_ms``; whether there were any."""
        ...

    def rewind(self) -> None:
        """Take back all that this transaction did."""
        ...

    def breathe(self) -> None:
        """Let others have their turn; long looks call this often.

        Raises:
            StoppedError: nobody waits for this look any longer.
        """
        ...

    def campaign(self, guild_id: int, channel_id: int) -> dict[int, bytes]:
        """Return the settings of the server (key 0) and of the channel, where there are any."""
        ...

    def save_campaign(self, guild_id: int, channel_id: int, settings: bytes) -> None:
        """Keep settings of a channel, or of the server for channel 0."""
        ...

    def home_of(self, guild_id: int, thread_id: int) -> int:
        """Return the channel whose fight logs in a thread, 0 if it is no such thread."""
        ...

    def scene_at(self, channel_id: int) -> SceneRow | None:
        """Return the scene of a channel, held against other transactions until this one ends."""
        ...

    def scene_row(self, scene_id: int) -> SceneRow:
        """Return a scene by its id; it is known to exist."""
        ...

    def rulesets_played(self) -> list[str]:
        """Return the keys of the rule systems by which any scene is played."""
        ...

    def scene_ids(self) -> list[int]:
        """Return all scenes, oldest first."""
        ...

    def state(self, row: SceneRow, *, stored: bool = False) -> AnyScene:
        """Return the fold of a scene at ``row``, folded anew from its events if need be.

        ``stored`` wants what the rows hold, even where the fold is at hand.

        Raises:
            NewerError: the scene was played by newer rules.
            UnreadableError: the rows were wanted and make no state.
        """
        ...

    def open_scene(self, row: SceneRow) -> SceneRow:
        """Return a new scene, with its id."""
        ...

    def save(self, row: SceneRow, before: AnyScene | None, after: AnyScene) -> None:
        """Write the fold: of combatants those that ``before`` does not hold as the same object, all without it."""
        ...

    def append(self, order: OrderRow, events: Sequence[Event], first_seq: int) -> None:
        """Append an order and its events, numbered from ``first_seq``."""
        ...

    def order(self, scene_id: int, ordinal: int) -> OrderRow:
        """Return one order; it is known to exist."""
        ...

    def numbered(self, scene_id: int, chapter: int, number: int, *, gm_only: bool) -> OrderRow | None:
        """Return the order that carries a number in a chapter."""
        ...

    def orders(self, scene_id: int, first: int, last: int) -> list[OrderRow]:
        """Return the orders of a range of ordinals, both ends included."""
        ...

    def page(self, scene_id: int, before: int, most: int, *, gm: bool) -> list[OrderRow]:
        """Return the last orders before an ordinal (for a GM) or before a public number, oldest first."""
        ...

    def events(self, scene_id: int, first: int, last: int, ruleset: str) -> dict[int, list[Event]]:
        """Return the events of a range of ordinals by ordinal."""
        ...

    def open_chapter(self, row: ChapterRow, checkpoint: AnyScene) -> None:
        """Begin a chapter at a state."""
        ...

    def close_chapter(self, scene_id: int, number: int) -> None:
        """Mark a chapter as closed: its public secret is public from now on."""
        ...

    def reveal_chapters(self, scene_id: int) -> list[int]:
        """Mark the GM's secrets of all closed chapters as public; the chapters that were not yet."""
        ...

    def chapter(self, scene_id: int, number: int) -> ChapterRow:
        """Return a chapter; it is known to exist."""
        ...

    def checkpoint(self, chapter: ChapterRow) -> AnyScene:
        """Return the state a chapter began with."""
        ...

    def maps(self, guild_id: int) -> list[Layout]:
        """Return the grounds that a server has imported, by title."""
        ...

    def save_map(self, guild_id: int, layout: Layout) -> None:
        """Keep a ground that a server has imported, in the place of one called the same."""
        ...

    def delete_map(self, guild_id: int, title: str) -> None:
        """Delete a ground that a server has imported."""
        ...

    def map_picture(self, guild_id: int, digest: str) -> bytes:
        """Return the picture of a ground as WebP; nothing where it is kept no longer."""
        ...

    def save_map_picture(self, guild_id: int, digest: str, picture: bytes) -> None:
        """Keep the picture of a ground."""
        ...

    def delete_map_picture(self, guild_id: int, digest: str) -> None:
        """Delete the picture of a ground."""
        ...

    def sheets(self, guild_id: int, owner_id: int, ruleset: str) -> list[SheetRow]:
        """Return the sheets of a user, by name, each as it stands now: one that is enlisted as its scene has it.

        Unread is one that was written by rules that are not known, or whose scene is played by them.
        """
        ...

    def sheet(self, guild_id: int, sheet_id: int) -> SheetRow | None:
        """Return a sheet of a server as it stands now.

        Raises:
            NewerError: it was written by rules that are not known, or its scene is played by them.
        """
        ...

    def add_sheet(self, row: SheetRow) -> int:
        """Keep a new sheet; its id."""
        ...

    def save_sheet(self, row: SheetRow) -> None:
        """Keep a changed sheet.

        Raises:
            NewerError: it was not read, so that what a newer version keeps of it would be lost.
        """
        ...

    def activate_sheet(self, row: SheetRow) -> None:
        """Make a sheet the only active one of its owner in its system."""
        ...

    def delete_sheet(self, sheet_id: int) -> None:
        """Delete a sheet."""
        ...

    def portrait(self, sheet_id: int) -> Portrait | None:
        """Return the portrait of a sheet."""
        ...

    def save_portrait(self, sheet_id: int, portrait: Portrait) -> None:
        """Keep the portrait of a sheet, which goes when the sheet goes."""
        ...

    def delete_portrait(self, sheet_id: int) -> None:
        """Delete the portrait of a sheet."""
        ...

    def pictured(self, guild_id: int) -> dict[int, int]:
        """Return the sheets of a server of whose portraits the bot keeps the picture, with their owners."""
        ...

    def kept_roll(self, guild_id: int, owner_id: int, ruleset: str, label: str) -> tuple[int, ...]:
        """Return the faces that were kept for a user's characters, none where nothing was rolled yet."""
        ...

    def keep_roll(self, guild_id: int, owner_id: int, ruleset: str, label: str, faces: tuple[int, ...]) -> None:
        """Keep the faces that fell for a user's characters."""
        ...

    def forget_rolls(self, guild_id: int, owner_id: int, ruleset: str) -> None:
        """Keep nothing any longer of what was rolled for a user's characters."""
        ...

    def project(self, ruleset: str, sheets: Iterable[tuple[int, Sheet]]) -> None:
        """Rewrite sheets of a system, by id, with what a scene has made of them that they leave."""
        ...

    def settle_sheets(self, scene_id: int) -> None:
        """Rewrite all sheets that are enlisted in a scene, with what it has made of them."""
        ...

    def enlisted_in(self, sheet_id: int) -> tuple[SceneRow, str] | None:
        """Return where a sheet is enlisted, and as which combatant."""
        ...

    def post(self, rows: Sequence[OutboxRow]) -> None:
        """Promise to post something; it comes of the interaction that was claimed."""
        ...

    def unwritten(self, channel_id: int, stream: Stream, most: int) -> list[OutboxRow]:
        """Return the oldest promises of a stream of which it is not written down in which message they go."""
        ...

    def promises(self, outbox_ids: Iterable[int]) -> list[OutboxRow]:
        """Return promises by id; they are known to exist."""
        ...

    def alike_before(self, row: OutboxRow) -> int:
        """Return the number of promises made before ``row``, of its kind and in its fight, behind the same public
        number."""
        ...

    def promised_by(self, scene_id: int, ordinal: int) -> int:
        """Return the interaction that the promises about an order come of, 0 for none that is known."""
        ...

    def write_letter(self, row: LetterRow) -> int:
        """Write down what goes into one message; its id, which no other ever had."""
        ...

    def unposted(self, channel_id: int, stream: Stream, most: int) -> list[LetterRow]:
        """Return the oldest letters of a stream that have not been posted."""
        ...

    def mark_posted(self, letter_id: int, place_id: int, message_id: int) -> None:
        """Note where a letter stands; a promise is kept once all letters that hold a part of it are posted."""
        ...

    def last_posted(self, scene_id: int, stream: Stream, place_id: int) -> int:
        """Return the newest message of a stream in a channel or thread, 0 for none."""
        ...

    def posted(self, scene_id: int, first: int, last: int, stream: Stream) -> list[tuple[int, Posted]]:
        """Return where a stream shows the orders of a range of ordinals, with their ordinals; labels are left empty."""
        ...

    def owe_again(self, scene_id: int, fight: int, stream: Stream) -> None:
        """Owe all of a fight's stream anew, as if nothing of it had been posted."""
        ...

    def give_up(self, channel_id: int) -> int:
        """Owe nothing to a channel any longer; how many promises were not kept."""
        ...

    def backlog(self) -> Backlog:
        """Return what waits to be posted, of all channels."""
        ...

    def key(self, name: str) -> bytes:
        """Return a secret of this database; it is known to exist."""
        ...

    def book(self, bucket: int, gap_ms: int) -> tuple[int, int]:
        """Give away the next place in a queue, so long behind the last; when it is and what time it is, in ms."""
        ...

    def was_let_in_nowhere(self, scene_id: int, fight: int) -> bool:
        """Tell whether letting somebody into a fight's GM's thread was done with when there was no such thread."""
        ...

    def invite_again(self, scene_id: int, fight: int) -> None:
        """Owe every GM of a fight the invitation to its GM's thread anew."""
        ...

    def gms(self, scene_id: int) -> list[int]:
        """Return the users who have been GM in the last fight that had any."""
        ...

    def invite(self, row: SceneRow, fight: int, user_id: int) -> bool:
        """Note a GM of a fight; whether it is a new one."""
        ...

    def let_in(self, guild_id: int) -> list[tuple[SceneRow, int, int]]:
        """Return who was let into the GM's threads of a server: scene, fight and user."""
        ...

    def let_in_at(self, channel_id: int, user_id: int) -> list[int]:
        """Return the fights of a channel into whose GM's threads a user was let."""
        ...

    def dismiss(self, scene_id: int, fight: int, user_id: int) -> None:
        """Count a user no longer among the GMs of a fight: a thread made anew does not let them in."""
        ...

    def log_thread(self, scene_id: int, fight: int) -> LogThread:
        """Return what is known of a fight's log."""
        ...

    def save_log_thread(self, log: LogThread) -> None:
        """Keep what is known of a fight's log."""
        ...

    def tracker_post(self, scene_id: int) -> TrackerPost | None:
        """Return what was last posted of a scene's tracker; its ``tracker`` is left None."""
        ...

    def save_tracker_post(self, post: TrackerPost) -> None:
        """Keep what was posted of a scene's tracker."""
        ...

    def touch(self, channel_id: int) -> None:
        """Have the listeners told of a channel once this is committed."""
        ...

    def leases(self) -> list[LeaseRow]:
        """Return all leases that there ever were; where they may be changed, held against others until this ends."""
        ...

    def save_lease(self, row: LeaseRow) -> None:
        """Keep who holds a lease."""
        ...

    def renew_leases(self, holder: int) -> None:
        """Count up the beats of all leases of a holder."""
        ...

    def is_unlocked(self, holder: int) -> bool:
        """Tell whether no session keeps the lock of a holder of leases, where the database has such locks."""
        ...

    def processes(self) -> int:
        """Return how many processes are there, the one that asks among them, where the database can tell."""
        ...

    def lease_stands(self, number: int) -> bool:
        """Tell whether a lease is held under this number; nobody takes it until this transaction ends."""
        ...

    def tell_others(self, channel_id: int) -> None:
        """Have other processes hear of a channel once this is committed, if the database can; of the leases with 0."""
        ...


class Presence(Protocol):
    """What shows that this process is there: it goes away with the process, whatever becomes of that."""

    @property
    def holder(self) -> int:
        """Return the number by which this process holds leases; no other ever has it."""
        ...

    @property
    def is_lost(self) -> bool:
        """Tell whether it has gone away though the process has not."""
        ...

    @property
    def may_be_silent(self) -> bool:
        """Tell whether a holder needs no beats: it is gone if its presence is, and never otherwise."""
        ...

    def is_gone(self, unit: Unit, holder: int) -> bool:
        """Tell whether the presence of another process is known to be gone; on the thread that works on ``unit``."""
        ...

    async def leave(self) -> None:
        """Go away."""
        ...


class Store(Protocol):
    """Where units come from."""

    async def write(self, work: Callable[[Unit], T], hold: Hold = FREE) -> T:
        """Run ``work`` in a transaction, committed when this returns; it goes on even if the caller stops waiting.

        Where somebody else was in its way, or the database was lost, ``work`` is run again from the beginning.

        Raises:
            OutdatedError: a newer version has changed the database so that this one may not work on it. Nothing of
                ``work`` lasts. Whatever reads raises it too.
        """
        ...

    async def write_and_finish(self, work: Callable[[Unit], T], finish: Callable[[T], R], hold: Hold = FREE) -> R:
        """Run ``work`` as ``write`` does, and ``finish`` on what it returns, in a thread of its own while that is being
        committed; return what ``finish`` returns once both are done.

        Where ``work`` is run again, so is ``finish``.
        """
        ...

    async def read(self, work: Callable[[Unit], T]) -> T:
        """Run ``work`` on a snapshot; it may not write."""
        ...

    async def study(self, asker: int, work: Callable[[Unit], T]) -> T:
        """Run a long ``work`` on a snapshot, in turns with those of others; it stops if this is cancelled.

        Raises:
            CrowdedError: ``asker``, a user, has too many waiting already.
            StoppedError: it took too long, or the bot is going down.
        """
        ...

    def look(self, work: Callable[[Unit], T]) -> T:
        """Run ``work`` on a snapshot in this thread, which is not the event loop's; it may not write."""
        ...

    async def unposted_channels(self) -> list[tuple[int, int]]:
        """Return the channels that wait for something to be posted or for their tracker, each behind its server."""
        ...

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Have ``listener`` called in the event loop with every channel that a committed transaction touched."""
        ...
