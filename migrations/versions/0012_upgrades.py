"""What an older version of the bot must leave alone says so: the whole database by marks, a sheet by its rules."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
oldest_beside = "0012"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table, whose marks are written behind every upgrade, and the column; older rules wrote what is there."""
    op.create_table(
        "upgrades",
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("oldest", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("revision", name="pk_upgrades"),
    )
    op.add_column("sheets", sa.Column("ruleset_version", BIG, server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("sheets", "ruleset_version")
    op.drop_table("upgrades")
