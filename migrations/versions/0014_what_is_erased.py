"""Who wants to be forgotten, what that has left of dice, and which servers the bot was removed from."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
oldest_beside = "0014"  # one before does not see that a scene it remembers knows somebody no longer

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LAST_SHEET = (
    "UPDATE sqlite_sequence SET seq = max(seq, (SELECT coalesce(max(sheet_id), 0) FROM combatants))"
    " WHERE name = 'sheets'"
)


def upgrade() -> None:
    """Make the tables and the secret of the seals; no id of a sheet or a scene may come again."""
    keys = sa.table("keys", sa.column("name", sa.Text()), sa.column("secret", sa.LargeBinary()))
    op.bulk_insert(keys, [{"name": "seals", "secret": secrets.token_bytes(32)}])
    op.create_table(
        "wishes",
        sa.Column("user_id", BIG, autoincrement=False, nullable=False),
        sa.Column("stand_in", BIG, nullable=False),
        sa.Column("at_ms", BIG, nullable=False),
        sa.Column("cleared", BIG, server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_wishes"),
    )
    op.create_table(
        "seals",
        sa.Column("scene_id", BIG, autoincrement=False, nullable=False),
        sa.Column("ordinal", BIG, autoincrement=False, nullable=False),
        sa.Column("seal", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["scene_id", "ordinal"], ["orders.scene_id", "orders.ordinal"], name="fk_seals_scene_id_orders"
        ),
        sa.PrimaryKeyConstraint("scene_id", "ordinal", name="pk_seals"),
    )
    op.create_table(
        "departures",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("at_ms", BIG, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_departures"),
    )
    _number(anew=False)
    if op.get_bind().dialect.name == "sqlite":
        op.execute(LAST_SHEET)


def _number(*, anew: bool) -> None:
    """Have SQLite give ids of sheets and scenes that are gone anew, or not; PostgreSQL never does."""
    if op.get_bind().dialect.name == "sqlite":
        for table in ("sheets", "scenes"):
            with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": not anew}):
                pass


def downgrade() -> None:
    """Drop them; dice that were erased are found wrong from then on."""
    _number(anew=True)
    for table in ("departures", "seals", "wishes"):
        op.drop_table(table)
    op.execute("DELETE FROM keys WHERE name = 'seals'")
