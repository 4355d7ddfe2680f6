"""Every statement, built from the tables once and spelled once, so that running one costs no compilation."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    CompoundSelect,
    Executable,
    Integer,
    Select,
    TableClause,
    and_,
    bindparam,
    case,
    cast,
    column,
    delete,
    func,
    literal_column,
    or_,
    select,
    table,
    union,
    update,
)
from sqlalchemy.dialects.postgresql import dialect as postgresql_dialect
from sqlalchemy.dialects.postgresql import insert  # which either dialect can spell
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ColumnElement

from bot.service.outbox import KINDS, Post
from bot.storage import tables as t
from bot.storage.phrases import ONE, ZERO, all_but, all_set, equal, given, quoted, upsert
from bot.storage.release_marks import MIGRATING

_SQLITE = sqlite_dialect(paramstyle="named")
_POSTGRESQL = postgresql_dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
_SQLITE_BY_PLACE = sqlite_dialect(paramstyle="qmark")
_POSTGRESQL_BY_PLACE = postgresql_dialect(paramstyle="format")  # type: ignore[no-untyped-call]


@cache
def for_sqlite(statement: Executable) -> str:
    """Return the text of a statement, kept for as long as the statement."""
    dialect = _SQLITE_BY_PLACE if statement in by_place else _SQLITE
    return str(statement.compile(dialect=dialect))  # type: ignore[attr-defined]


@cache
def for_postgresql(statement: Executable) -> str:
    """Return the same for the other database, in whose driver parameters look otherwise."""
    dialect = _POSTGRESQL_BY_PLACE if statement in by_place else _POSTGRESQL
    return str(statement.compile(dialect=dialect))  # type: ignore[attr-defined]


class _ByCodePoint(ColumnElement[str]):
    """A column of words to sort by, in the one order that every database has whatever its language."""

    inherit_cache = False

    def __init__(self, column: ColumnElement[str]) -> None:
        self.column = column


@compiles(_ByCodePoint)
def _as_it_is(element: _ByCodePoint, compiler: SQLCompiler, **_: Any) -> str:
    return compiler.process(element.column)


@compiles(_ByCodePoint, "postgresql")
def _in_collation_c(element: _ByCodePoint, compiler: SQLCompiler, **_: Any) -> str:
    return f'{compiler.process(element.column)} COLLATE "C"'


class _Now(ColumnElement[int]):
    """The moment of the database's own clock, in milliseconds since 1970."""

    inherit_cache = True


@compiles(_Now)
def _now_by_day(_element: _Now, _compiler: SQLCompiler, **_: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(_Now, "postgresql")
def _now_by_second(_element: _Now, _compiler: SQLCompiler, **_: Any) -> str:
    return "CAST(extract(epoch FROM statement_timestamp()) * 1000 AS BIGINT)"


@cache
def columns(statement: Select[Any] | CompoundSelect[Any]) -> tuple[str, ...]:
    """Return the names of what a statement finds, in order."""
    return tuple(statement.selected_columns.keys())


_one_campaign = select(t.campaigns.c.settings).where(t.campaigns.c.guild_id == given("guild_id"))
_settled = (
    _one_campaign.where(t.campaigns.c.channel_id == ZERO).scalar_subquery().label("server"),
    _one_campaign.where(t.campaigns.c.channel_id == given("channel_id")).scalar_subquery().label("channel"),
)
_one_claim = insert(t.interactions).values(id=bindparam("id"), at_ms=bindparam("at_ms"))
CLAIM = _one_claim.on_conflict_do_nothing().returning(*_settled)
FIRST_ANSWER = select(t.interactions.c.answer).where(*equal(t.interactions.c.id))
CLAIM_WITH_ANSWER = upsert(t.interactions)
ANSWER = update(t.interactions).where(*equal(t.interactions.c.id)).values(answer=bindparam("answer"))

_oldest = select(t.interactions.c.id).order_by(t.interactions.c.id).limit(given("most")).offset(ZERO)
_too_old = (t.interactions.c.id.in_(_oldest), t.interactions.c.at_ms < given("before_ms"))
FORGET = delete(t.interactions).where(*_too_old).returning(t.interactions.c.id)

MAPS = select(t.maps.c.layout).where(*equal(t.maps.c.guild_id)).order_by(_ByCodePoint(t.maps.c.name_key))
SAVE_MAP = upsert(t.maps)
DELETE_MAP = delete(t.maps).where(*equal(t.maps.c.guild_id, t.maps.c.name_key))
MAP_PICTURE = select(t.map_pictures.c.picture).where(*equal(t.map_pictures.c.guild_id, t.map_pictures.c.hash))
SAVE_MAP_PICTURE = upsert(t.map_pictures)
DELETE_MAP_PICTURE = delete(t.map_pictures).where(*equal(t.map_pictures.c.guild_id, t.map_pictures.c.hash))

PORTRAIT = select(t.portraits.c.picture, t.portraits.c.url).where(*equal(t.portraits.c.sheet_id))
SAVE_PORTRAIT = upsert(t.portraits)
DELETE_PORTRAIT = delete(t.portraits).where(*equal(t.portraits.c.sheet_id))
PICTURED = (
    select(t.sheets.c.id, t.sheets.c.owner_id)
    .join(t.portraits, t.portraits.c.sheet_id == t.sheets.c.id)
    .where(*equal(t.sheets.c.guild_id), t.portraits.c.url == quoted(""))
)

CAMPAIGN = select(t.campaigns.c.channel_id, t.campaigns.c.settings).where(
    *equal(t.campaigns.c.guild_id), or_(t.campaigns.c.channel_id == ZERO, *equal(t.campaigns.c.channel_id))
)
SAVE_CAMPAIGN = upsert(t.campaigns)

_scene_columns = all_but(t.scenes, "state")
SCENE_AT = select(*_scene_columns).where(*equal(t.scenes.c.channel_id))
HELD_SCENE_AT = SCENE_AT.with_for_update(key_share=True)
SCENE = select(*_scene_columns).where(*equal(t.scenes.c.id))
# Whoever is the only one to write needs no claim before the answer, and asks at once for all that an order reads.
_asked = select(ONE.label("one")).subquery("asked")
_let_in = select(t.gms.c.fight).where(t.gms.c.scene_id == t.scenes.c.id, *equal(t.gms.c.user_id))
_last_let_in = _let_in.order_by(t.gms.c.fight.desc()).limit(ONE).offset(ZERO)
_beside_claim = (
    FIRST_ANSWER.scalar_subquery().label("answer"),
    *_settled,
    _last_let_in.scalar_subquery().label("let_in"),
    *_scene_columns,
)
ASKED_AT = select(*_beside_claim).select_from(_asked.outerjoin(t.scenes, t.scenes.c.channel_id == given("channel_id")))
LAST_LET_IN_AT = _last_let_in.where(*equal(t.scenes.c.channel_id))
RULESETS_PLAYED = select(t.scenes.c.ruleset).distinct()
SCENE_IDS = select(t.scenes.c.id).order_by(t.scenes.c.id)
SCENE_STATE = select(t.scenes.c.state).where(*equal(t.scenes.c.id))
OPEN_SCENE = insert(t.scenes).values(all_set(t.scenes, "id")).returning(t.scenes.c.id)
SAVE_SCENE = update(t.scenes).where(*equal(t.scenes.c.id)).values(all_set(t.scenes, "id", "guild_id", "channel_id"))

COMBATANTS = select(t.combatants.c.state).where(*equal(t.combatants.c.scene_id)).order_by(t.combatants.c.place)
SAVE_COMBATANT = upsert(t.combatants, "place")
# A column that is named is written into its index, though it stays what it is.
SAVE_STATE = (
    update(t.combatants).where(*equal(t.combatants.c.scene_id, t.combatants.c.actor)).values(state=bindparam("state"))
)
DROP_COMBATANT = delete(t.combatants).where(*equal(t.combatants.c.scene_id, t.combatants.c.actor))
DROP_COMBATANTS = delete(t.combatants).where(*equal(t.combatants.c.scene_id))
ENLISTED = (
    select(t.combatants.c.actor, *_scene_columns)
    .join(t.scenes, t.scenes.c.id == t.combatants.c.scene_id)
    .where(*equal(t.combatants.c.sheet_id))
)

APPEND_ORDER = insert(t.orders).values(all_set(t.orders))
APPEND_EVENT = insert(t.events).values(all_set(t.events))
_one_scene = t.orders.c.scene_id == given("scene_id")
_between = (t.orders.c.ordinal >= given("first"), t.orders.c.ordinal <= given("last"))
ORDERS = select(t.orders).where(_one_scene, *_between).order_by(t.orders.c.ordinal)
NUMBERED = select(t.orders).where(
    *equal(t.orders.c.scene_id, t.orders.c.chapter, t.orders.c.number, t.orders.c.gm_only)
)
PAGE_GM = (
    select(t.orders)
    .where(_one_scene, t.orders.c.ordinal < given("before"))
    .order_by(t.orders.c.ordinal.desc())
    .limit(given("most"))
    .offset(ZERO)
)
PAGE_PUBLIC = (
    select(t.orders)
    .where(_one_scene, t.orders.c.gm_only == ZERO, t.orders.c.number < given("before"))
    .order_by(t.orders.c.number.desc())
    .limit(given("most"))
    .offset(ZERO)
)
EVENTS = (
    select(t.events.c.ordinal, t.events.c.type, t.events.c.version, t.events.c.payload)
    .where(*equal(t.events.c.scene_id), t.events.c.ordinal >= given("first"), t.events.c.ordinal <= given("last"))
    .order_by(t.events.c.seq)
)

OPEN_CHAPTER = insert(t.chapters).values(all_set(t.chapters))
_one_chapter = equal(t.chapters.c.scene_id, t.chapters.c.number)
CLOSE_CHAPTER = update(t.chapters).where(*_one_chapter).values(closed=ONE)
HELD_BACK = select(t.chapters.c.number).where(
    *equal(t.chapters.c.scene_id), t.chapters.c.closed == ONE, t.chapters.c.revealed == ZERO
)
REVEAL = update(t.chapters).where(*equal(t.chapters.c.scene_id), t.chapters.c.closed == ONE).values(revealed=ONE)
CHAPTER = select(*all_but(t.chapters, "checkpoint")).where(*_one_chapter)
CHECKPOINT = select(t.chapters.c.checkpoint).where(*_one_chapter)

_sheet_columns = all_but(t.sheets, "name_key")
_enlisted = t.sheets.outerjoin(t.combatants, t.combatants.c.sheet_id == t.sheets.c.id)
_standing = select(*_sheet_columns, t.combatants.c.scene_id).select_from(_enlisted)
SHEETS = _standing.where(*equal(t.sheets.c.guild_id, t.sheets.c.owner_id, t.sheets.c.ruleset)).order_by(
    _ByCodePoint(t.sheets.c.name_key)
)
SHEET = _standing.where(*equal(t.sheets.c.guild_id, t.sheets.c.id))
OWN_SHEETS = _standing.where(t.sheets.c.owner_id == given("user_id")).order_by(t.sheets.c.guild_id, t.sheets.c.id)
SHEETS_IN = _standing.where(*equal(t.combatants.c.scene_id))
ADD_SHEET = insert(t.sheets).values(all_set(t.sheets, "id")).returning(t.sheets.c.id)
SAVE_SHEET = upsert(t.sheets)
ACTIVATE = (
    update(t.sheets)
    .where(*equal(t.sheets.c.guild_id, t.sheets.c.owner_id, t.sheets.c.ruleset))
    .values(active=case((t.sheets.c.id == given("id"), ONE), else_=ZERO))
)
DELETE_SHEET = delete(t.sheets).where(*equal(t.sheets.c.id))
PROJECT = (
    update(t.sheets)
    .where(*equal(t.sheets.c.id))
    .values(sheet=bindparam("sheet"), ruleset_version=bindparam("ruleset_version"))
)
_rolls_of = equal(t.rolls.c.guild_id, t.rolls.c.owner_id, t.rolls.c.ruleset)
KEPT_ROLL = select(t.rolls.c.faces).where(*_rolls_of, *equal(t.rolls.c.label))
KEEP_ROLL = upsert(t.rolls)
FORGET_ROLLS = delete(t.rolls).where(*_rolls_of)

POST = insert(t.outbox).values(all_set(t.outbox, "id", "posted", "posted_channel_id", "message_id")).inline()
_stale = t.trackers.c.version < t.scenes.c.head
_waiting_place = (t.scenes.c.guild_id, t.outbox.c.channel_id)
UNPOSTED_CHANNELS = union(
    select(*_waiting_place).join(t.outbox, t.outbox.c.scene_id == t.scenes.c.id).where(t.outbox.c.posted == ZERO),
    select(t.scenes.c.guild_id, t.scenes.c.channel_id)
    .join(t.trackers, t.trackers.c.scene_id == t.scenes.c.id)
    .where(_stale),
)
_promised_by = and_(t.orders.c.scene_id == t.outbox.c.scene_id, t.orders.c.ordinal == t.outbox.c.ordinal)
_owed_in_all = [func.count().label("waiting"), func.min(t.orders.c.at_ms).label("oldest_ms")]
BACKLOG = select(*_owed_in_all).select_from(t.outbox.outerjoin(t.orders, _promised_by)).where(t.outbox.c.posted == ZERO)
_outbox_columns = [
    t.outbox.c[name]
    for name in ("scene_id", "channel_id", "fight", "kind", "ordinal", "argument", "interaction_id", "id")
]
_written = select(ONE).where(t.letter_parts.c.parcel_id == t.outbox.c.id).exists()
_kinds = {stream: t.outbox.c.kind.in_([quoted(kind) for kind in kinds]) for stream, kinds in KINDS.items()}
UNWRITTEN = {
    stream: select(*_outbox_columns)
    .where(
        *equal(t.outbox.c.channel_id),
        t.outbox.c.posted == ZERO,
        fitting,
        ~_written,
    )
    .order_by(t.outbox.c.id)
    .limit(given("most"))
    .offset(ZERO)
    for stream, fitting in _kinds.items()
}
PROMISE = select(*_outbox_columns).where(*equal(t.outbox.c.id))
_numbered = (
    select(t.orders.c.ordinal)
    .where(*equal(t.orders.c.scene_id), t.orders.c.gm_only == ZERO, t.orders.c.number == given("argument"))
    .scalar_subquery()
)
ALIKE_BEFORE = select(func.count().label("promises")).where(
    *equal(t.outbox.c.scene_id, t.outbox.c.fight, t.outbox.c.kind, t.outbox.c.argument),
    t.outbox.c.ordinal >= func.coalesce(_numbered, ZERO),
    t.outbox.c.id < given("id"),
)
PROMISED_BY = select(func.max(t.outbox.c.interaction_id).label("interaction_id")).where(
    *equal(t.outbox.c.scene_id, t.outbox.c.ordinal)
)

WRITE_LETTER = (
    insert(t.letters).values(all_set(t.letters, "id", "posted", "place_id", "message_id")).returning(t.letters.c.id)
)
WRITE_PART = insert(t.letter_parts).values(all_set(t.letter_parts))
_letter_columns = [t.letters.c[name] for name in ("id", "scene_id", "channel_id", "fight", "stream", "kind")]
UNPOSTED = (
    select(*_letter_columns)
    .where(*equal(t.letters.c.channel_id, t.letters.c.stream), t.letters.c.posted == ZERO)
    .order_by(t.letters.c.id)
    .limit(given("most"))
    .offset(ZERO)
)
PARTS = (
    select(t.letter_parts.c.parcel_id, t.letter_parts.c.first, t.letter_parts.c.last)
    .where(*equal(t.letter_parts.c.letter_id))
    .order_by(t.letter_parts.c.position)
)
POST_LETTER = (
    update(t.letters)
    .where(*equal(t.letters.c.id))
    .values(posted=ONE, place_id=bindparam("place_id"), message_id=bindparam("message_id"))
)
_of_letter = select(t.letter_parts.c.parcel_id).where(*equal(t.letter_parts.c.letter_id))
_waiting = (
    select(ONE)
    .select_from(t.letter_parts.join(t.letters, t.letters.c.id == t.letter_parts.c.letter_id))
    .where(t.letter_parts.c.parcel_id == t.outbox.c.id, t.letters.c.posted == ZERO)
    .correlate(t.outbox)
    .exists()
)
POST_PARCELS = (
    update(t.outbox)
    .where(t.outbox.c.id.in_(_of_letter), ~_waiting)
    .values(posted=ONE, posted_channel_id=bindparam("place_id"), message_id=bindparam("message_id"))
)
LAST_POSTED = select(func.max(t.letters.c.message_id).label("message_id")).where(
    *equal(t.letters.c.scene_id, t.letters.c.place_id, t.letters.c.stream)
)
_ordinals = (t.outbox.c.ordinal >= given("first"), t.outbox.c.ordinal <= given("last"))
_stands = (t.letters.c.place_id.label("place_id"), t.letters.c.message_id.label("message_id"))
_with_letters = t.outbox.join(t.letter_parts, t.letter_parts.c.parcel_id == t.outbox.c.id).join(
    t.letters, t.letters.c.id == t.letter_parts.c.letter_id
)
_in_letters = (
    select(t.outbox.c.ordinal, t.outbox.c.kind, *_stands)
    .select_from(_with_letters)
    .where(*equal(t.outbox.c.scene_id), *_ordinals, t.letters.c.message_id > ZERO)
)
# What was posted before letters were written down stands in one message, which its promise names.
_before_letters = select(
    t.outbox.c.ordinal, t.outbox.c.kind, t.outbox.c.posted_channel_id, t.outbox.c.message_id
).where(*equal(t.outbox.c.scene_id), *_ordinals, t.outbox.c.message_id > ZERO)
POSTED = _in_letters.union(_before_letters).order_by("message_id")

_unposted = {"posted": ZERO, "posted_channel_id": ZERO, "message_id": ZERO}
_in_fight = equal(t.outbox.c.scene_id, t.outbox.c.fight)
_in_stream = equal(t.letters.c.scene_id, t.letters.c.fight, t.letters.c.stream)
_letters_of_fight = select(t.letters.c.id).where(*_in_stream)
TEAR_PARTS = delete(t.letter_parts).where(t.letter_parts.c.letter_id.in_(_letters_of_fight))
TEAR_LETTERS = delete(t.letters).where(*_in_stream)
OWE_AGAIN = {
    stream: update(t.outbox).where(*_in_fight, fitting).values(_unposted) for stream, fitting in _kinds.items()
}
GIVE_UP_LETTERS = update(t.letters).where(*equal(t.letters.c.channel_id), t.letters.c.posted == ZERO).values(posted=ONE)
_owed = (*equal(t.outbox.c.channel_id), t.outbox.c.posted == ZERO)
GIVE_UP = update(t.outbox).where(*_owed).values(posted=ONE).returning(t.outbox.c.id)
KEY = select(t.keys.c.secret).where(*equal(t.keys.c.name))
_newest = select(func.max(t.gms.c.fight)).where(*equal(t.gms.c.scene_id)).scalar_subquery()
GMS = select(t.gms.c.user_id).where(*equal(t.gms.c.scene_id), t.gms.c.fight == _newest).order_by(t.gms.c.user_id)
_invitations = (*_in_fight, t.outbox.c.kind == quoted(Post.INVITE))
TEAR_INVITATIONS = delete(t.letter_parts).where(
    t.letter_parts.c.parcel_id.in_(select(t.outbox.c.id).where(*_invitations))
)
_inviting = (*equal(t.letters.c.scene_id, t.letters.c.fight), t.letters.c.kind == quoted(Post.INVITE))
TEAR_INVITING = delete(t.letters).where(*_inviting)
LET_IN_NOWHERE = select(t.letters.c.id).where(*_inviting, t.letters.c.posted == ONE, t.letters.c.place_id == ZERO)
INVITE_AGAIN = update(t.outbox).where(*_invitations).values(_unposted)
LET_IN = (
    select(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id)
    .join(t.scenes, t.scenes.c.id == t.gms.c.scene_id)
    .where(*equal(t.scenes.c.guild_id))
    .order_by(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id)
)
LET_IN_AT = (
    select(t.gms.c.fight)
    .join(t.scenes, t.scenes.c.id == t.gms.c.scene_id)
    .where(*equal(t.scenes.c.channel_id, t.gms.c.user_id))
    .order_by(t.gms.c.fight)
)
DISMISS = delete(t.gms).where(*equal(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id))
UNINVITE = update(t.outbox).where(*_invitations, t.outbox.c.argument == given("user_id")).values(argument=ZERO)

LOG = select(t.logs).where(*equal(t.logs.c.scene_id, t.logs.c.fight))
SAVE_LOG = upsert(t.logs)
HOME_OF = (
    select(t.scenes.c.channel_id)
    .join(t.logs, t.logs.c.scene_id == t.scenes.c.id)
    .where(
        *equal(t.scenes.c.guild_id),
        or_(t.logs.c.thread_id == given("thread_id"), t.logs.c.gm_thread_id == given("thread_id")),
    )
)
INVITE = insert(t.gms).values(all_set(t.gms)).on_conflict_do_nothing().returning(t.gms.c.user_id)
TRACKER = select(t.trackers).where(*equal(t.trackers.c.scene_id))
SAVE_TRACKER = upsert(t.trackers)

_now = _Now()
_behind = t.identifies.c.at_ms + given("gap_ms")
_next_place = case(
    (t.identifies.c.at_ms > _now + given("most_ms"), _now),  # the clock was set back: nobody stands there
    (_behind > _now, _behind),
    else_=_now,
)
BOOK = (
    insert(t.identifies)
    .values(bucket=bindparam("bucket"), at_ms=_now)
    .on_conflict_do_update(index_elements=["bucket"], set_={"at_ms": _next_place})
    .returning(t.identifies.c.at_ms, _now.label("now_ms"))
)

FORBIDDING = (
    select(t.upgrades.c.revision, t.upgrades.c.version)
    .where(t.upgrades.c.oldest > given("ours"))
    .order_by(t.upgrades.c.revision.desc())
    .limit(ONE)
    .offset(ZERO)
)
_migrating: ColumnElement[int] = literal_column(str(MIGRATING))
HOLD_MIGRATIONS = select(func.pg_advisory_xact_lock(_migrating, ZERO))
HOLD_SCHEMA_ALONE = select(func.pg_advisory_xact_lock(_migrating, ONE))
_schema_together = func.pg_advisory_xact_lock_shared(_migrating, ONE)
HOLD_SCHEMA_TOGETHER = select(_schema_together)
LEASES = select(t.leases).order_by(t.leases.c.shards, t.leases.c.shard)
SAVE_LEASE = upsert(t.leases)
RENEW_LEASES = update(t.leases).where(*equal(t.leases.c.holder)).values(beats=t.leases.c.beats + ONE)
# Held by its key: who takes the lease gives it another, and waits; who only renews it does not.
LEASE_STANDS = (
    select(t.leases.c.holder)
    .where(*equal(t.leases.c.number), t.leases.c.holder != ZERO)
    .with_for_update(read=True, key_share=True)
)

_CHANNEL_OF_PROCESSES: ColumnElement[str] = quoted("fireteam")
TELL_OTHERS = select(func.pg_notify(_CHANNEL_OF_PROCESSES, given("channel_id")))
LEASING = 0x4C454153  # the first of two keys of locks about leases; guilds are locked by one
_LEASING: ColumnElement[int] = literal_column(str(LEASING))
HOLD_LEASES = select(func.pg_advisory_xact_lock(_LEASING, ZERO))
IS_UNLOCKED = select(func.pg_try_advisory_xact_lock_shared(_LEASING, cast(given("holder"), Integer)).label("unlocked"))
APPEAR = select(func.pg_advisory_lock(_LEASING, cast(given("holder"), Integer)))

_locks: TableClause = table("pg_locks", *map(column, ("locktype", "classid", "objid", "mode", "granted", "database")))
_databases: TableClause = table("pg_database", column("oid"), column("datname"))
_here = select(_databases.c.oid).where(_databases.c.datname == literal_column("current_database()")).scalar_subquery()
PROCESSES = select(func.count().label("processes")).where(
    _locks.c.locktype == quoted("advisory"),
    _locks.c.database == _here,
    _locks.c.classid == _LEASING,
    _locks.c.objid != ZERO,
    _locks.c.mode == quoted("ExclusiveLock"),
    _locks.c.granted,
)

# What is selected is worked out in order: the tables are held before a guild is.
HOLD_ALONE = select(_schema_together, func.pg_advisory_xact_lock(given("guild_id")))
HOLD_TOGETHER = select(_schema_together, func.pg_advisory_xact_lock_shared(given("guild_id")))
HOLD_SCENE = select(t.scenes.c.id).where(*equal(t.scenes.c.id)).with_for_update(key_share=True)

by_place = frozenset(
    (
        APPEND_ORDER,
        APPEND_EVENT,
        ASKED_AT,
        CLAIM_WITH_ANSWER,
        POST,
        PROJECT,
        SAVE_COMBATANT,
        SAVE_SCENE,
        SAVE_STATE,
    )
)
"""What every order says, with many parameters."""
