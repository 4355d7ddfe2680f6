"""One transaction's reads and writes, in SQL; what it folds is kept as a draft until the commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import msgspec

from bot.core.errors import NewerError
from bot.core.events import Audience, Event, type_of
from bot.core.ground.layouts import Layout
from bot.core.scene import Sheet, changed_keys, same_people
from bot.service.orders.fairness import SCHEME
from bot.service.orders.history import state_after
from bot.service.outbox import KINDS, LogThread, ParcelPart, Post, Posted, Stream, TrackerPost
from bot.service.ports import NOWHERE, AskedFrom, UnreadableError
from bot.service.requests import Portrait
from bot.service.rows import (
    AnyScene,
    Backlog,
    ChapterRow,
    LeaseRow,
    LetterRow,
    OrderRow,
    OutboxRow,
    SceneRow,
    SheetRow,
)
from bot.storage.codec import RulesetCodecs, packed_event
from bot.storage.fold_cache import Stamp
from bot.storage.personal_unit import PeopleUnit
from bot.storage.rows import Cursor, Params, Row, order_row, sheet_row, with_flags
from bot.storage.spelled import statements as sql

PLACES_PER_ORDER = 1_000
MOST_FORGOTTEN = 500
MOST_AHEAD_MS = 600_000

_layout = msgspec.json.Decoder(Layout)
_faces = msgspec.json.Decoder(tuple[int, ...])
_json = msgspec.json.Encoder()
_asdict, _astuple = msgspec.structs.asdict, msgspec.structs.astuple
# sqlite3 takes whole numbers, words and bytearrays as they are. Of all else, bytes too, it asks around what it may be.
_PLAINLY = {"payload": bytearray, "kept": str, "gm_only": int, "rolled": int, "redo": int, "waits": int}
_PLAIN_AT = tuple((OrderRow.__struct_fields__.index(name), kind) for name, kind in _PLAINLY.items())
_AUDIENCES = {audience: audience.value for audience in Audience}


class Folds(Protocol):
    """Where folded scenes are kept at hand."""

    def take(self, scene_id: int, stamp: Stamp) -> AnyScene | None:
        """Return the fold of a scene at a stamp, if it is here."""
        ...

    def put(self, scene_id: int, stamp: Stamp, scene: AnyScene) -> None:
        """Keep a fold."""
        ...

    def chapter(self, scene_id: int, number: int) -> ChapterRow | None:
        """Return the open chapter of a scene, if it is here and has this number."""
        ...

    def keep_chapter(self, chapter: ChapterRow) -> None:
        """Keep the open chapter of a scene, of which nothing changes while it is open."""
        ...

    def touch(self, channel_id: int) -> None:
        """Note a changed channel."""
        ...


class SqlUnit(PeopleUnit):
    """The unit of work over one connection; ``rewind`` and ``breathe`` are what they do in ports.Unit.

    ``_settled`` is what campaigns settle that was read beside a claim, ``_beside`` the row of a channel's scene until
    it is asked for or anything may have changed it, ``_let_in`` the last fight of a channel into whose GM's thread a
    user was let, 0 for none, ``_homes`` the channel whose fight logs in a thread, 0 for none, ``_open_chapters`` the
    number of the open chapter of each scene that was read.
    """

    _scene_at = sql.SCENE_AT

    def __init__(
        self,
        cursor: Cursor,
        world: RulesetCodecs,
        folds: Folds,
        rewind: Callable[[], None],
        breathe: Callable[[], None],
    ) -> None:
        super().__init__(cursor)
        self._world = world
        self._folds = folds
        self._rewind = rewind
        self.breathe = breathe
        self._claimed = self._claimed_at_ms = 0
        self._settled: dict[tuple[int, int], dict[int, bytes]] = {}
        self._open_chapters: dict[int, int] = {}
        self._beside: dict[int, Sequence[Any]] = {}
        self._let_in: dict[tuple[int, int], int] = {}
        self._homes: dict[tuple[int, int], int] = {}

    def rewind(self) -> None:
        """See ports.Unit."""
        self._rewind()
        self._settled.clear()
        self._open_chapters.clear()
        self._beside.clear()
        self._let_in.clear()
        self._homes.clear()

    # --- interactions and campaigns

    def claim(self, interaction_id: int, at_ms: int, asked: AskedFrom = NOWHERE) -> bytes | None:
        """See ports.Unit."""
        guild_id, channel_id, user_id, _ = asked
        given = (interaction_id, guild_id, guild_id, channel_id, user_id, channel_id)
        answer: bytes | None
        ((answer, server, channel, let_in, *scene),) = self._run(sql.ASKED_AT, given).fetchall()
        self._claimed, self._claimed_at_ms = interaction_id, at_ms
        self._note_campaign(guild_id, channel_id, (server, channel))
        self._beside[channel_id] = scene
        self._let_in[channel_id, user_id] = let_in or 0
        return answer

    def _note_campaign(self, guild_id: int, channel_id: int, settled: Iterable[bytes | None]) -> None:
        """Note what was read beside a claim of the settings of a server and of a channel."""
        found = zip((0, channel_id), settled, strict=True)
        self._settled[guild_id, channel_id] = {place: each for place, each in found if each is not None}

    def answered(self, interaction_id: int, answer: bytes) -> None:
        """See ports.Unit."""
        self._run(sql.CLAIM_WITH_ANSWER, (interaction_id, self._claimed_at_ms, bytearray(answer)))

    def forget(self, before_ms: int) -> bool:
        """See ports.Unit."""
        return bool(self._returned(sql.FORGET, {"p_before_ms": before_ms, "p_most": MOST_FORGOTTEN}))

    def campaign(self, guild_id: int, channel_id: int) -> dict[int, bytes]:
        """See ports.Unit."""
        settled = self._settled.get((guild_id, channel_id))
        if settled is not None:
            return dict(settled)
        found = self._all(sql.CAMPAIGN, guild_id=guild_id, channel_id=channel_id)
        return {row["channel_id"]: row["settings"] for row in found}

    def save_campaign(self, guild_id: int, channel_id: int, settings: bytes) -> None:
        """See ports.Unit."""
        self._settled.clear()
        self._run(sql.SAVE_CAMPAIGN, {"guild_id": guild_id, "channel_id": channel_id, "settings": settings})

    # --- scenes

    def home_of(self, guild_id: int, thread_id: int) -> int:
        """See ports.Unit."""
        known = self._homes.get((guild_id, thread_id))
        if known is not None:
            return known
        found = self._first(sql.HOME_OF, guild_id=guild_id, thread_id=thread_id)
        return int(found["channel_id"]) if found else 0

    def scene_at(self, channel_id: int) -> SceneRow | None:
        """See ports.Unit."""
        beside = self._beside.pop(channel_id, None)
        if beside is None:
            return self._scene(self._first(self._scene_at, channel_id=channel_id))
        return self._scene(dict(zip(self._scene_at.columns, beside, strict=True)) if beside else None)

    def _scene(self, found: Row | None) -> SceneRow | None:
        """Return the scene of a row that was found, None of one that is empty."""
        if found is None or found["id"] is None:
            return None
        row = SceneRow(**found)
        self._open_chapters[row.id] = row.chapter
        return row

    def scene_row(self, scene_id: int) -> SceneRow:
        """See ports.Unit."""
        return SceneRow(**self._one(sql.SCENE, id=scene_id))

    def rulesets_played(self) -> list[str]:
        """See ports.Unit."""
        return [row["ruleset"] for row in self._all(sql.RULESETS_PLAYED)]

    def scene_ids(self) -> list[int]:
        """See ports.Unit."""
        return [row["id"] for row in self._all(sql.SCENE_IDS)]

    def state(self, row: SceneRow, *, stored: bool = False) -> AnyScene:
        """See ports.Unit."""
        self._check_known(row.ruleset, row.ruleset_version)
        if stored:
            return self._loaded(row)
        found = self._folds.take(row.id, _stamp(row))
        if found is None:
            found = self._kept(row) or self._refolded(row)
            self._folds.put(row.id, _stamp(row), found)
        return found

    def _check_known(self, ruleset: str, version: int = 0) -> None:
        """Raise NewerError where a system is not known, or not that version of its rules."""
        known = self._world.rulesets.get(ruleset)
        if known is None or version > known.version:
            raise NewerError(f"the rules {ruleset} of version {version} are not known")

    def _kept(self, row: SceneRow) -> AnyScene | None:
        """Return the kept state, if it can be read and the rules are those that made it."""
        if row.ruleset_version != self._world.rulesets[row.ruleset].version:
            return None
        try:
            return self._loaded(row)
        except UnreadableError:
            return None

    def _loaded(self, row: SceneRow) -> AnyScene:
        codec = self._world.codecs[row.ruleset]
        people = [codec.combatant(each["state"]) for each in self._all(sql.COMBATANTS, scene_id=row.id)]
        return codec.fold(self._one(sql.SCENE_STATE, id=row.id)["state"], people)

    def _refolded(self, row: SceneRow) -> AnyScene:
        return state_after(self, self._world.rulesets[row.ruleset], self.chapter(row.id, row.chapter), row.head)

    def open_scene(self, row: SceneRow) -> SceneRow:
        """See ports.Unit."""
        self._beside.clear()
        (scene_id,) = self._returned(sql.OPEN_SCENE, {**_asdict(row), "state": b""})
        return msgspec.structs.replace(row, id=scene_id)

    def save(self, row: SceneRow, before: AnyScene | None, after: AnyScene) -> None:
        """See ports.Unit."""
        self._beside.clear()
        version, codec = self._world.rulesets[row.ruleset].version, self._world.codecs[row.ruleset]
        counted = (row.chapter, row.head, row.seq, row.numbered, row.gm_numbered)
        self._run(sql.SAVE_SCENE, (row.ruleset, version, *counted, codec.kept_fold(after), row.id))
        known, people = before.combatants if before else {}, after.combatants
        same = same_people(known, people)  # as nearly always
        if before is None or row.ruleset_version != version or not (same or _only_added(known, people)):
            self._run(sql.DROP_COMBATANTS, {"p_scene_id": row.id})
            known = {}
        elif not same and (gone := known.keys() - people.keys()):
            self._each(sql.DROP_COMBATANT, [{"p_scene_id": row.id, "p_actor": actor} for actor in gone])
        changed = [people[actor] for actor in changed_keys(known, people)]
        written, restated = [], []
        for place, person in enumerate(changed, row.head * PLACES_PER_ORDER):
            was, state = known.get(person.actor), codec.kept(person)
            if was is not None and was.sheet_id == person.sheet_id:
                restated.append((state, row.id, person.actor))
            else:
                written.append((row.id, person.actor, place, person.sheet_id or None, state))
        self._each(sql.SAVE_COMBATANT, written)
        self._each(sql.SAVE_STATE, restated)
        self._folds.put(row.id, _stamp(row), after)

    # --- orders and events

    def append(self, order: OrderRow, events: Sequence[Event], first_seq: int) -> None:
        """See ports.Unit."""
        values = [*_astuple(order)]
        for at, plain in _PLAIN_AT:
            values[at] = plain(values[at])
        self._run(sql.APPEND_ORDER, values)
        scene_id, ordinal = order.scene_id, order.ordinal
        written = [
            (scene_id, seq, ordinal, *_kind_of(type(event)), _AUDIENCES[event.audience], bytearray(packed_event(event)))
            for seq, event in enumerate(events, first_seq)
        ]
        self._append(sql.APPEND_EVENT, written)

    def order(self, scene_id: int, ordinal: int) -> OrderRow:
        """See ports.Unit."""
        return self.orders(scene_id, ordinal, ordinal)[0]

    def numbered(self, scene_id: int, chapter: int, number: int, *, gm_only: bool) -> OrderRow | None:
        """See ports.Unit."""
        found = self._first(sql.NUMBERED, scene_id=scene_id, chapter=chapter, number=number, gm_only=gm_only)
        return order_row(found) if found else None

    def orders(self, scene_id: int, first: int, last: int) -> list[OrderRow]:
        """See ports.Unit."""
        return [order_row(row) for row in self._all(sql.ORDERS, scene_id=scene_id, first=first, last=last)]

    def page(self, scene_id: int, before: int, most: int, *, gm: bool) -> list[OrderRow]:
        """See ports.Unit."""
        statement = sql.PAGE_GM if gm else sql.PAGE_PUBLIC
        return [order_row(row) for row in self._all(statement, scene_id=scene_id, before=before, most=most)][::-1]

    def events(self, scene_id: int, first: int, last: int, ruleset: str) -> dict[int, list[Event]]:
        """See ports.Unit."""
        self._check_known(ruleset)
        codec = self._world.codecs[ruleset]
        found: dict[int, list[Event]] = {}
        for row in self._all(sql.EVENTS, scene_id=scene_id, first=first, last=last):
            event = codec.event(row["type"], row["version"], row["payload"])
            found.setdefault(row["ordinal"], []).append(event)
        return found

    # --- chapters

    def open_chapter(self, row: ChapterRow, checkpoint: AnyScene) -> None:
        """See ports.Unit."""
        self._open_chapters.pop(row.scene_id, None)
        self._run(sql.OPEN_CHAPTER, {**_asdict(row), "checkpoint": self._world.codecs[row.ruleset].kept(checkpoint)})

    def close_chapter(self, scene_id: int, number: int) -> None:
        """See ports.Unit."""
        self._open_chapters.pop(scene_id, None)
        self._run(sql.CLOSE_CHAPTER, {"p_scene_id": scene_id, "p_number": number})

    def reveal_chapters(self, scene_id: int) -> list[int]:
        """See ports.Unit."""
        numbers = [row["number"] for row in self._all(sql.HELD_BACK, scene_id=scene_id)]
        self._run(sql.REVEAL, {"p_scene_id": scene_id})
        return numbers

    def chapter(self, scene_id: int, number: int) -> ChapterRow:
        """See ports.Unit."""
        if self._open_chapters.get(scene_id) != number:
            return self._stored_chapter(scene_id, number)
        found = self._folds.chapter(scene_id, number)
        if found is None:
            found = self._stored_chapter(scene_id, number)
            self._folds.keep_chapter(found)
        return found

    def _stored_chapter(self, scene_id: int, number: int) -> ChapterRow:
        found = self._one(sql.CHAPTER, scene_id=scene_id, number=number)
        if found["scheme"] > SCHEME:
            raise NewerError(f"dice of scheme {found['scheme']} are not known")
        return ChapterRow(**with_flags(found, "closed", "revealed"))

    def checkpoint(self, chapter: ChapterRow) -> AnyScene:
        """See ports.Unit."""
        self._check_known(chapter.ruleset, chapter.ruleset_version)
        data = self._one(sql.CHECKPOINT, scene_id=chapter.scene_id, number=chapter.number)["checkpoint"]
        return self._world.codecs[chapter.ruleset].scene(data)

    # --- maps

    def maps(self, guild_id: int) -> list[Layout]:
        """See ports.Unit."""
        return [_layout.decode(row["layout"]) for row in self._all(sql.MAPS, guild_id=guild_id)]

    def save_map(self, guild_id: int, layout: Layout) -> None:
        """See ports.Unit."""
        of = {"guild_id": guild_id, "name_key": layout.title.casefold()}
        self._run(sql.SAVE_MAP, {**of, "layout": msgspec.json.encode(layout)})

    def delete_map(self, guild_id: int, title: str) -> None:
        """See ports.Unit."""
        self._run(sql.DELETE_MAP, {"p_guild_id": guild_id, "p_name_key": title.casefold()})

    def map_picture(self, guild_id: int, digest: str) -> bytes:
        """See ports.Unit."""
        found = self._first(sql.MAP_PICTURE, guild_id=guild_id, hash=digest)
        return found["picture"] if found else b""

    def save_map_picture(self, guild_id: int, digest: str, picture: bytes) -> None:
        """See ports.Unit."""
        self._run(sql.SAVE_MAP_PICTURE, {"guild_id": guild_id, "hash": digest, "picture": picture})

    def delete_map_picture(self, guild_id: int, digest: str) -> None:
        """See ports.Unit."""
        self._run(sql.DELETE_MAP_PICTURE, {"p_guild_id": guild_id, "p_hash": digest})

    # --- sheets

    def sheets(self, guild_id: int, owner_id: int, ruleset: str) -> list[SheetRow]:
        """See ports.Unit."""
        rows = self._all(sql.SHEETS, guild_id=guild_id, owner_id=owner_id, ruleset=ruleset)
        return [self._listed(row) for row in rows]

    def _listed(self, row: Row) -> SheetRow:
        """Return a sheet among others, which one that cannot be read does not hold up."""
        try:
            return self._sheet_row(row)
        except (NewerError, UnreadableError):
            return msgspec.structs.replace(sheet_row(row), unread=True)

    def sheet(self, guild_id: int, sheet_id: int) -> SheetRow | None:
        """See ports.Unit."""
        found = self._first(sql.SHEET, guild_id=guild_id, id=sheet_id)
        return self._sheet_row(found) if found else None

    def _sheet_row(self, row: Row) -> SheetRow:
        version = row["ruleset_version"]
        if row["ruleset"] in self._world.rulesets:
            self._check_known(row["ruleset"], version)
        return self._standing(row)

    def own_sheets(self, user_id: int) -> list[SheetRow]:
        """See personal_port.PersonalUnit."""
        return [self._standing(row) for row in self._all(sql.OWN_SHEETS, user_id=user_id)]

    def _standing(self, row: Row) -> SheetRow:
        """Return a sheet as the scene has it in which it is enlisted: its row has it as it was before.

        A scene that others play may have let it go since the row was read, which is then read once more.
        """
        if row["scene_id"] is None:
            return sheet_row(row)
        played = self.scene_row(row["scene_id"])
        scene = self.state(played)
        person = next((each for each in scene.combatants.values() if each.sheet_id == row["id"]), None)
        if person is None:
            return sheet_row(self._first(sql.SHEET, guild_id=row["guild_id"], id=row["id"]) or row)
        ruleset = self._world.systems[played.ruleset].under(scene.options).ruleset
        return sheet_row({**row, "sheet": _json.encode(ruleset.project(person, scene.options))})

    def _sheet_params(self, row: SheetRow) -> Params:
        written = {"name_key": row.name.casefold(), "sheet": msgspec.json.encode(row.sheet)}
        return {**_asdict(row), **written, "ruleset_version": self._version_of(row.ruleset)}

    def _version_of(self, ruleset: str) -> int:
        """Return the version of a system's rules; 0 where the system is not known."""
        known = self._world.rulesets.get(ruleset)
        return known.version if known else 0

    def add_sheet(self, row: SheetRow) -> int:
        """See ports.Unit."""
        (sheet_id,) = self._returned(sql.ADD_SHEET, self._sheet_params(row))
        return sheet_id

    def save_sheet(self, row: SheetRow) -> None:
        """See ports.Unit."""
        row.check_read()
        self._run(sql.SAVE_SHEET, self._sheet_params(row))

    def activate_sheet(self, row: SheetRow) -> None:
        """See ports.Unit."""
        owner = {"p_guild_id": row.guild_id, "p_owner_id": row.owner_id, "p_ruleset": row.ruleset}
        self._run(sql.ACTIVATE, {**owner, "p_id": row.id})

    def delete_sheet(self, sheet_id: int) -> None:
        """See ports.Unit."""
        self._run(sql.DELETE_SHEET, {"p_id": sheet_id})

    def portrait(self, sheet_id: int) -> Portrait | None:
        """See ports.Unit."""
        found = self._first(sql.PORTRAIT, sheet_id=sheet_id)
        return Portrait(**found) if found else None

    def save_portrait(self, sheet_id: int, portrait: Portrait) -> None:
        """See ports.Unit."""
        self._run(sql.SAVE_PORTRAIT, {"sheet_id": sheet_id, **_asdict(portrait)})

    def delete_portrait(self, sheet_id: int) -> None:
        """See ports.Unit."""
        self._run(sql.DELETE_PORTRAIT, {"p_sheet_id": sheet_id})

    def pictured(self, guild_id: int) -> dict[int, int]:
        """See ports.Unit."""
        return {row["id"]: row["owner_id"] for row in self._all(sql.PICTURED, guild_id=guild_id)}

    def kept_roll(self, guild_id: int, owner_id: int, ruleset: str, label: str) -> tuple[int, ...]:
        """See ports.Unit."""
        found = self._first(sql.KEPT_ROLL, guild_id=guild_id, owner_id=owner_id, ruleset=ruleset, label=label)
        return _faces.decode(found["faces"]) if found else ()

    def keep_roll(self, guild_id: int, owner_id: int, ruleset: str, label: str, faces: tuple[int, ...]) -> None:
        """See ports.Unit."""
        whose = {"guild_id": guild_id, "owner_id": owner_id, "ruleset": ruleset, "label": label}
        self._run(sql.KEEP_ROLL, {**whose, "faces": msgspec.json.encode(faces)})

    def forget_rolls(self, guild_id: int, owner_id: int, ruleset: str) -> None:
        """See ports.Unit."""
        self._run(sql.FORGET_ROLLS, {"p_guild_id": guild_id, "p_owner_id": owner_id, "p_ruleset": ruleset})

    def project(self, ruleset: str, sheets: Iterable[tuple[int, Sheet]]) -> None:
        """See ports.Unit."""
        version = self._version_of(ruleset)
        written = [(_json.encode(sheet), version, key) for key, sheet in sheets]
        self._each(sql.PROJECT, written)

    def settle_sheets(self, scene_id: int) -> None:
        """See ports.Unit."""
        for row in self._all(sql.SHEETS_IN, scene_id=scene_id):
            self.project(row["ruleset"], [(row["id"], self._standing(row).sheet)])

    def enlisted_in(self, sheet_id: int) -> tuple[SceneRow, str] | None:
        """See ports.Unit."""
        found = self._first(sql.ENLISTED, sheet_id=sheet_id)
        return (SceneRow(**{key: found[key] for key in SceneRow.__struct_fields__}), found["actor"]) if found else None

    # --- the log and the tracker

    def post(self, rows: Sequence[OutboxRow]) -> None:
        """See ports.Unit."""
        by = self._claimed
        written = [
            (row.scene_id, row.channel_id, row.fight, row.kind.value, row.ordinal, row.argument, by) for row in rows
        ]
        self._append(sql.POST, written)

    def unwritten(self, channel_id: int, stream: Stream, most: int) -> list[OutboxRow]:
        """See ports.Unit."""
        return [_promise(row) for row in self._all(sql.UNWRITTEN[stream], channel_id=channel_id, most=most)]

    def promises(self, outbox_ids: Iterable[int]) -> list[OutboxRow]:
        """See ports.Unit."""
        return [_promise(self._one(sql.PROMISE, id=each)) for each in outbox_ids]

    def alike_before(self, row: OutboxRow) -> int:
        """See ports.Unit."""
        which = {"scene_id": row.scene_id, "fight": row.fight, "kind": row.kind, "argument": row.argument, "id": row.id}
        return int(self._one(sql.ALIKE_BEFORE, **which)["promises"])

    def promised_by(self, scene_id: int, ordinal: int) -> int:
        """See ports.Unit."""
        return self._one(sql.PROMISED_BY, scene_id=scene_id, ordinal=ordinal)["interaction_id"] or 0

    def write_letter(self, row: LetterRow) -> int:
        """See ports.Unit."""
        values = {name: value for name, value in _asdict(row).items() if name not in ("id", "parts")}
        (letter_id,) = self._returned(sql.WRITE_LETTER, values)
        places = [{"letter_id": letter_id, "position": at, **_asdict(part)} for at, part in enumerate(row.parts)]
        self._each(sql.WRITE_PART, places)
        return letter_id

    def unposted(self, channel_id: int, stream: Stream, most: int) -> list[LetterRow]:
        """See ports.Unit."""
        found = self._all(sql.UNPOSTED, channel_id=channel_id, stream=stream, most=most)
        return [self._letter(row) for row in found]

    def _letter(self, row: Row) -> LetterRow:
        parts = tuple(ParcelPart(**each) for each in self._all(sql.PARTS, letter_id=row["id"]))
        return LetterRow(**{**row, "stream": Stream(row["stream"]), "kind": _kind(row)}, parts=parts)

    def mark_posted(self, letter_id: int, place_id: int, message_id: int) -> None:
        """See ports.Unit."""
        where = {"place_id": place_id, "message_id": message_id}
        self._run(sql.POST_LETTER, {"p_id": letter_id, **where})
        self._run(sql.POST_PARCELS, {"p_letter_id": letter_id, **where})

    def last_posted(self, scene_id: int, stream: Stream, place_id: int) -> int:
        """See ports.Unit."""
        return self._one(sql.LAST_POSTED, scene_id=scene_id, stream=stream, place_id=place_id)["message_id"] or 0

    def posted(self, scene_id: int, first: int, last: int, stream: Stream) -> list[tuple[int, Posted]]:
        """See ports.Unit."""
        found = self._all(sql.POSTED, scene_id=scene_id, first=first, last=last)
        return [
            (row["ordinal"], Posted("", row["place_id"], row["message_id"]))
            for row in found
            if row["kind"] in KINDS[stream]
        ]

    def owe_again(self, scene_id: int, fight: int, stream: Stream) -> None:
        """See ports.Unit."""
        which = {"p_scene_id": scene_id, "p_fight": fight}
        for statement in (sql.TEAR_PARTS, sql.TEAR_LETTERS):
            self._run(statement, {**which, "p_stream": stream})
        self._run(sql.OWE_AGAIN[stream], which)

    def give_up(self, channel_id: int) -> int:
        """See ports.Unit."""
        self._run(sql.GIVE_UP_LETTERS, {"p_channel_id": channel_id})
        return len(self._returned(sql.GIVE_UP, {"p_channel_id": channel_id}))

    def backlog(self) -> Backlog:
        """See ports.Unit."""
        row = self._one(sql.BACKLOG)
        return Backlog(waiting=row["waiting"], oldest_ms=row["oldest_ms"] or 0)

    def key(self, name: str) -> bytes:
        """See ports.Unit."""
        secret: bytes = self._one(sql.KEY, name=name)["secret"]
        return secret

    def book(self, bucket: int, gap_ms: int) -> tuple[int, int]:
        """See ports.Unit."""
        place = {"bucket": bucket, "p_gap_ms": gap_ms, "p_most_ms": MOST_AHEAD_MS}
        ((due_ms, now_ms),) = self._run(sql.BOOK, place).fetchall()
        return due_ms, now_ms

    def was_let_in_nowhere(self, scene_id: int, fight: int) -> bool:
        """See ports.Unit."""
        return bool(self._all(sql.LET_IN_NOWHERE, scene_id=scene_id, fight=fight))

    def invite_again(self, scene_id: int, fight: int) -> None:
        """See ports.Unit."""
        which = {"p_scene_id": scene_id, "p_fight": fight}
        for statement in (sql.TEAR_INVITATIONS, sql.TEAR_INVITING, sql.INVITE_AGAIN):
            self._run(statement, which)

    def gms(self, scene_id: int) -> list[int]:
        """See ports.Unit."""
        return [row["user_id"] for row in self._all(sql.GMS, scene_id=scene_id)]

    def invite(self, row: SceneRow, fight: int, user_id: int) -> bool:
        """See ports.Unit."""
        if self._let_in.get((row.channel_id, user_id)) == fight:  # as nearly always
            return False
        self._let_in.clear()
        return bool(self._returned(sql.INVITE, {"scene_id": row.id, "fight": fight, "user_id": user_id}))

    def let_in(self, guild_id: int) -> list[tuple[SceneRow, int, int]]:
        """See ports.Unit."""
        found = self._all(sql.LET_IN, guild_id=guild_id)
        return [(self.scene_row(row["scene_id"]), row["fight"], row["user_id"]) for row in found]

    def let_in_at(self, channel_id: int, user_id: int) -> list[int]:
        """See ports.Unit."""
        if self._let_in.get((channel_id, user_id)) == 0:  # as nearly always
            return []
        return [row["fight"] for row in self._all(sql.LET_IN_AT, channel_id=channel_id, user_id=user_id)]

    def dismiss(self, scene_id: int, fight: int, user_id: int) -> None:
        """See ports.Unit."""
        self._let_in.clear()
        which = {"p_scene_id": scene_id, "p_fight": fight, "p_user_id": user_id}
        for statement in (sql.DISMISS, sql.UNINVITE):
            self._run(statement, which)

    def log_thread(self, scene_id: int, fight: int) -> LogThread:
        """See ports.Unit."""
        found = self._first(sql.LOG, scene_id=scene_id, fight=fight)
        if not found:
            return LogThread(scene_id=scene_id, fight=fight)
        return LogThread(**with_flags(found, "in_place"))

    def save_log_thread(self, log: LogThread) -> None:
        """See ports.Unit."""
        self._homes.clear()
        self._run(sql.SAVE_LOG, _asdict(log))

    def tracker_post(self, scene_id: int) -> TrackerPost | None:
        """See ports.Unit."""
        found = self._first(sql.TRACKER, scene_id=scene_id)
        return TrackerPost(**found, tracker=None) if found else None

    def save_tracker_post(self, post: TrackerPost) -> None:
        """See ports.Unit."""
        self._run(sql.SAVE_TRACKER, _asdict(post))

    def touch(self, channel_id: int) -> None:
        """See ports.Unit."""
        self._folds.touch(channel_id)

    # --- leases

    def leases(self) -> list[LeaseRow]:
        """See ports.Unit."""
        return [LeaseRow(**row) for row in self._all(sql.LEASES)]

    def save_lease(self, row: LeaseRow) -> None:
        """See ports.Unit."""
        self._run(sql.SAVE_LEASE, _asdict(row))

    def renew_leases(self, holder: int) -> None:
        """See ports.Unit."""
        self._run(sql.RENEW_LEASES, {"p_holder": holder})

    def lease_stands(self, number: int) -> bool:
        """See ports.Unit."""
        return self._first(sql.LEASE_STANDS, number=number) is not None

    def is_unlocked(self, holder: int) -> bool:
        """See ports.Unit."""
        return bool(self._one(sql.IS_UNLOCKED, holder=holder)["unlocked"])

    def processes(self) -> int:
        """See ports.Unit; of processes that share a file, one at a time does what counts."""
        return 1

    def tell_others(self, channel_id: int) -> None:
        """See ports.Unit; processes that share a file look for themselves, every now and then."""


def _stamp(row: SceneRow) -> Stamp:
    return row.chapter, row.head, row.seq


def _promise(row: Row) -> OutboxRow:
    return OutboxRow(**{**row, "kind": _kind(row)})


def _kind(row: Row) -> Post:
    """Return what a promise asks for; raises NewerError where this version does not know how to do it."""
    try:
        return Post(row["kind"])
    except ValueError as error:
        raise NewerError(str(error)) from error


def _only_added(known: Mapping[str, object], people: Mapping[str, object]) -> bool:
    """Tell whether those who are still there stand as they stood, and the others behind them: rows keep their
    places."""
    stayed = [actor for actor in known if actor in people] if known.keys() - people.keys() else list(known)
    return stayed == list(people)[: len(stayed)]


@cache
def _kind_of(kind: type[Event]) -> tuple[str, int]:
    """Return what the row of an event says of its kind: its name and its version."""
    return type_of(kind), kind.version
