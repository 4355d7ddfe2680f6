"""Which interaction a promise to post something comes of."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
oldest_beside = "0009"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column; of promises from before nobody knows."""
    op.add_column("outbox", sa.Column("interaction_id", BIG, server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("outbox", "interaction_id")
