"""The durable queue: one live job a record, leased, retried and settled in short transactions."""

from store.queue.due import prune_finished
from store.queue.jobs import Download, Due, Filter, LeasedJob, Outcome, Stage, State, Why
from store.queue.queue import Queue
from store.queue.settle import LeaseLostError, Settled

__all__ = [
    "Download",
    "Due",
    "Filter",
    "LeaseLostError",
    "LeasedJob",
    "Outcome",
    "Queue",
    "Settled",
    "Stage",
    "State",
    "Why",
    "prune_finished",
]
