"""Which process posts for the servers of a shard."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
oldest_beside = "0013"  # an older version posts without a lease

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table; nobody holds anything yet."""
    op.create_table(
        "leases",
        sa.Column("shards", BIG, autoincrement=False, nullable=False),
        sa.Column("shard", BIG, autoincrement=False, nullable=False),
        sa.Column("number", BIG, nullable=False),
        sa.Column("holder", BIG, nullable=False),
        sa.Column("beats", BIG, nullable=False),
        sa.PrimaryKeyConstraint("shards", "shard", name="pk_leases"),
        sa.UniqueConstraint("number", name="uq_leases_number"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("leases")
