"""REST twins, documents by their canonical address, and the OpenAPI description."""

import gzip
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from jsonschema import Draft202012Validator

from server import contract
from server.api import STATUS
from server.http import make_app
from server.tools import Tools
from store.vocabulary import ErrorCode
from tests.server import catalogue as made
from tests.server.test_http import HOSTS, request, running
from tests.server.test_matrix import BASE

CANONICAL = "/projects/public-data-lens"


@pytest.fixture(scope="module")
def url(tools: Tools) -> Iterator[str]:
    """A served catalogue."""
    with running(make_app(tools, allowed_hosts=HOSTS)) as served:
        yield served


def query_of(arguments: dict[str, Any]) -> str:
    pairs = {
        name: value if isinstance(value, list) else json.dumps(value).strip('"')
        for name, value in arguments.items()
    }
    return urlencode(pairs, doseq=True, encoding="utf-8")


@pytest.mark.parametrize("name", sorted(BASE))
def test_each_tool_has_a_twin(url: str, name: str, tools: Tools) -> None:
    arguments = {k: v for k, v in BASE[name].items() if v is not None}
    plain = {k: v for k, v in arguments.items() if not isinstance(v, str) or v.isascii()}
    expected = tools.call(name, arguments)
    response, body = request(url, f"/api/{name}", "POST", json.dumps(arguments).encode())
    assert response.status == 200
    assert json.loads(body) == expected
    response, body = request(url, f"/api/{name}?{query_of(plain)}")
    assert response.status == 200
    assert json.loads(body) == tools.call(name, plain)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/get_dataset?recordId=nothing", None, 404, "DATASET_NOT_FOUND"),
        ("/api/get_dataset", None, 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets?pageSize=x", None, 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets?pageSize=99999999999999", None, 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets?listType=NO", None, 400, "FILTER_NOT_AVAILABLE"),
        ("/api/search_datasets?colour=red", None, 400, "INVALID_ARGUMENT"),
        ("/api/compare_datasets?recordIds=1,2,3,4,5,6", None, 400, "TOO_MANY_DATASETS"),
        ("/api/search_datasets", b"{", 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets", b"[1]", 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets", b"\xff", 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets", b"[" * 60_000, 400, "INVALID_ARGUMENT"),
        ("/api/search_datasets", b" " * 70_000, 400, "INVALID_ARGUMENT"),
        ("/api/no_such_tool", None, 404, "INVALID_ARGUMENT"),
        (f"{CANONICAL}/no/such", None, 404, "INVALID_ARGUMENT"),
        (f"{CANONICAL}/dataset/nothing", None, 404, "DATASET_NOT_FOUND"),
        (f"{CANONICAL}/dataset/", None, 404, "INVALID_ARGUMENT"),
        (f"{CANONICAL}/dataset/..%2Fcatalog", None, 404, "INVALID_ARGUMENT"),
    ],
)
def test_errors_are_envelopes_under_their_status(
    url: str, path: str, body: bytes | None, status: int, code: str
) -> None:
    response, said = request(url, path, "GET" if body is None else "POST", body)
    assert response.status == status
    envelope = json.loads(said)
    contract.error_validator("get_context").validate(envelope)
    assert envelope["error"]["code"] == code
    assert response.headers["cache-control"] == "no-store"


def test_every_code_has_a_status() -> None:
    assert set(STATUS) == set(ErrorCode)


def test_nothing_published(unpublished: Tools) -> None:
    with running(make_app(unpublished, allowed_hosts=HOSTS)) as url:
        response, body = request(url, "/api/search_datasets")
        assert response.status == 503
        assert int(response.headers["retry-after"]) > 0
        assert json.loads(body)["error"]["code"] == "INDEX_NOT_READY"
        assert request(url, f"{CANONICAL}/spec/tools/1.0")[0].status == 200


def test_an_answer_that_is_known_is_not_sent_again(url: str) -> None:
    path = "/api/search_datasets?pageSize=3"
    first, _ = request(url, path)
    etag = first.headers["etag"]
    again, body = request(url, path, if_none_match=etag)
    assert (again.status, body) == (304, b"")
    assert again.headers["etag"] == etag
    other, _ = request(url, "/api/search_datasets?pageSize=4", if_none_match=etag)
    assert other.status == 200


def test_answers_are_compressed_for_those_who_take_it(url: str) -> None:
    response, body = request(url, "/api/search_datasets", accept_encoding="gzip")
    assert response.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(body))["data"]["items"]


def test_the_contract_is_served_byte_for_byte(url: str) -> None:
    response, body = request(url, f"{CANONICAL}/spec/tools/1.0")
    assert body == contract.CONTRACT_BYTES
    assert "immutable" in response.headers["cache-control"]


@pytest.mark.parametrize(
    ("path", "tool", "arguments"),
    [
        ("catalog/current", "get_context", {}),
        (f"dataset/{made.CHARGERS}", "get_dataset", {"recordId": made.CHARGERS, "view": "card"}),
        (
            f"dataset/{made.CHARGERS}/structure",
            "get_dataset_structure",
            {"recordId": made.CHARGERS},
        ),
    ],
)
def test_documents_are_what_the_tools_answer(
    url: str, tools: Tools, path: str, tool: str, arguments: dict[str, Any]
) -> None:
    response, body = request(url, f"{CANONICAL}/{path}")
    assert response.status == 200
    assert json.loads(body) == tools.call(tool, arguments)


def test_rules_are_those_of_the_release(url: str, tools: Tools) -> None:
    _, body = request(url, f"{CANONICAL}/rules/catalog/1.0")
    rules = json.loads(body)["rules"]
    assert [rule["ruleId"] for rule in rules] == list(tools.release().info.rule_versions)


def test_openapi_describes_every_twin(url: str, tools: Tools) -> None:
    response, body = request(url, "/api/openapi.json")
    assert response.status == 200
    described = json.loads(body)
    assert described["openapi"].startswith("3.1")
    assert set(described["paths"]) == {f"/api/{name}" for name in tools.names}
    for name in tools.names:
        operation = described["paths"][f"/api/{name}"]["post"]
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        assert schema == contract.input_schema(name)
        Draft202012Validator.check_schema(schema)
