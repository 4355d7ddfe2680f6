"""What is rolled for making a character is kept for its player."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
oldest_beside = "0007"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of those rolls, and draw the secret that they follow from."""
    keys = sa.table("keys", sa.column("name", sa.Text()), sa.column("secret", sa.LargeBinary()))
    op.bulk_insert(keys, [{"name": "rolls", "secret": secrets.token_bytes(32)}])
    op.create_table(
        "rolls",
        sa.Column("guild_id", BIG, autoincrement=False, nullable=False),
        sa.Column("owner_id", BIG, autoincrement=False, nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("faces", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "owner_id", "ruleset", "label", name="pk_rolls"),
    )


def downgrade() -> None:
    """Drop it; whoever makes another character rolls anew."""
    op.drop_table("rolls")
    op.execute("DELETE FROM keys WHERE name = 'rolls'")
