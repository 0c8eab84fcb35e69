"""Hosts that are fetched from: held by one spider at a time, paused when they ask for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import col

from store.owner import is_dead
from store.tables import Host


@dataclass(frozen=True, slots=True)
class HostState:
    """How a host behaved so far; moments in seconds since the epoch."""

    name: str
    requests: int
    failures: int
    paused_until: float
    last_refused_at: float | None


def free_hosts(connection: Connection, names: Sequence[str], owner: str, now: float) -> list[str]:
    """Those of `names` that are not paused, and free or already `owner`'s."""
    if not names:
        return []
    _ensure(connection, names)
    found = connection.execute(
        select(col(Host.name), col(Host.lease_owner), col(Host.lease_until)).where(
            col(Host.name).in_(names), col(Host.paused_until) <= now
        )
    ).all()
    return [
        host.name
        for host in found
        if host.lease_owner in (None, owner)
        or (host.lease_until or 0) < now
        or is_dead(host.lease_owner)
    ]


def claim_hosts(
    connection: Connection, names: Sequence[str], owner: str, now: float, seconds: float
) -> list[str]:
    """Takes or prolongs the hosts that are free, not paused, or already `owner`'s.

    Returns:
        The names out of `names` that `owner` now holds until `now + seconds`.
    """
    free = free_hosts(connection, names, owner, now)
    if free:
        connection.execute(
            update(Host)
            .where(col(Host.name).in_(free))
            .values(lease_owner=owner, lease_until=now + seconds)
        )
    return free


def paused_until(connection: Connection, name: str) -> float:
    """Until when a host is left alone, in seconds since the epoch; 0 when it never was."""
    return connection.scalar(select(col(Host.paused_until)).where(col(Host.name) == name)) or 0.0


def prolong_hosts(connection: Connection, owner: str, now: float, seconds: float) -> None:
    """Keeps every host of `owner` until `now + seconds`."""
    connection.execute(
        update(Host).where(col(Host.lease_owner) == owner).values(lease_until=now + seconds)
    )


def release_hosts(connection: Connection, owner: str) -> None:
    """Gives up every host of `owner`."""
    connection.execute(
        update(Host)
        .where(col(Host.lease_owner) == owner)
        .values(lease_owner=None, lease_until=None)
    )


def pause_host(connection: Connection, name: str, until: float, now: float) -> None:
    """Leaves a host alone until `until`, because it refused at `now`."""
    _ensure(connection, [name])
    connection.execute(
        update(Host)
        .where(
            col(Host.name) == name,
            or_(col(Host.paused_until) < until, col(Host.last_refused_at).is_(None)),
        )
        .values(paused_until=until, last_refused_at=now)
    )


def count_requests(connection: Connection, name: str, requests: int, failures: int) -> None:
    """Adds to a host's totals."""
    _ensure(connection, [name])
    connection.execute(
        update(Host)
        .where(col(Host.name) == name)
        .values(
            requests=col(Host.requests) + requests,
            failures=col(Host.failures) + failures,
        )
    )


def host_states(connection: Connection) -> list[HostState]:
    """Every host, by name."""
    rows = connection.execute(
        select(
            col(Host.name),
            col(Host.requests),
            col(Host.failures),
            col(Host.paused_until),
            col(Host.last_refused_at),
        ).order_by(col(Host.name))
    )
    return [HostState(*row) for row in rows]


def _ensure(connection: Connection, names: Sequence[str]) -> None:
    insert = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
    rows = [
        {"name": name, "paused_until": 0.0, "requests": 0, "failures": 0}
        for name in dict.fromkeys(names)
    ]
    connection.execute(insert(Host).on_conflict_do_nothing(), rows)
