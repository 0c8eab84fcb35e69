"""Schedules and their runs, robots files, how hosts behave, the pace of looking again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_RUNNING = "state = 'RUNNING'"


def upgrade() -> None:
    _widen_hosts()
    # No table is rebuilt: the append-only triggers stay.
    op.add_column("job", sa.Column("tries", sa.JSON(), nullable=True))
    op.add_column("job", sa.Column("tls_verified", sa.Boolean(), nullable=True))
    op.add_column("observation", sa.Column("tls_verified", sa.Boolean(), nullable=True))
    op.add_column("record_check", sa.Column("pace_days", sa.Float(), nullable=True))
    op.add_column("record_check", sa.Column("next_check_at", sa.Float(), nullable=True))
    op.create_table(
        "robots_file",
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("fetched_at", sa.Float(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("origin"),
    )
    op.create_table(
        "schedule",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("cron", sa.String(), nullable=False),
        sa.Column("time_zone", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("next_run_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    _create_runs()


def _widen_hosts() -> None:
    for column in (
        sa.Column("pauses", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("delay", sa.Float(), nullable=True),
        sa.Column("failing", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("failing_reason", sa.String(), nullable=True),
        sa.Column("broken_until", sa.Float(), nullable=False, server_default="0"),
        sa.Column("bytes", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("day", sa.String(), nullable=True),
        sa.Column("day_requests", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("day_bytes", sa.BigInteger(), nullable=False, server_default="0"),
    ):
        op.add_column("host", column)


def _create_runs() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("schedule", sa.String(), nullable=True),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=True),
        sa.Column("merged", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("lease_until", sa.Float(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=False),
        sa.Column("finished_at", sa.Float(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_run_schedule"), "run", ["schedule"], unique=False)
    op.create_index(
        "run_live",
        "run",
        ["schedule"],
        unique=True,
        sqlite_where=sa.text(_RUNNING),
        postgresql_where=sa.text(_RUNNING),
    )
