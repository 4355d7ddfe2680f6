"""How alembic reaches the database: over the connection it is handed, in the transaction that is open on it."""

from alembic import context

from bot.storage.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
context.run_migrations()
