"""What is kept, as tables; state and orders are bytes that only the codec reads."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

_UNPOSTED = text("posted = 0")
BIG = BigInteger().with_variant(Integer, "sqlite")


def _id(name: str = "id") -> Column[int]:
    return Column(name, BIG, primary_key=True, autoincrement=True)


def _key(name: str) -> Column[int]:
    return Column(name, BIG, primary_key=True, autoincrement=False)


def _big(name: str, default: int | None = None) -> Column[int]:
    return Column(name, BIG, nullable=False, server_default=None if default is None else text(str(default)))


def _bytes(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


def _words(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _scene() -> Column[int]:
    return Column("scene_id", BIG, ForeignKey("scenes.id"), primary_key=True, autoincrement=False)


interactions = Table("interactions", METADATA, _key("id"), _big("at_ms"), Column("answer", LargeBinary, nullable=True))

campaigns = Table("campaigns", METADATA, _key("guild_id"), _key("channel_id"), _bytes("settings"))

scenes = Table(
    "scenes",
    METADATA,
    _id(),
    _big("guild_id"),
    Column("channel_id", BIG, nullable=False, unique=True),
    _words("ruleset"),
    _big("ruleset_version"),
    _big("chapter"),
    _big("head"),
    _big("seq"),
    _big("numbered"),
    _big("gm_numbered"),
    _bytes("state"),
    sqlite_autoincrement=True,  # folds are kept at hand by the id of a scene, and one of a server that left is deleted
)

combatants = Table(
    "combatants",
    METADATA,
    _scene(),
    Column("actor", Text, primary_key=True),
    _big("place"),
    Column("sheet_id", BIG, nullable=True, unique=True),
    _bytes("state"),
)

chapters = Table(
    "chapters",
    METADATA,
    _scene(),
    _key("number"),
    _big("first"),
    _big("fight"),
    _words("ruleset"),
    _big("ruleset_version"),
    _bytes("public_secret"),
    _bytes("gm_secret"),
    _big("closed"),
    _big("revealed"),
    _bytes("checkpoint"),
    _big("scheme", 1),
)

orders = Table(
    "orders",
    METADATA,
    _scene(),
    _key("ordinal"),
    _big("chapter"),
    _big("fight"),
    _big("user_id"),
    _big("at_ms"),
    _bytes("payload"),
    _big("ruleset_version"),
    _big("number"),
    _big("gm_only"),
    _big("rolled"),
    _big("voids"),
    _big("redo"),
    _big("again", 0),
    Column("kept", Text, nullable=False, server_default=text("'noticed'")),
    Column("draw", Text, nullable=False, server_default=text("''")),
    Column("course", Text, nullable=False, server_default=text("''")),
    _big("waits", 0),
    Index(None, "scene_id", "gm_only", "number", unique=True),
)

events = Table(
    "events",
    METADATA,
    Column("scene_id", BIG, primary_key=True, autoincrement=False),
    _key("seq"),
    _big("ordinal"),
    _words("type"),
    _big("version"),
    _words("audience"),
    _bytes("payload"),
    ForeignKeyConstraint(["scene_id", "ordinal"], ["orders.scene_id", "orders.ordinal"]),
    Index(None, "scene_id", "ordinal"),
)

sheets = Table(
    "sheets",
    METADATA,
    _id(),
    _big("guild_id"),
    _big("owner_id"),
    _words("ruleset"),
    _words("name"),
    _words("name_key"),
    _big("active"),
    _bytes("sheet"),
    _big("moves", 0),
    _big("ruleset_version", 0),
    Index(None, "guild_id", "owner_id", "ruleset", "name_key", unique=True),
    sqlite_autoincrement=True,  # a fight knows who left it by the id of a sheet, which may be deleted meanwhile
)

portraits = Table(
    "portraits",
    METADATA,
    Column("sheet_id", BIG, ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    _bytes("picture"),
    _words("url"),
)

rolls = Table(
    "rolls",
    METADATA,
    _key("guild_id"),
    _key("owner_id"),
    Column("ruleset", Text, primary_key=True),
    Column("label", Text, primary_key=True),
    _bytes("faces"),
)

outbox = Table(
    "outbox",
    METADATA,
    _id(),
    Column("scene_id", BIG, ForeignKey("scenes.id"), nullable=False),
    _big("channel_id"),
    _big("fight"),
    _words("kind"),
    _big("ordinal"),
    _big("argument"),
    _big("posted", 0),
    _big("posted_channel_id", 0),
    _big("message_id", 0),
    _big("interaction_id", 0),
    Index("ix_outbox_unposted", "channel_id", "id", sqlite_where=_UNPOSTED, postgresql_where=_UNPOSTED),
    Index(None, "scene_id", "ordinal"),
)

letters = Table(
    "letters",
    METADATA,
    _id(),
    Column("scene_id", BIG, ForeignKey("scenes.id"), nullable=False),
    _big("channel_id"),
    _big("fight"),
    _words("stream"),
    _words("kind"),
    _big("posted", 0),
    _big("place_id", 0),
    _big("message_id", 0),
    Index("ix_letters_unposted", "channel_id", "id", sqlite_where=_UNPOSTED, postgresql_where=_UNPOSTED),
    Index(None, "scene_id", "place_id"),
    sqlite_autoincrement=True,  # an id is in the nonce of its message, and must not come again
)

letter_parts = Table(
    "letter_parts",
    METADATA,
    Column("letter_id", BIG, ForeignKey("letters.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    _key("position"),
    Column("parcel_id", BIG, ForeignKey("outbox.id"), nullable=False, index=True),
    _big("first"),
    _big("last"),
)

keys = Table("keys", METADATA, Column("name", Text, primary_key=True), _bytes("secret"))

upgrades = Table("upgrades", METADATA, Column("revision", Text, primary_key=True), _words("oldest"), _words("version"))

logs = Table(
    "logs",
    METADATA,
    _scene(),
    _key("fight"),
    _big("starter_id"),
    Column("thread_id", BIG, nullable=False, index=True),
    Column("gm_thread_id", BIG, nullable=False, index=True),
    _big("in_place"),
    _big("lost", 0),
)

leases = Table(
    "leases",
    METADATA,
    _key("shards"),
    _key("shard"),
    Column("number", BIG, nullable=False, unique=True),  # what marks are checked by is held without hindering beats
    _big("holder"),
    _big("beats"),
)

gms = Table("gms", METADATA, _scene(), _key("fight"), _key("user_id"))

trackers = Table(
    "trackers",
    METADATA,
    _scene(),
    _big("channel_id"),
    _big("message_id"),
    _big("version"),
    _words("pinged"),
    Column("shown", Text, nullable=False, server_default=text("''")),
)

identifies = Table("identifies", METADATA, _key("bucket"), _big("at_ms"))

wishes = Table("wishes", METADATA, _key("user_id"), _big("stand_in"), _big("at_ms"), _big("cleared", 0))

seals = Table(
    "seals",
    METADATA,
    Column("scene_id", BIG, primary_key=True, autoincrement=False),
    _key("ordinal"),
    _words("seal"),
    ForeignKeyConstraint(["scene_id", "ordinal"], ["orders.scene_id", "orders.ordinal"]),
)

maps = Table("maps", METADATA, _key("guild_id"), Column("name_key", Text, primary_key=True), _bytes("layout"))

map_pictures = Table(
    "map_pictures", METADATA, _key("guild_id"), Column("hash", Text, primary_key=True), _bytes("picture")
)

departures = Table("departures", METADATA, _key("guild_id"), _big("at_ms"))
