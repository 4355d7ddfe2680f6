"""What goes into one message is written down before it is first sent, under a key that nobody sees."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
oldest_beside = "0002"

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
UNPOSTED = sa.text("posted = 0")


def upgrade() -> None:
    """Make the tables of messages, their parts and the keys, and draw the key of the nonces."""
    _letters()
    _parts()
    keys = op.create_table(
        "keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.bulk_insert(keys, [{"name": "nonce", "secret": secrets.token_bytes(32)}])


def downgrade() -> None:
    """Drop them; what was written down and not posted is owed as it was before."""
    for table in ("keys", "letter_parts", "letters"):
        op.drop_table(table)


def _letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", BIG, autoincrement=True, nullable=False),
        sa.Column("scene_id", BIG, nullable=False),
        sa.Column("channel_id", BIG, nullable=False),
        sa.Column("fight", BIG, nullable=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("posted", BIG, server_default=sa.text("0"), nullable=False),
        sa.Column("place_id", BIG, server_default=sa.text("0"), nullable=False),
        sa.Column("message_id", BIG, server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["scene_id"], ["scenes.id"], name="fk_letters_scene_id"),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letters_scene_id_place_id", "letters", ["scene_id", "place_id"], unique=False)
    op.create_index(
        "ix_letters_unposted",
        "letters",
        ["channel_id", "id"],
        unique=False,
        sqlite_where=UNPOSTED,
        postgresql_where=UNPOSTED,
    )


def _parts() -> None:
    op.create_table(
        "letter_parts",
        sa.Column("letter_id", BIG, autoincrement=False, nullable=False),
        sa.Column("position", BIG, autoincrement=False, nullable=False),
        sa.Column("parcel_id", BIG, nullable=False),
        sa.Column("first", BIG, nullable=False),
        sa.Column("last", BIG, nullable=False),
        sa.ForeignKeyConstraint(["letter_id"], ["letters.id"], name="fk_letter_parts_letter_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["parcel_id"], ["outbox.id"], name="fk_letter_parts_parcel_id"),
        sa.PrimaryKeyConstraint("letter_id", "position", name="pk_letter_parts"),
    )
    op.create_index("ix_letter_parts_parcel_id", "letter_parts", ["parcel_id"], unique=False)
