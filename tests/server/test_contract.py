"""The frozen contract is frozen, whole, and usable."""

import json

import pytest
from jsonschema import Draft202012Validator

from server import contract
from server.errors import ToolError
from store.vocabulary import (
    CoverageStatus,
    ErrorCode,
    ExampleStatus,
    ListingType,
)
from tests.shared import SHARED, needs_shared

FROZEN = "f2f150ac9f1f8f9c801e4ab293921d03ff64b7611e5774103c89d63ff82fd722"


def test_the_bytes_are_the_frozen_ones() -> None:
    assert contract.CONTRACT_SHA256 == FROZEN


@needs_shared("contract")
def test_the_bytes_equal_the_given_file() -> None:
    given = (SHARED / "contract" / "tool-schemas-1.8.0.json").read_bytes()
    assert given == contract.CONTRACT_BYTES


@pytest.mark.parametrize("name", contract.tool_names())
def test_schemas_are_schemas_and_verbatim(name: str) -> None:
    tool = json.loads(contract.CONTRACT_BYTES)["tools"][name]
    assert contract.description(name) == tool["description"]
    assert contract.input_schema(name) == tool["inputSchema"]
    assert contract.output_schema(name) == tool["outputSchema"]
    Draft202012Validator.check_schema(contract.input_schema(name))
    Draft202012Validator.check_schema(contract.output_schema(name))


@pytest.mark.parametrize("code", ErrorCode)
def test_every_error_code_makes_a_valid_envelope(code: ErrorCode) -> None:
    body = ToolError(code, "문장").envelope()
    contract.error_validator("get_context").validate(body)


def test_vocabularies_are_those_of_the_contract() -> None:
    structure = contract.output_schema("get_dataset_structure")["properties"]["data"]["properties"]
    table = structure["assets"]["items"]["properties"]["tables"]["items"]
    column = table["properties"]["columns"]["items"]["properties"]
    error = contract.output_schema("get_context")["$defs"]["error"]["properties"]["error"]
    assert structure["coverageStatus"]["enum"] == [status.value for status in CoverageStatus]
    assert structure["distributionType"]["enum"] == [kind.value for kind in ListingType]
    assert column["exampleStatus"]["enum"] == [status.value for status in ExampleStatus]
    assert error["properties"]["code"]["enum"] == [code.value for code in ErrorCode]
