"""Reads the frozen contract once and hands out its parts and validators (JSON Schema 2020-12)."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

Json = dict[str, Any]

CONTRACT_BYTES = Path(__file__).with_name("tool-schemas-1.8.0.json").read_bytes()
CONTRACT_SHA256 = hashlib.sha256(CONTRACT_BYTES).hexdigest()

_CONTRACT: Json = json.loads(CONTRACT_BYTES)

SPEC_VERSION: str = _CONTRACT["specVersion"]
BASE_URI: str = _CONTRACT["baseUri"]
UNTRUSTED_NOTICE: str = _CONTRACT["untrustedInputNotice"]
MAX_QUERY_LENGTH: int = _CONTRACT["inputLimits"]["maxQueryLength"]
MAX_COMPARED: int = _CONTRACT["inputLimits"]["maxCompare"]


def tool_names() -> tuple[str, ...]:
    """All tools of the contract, built here or not, in its order."""
    return tuple(_CONTRACT["tools"])


def description(name: str) -> str:
    """The description of a tool, verbatim."""
    text: str = _CONTRACT["tools"][name]["description"]
    return text


def input_schema(name: str) -> Json:
    """The input schema of a tool, verbatim; not to be changed."""
    schema: Json = _CONTRACT["tools"][name]["inputSchema"]
    return schema


def output_schema(name: str) -> Json:
    """The output schema of a tool, verbatim; not to be changed."""
    schema: Json = _CONTRACT["tools"][name]["outputSchema"]
    return schema


@cache
def input_validator(name: str) -> Draft202012Validator:
    """Validates the arguments of a tool."""
    return Draft202012Validator(input_schema(name))


@cache
def output_validator(name: str) -> Draft202012Validator:
    """Validates a whole success envelope of a tool."""
    return Draft202012Validator(output_schema(name))


@cache
def error_validator(name: str) -> Draft202012Validator:
    """Validates an error envelope of a tool."""
    return Draft202012Validator(output_schema(name)["$defs"]["error"])
