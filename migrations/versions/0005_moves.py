"""An offer of a sheet holds until the sheet changes hands or enters a fight, so each sheet counts how often it has."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
oldest_beside = "0005"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Count from nothing: of before, nothing was offered."""
    op.add_column("sheets", sa.Column("moves", BIG, server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Count no longer."""
    op.drop_column("sheets", "moves")
