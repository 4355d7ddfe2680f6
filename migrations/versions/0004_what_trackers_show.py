"""A tracker is edited where what it shows differs from what was shown last, of which a digest is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
oldest_beside = "0004"


def upgrade() -> None:
    """Add the column; what was shown before there was one is not known, and each tracker is edited once."""
    op.add_column("trackers", sa.Column("shown", sa.Text(), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("trackers", "shown")
