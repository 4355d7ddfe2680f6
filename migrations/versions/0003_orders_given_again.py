"""An order that was given again unchanged names the one that it stands for."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
oldest_beside = "0003"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the column; none was given again before there was one."""
    op.add_column("orders", sa.Column("again", BIG, server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("orders", "again")
