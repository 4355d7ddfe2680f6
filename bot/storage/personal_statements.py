"""Statements about what is kept of one person, and of a server as a whole, wherever it lies."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, and_, bindparam, delete, exists, or_, select, union, update
from sqlalchemy.dialects.postgresql import insert  # which either dialect can spell
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import BindParameter, ColumnElement

from bot.service.outbox import Post
from bot.storage import tables as t
from bot.storage.phrases import ONE, ZERO, all_but, equal, given, quoted, upsert
from bot.storage.stand_ins import ASKED


class _Holds(ColumnElement[bool]):
    """Whether some bytes or words stand anywhere in a column."""

    inherit_cache = False
    type = Boolean()

    def __init__(self, column: ColumnElement[Any], what: BindParameter[Any]) -> None:
        self.column = column
        self.what = what


@compiles(_Holds)
def _instr(element: _Holds, compiler: SQLCompiler, **_: Any) -> str:
    return f"instr({compiler.process(element.column)}, {compiler.process(element.what)}) > 0"


@compiles(_Holds, "postgresql")
def _position(element: _Holds, compiler: SQLCompiler, **_: Any) -> str:
    return f"position({compiler.process(element.what)} in {compiler.process(element.column)}) > 0"


def _typed(column: ColumnElement[bytes]) -> _Holds:
    return _Holds(column, given("typed"))


def _packed(column: ColumnElement[bytes]) -> ColumnElement[bool]:
    return or_(_typed(column), _Holds(column, given("packed")))


def _worded(column: ColumnElement[str]) -> _Holds:
    return _Holds(column, given("words"))


_user = given("user_id")

SAVE_WISH = upsert(t.wishes)
WISH = select(t.wishes).where(*equal(t.wishes.c.user_id))
WISHES = select(t.wishes).order_by(t.wishes.c.at_ms)
DROP_WISH = delete(t.wishes).where(*equal(t.wishes.c.user_id))

# --- what is a user's own

OWN_PORTRAITS = (
    select(t.portraits)
    .join(t.sheets, t.sheets.c.id == t.portraits.c.sheet_id)
    .where(t.sheets.c.owner_id == _user)
    .order_by(t.portraits.c.sheet_id)
)
OWN_ROLLS = select(t.rolls).where(t.rolls.c.owner_id == _user).order_by(*t.rolls.primary_key)
GM_OF = (
    select(t.scenes.c.guild_id, t.scenes.c.channel_id, t.gms.c.fight)
    .join(t.scenes, t.scenes.c.id == t.gms.c.scene_id)
    .where(*equal(t.gms.c.user_id))
    .order_by(t.gms.c.scene_id, t.gms.c.fight)
)
OWN_ORDERS = (
    select(t.orders)
    .where(*equal(t.orders.c.user_id), t.orders.c.scene_id > given("after"))
    .order_by(t.orders.c.scene_id, t.orders.c.ordinal)
)
PLAYED_IN = select(t.combatants.c.scene_id).where(_packed(t.combatants.c.state)).distinct()
ASKS_IN = select(t.scenes.c.id).where(_packed(t.scenes.c.state))
GUILDS_OF = union(
    select(t.sheets.c.guild_id).where(
        or_(t.sheets.c.owner_id == _user, _typed(t.sheets.c.sheet), _worded(t.sheets.c.name))
    ),
    select(t.sheets.c.guild_id)
    .join(t.portraits, t.portraits.c.sheet_id == t.sheets.c.id)
    .where(_worded(t.portraits.c.url)),
    select(t.rolls.c.guild_id).where(t.rolls.c.owner_id == _user),
    select(t.campaigns.c.guild_id).where(_typed(t.campaigns.c.settings)),
)
DROP_SHEETS = delete(t.sheets).where(*equal(t.sheets.c.guild_id), t.sheets.c.owner_id == _user)
DROP_PORTRAITS = delete(t.portraits).where(
    _worded(t.portraits.c.url), t.portraits.c.sheet_id.in_(select(t.sheets.c.id).where(*equal(t.sheets.c.guild_id)))
)
DROP_ROLLS = delete(t.rolls).where(*equal(t.rolls.c.guild_id), t.rolls.c.owner_id == _user)

# --- where a user is named

SCENES_OF = (
    select(t.scenes.c.guild_id, t.scenes.c.id)
    .where(
        exists()
        .where(
            t.orders.c.scene_id == t.scenes.c.id,
            t.orders.c.at_ms <= given("until_ms"),
            or_(t.orders.c.user_id == _user, _typed(t.orders.c.payload)),
        )
        .correlate(t.scenes)
    )
    .order_by(t.scenes.c.id)
)
NAMING = (
    select(t.orders.c.ordinal)
    .where(*equal(t.orders.c.scene_id), _typed(t.orders.c.payload))
    .order_by(t.orders.c.ordinal)
)
_of_scene = equal(t.orders.c.scene_id)
_event_names = or_(_typed(t.events.c.payload), t.events.c.type == quoted(ASKED))
EVENTS_NAMING = (
    select(t.events.c.seq, t.events.c.ordinal, t.events.c.type, t.events.c.payload)
    .where(*equal(t.events.c.scene_id), _event_names)
    .order_by(t.events.c.seq)
)
ORDERS_NAMING = select(t.orders.c.ordinal, t.orders.c.payload).where(*_of_scene, _typed(t.orders.c.payload))
CHAPTERS_NAMING = select(t.chapters.c.number, t.chapters.c.checkpoint).where(
    *equal(t.chapters.c.scene_id), _packed(t.chapters.c.checkpoint)
)
COMBATANTS_NAMING = select(t.combatants.c.actor, t.combatants.c.state).where(
    *equal(t.combatants.c.scene_id), or_(_packed(t.combatants.c.state), _worded(t.combatants.c.actor))
)
CAMPAIGNS_NAMING = select(t.campaigns.c.channel_id, t.campaigns.c.settings).where(
    *equal(t.campaigns.c.guild_id), _typed(t.campaigns.c.settings)
)
SHEETS_NAMING = select(t.sheets.c.id, t.sheets.c.name, t.sheets.c.sheet).where(
    *equal(t.sheets.c.guild_id), or_(_typed(t.sheets.c.sheet), _worded(t.sheets.c.name))
)
ANSWERS_NAMING = select(t.interactions.c.id, t.interactions.c.answer).where(_packed(t.interactions.c.answer))

# --- what stands in for a user

REWRITE_EVENT = update(t.events).where(*equal(t.events.c.scene_id, t.events.c.seq)).values(payload=bindparam("payload"))
REWRITE_ORDER = update(t.orders).where(*_of_scene, *equal(t.orders.c.ordinal)).values(payload=bindparam("payload"))
REASSIGN_ORDERS = update(t.orders).where(*_of_scene, t.orders.c.user_id == _user).values(user_id=bindparam("stand_in"))
REWRITE_CHECKPOINT = (
    update(t.chapters)
    .where(*equal(t.chapters.c.scene_id, t.chapters.c.number))
    .values(checkpoint=bindparam("checkpoint"))
)
REWRITE_COMBATANT = (
    update(t.combatants)
    .where(*equal(t.combatants.c.scene_id, t.combatants.c.actor))
    .values(actor=bindparam("actor"), state=bindparam("state"))
)
# A gap behind the last event tells folds that are at hand from those that are kept.
REWRITE_SCENE = update(t.scenes).where(*equal(t.scenes.c.id)).values(state=bindparam("state"), seq=t.scenes.c.seq + ONE)
REWRITE_ANSWER = update(t.interactions).where(*equal(t.interactions.c.id)).values(answer=bindparam("answer"))
REWRITE_CAMPAIGN = (
    update(t.campaigns)
    .where(*equal(t.campaigns.c.guild_id, t.campaigns.c.channel_id))
    .values(settings=bindparam("settings"))
)
REWRITE_SHEET = (
    update(t.sheets)
    .where(*equal(t.sheets.c.id))
    .values(name=bindparam("name"), name_key=bindparam("name_key"), sheet=bindparam("sheet"))
)
DROP_GM = delete(t.gms).where(*equal(t.gms.c.scene_id), t.gms.c.user_id == _user)
_invites = t.outbox.c.kind == quoted(Post.INVITE)
_expels = t.outbox.c.kind == quoted(Post.EXPEL)
_about_user = and_(t.outbox.c.argument == _user, or_(_invites, _expels))
_still_to_go = and_(_expels, t.outbox.c.posted == ZERO)
FREE_PROMISES = update(t.outbox).where(*equal(t.outbox.c.scene_id), _about_user, ~_still_to_go).values(argument=ZERO)
FREE_KEPT_PROMISES = update(t.outbox).where(_about_user, _expels, t.outbox.c.posted == ONE).values(argument=ZERO)
STILL_TO_GO = select(t.outbox.c.id).where(_about_user, _still_to_go)

SEAL = upsert(t.seals)
SEALS = select(t.seals.c.ordinal, t.seals.c.seal).where(*equal(t.seals.c.scene_id))
ORDER_KEPT = select(t.orders.c.payload).where(*_of_scene, *equal(t.orders.c.ordinal))
EVENTS_KEPT = (
    select(t.events.c.type, t.events.c.version, t.events.c.payload)
    .where(*equal(t.events.c.scene_id, t.events.c.ordinal))
    .order_by(t.events.c.seq)
)

# --- servers

GUILDS = union(
    *(select(table.c.guild_id) for table in (t.scenes, t.sheets, t.campaigns, t.rolls, t.maps, t.map_pictures))
)
SCENES_IN = select(*all_but(t.scenes, "state")).where(*equal(t.scenes.c.guild_id)).order_by(t.scenes.c.id)
DEPART = insert(t.departures).values(guild_id=bindparam("guild_id"), at_ms=bindparam("at_ms")).on_conflict_do_nothing()
COME_BACK = delete(t.departures).where(*equal(t.departures.c.guild_id)).returning(t.departures.c.guild_id)
DEPARTED = select(t.departures).order_by(t.departures.c.guild_id)
_letters_of_scene = select(t.letters.c.id).where(*equal(t.letters.c.scene_id))
FORGET_SCENE = (
    delete(t.letter_parts).where(t.letter_parts.c.letter_id.in_(_letters_of_scene)),
    *(
        delete(table).where(table.c.scene_id == given("scene_id"))
        for table in (
            *(t.letters, t.outbox, t.seals, t.events, t.orders, t.chapters, t.combatants),
            *(t.gms, t.logs, t.trackers),
        )
    ),
    delete(t.scenes).where(t.scenes.c.id == given("scene_id")),
)
FORGET_GUILD = tuple(
    delete(table).where(table.c.guild_id == given("guild_id"))
    for table in (t.sheets, t.rolls, t.campaigns, t.maps, t.map_pictures, t.departures)
)
