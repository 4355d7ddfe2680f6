"""How often the thread of a log was gone, since what is posted anew needs other names."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
oldest_beside = "0008"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column."""
    op.add_column("logs", sa.Column("lost", BIG, server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("logs", "lost")
