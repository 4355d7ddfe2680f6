"""A sheet that is enlisted stands as its scene has it: what has changed is written back to it when it leaves."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
oldest_beside = "0017"  # one before takes the row of a sheet for how it stands, and writes no other when it leaves


def upgrade() -> None:
    """Change nothing: sheets that were written at every order stand as their scenes have them."""


def downgrade() -> None:
    """Check that everybody has left: releases before this one read sheets alone."""
    enlisted = op.get_bind().scalar(sa.text("SELECT count(*) FROM combatants WHERE sheet_id IS NOT NULL"))
    if enlisted:
        raise RuntimeError(f"{enlisted} sheets are in scenes, which alone know how they stand: have them leave first")
