"""The last look at a record, as a subquery to join with."""

from typing import Any

from sqlalchemy import ScalarSelect, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from store.tables import Check, Record


def last_look(*, observed: bool = False) -> ScalarSelect[Any]:
    """Id of the newest check of the `record` of the enclosing query, NULL where there is none.

    With `observed` only checks that name an observation count. One index lookup a record: a
    grouped subquery would be searched anew for each record.
    """
    look = aliased(Check)
    query = select(func.max(col(look.id))).where(col(look.record_id) == col(Record.record_id))
    if observed:
        query = query.where(col(look.observation_id).is_not(None))
    return query.correlate(Record).scalar_subquery()
