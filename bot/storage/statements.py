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
from sqlalchemy.sql.elements import BindParameter, ColumnElement

from bot.service.outbox import KINDS, Post
from bot.storage import tables as t
from bot.storage.release_marks import MIGRATING

# Constants are spelled out, not bound: a partial index is used only where its condition stands in the statement.
_ZERO: ColumnElement[int] = literal_column("0")
_ONE: ColumnElement[int] = literal_column("1")
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


@cache
def takes(statement: Executable) -> tuple[str, ...]:
    """Return the names of the parameters that a statement takes by place, in order; none where they are named."""
    if statement not in by_place:
        return ()
    return tuple(statement.compile(dialect=_SQLITE_BY_PLACE).positiontup)  # type: ignore[attr-defined]


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


def _p(name: str) -> BindParameter[Any]:
    return bindparam(f"p_{name}")


def _is(*columns: Any) -> list[ColumnElement[bool]]:
    """Return each column equals the parameter of its name, which is written with ``p_`` before it."""
    return [column == _p(column.name) for column in columns]


def _all(table: Any, *without: str) -> dict[str, BindParameter[Any]]:
    return {column.name: bindparam(column.name) for column in table.columns if column.name not in without}


def _upsert(table: Any, *kept: str) -> Executable:
    """Insert a row or overwrite it, but for its key and the columns ``kept``."""
    statement = insert(table).values(_all(table))
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in _all(table, *keys, *kept)}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


_one_campaign = select(t.campaigns.c.settings).where(t.campaigns.c.guild_id == _p("guild_id"))
_settled = (
    _one_campaign.where(t.campaigns.c.channel_id == _ZERO).scalar_subquery().label("server"),
    _one_campaign.where(t.campaigns.c.channel_id == _p("channel_id")).scalar_subquery().label("channel"),
)
_one_claim = insert(t.interactions).values(id=bindparam("id"), at_ms=bindparam("at_ms"))
CLAIM = _one_claim.on_conflict_do_nothing().returning(*_settled)
FIRST_ANSWER = select(t.interactions.c.answer).where(*_is(t.interactions.c.id))
CLAIM_WITH_ANSWER = _upsert(t.interactions)
ANSWER = update(t.interactions).where(*_is(t.interactions.c.id)).values(answer=bindparam("answer"))

_oldest = select(t.interactions.c.id).order_by(t.interactions.c.id).limit(_p("most")).offset(_ZERO)
_too_old = (t.interactions.c.id.in_(_oldest), t.interactions.c.at_ms < _p("before_ms"))
FORGET = delete(t.interactions).where(*_too_old).returning(t.interactions.c.id)

MAPS = select(t.maps.c.layout).where(*_is(t.maps.c.guild_id)).order_by(_ByCodePoint(t.maps.c.name_key))
SAVE_MAP = _upsert(t.maps)
DELETE_MAP = delete(t.maps).where(*_is(t.maps.c.guild_id, t.maps.c.name_key))
MAP_PICTURE = select(t.map_pictures.c.picture).where(*_is(t.map_pictures.c.guild_id, t.map_pictures.c.hash))
SAVE_MAP_PICTURE = _upsert(t.map_pictures)
DELETE_MAP_PICTURE = delete(t.map_pictures).where(*_is(t.map_pictures.c.guild_id, t.map_pictures.c.hash))

PORTRAIT = select(t.portraits.c.picture, t.portraits.c.url).where(*_is(t.portraits.c.sheet_id))
SAVE_PORTRAIT = _upsert(t.portraits)
DELETE_PORTRAIT = delete(t.portraits).where(*_is(t.portraits.c.sheet_id))
PICTURED = (
    select(t.sheets.c.id, t.sheets.c.owner_id)
    .join(t.portraits, t.portraits.c.sheet_id == t.sheets.c.id)
    .where(*_is(t.sheets.c.guild_id), t.portraits.c.url == literal_column("''"))
)

CAMPAIGN = select(t.campaigns.c.channel_id, t.campaigns.c.settings).where(
    *_is(t.campaigns.c.guild_id), or_(t.campaigns.c.channel_id == _ZERO, *_is(t.campaigns.c.channel_id))
)
SAVE_CAMPAIGN = _upsert(t.campaigns)

_scene_columns = [column for column in t.scenes.columns if column.name != "state"]
SCENE_AT = select(*_scene_columns).where(*_is(t.scenes.c.channel_id))
HELD_SCENE_AT = SCENE_AT.with_for_update(key_share=True)
SCENE = select(*_scene_columns).where(*_is(t.scenes.c.id))
# Whoever is the only one to write needs no claim before the answer, and asks at once for all that an order reads.
_asked = select(_ONE.label("one")).subquery("asked")
ASKED_AT = select(FIRST_ANSWER.scalar_subquery().label("answer"), *_settled, *_scene_columns).select_from(
    _asked.outerjoin(t.scenes, t.scenes.c.channel_id == _p("channel_id"))
)
RULESETS_PLAYED = select(t.scenes.c.ruleset).distinct()
SCENE_IDS = select(t.scenes.c.id).order_by(t.scenes.c.id)
SCENE_STATE = select(t.scenes.c.state).where(*_is(t.scenes.c.id))
OPEN_SCENE = insert(t.scenes).values(_all(t.scenes, "id")).returning(t.scenes.c.id)
SAVE_SCENE = update(t.scenes).where(*_is(t.scenes.c.id)).values(_all(t.scenes, "id", "guild_id", "channel_id"))

COMBATANTS = select(t.combatants.c.state).where(*_is(t.combatants.c.scene_id)).order_by(t.combatants.c.place)
SAVE_COMBATANT = _upsert(t.combatants, "place")
# A column that is named is written into its index, though it stays what it is.
SAVE_STATE = (
    update(t.combatants).where(*_is(t.combatants.c.scene_id, t.combatants.c.actor)).values(state=bindparam("state"))
)
DROP_COMBATANT = delete(t.combatants).where(*_is(t.combatants.c.scene_id, t.combatants.c.actor))
DROP_COMBATANTS = delete(t.combatants).where(*_is(t.combatants.c.scene_id))
ENLISTED = (
    select(t.combatants.c.actor, *_scene_columns)
    .join(t.scenes, t.scenes.c.id == t.combatants.c.scene_id)
    .where(*_is(t.combatants.c.sheet_id))
)

APPEND_ORDER = insert(t.orders).values(_all(t.orders))
APPEND_EVENT = insert(t.events).values(_all(t.events))
_one_scene = t.orders.c.scene_id == _p("scene_id")
_between = (t.orders.c.ordinal >= _p("first"), t.orders.c.ordinal <= _p("last"))
ORDERS = select(t.orders).where(_one_scene, *_between).order_by(t.orders.c.ordinal)
NUMBERED = select(t.orders).where(*_is(t.orders.c.scene_id, t.orders.c.chapter, t.orders.c.number, t.orders.c.gm_only))
PAGE_GM = (
    select(t.orders)
    .where(_one_scene, t.orders.c.ordinal < _p("before"))
    .order_by(t.orders.c.ordinal.desc())
    .limit(_p("most"))
    .offset(_ZERO)
)
PAGE_PUBLIC = (
    select(t.orders)
    .where(_one_scene, t.orders.c.gm_only == _ZERO, t.orders.c.number < _p("before"))
    .order_by(t.orders.c.number.desc())
    .limit(_p("most"))
    .offset(_ZERO)
)
EVENTS = (
    select(t.events.c.ordinal, t.events.c.type, t.events.c.version, t.events.c.payload)
    .where(*_is(t.events.c.scene_id), t.events.c.ordinal >= _p("first"), t.events.c.ordinal <= _p("last"))
    .order_by(t.events.c.seq)
)

OPEN_CHAPTER = insert(t.chapters).values(_all(t.chapters))
_one_chapter = _is(t.chapters.c.scene_id, t.chapters.c.number)
CLOSE_CHAPTER = update(t.chapters).where(*_one_chapter).values(closed=_ONE)
HELD_BACK = select(t.chapters.c.number).where(
    *_is(t.chapters.c.scene_id), t.chapters.c.closed == _ONE, t.chapters.c.revealed == _ZERO
)
REVEAL = update(t.chapters).where(*_is(t.chapters.c.scene_id), t.chapters.c.closed == _ONE).values(revealed=_ONE)
CHAPTER = select(*[column for column in t.chapters.columns if column.name != "checkpoint"]).where(*_one_chapter)
CHECKPOINT = select(t.chapters.c.checkpoint).where(*_one_chapter)

_sheet_columns = [column for column in t.sheets.columns if column.name != "name_key"]
_enlisted = t.sheets.outerjoin(t.combatants, t.combatants.c.sheet_id == t.sheets.c.id)
_standing = select(*_sheet_columns, t.combatants.c.scene_id).select_from(_enlisted)
SHEETS = _standing.where(*_is(t.sheets.c.guild_id, t.sheets.c.owner_id, t.sheets.c.ruleset)).order_by(
    _ByCodePoint(t.sheets.c.name_key)
)
SHEET = _standing.where(*_is(t.sheets.c.guild_id, t.sheets.c.id))
OWN_SHEETS = _standing.where(t.sheets.c.owner_id == _p("user_id")).order_by(t.sheets.c.guild_id, t.sheets.c.id)
SHEETS_IN = _standing.where(*_is(t.combatants.c.scene_id))
ADD_SHEET = insert(t.sheets).values(_all(t.sheets, "id")).returning(t.sheets.c.id)
SAVE_SHEET = _upsert(t.sheets)
ACTIVATE = (
    update(t.sheets)
    .where(*_is(t.sheets.c.guild_id, t.sheets.c.owner_id, t.sheets.c.ruleset))
    .values(active=case((t.sheets.c.id == _p("id"), _ONE), else_=_ZERO))
)
DELETE_SHEET = delete(t.sheets).where(*_is(t.sheets.c.id))
PROJECT = (
    update(t.sheets)
    .where(*_is(t.sheets.c.id))
    .values(sheet=bindparam("sheet"), ruleset_version=bindparam("ruleset_version"))
)
_rolls_of = _is(t.rolls.c.guild_id, t.rolls.c.owner_id, t.rolls.c.ruleset)
KEPT_ROLL = select(t.rolls.c.faces).where(*_rolls_of, *_is(t.rolls.c.label))
KEEP_ROLL = _upsert(t.rolls)
FORGET_ROLLS = delete(t.rolls).where(*_rolls_of)

POST = insert(t.outbox).values(_all(t.outbox, "id", "posted", "posted_channel_id", "message_id")).inline()
_stale = t.trackers.c.version < t.scenes.c.head
_waiting_place = (t.scenes.c.guild_id, t.outbox.c.channel_id)
UNPOSTED_CHANNELS = union(
    select(*_waiting_place).join(t.outbox, t.outbox.c.scene_id == t.scenes.c.id).where(t.outbox.c.posted == _ZERO),
    select(t.scenes.c.guild_id, t.scenes.c.channel_id)
    .join(t.trackers, t.trackers.c.scene_id == t.scenes.c.id)
    .where(_stale),
)
_promised_by = and_(t.orders.c.scene_id == t.outbox.c.scene_id, t.orders.c.ordinal == t.outbox.c.ordinal)
_owed_in_all = [func.count().label("waiting"), func.min(t.orders.c.at_ms).label("oldest_ms")]
BACKLOG = (
    select(*_owed_in_all).select_from(t.outbox.outerjoin(t.orders, _promised_by)).where(t.outbox.c.posted == _ZERO)
)
_outbox_columns = [
    t.outbox.c[name]
    for name in ("scene_id", "channel_id", "fight", "kind", "ordinal", "argument", "interaction_id", "id")
]
_written = select(_ONE).where(t.letter_parts.c.parcel_id == t.outbox.c.id).exists()
_kinds = {
    stream: t.outbox.c.kind.in_([literal_column(f"'{kind}'") for kind in kinds]) for stream, kinds in KINDS.items()
}
UNWRITTEN = {
    stream: select(*_outbox_columns)
    .where(
        *_is(t.outbox.c.channel_id),
        t.outbox.c.posted == _ZERO,
        fitting,
        ~_written,
    )
    .order_by(t.outbox.c.id)
    .limit(_p("most"))
    .offset(_ZERO)
    for stream, fitting in _kinds.items()
}
PROMISE = select(*_outbox_columns).where(*_is(t.outbox.c.id))
_numbered = (
    select(t.orders.c.ordinal)
    .where(*_is(t.orders.c.scene_id), t.orders.c.gm_only == _ZERO, t.orders.c.number == _p("argument"))
    .scalar_subquery()
)
ALIKE_BEFORE = select(func.count().label("promises")).where(
    *_is(t.outbox.c.scene_id, t.outbox.c.fight, t.outbox.c.kind, t.outbox.c.argument),
    t.outbox.c.ordinal >= func.coalesce(_numbered, _ZERO),
    t.outbox.c.id < _p("id"),
)
PROMISED_BY = select(func.max(t.outbox.c.interaction_id).label("interaction_id")).where(
    *_is(t.outbox.c.scene_id, t.outbox.c.ordinal)
)

WRITE_LETTER = (
    insert(t.letters).values(_all(t.letters, "id", "posted", "place_id", "message_id")).returning(t.letters.c.id)
)
WRITE_PART = insert(t.letter_parts).values(_all(t.letter_parts))
_letter_columns = [t.letters.c[name] for name in ("id", "scene_id", "channel_id", "fight", "stream", "kind")]
UNPOSTED = (
    select(*_letter_columns)
    .where(*_is(t.letters.c.channel_id, t.letters.c.stream), t.letters.c.posted == _ZERO)
    .order_by(t.letters.c.id)
    .limit(_p("most"))
    .offset(_ZERO)
)
PARTS = (
    select(t.letter_parts.c.parcel_id, t.letter_parts.c.first, t.letter_parts.c.last)
    .where(*_is(t.letter_parts.c.letter_id))
    .order_by(t.letter_parts.c.position)
)
POST_LETTER = (
    update(t.letters)
    .where(*_is(t.letters.c.id))
    .values(posted=_ONE, place_id=bindparam("place_id"), message_id=bindparam("message_id"))
)
_of_letter = select(t.letter_parts.c.parcel_id).where(*_is(t.letter_parts.c.letter_id))
_waiting = (
    select(_ONE)
    .select_from(t.letter_parts.join(t.letters, t.letters.c.id == t.letter_parts.c.letter_id))
    .where(t.letter_parts.c.parcel_id == t.outbox.c.id, t.letters.c.posted == _ZERO)
    .correlate(t.outbox)
    .exists()
)
POST_PARCELS = (
    update(t.outbox)
    .where(t.outbox.c.id.in_(_of_letter), ~_waiting)
    .values(posted=_ONE, posted_channel_id=bindparam("place_id"), message_id=bindparam("message_id"))
)
LAST_POSTED = select(func.max(t.letters.c.message_id).label("message_id")).where(
    *_is(t.letters.c.scene_id, t.letters.c.place_id, t.letters.c.stream)
)
_ordinals = (t.outbox.c.ordinal >= _p("first"), t.outbox.c.ordinal <= _p("last"))
_stands = (t.letters.c.place_id.label("place_id"), t.letters.c.message_id.label("message_id"))
_with_letters = t.outbox.join(t.letter_parts, t.letter_parts.c.parcel_id == t.outbox.c.id).join(
    t.letters, t.letters.c.id == t.letter_parts.c.letter_id
)
_in_letters = (
    select(t.outbox.c.ordinal, t.outbox.c.kind, *_stands)
    .select_from(_with_letters)
    .where(*_is(t.outbox.c.scene_id), *_ordinals, t.letters.c.message_id > _ZERO)
)
# What was posted before letters were written down stands in one message, which its promise names.
_before_letters = select(
    t.outbox.c.ordinal, t.outbox.c.kind, t.outbox.c.posted_channel_id, t.outbox.c.message_id
).where(*_is(t.outbox.c.scene_id), *_ordinals, t.outbox.c.message_id > _ZERO)
POSTED = _in_letters.union(_before_letters).order_by("message_id")

_in_fight = _is(t.outbox.c.scene_id, t.outbox.c.fight)
_letters_of_fight = select(t.letters.c.id).where(*_is(t.letters.c.scene_id, t.letters.c.fight, t.letters.c.stream))
TEAR_PARTS = delete(t.letter_parts).where(t.letter_parts.c.letter_id.in_(_letters_of_fight))
TEAR_LETTERS = delete(t.letters).where(*_is(t.letters.c.scene_id, t.letters.c.fight, t.letters.c.stream))
OWE_AGAIN = {
    stream: update(t.outbox).where(*_in_fight, fitting).values(posted=_ZERO, posted_channel_id=_ZERO, message_id=_ZERO)
    for stream, fitting in _kinds.items()
}
GIVE_UP_LETTERS = update(t.letters).where(*_is(t.letters.c.channel_id), t.letters.c.posted == _ZERO).values(posted=_ONE)
_owed = (*_is(t.outbox.c.channel_id), t.outbox.c.posted == _ZERO)
GIVE_UP = update(t.outbox).where(*_owed).values(posted=_ONE).returning(t.outbox.c.id)
KEY = select(t.keys.c.secret).where(*_is(t.keys.c.name))
_newest = select(func.max(t.gms.c.fight)).where(*_is(t.gms.c.scene_id)).scalar_subquery()
GMS = select(t.gms.c.user_id).where(*_is(t.gms.c.scene_id), t.gms.c.fight == _newest).order_by(t.gms.c.user_id)
_invitations = (*_in_fight, t.outbox.c.kind == literal_column(f"'{Post.INVITE}'"))
TEAR_INVITATIONS = delete(t.letter_parts).where(
    t.letter_parts.c.parcel_id.in_(select(t.outbox.c.id).where(*_invitations))
)
TEAR_INVITING = delete(t.letters).where(
    *_is(t.letters.c.scene_id, t.letters.c.fight), t.letters.c.kind == literal_column(f"'{Post.INVITE}'")
)
INVITE_AGAIN = update(t.outbox).where(*_invitations).values(posted=_ZERO, posted_channel_id=_ZERO, message_id=_ZERO)
LET_IN = (
    select(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id)
    .join(t.scenes, t.scenes.c.id == t.gms.c.scene_id)
    .where(*_is(t.scenes.c.guild_id))
    .order_by(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id)
)
LET_IN_AT = (
    select(t.gms.c.fight)
    .join(t.scenes, t.scenes.c.id == t.gms.c.scene_id)
    .where(*_is(t.scenes.c.channel_id, t.gms.c.user_id))
    .order_by(t.gms.c.fight)
)
DISMISS = delete(t.gms).where(*_is(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id))
UNINVITE = update(t.outbox).where(*_invitations, t.outbox.c.argument == _p("user_id")).values(argument=_ZERO)

LOG = select(t.logs).where(*_is(t.logs.c.scene_id, t.logs.c.fight))
SAVE_LOG = _upsert(t.logs)
HOME_OF = (
    select(t.scenes.c.channel_id)
    .join(t.logs, t.logs.c.scene_id == t.scenes.c.id)
    .where(
        *_is(t.scenes.c.guild_id), or_(t.logs.c.thread_id == _p("thread_id"), t.logs.c.gm_thread_id == _p("thread_id"))
    )
)
INVITED = select(t.gms.c.user_id).where(*_is(t.gms.c.scene_id, t.gms.c.fight, t.gms.c.user_id))
INVITE = insert(t.gms).values(_all(t.gms)).on_conflict_do_nothing().returning(t.gms.c.user_id)
TRACKER = select(t.trackers).where(*_is(t.trackers.c.scene_id))
SAVE_TRACKER = _upsert(t.trackers)

_now = _Now()
_behind = t.identifies.c.at_ms + _p("gap_ms")
_next_place = case(
    (t.identifies.c.at_ms > _now + _p("most_ms"), _now),  # the clock was set back: nobody stands there
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
    .where(t.upgrades.c.oldest > _p("ours"))
    .order_by(t.upgrades.c.revision.desc())
    .limit(_ONE)
    .offset(_ZERO)
)
_migrating: ColumnElement[int] = literal_column(str(MIGRATING))
HOLD_MIGRATIONS = select(func.pg_advisory_xact_lock(_migrating, _ZERO))
HOLD_SCHEMA_ALONE = select(func.pg_advisory_xact_lock(_migrating, _ONE))
_schema_together = func.pg_advisory_xact_lock_shared(_migrating, _ONE)
HOLD_SCHEMA_TOGETHER = select(_schema_together)
LEASES = select(t.leases).order_by(t.leases.c.shards, t.leases.c.shard)
SAVE_LEASE = _upsert(t.leases)
RENEW_LEASES = update(t.leases).where(*_is(t.leases.c.holder)).values(beats=t.leases.c.beats + _ONE)
# Held by its key: who takes the lease gives it another, and waits; who only renews it does not.
LEASE_STANDS = (
    select(t.leases.c.holder)
    .where(*_is(t.leases.c.number), t.leases.c.holder != _ZERO)
    .with_for_update(read=True, key_share=True)
)

_CHANNEL_OF_PROCESSES: ColumnElement[str] = literal_column("'fireteam'")
TELL_OTHERS = select(func.pg_notify(_CHANNEL_OF_PROCESSES, _p("channel_id")))
LEASING = 0x4C454153  # the first of two keys of locks about leases; guilds are locked by one
_LEASING: ColumnElement[int] = literal_column(str(LEASING))
HOLD_LEASES = select(func.pg_advisory_xact_lock(_LEASING, _ZERO))
IS_UNLOCKED = select(func.pg_try_advisory_xact_lock_shared(_LEASING, cast(_p("holder"), Integer)).label("unlocked"))
APPEAR = select(func.pg_advisory_lock(_LEASING, cast(_p("holder"), Integer)))

_locks: TableClause = table("pg_locks", *map(column, ("locktype", "classid", "objid", "mode", "granted", "database")))
_databases: TableClause = table("pg_database", column("oid"), column("datname"))
_here = select(_databases.c.oid).where(_databases.c.datname == literal_column("current_database()")).scalar_subquery()
PROCESSES = select(func.count().label("processes")).where(
    _locks.c.locktype == literal_column("'advisory'"),
    _locks.c.database == _here,
    _locks.c.classid == _LEASING,
    _locks.c.objid != _ZERO,
    _locks.c.mode == literal_column("'ExclusiveLock'"),
    _locks.c.granted,
)

# What is selected is worked out in order: the tables are held before a guild is.
HOLD_ALONE = select(_schema_together, func.pg_advisory_xact_lock(_p("guild_id")))
HOLD_TOGETHER = select(_schema_together, func.pg_advisory_xact_lock_shared(_p("guild_id")))
HOLD_SCENE = select(t.scenes.c.id).where(*_is(t.scenes.c.id)).with_for_update(key_share=True)

by_place = frozenset(
    (
        APPEND_ORDER,
        APPEND_EVENT,
        ASKED_AT,
        CLAIM_WITH_ANSWER,
        INVITED,
        POST,
        PROJECT,
        SAVE_COMBATANT,
        SAVE_SCENE,
        SAVE_STATE,
    )
)
"""What every order says, with many parameters."""
