"""The frozen contract, specification 1.8.0: `tool-schemas-1.8.0.json`, byte for byte."""

from server.contract.schemas import (
    BASE_URI,
    CONTRACT_BYTES,
    CONTRACT_SHA256,
    MAX_COMPARED,
    MAX_QUERY_LENGTH,
    SPEC_VERSION,
    UNTRUSTED_NOTICE,
    description,
    error_validator,
    input_schema,
    input_validator,
    output_schema,
    output_validator,
    tool_names,
)

__all__ = [
    "BASE_URI",
    "CONTRACT_BYTES",
    "CONTRACT_SHA256",
    "MAX_COMPARED",
    "MAX_QUERY_LENGTH",
    "SPEC_VERSION",
    "UNTRUSTED_NOTICE",
    "description",
    "error_validator",
    "input_schema",
    "input_validator",
    "output_schema",
    "output_validator",
    "tool_names",
]
