"""Run by Alembic to bring a database into its present form, over the connection that the event store gives it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():  # the one that the store has begun
    context.run_migrations()
