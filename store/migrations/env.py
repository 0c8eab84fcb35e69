"""Runs the revisions on the connection that `store.database` hands over."""

from alembic import context
from sqlmodel import SQLModel

import store.tables  # noqa: F401  (registers the tables in the metadata)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
context.run_migrations()
