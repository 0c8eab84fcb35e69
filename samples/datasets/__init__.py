"""Every sample dataset, in the order of its key."""

from samples.datasets import (
    archives,
    catalogued,
    documents,
    environment,
    facilities,
    linked,
    personal,
    society,
    statistics,
    transport,
    unavailable,
    unreadable,
    workbooks,
)
from samples.model import Dataset

DATASETS: tuple[Dataset, ...] = tuple(
    sorted(
        (
            *facilities.DATASETS,
            *transport.DATASETS,
            *environment.DATASETS,
            *statistics.DATASETS,
            *society.DATASETS,
            *personal.DATASETS,
            *workbooks.DATASETS,
            *documents.DATASETS,
            *archives.DATASETS,
            *linked.DATASETS,
            *unreadable.DATASETS,
            *unavailable.DATASETS,
            *catalogued.DATASETS,
        ),
        key=lambda dataset: dataset.key,
    )
)

__all__ = ["DATASETS"]
