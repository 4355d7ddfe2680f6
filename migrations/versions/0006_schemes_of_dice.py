"""Each chapter records the scheme of its dice, button keys and code names; each order how it was rolled."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
oldest_beside = "0006"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Chapters that are known keep the first scheme, in which every live order counted."""
    op.add_column("chapters", sa.Column("scheme", BIG, server_default=sa.text("1"), nullable=False))
    op.add_column("orders", sa.Column("kept", sa.Text(), server_default=sa.text("'noticed'"), nullable=False))
    op.add_column("orders", sa.Column("draw", sa.Text(), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    """Forget them; chapters of a later scheme do not agree with their dice then."""
    op.drop_column("orders", "draw")
    op.drop_column("orders", "kept")
    op.drop_column("chapters", "scheme")
