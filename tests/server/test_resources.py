"""MCP resources, templates and prompts, in both protocol eras."""

import json
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, TextContent, TextResourceContents

from server import contract, documents
from server.contract import BASE_URI
from server.mcp import make_server
from server.tools import Tools
from tests.server import catalogue as made

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["auto", "legacy"])
def mode(request: pytest.FixtureRequest) -> Any:
    return request.param


async def text_at(client: Client, uri: str) -> str:
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, TextResourceContents)
    assert contents.mime_type == "application/json"
    return contents.text


async def test_resources_are_listed_and_read(tools: Tools, mode: Any) -> None:
    async with Client(make_server(tools), mode=mode) as client:
        listed = (await client.list_resources()).resources
        assert {resource.name for resource in listed} == {
            "catalog-overview",
            "rules",
            "tool-schemas",
        }
        for resource in listed:
            assert json.loads(await text_at(client, str(resource.uri)))
        schemas = await text_at(client, f"{BASE_URI}/spec/tools/1.0")
        assert schemas.encode() == contract.CONTRACT_BYTES


async def test_templates_give_a_record(tools: Tools, mode: Any) -> None:
    async with Client(make_server(tools), mode=mode) as client:
        templates = (await client.list_resource_templates()).resource_templates
        for template in templates:
            uri = template.uri_template.replace("{recordId}", made.CHARGERS)
            assert made.CHARGERS in await text_at(client, uri)


@pytest.mark.parametrize(
    "uri",
    [
        f"{BASE_URI}/nothing",
        f"{BASE_URI}/dataset/nothing",
        f"{BASE_URI}/dataset/..%2F..%2Fetc%2Fpasswd",
        f"{BASE_URI}x/catalog/current",
        "file:///etc/passwd",
    ],
)
async def test_a_missing_resource_is_named(tools: Tools, mode: Any, uri: str) -> None:
    async with Client(make_server(tools), mode=mode) as client:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
    assert caught.value.error.code == INVALID_PARAMS
    assert caught.value.error.data == {"uri": uri}


async def test_a_fault_says_nothing(
    tools: Tools, mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> str:
        raise RuntimeError("/srv/secret.db")

    broken = documents.Document("broken", "broken", "", "", crash)
    monkeypatch.setattr(documents, "DOCUMENTS", (broken,))
    async with Client(make_server(tools), mode=mode) as client:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(f"{BASE_URI}/broken")
    assert caught.value.error.code == INTERNAL_ERROR
    assert "secret" not in str(caught.value.error)


async def test_prompts(tools: Tools, mode: Any) -> None:
    async with Client(make_server(tools), mode=mode) as client:
        listed = (await client.list_prompts()).prompts
        assert {prompt.name for prompt in listed} == {"build_data_plan", "compare_for_purpose"}
        given = {"purpose": "전기차 충전 사각지대를 분석한다", "region": "서울특별시"}
        filled = await client.get_prompt("build_data_plan", given)
        (message,) = filled.messages
        assert isinstance(message.content, TextContent)
        assert all(value in message.content.text for value in given.values())
        assert contract.UNTRUSTED_NOTICE in message.content.text


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("no_such_prompt", {}),
        ("build_data_plan", {}),
        ("build_data_plan", {"purpose": ""}),
        ("build_data_plan", {"purpose": "x", "colour": "red"}),
        ("compare_for_purpose", {"purpose": "x" * 1_001, "recordIds": "1,2"}),
    ],
)
async def test_what_a_prompt_refuses(
    tools: Tools, mode: Any, name: str, arguments: dict[str, str]
) -> None:
    async with Client(make_server(tools), mode=mode) as client:
        with pytest.raises(MCPError) as caught:
            await client.get_prompt(name, arguments)
    assert caught.value.error.code == INVALID_PARAMS
