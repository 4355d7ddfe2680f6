"""What of an order happened by itself, and whether players must wait to be told of it."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
oldest_beside = "0009"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns; of orders from before all was told at once."""
    op.add_column("orders", sa.Column("course", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.add_column("orders", sa.Column("waits", BIG, server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("orders", "waits")
    op.drop_column("orders", "course")
