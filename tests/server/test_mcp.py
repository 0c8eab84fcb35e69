"""MCP as hosts see it: in process and over stdio, in both protocol eras."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent

from server import contract
from server.mcp import INSTRUCTIONS, make_server
from server.tools import Tools, registry
from tests.server import catalogue as made
from tests.server.test_matrix import BASE, assert_valid

Json = dict[str, Any]
pytestmark = pytest.mark.anyio  # of no effect on tests that are no coroutines

STDIO = """
import sys
from pathlib import Path
from server.mcp import serve_stdio
from server.tools import Tools
from store.release import Releases
serve_stdio(Tools(Releases(Path(sys.argv[1]))))
"""
ROOT = Path(__file__).resolve().parents[2]


def over_stdio(releases: Path) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable, args=["-c", STDIO, str(releases)], cwd=ROOT, env=dict(os.environ)
    )


@pytest.fixture(params=["auto", "legacy"])
def mode(request: pytest.FixtureRequest) -> Any:
    """`auto` speaks 2026-07-28, `legacy` begins with the handshake of 2025-11-25."""
    return request.param


@pytest.fixture(params=["memory", "stdio"])
def target(request: pytest.FixtureRequest, tools: Tools, home: made.Home) -> Any:
    """Something that a client can connect to."""
    return make_server(tools) if request.param == "memory" else over_stdio(home.releases)


def text_of(result: CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


async def test_tools_are_listed_as_in_the_contract(target: Any, mode: Any, tools: Tools) -> None:
    async with Client(target, mode=mode) as client:
        listed = (await client.list_tools()).tools
        assert client.instructions == INSTRUCTIONS
    assert [tool.name for tool in listed] == list(tools.names)
    for tool in listed:
        assert tool.description == contract.description(tool.name)
        assert tool.input_schema == contract.input_schema(tool.name)
        assert tool.output_schema == contract.output_schema(tool.name)
        assert tool.annotations is not None
        assert tool.annotations.model_dump(by_alias=True, exclude_none=True) == {
            "readOnlyHint": True,
            "idempotentHint": True,
            "destructiveHint": False,
            "openWorldHint": False,
        }


def test_the_instructions_warn_of_untrusted_text() -> None:
    assert contract.UNTRUSTED_NOTICE in INSTRUCTIONS


async def test_every_tool_answers(target: Any, mode: Any) -> None:
    async with Client(target, mode=mode) as client:
        for name, arguments in BASE.items():
            result = await client.call_tool(name, arguments)
            assert not result.is_error
            body: Any = result.structured_content
            assert_valid(name, body)
            text = text_of(result)
            assert json.loads(text) == body
            assert text == json.dumps(body, ensure_ascii=False, separators=(",", ":"))


ERRORS: list[tuple[str, Json, str]] = [
    ("search_datasets", {"pageSize": 0}, "INVALID_ARGUMENT"),
    ("search_datasets", {"nope": 1}, "INVALID_ARGUMENT"),
    ("search_datasets", {"listType": "?"}, "FILTER_NOT_AVAILABLE"),
    ("get_dataset", {}, "INVALID_ARGUMENT"),
    ("get_dataset", {"recordId": "nothing"}, "DATASET_NOT_FOUND"),
    ("compare_datasets", {"recordIds": list("123456")}, "TOO_MANY_DATASETS"),
]


async def test_errors_are_text_only(target: Any, mode: Any) -> None:
    async with Client(target, mode=mode) as client:
        results = [await client.call_tool(name, arguments) for name, arguments, _ in ERRORS]
    for result, (name, _, code) in zip(results, ERRORS, strict=True):
        assert result.is_error
        assert result.structured_content is None
        body = json.loads(text_of(result))
        contract.error_validator(name).validate(body)
        assert body["error"]["code"] == code


async def test_unknown_tools_are_a_protocol_error(target: Any, mode: Any) -> None:
    async with Client(target, mode=mode) as client:
        for name in ("nope", "get_catalog_stats", "", "x" * 10_000):
            with pytest.raises(MCPError) as caught:
                await client.call_tool(name, {})
            assert caught.value.error.code == INVALID_PARAMS
        assert not (await client.call_tool("get_context", {})).is_error


async def test_nothing_published(unpublished: Tools, mode: Any) -> None:
    async with Client(make_server(unpublished), mode=mode) as client:
        assert (await client.list_tools()).tools
        result = await client.call_tool("get_context", {})
    assert result.is_error
    assert json.loads(text_of(result))["error"]["code"] == "INDEX_NOT_READY"


@pytest.mark.parametrize("broken", ["tool", "envelope"])
async def test_a_crash_leaks_nothing(
    tools: Tools, mode: Any, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_arguments: object) -> Json:
        raise RuntimeError("/srv/secret.db: SELECT * FROM secret")

    if broken == "tool":
        monkeypatch.setattr(registry, "envelope", crash)
    else:
        monkeypatch.setattr(Tools, "call", crash)
    async with Client(make_server(tools), mode=mode) as client:
        result = await client.call_tool("get_context", {})
    assert result.is_error
    text = text_of(result)
    assert json.loads(text)["error"]["code"] == "INTERNAL_ERROR"
    assert "secret" not in text


async def test_text_that_no_transport_can_send(
    tools: Tools, mode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tools, "call", lambda *_arguments: {"data": "\ud800"})
    async with Client(make_server(tools), mode=mode) as client:
        result = await client.call_tool("get_context", {})
    assert json.loads(text_of(result))["error"]["code"] == "INTERNAL_ERROR"


def test_stdio_survives_what_is_no_message(home: made.Home) -> None:
    """Only JSON-RPC goes out, garbage is passed over, and the end of input is the end."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "0"},
        },
    }
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    call = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "get_context", "arguments": {}},
    }
    garbage = [
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"x" * 5_000_000,
        b'{"jsonrpc":"2.0","id":9}',
        b"",
    ]
    lines = [json.dumps(hello).encode(), *garbage, json.dumps(ready).encode(), *garbage]
    parameters = over_stdio(home.releases)
    command = [parameters.command, *parameters.args]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n".join([*lines, json.dumps(call).encode(), b""]))
        process.stdin.flush()
        answers: dict[Any, Json] = {}
        while 2 not in answers:
            said = json.loads(process.stdout.readline())
            answers[said.get("id")] = said
        assert not answers[2]["result"].get("isError")
        assert process.communicate(timeout=20)[0] == b""
        assert process.returncode == 0
