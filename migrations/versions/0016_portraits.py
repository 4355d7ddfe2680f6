"""Portraits of sheets, which go when their sheet goes."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
oldest_beside = "0014"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "portraits",
        sa.Column("sheet_id", BIG, autoincrement=False, nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_portraits_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sheet_id", name="pk_portraits"),
    )


def downgrade() -> None:
    """Drop it: nobody has a portrait from then on."""
    op.drop_table("portraits")
