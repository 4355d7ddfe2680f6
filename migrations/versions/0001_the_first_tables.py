"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
oldest_beside = "0001"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make every table."""
    _campaigns()
    _interactions()
    _scenes()
    _sheets()
    _chapters()
    _combatants()
    _gms()
    _logs()
    _orders()
    _outbox()
    _trackers()
    _events()


def downgrade() -> None:
    """Drop every table."""
    for table in TABLES[::-1]:
        op.drop_table(table)


TABLES = (
    "campaigns",
    "interactions",
    "scenes",
    "sheets",
    "chapters",
    "combatants",
    "gms",
    "logs",
    "orders",
    "outbox",
    "trackers",
    "events",
)


def _campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("channel_id", BIG, autoincrement=False, nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "channel_id", name="pk_campaigns"),
    )


def _interactions() -> None:
    op.create_table(
        "interactions",
        sa.Column("id", BIG, autoincrement=False, nullable=False),
        sa.Column("at_ms", BIG, nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_interactions"),
    )


def _scenes() -> None:
    op.create_table(
        "scenes",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("ruleset_version", BIG, nullable=False),
        sa.Column("chapter", BIG, nullable=False),
        sa.Column("head", BIG, nullable=False),
        sa.Column("seq", BIG, nullable=False),
        sa.Column("numbered", BIG, nullable=False),
        sa.Column("gm_numbered", BIG, nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_scenes"),
        sa.UniqueConstraint("channel_id", name="uq_scenes_channel_id"),
    )


def _sheets() -> None:
    op.create_table(
        "sheets",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column("guild_id", BIG, nullable=False),
        sa.Column("owner_id", BIG, nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("active", BIG, nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheets"),
    )
    op.create_index(
        "ix_sheets_guild_id_owner_id_ruleset_name_key",
        "sheets",
        ["guild_id", "owner_id", "ruleset", "name_key"],
        unique=True,
    )


def _chapters() -> None:
    op.create_table(
        "chapters",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("number", BIG, autoincrement=False, nullable=False),
        sa.Column("first", BIG, nullable=False),
        sa.Column("fight", BIG, nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("ruleset_version", BIG, nullable=False),
        sa.Column("public_secret", sa.LargeBinary(), nullable=False),
        sa.Column("gm_secret", sa.LargeBinary(), nullable=False),
        sa.Column("closed", BIG, nullable=False),
        sa.Column("revealed", BIG, nullable=False),
        sa.Column("checkpoint", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_chapters_scene_id"),
        sa.PrimaryKeyConstraint("scene_id", "number", name="pk_chapters"),
    )


def _combatants() -> None:
    op.create_table(
        "combatants",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("place", BIG, nullable=False),
        sa.Column("sheet_id", BIG, nullable=True),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_combatants_scene_id"),
        sa.PrimaryKeyConstraint("scene_id", "actor", name="pk_combatants"),
        sa.UniqueConstraint("sheet_id", name="uq_combatants_sheet_id"),
    )


def _gms() -> None:
    op.create_table(
        "gms",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("fight", BIG, autoincrement=False, nullable=False),
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_gms_scene_id"),
        sa.PrimaryKeyConstraint("scene_id", "fight", "user_id", name="pk_gms"),
    )


def _logs() -> None:
    op.create_table(
        "logs",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("fight", BIG, autoincrement=False, nullable=False),
        sa.Column("starter_id", BIG, nullable=False),
        sa.Column("thread_id", BIG, nullable=False),
        sa.Column("gm_thread_id", BIG, nullable=False),
        sa.Column("in_place", BIG, nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_logs_scene_id"),
        sa.PrimaryKeyConstraint("scene_id", "fight", name="pk_logs"),
    )
    op.create_index("ix_logs_gm_thread_id", "logs", ["gm_thread_id"], unique=False)
    op.create_index("ix_logs_thread_id", "logs", ["thread_id"], unique=False)


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("ordinal", BIG, autoincrement=False, nullable=False),
        sa.Column("chapter", BIG, nullable=False),
        sa.Column("fight", BIG, nullable=False),
        sa.Column("user_id", BIG, nullable=False),
        sa.Column("at_ms", BIG, nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("ruleset_version", BIG, nullable=False),
        sa.Column("number", BIG, nullable=False),
        sa.Column("gm_only", BIG, nullable=False),
        sa.Column("rolled", BIG, nullable=False),
        sa.Column("voids", BIG, nullable=False),
        sa.Column("redo", BIG, nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_orders_scene_id"),
        sa.PrimaryKeyConstraint("scene_id", "ordinal", name="pk_orders"),
    )
    op.create_index("ix_orders_scene_id_gm_only_number", "orders", ["scene_id", "gm_only", "number"], unique=True)


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column("scene_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("fight", BIG, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("ordinal", BIG, nullable=False),
        sa.Column("argument", BIG, nullable=False),
        sa.Column("posted", BIG, server_default=sa.text("0"), nullable=False),
        sa.Column("posted_channel_id", BIG, server_default=sa.text("0"), nullable=False),
        sa.Column("message_id", BIG, server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_outbox_scene_id"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
    )
    op.create_index("ix_outbox_scene_id_ordinal", "outbox", ["scene_id", "ordinal"], unique=False)
    op.create_index(
        "ix_outbox_unposted",
        "outbox",
        ["channel_id", "id"],
        unique=False,
        sqlite_where=sa.text("posted = 0"),
        postgresql_where=sa.text("posted = 0"),
    )


def _trackers() -> None:
    op.create_table(
        "trackers",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("message_id", BIG, nullable=False),
        sa.Column("version", BIG, nullable=False),
        sa.Column("pinged", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_trackers_scene_id"),
        sa.PrimaryKeyConstraint("scene_id", name="pk_trackers"),
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("seq", BIG, autoincrement=False, nullable=False),
        sa.Column("ordinal", BIG, nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("version", BIG, nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["scene_id", "ordinal"], ["orders.scene_id", "orders.ordinal"], name="fk_events_scene_id_ordinal"
        ),
        sa.PrimaryKeyConstraint("scene_id", "seq", name="pk_events"),
    )
    op.create_index("ix_events_scene_id_ordinal", "events", ["scene_id", "ordinal"], unique=False)
