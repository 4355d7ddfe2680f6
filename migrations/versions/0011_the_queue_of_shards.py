"""When a shard of each bucket last identified itself, or is to, so that all processes stand in one queue."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
oldest_beside = "0009"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "identifies",
        sa.Column("bucket", BIG, autoincrement=False, nullable=False),
        sa.Column("at_ms", BIG, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identifies"),
    )


def downgrade() -> None:
    """Drop it; each process stands in a queue of its own again."""
    op.drop_table("identifies")
