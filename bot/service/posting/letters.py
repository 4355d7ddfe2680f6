"""What goes into one message is settled and written down before it is sent, and found again by whoever sends it."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from bot.core.ground.materials import Materials
from bot.service.case import PlayedScene, played_scene
from bot.service.outbox import END, Draft, Letter, LogThread, Mail, Parcel, ParcelPart, Post, Press, Stream, TrackerPost
from bot.service.ports import Unit
from bot.service.posting.leases import Tenancy
from bot.service.posting.trackers import awaited, digest, form_of, tracker
from bot.service.posting.worded_posts import Packer
from bot.service.requests import Button, Pinged, TrackerView, Verb
from bot.service.rows import LetterRow
from bot.service.systems import House

AT_ONCE = 20  # promises of a stream that are worded in one go, while other channels wait for the reader
NONCE = "nonce"
LONGEST_NONCE = 25

_replace = msgspec.structs.replace


def sorted_mail(
    unit: Unit,
    house: House,
    press: Press,
    tenancy: Tenancy,
    channel_id: int,
    streams: Collection[Stream],
    *,
    with_tracker: bool,
    rides: bool = False,
) -> Mail:
    """Return what a channel owes in these streams; letters that are not written down yet have no id.

    A call that ``rides`` stands on the last page of the public log rather than above the tracker, which alone calls
    guests.
    """
    row = unit.scene_at(channel_id)
    if row is None:
        return Mail()
    lease = tenancy.lease_of(row.guild_id)
    if lease is None:
        return Mail(is_elsewhere=True)
    played = played_scene(unit, row, house)
    letters: list[Letter] = []
    more: set[Stream] = set()
    for stream in Stream:
        if stream in streams:
            found, is_all = _StreamLetters(unit, house, press, played, stream).letters()
            letters += found
            more |= set() if is_all else {stream}
    post, carried = None, tuple(letters)
    if with_tracker or (rides and Stream.LOG in streams):
        known, now = _known(unit, played), awaited(played)
        ping = now.called(unit, played) if now and now.turn != known.pinged else Pinged()
        if rides and now and ping and not ping.guests and _owes(unit, channel_id, Stream.LOG):
            carried, ping = carrying(letters, ping, now.turn), Pinged()
        if with_tracker:
            post = _tracker(unit, press, played, known, tracker(unit, played, house.materials), ping)
    if post is not None:
        post = _replace(post, interaction_id=unit.promised_by(row.id, row.head), lease=lease)
    return Mail(tuple(_replace(each, lease=lease) for each in carried), frozenset(more), post, lease=lease)


def carrying(letters: Sequence[Letter], ping: Pinged, turn: str) -> tuple[Letter, ...]:
    """Return the same letters, of which the last page of the public log calls those who are to be called."""
    pages = [at for at, each in enumerate(letters) if each.stream is Stream.LOG and each.text]
    last = pages[-1] if pages and letters[pages[-1]].kind is not Post.THREAD else None
    return tuple(_replace(each, ping=ping, turn=turn) if at == last else each for at, each in enumerate(letters))


def owing(unit: Unit, house: House, press: Press, tenancy: Tenancy, channel_id: int) -> frozenset[Stream | None] | None:
    """Return the streams of a channel that owe something, None among them for its tracker; None where another process
    posts there.

    What everybody may see of a fight changes with what they are told; whether it does without is looked at.
    """
    row = unit.scene_at(channel_id)
    if row is None:
        return frozenset()
    if tenancy.lease_of(row.guild_id) is None:
        return None
    streams = [stream for stream in Stream if _owes(unit, channel_id, stream)]
    if Stream.LOG in streams:
        return frozenset((*streams, None))
    played = played_scene(unit, row, house)
    known, view = _known(unit, played), tracker(unit, played, house.materials)
    is_due = _tracker(unit, press, played, known, view, _not_yet_called(known, view)) is not None
    return frozenset((*streams, None) if is_due else streams)


def _owes(unit: Unit, channel_id: int, stream: Stream) -> bool:
    return bool(unit.unposted(channel_id, stream, 1) or unit.unwritten(channel_id, stream, 1))


class _StreamLetters:
    """The letters of one stream of a channel."""

    def __init__(self, unit: Unit, house: House, press: Press, played: PlayedScene, stream: Stream) -> None:
        self._unit = unit
        self._house = house
        self._press = press
        self._played = played
        self._stream = stream

    def letters(self) -> tuple[list[Letter], bool]:
        """Return the next letters, and whether they are all: those written down first, else new ones.

        A thread that is yet to be opened ends them: where the others go is known only then.
        """
        written = self._unit.unposted(self._played.row.channel_id, self._stream, AT_ONCE)
        found = self._again(written) if written else list(self._new())
        opening = next((at for at, letter in enumerate(found) if letter.kind is Post.THREAD), len(found))
        is_all = not written and len(found) <= opening + 1 and sum(len(each.parts) for each in found) < AT_ONCE
        return found[: opening + 1], is_all

    def _again(self, written: Sequence[LetterRow]) -> list[Letter]:
        rows = self._unit.promises(dict.fromkeys(part.parcel_id for each in written for part in each.parts))
        packer = Packer(self._unit, self._house, self._played, rows)
        parcels = {row.id: packer.parcel(row) for row in rows}
        return [_replace(self._letter(packer, parcels, self._worded(each, parcels)), id=each.id) for each in written]

    def _worded(self, row: LetterRow, parcels: Mapping[int, Parcel]) -> Draft:
        last = row.parts[-1]
        buttons = parcels[last.parcel_id].buttons if last.last == END else ()
        return Draft(row.parts, self._press.worded(row.parts, parcels), buttons)

    def _new(self) -> Iterator[Letter]:
        rows = self._unit.unwritten(self._played.row.channel_id, self._stream, AT_ONCE)
        packer = Packer(self._unit, self._house, self._played, rows)
        packed = [packer.parcel(row) for row in rows]
        parcels = {parcel.id: parcel for parcel in packed}
        for _, batch in groupby(packed, _batch_key):
            for draft in self._press.drafted(list(batch)):
                yield self._letter(packer, parcels, draft)

    def _letter(self, packer: Packer, parcels: Mapping[int, Parcel], draft: Draft) -> Letter:
        first = parcels[draft.parts[0].parcel_id]
        log = packer.log(first.fight) if first.fight else LogThread(scene_id=self._played.row.id, fight=0)
        now = self._played.scene.fight
        return Letter(
            kind=first.kind,
            stream=self._stream,
            channel_id=self._played.row.channel_id,
            log=log,
            parts=draft.parts,
            nonce=self._nonce(log, [(parcels[part.parcel_id].name, part) for part in draft.parts]),
            title=first.title,
            text=draft.text,
            buttons=draft.buttons,
            user_id=first.user_id,
            strikes=first.strikes,
            ping=Pinged(tuple(user for part in draft.parts if (user := parcels[part.parcel_id].calls))),
            interactions=tuple(dict.fromkeys(parcels[part.parcel_id].interaction_id for part in draft.parts)),
            over=now is None or now.number != first.fight,
        )

    def _nonce(self, log: LogThread, named: Iterable[tuple[str, ParcelPart]]) -> str:
        """Return the name of a message, from the names of what is in it."""
        parts = (f"{name}:{part.first}:{part.last}" for name, part in named)
        return nonce(self._unit.key(NONCE), log.scene_id, self._stream, log.fight, log.lost, *parts)


def _batch_key(parcel: Parcel) -> tuple[int, int]:
    """Return the key that consecutive parcels have in common where they may share a message."""
    return parcel.fight, parcel.id if parcel.alone else 0


def written_down(unit: Unit, letters: Sequence[Letter]) -> tuple[Letter, ...]:
    """Write letters down, and return them with their ids; none of a stream that another process was faster with."""
    found: list[Letter] = []
    for stream, group in groupby(letters, lambda letter: letter.stream):
        new = list(group)
        open_ = {row.id for row in unit.unwritten(new[0].channel_id, stream, AT_ONCE)}
        if all(part.parcel_id in open_ for letter in new for part in letter.parts):
            found += [_replace(letter, id=unit.write_letter(_row(letter))) for letter in new]
    return tuple(found)


def _row(letter: Letter) -> LetterRow:
    return LetterRow(
        scene_id=letter.log.scene_id,
        channel_id=letter.channel_id,
        fight=letter.log.fight,
        stream=letter.stream,
        kind=letter.kind,
        parts=letter.parts,
    )


def nonce(key: bytes, *what: object) -> str:
    """Return a name for a message that is the same in every process and tells nothing of what is in it."""
    digest = hmac.new(key, " ".join(map(str, what)).encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode()[:LONGEST_NONCE]


def _known(unit: Unit, played: PlayedScene) -> TrackerPost:
    """Return what was last posted of a tracker."""
    return unit.tracker_post(played.row.id) or TrackerPost(scene_id=played.row.id, tracker=None)


def _not_yet_called(known: TrackerPost, view: TrackerView | None) -> Pinged:
    """Return whom a tracker calls for a turn for which nobody has been called yet."""
    return view.ping if view and view.turn != known.pinged else Pinged()


def _tracker(
    unit: Unit, press: Press, played: PlayedScene, found: TrackerPost, view: TrackerView | None, ping: Pinged
) -> TrackerPost | None:
    """Return the tracker as it is to be shown; None where what stands there says the same, and nobody is to be
    pinged."""
    if view is None:
        return _replace(found, version=played.row.head) if found.message_id else None
    if digest(view) == found.shown and found.message_id and not ping:
        return None
    return _as_shown(unit, press, played, found, view, ping)


def tracker_without(
    unit: Unit, press: Press, played: PlayedScene, post: TrackerPost, gone: Collection[int], materials: Materials
) -> TrackerPost:
    """Return a tracker as it is to be shown where some of those whom it would call are gone."""
    found, view = _known(unit, played), tracker(unit, played, materials, gone)
    if view is None:
        return _replace(found, version=played.row.head, lease=post.lease)
    shown = _as_shown(unit, press, played, found, view, _not_yet_called(found, view))
    return _replace(shown, interaction_id=post.interaction_id, lease=post.lease)


def _as_shown(
    unit: Unit, press: Press, played: PlayedScene, found: TrackerPost, view: TrackerView, ping: Pinged
) -> TrackerPost:
    text, shown = press.tracker(view, ping), digest(view)
    return _replace(
        found,
        tracker=view,
        version=played.row.head,
        shown=shown,
        ping=ping,
        blocks=text.blocks,
        head=press.tracker_head(view),
        nonce=nonce(unit.key(NONCE), "tracker", played.row.id, view.turn, "\n".join(text.blocks)),
        buttons=view.buttons if text.whole else (*view.buttons, Button("Everybody", Verb.EVERYBODY)),
        renewed=bool(found.message_id) and form_of(found.shown) != form_of(shown),
    )
