"""Maps that a server has imported, and their pictures, each kept once."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
oldest_beside = "0014"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "maps",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("layout", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "name_key", name="pk_maps"),
    )
    op.create_table(
        "map_pictures",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "hash", name="pk_map_pictures"),
    )


def downgrade() -> None:
    """Drop them: grounds that were imported have no picture from then on."""
    op.drop_table("map_pictures")
    op.drop_table("maps")
