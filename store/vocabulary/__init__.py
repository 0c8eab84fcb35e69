"""Names that everything else is written in. Imports nothing of the project."""

from store.vocabulary.codes import (
    CoverageStatus,
    Delivery,
    ErrorCode,
    ExampleStatus,
    License,
    ListingType,
    ObservedType,
    SafetyStatus,
    UpdateCycle,
)
from store.vocabulary.failures import FAILURES, Failure, FailureReason, coverage_of, sentence
from store.vocabulary.findings import Finding

__all__ = [
    "FAILURES",
    "CoverageStatus",
    "Delivery",
    "ErrorCode",
    "ExampleStatus",
    "Failure",
    "FailureReason",
    "Finding",
    "License",
    "ListingType",
    "ObservedType",
    "SafetyStatus",
    "UpdateCycle",
    "coverage_of",
    "sentence",
]
