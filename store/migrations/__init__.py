"""Alembic's environment and revisions for the store's tables."""
