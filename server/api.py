"""REST twins of the tools under `/api/`, documents under their canonical paths, and OpenAPI.

`GET /api/<tool>?argument=value` and `POST /api/<tool>` with a JSON object answer what the tool
answers, with the same envelopes. An answer is named by the release it comes from and by what was
asked (ETag), so that a client asks again for nothing.
"""

import hashlib
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from anyio.to_thread import run_sync
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from server import documents
from server.contract import BASE_URI, CONTRACT_SHA256, SPEC_VERSION, description, input_schema
from server.contract import output_schema as output_of
from server.errors import ToolError, invalid
from server.tools import Tools
from server.tools.tool import Json
from store.vocabulary import ErrorCode

_BODY_BYTES = 64 << 10
_FRESH = "public, max-age=60"
_FROZEN = "public, max-age=86400, immutable"
_CANONICAL = "/" + BASE_URI.partition("://")[2].partition("/")[2]
STATUS: Mapping[ErrorCode, int] = {
    ErrorCode.INVALID_ARGUMENT: HTTPStatus.BAD_REQUEST,
    ErrorCode.FILTER_NOT_AVAILABLE: HTTPStatus.BAD_REQUEST,
    ErrorCode.TOO_MANY_DATASETS: HTTPStatus.BAD_REQUEST,
    ErrorCode.DATASET_NOT_FOUND: HTTPStatus.NOT_FOUND,
    ErrorCode.SNAPSHOT_NOT_FOUND: HTTPStatus.NOT_FOUND,
    ErrorCode.SOURCE_VERSION_UNAVAILABLE: HTTPStatus.NOT_FOUND,
    ErrorCode.RATE_LIMITED: HTTPStatus.TOO_MANY_REQUESTS,
    ErrorCode.INDEX_NOT_READY: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.INTERNAL_ERROR: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The HTTP status of each error code of the contract."""


def routes(tools: Tools) -> list[Route]:
    """The routes of this module."""

    async def twin(request: Request) -> Response:
        name = request.path_params["tool"]
        if name not in tools.names:
            return failed(invalid("tool", "그런 도구가 없습니다.", allowed=list(tools.names)), 404)
        try:
            given = await _arguments(request, name)
        except ToolError as error:
            return failed(error)
        return await run_sync(_answer, tools, request, name, given)

    async def document(request: Request) -> Response:
        return await run_sync(_document, tools, request)

    async def openapi(request: Request) -> Response:
        body = _openapi(tools.names, str(request.base_url).rstrip("/"))
        return _named(request, body, f"{SPEC_VERSION}-{len(tools.names)}", _FRESH)

    return [
        Route("/api/openapi.json", openapi),
        Route("/api/{tool}", twin, methods=["GET", "POST"]),
        Route(f"{_CANONICAL}/{{path:path}}", document),
    ]


def failed(error: ToolError, status: int | None = None) -> JSONResponse:
    """The error envelope under its status."""
    headers = {"cache-control": "no-store"}
    if error.code is ErrorCode.INDEX_NOT_READY:
        headers["retry-after"] = "30"
    return JSONResponse(error.envelope(), status_code=status or STATUS[error.code], headers=headers)


async def _arguments(request: Request, tool: str) -> Json:
    """Raises `ToolError`: a body that is no JSON object, or is too large."""
    if request.method != "POST":
        return _from_query(request.query_params, input_schema(tool)["properties"])
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _BODY_BYTES:
            raise invalid("body", f"본문은 {_BODY_BYTES}바이트 이하여야 합니다.", limit=_BODY_BYTES)
    try:
        given = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise invalid("body", "본문이 JSON이 아닙니다.") from None
    if not isinstance(given, dict):
        raise invalid("body", "본문은 JSON 객체여야 합니다.")
    return given


def _from_query(query: QueryParams, properties: Mapping[str, Any]) -> Json:
    """Arguments as the schema has them: an array is a repeated parameter, or one with commas."""
    given: Json = {}
    for name in query:
        kinds = _kinds(properties.get(name, {}))
        if "array" in kinds:
            values = query.getlist(name)
            given[name] = values if len(values) > 1 else values[0].split(",")
        else:
            given[name] = _typed(query[name], kinds)
    return given


def _kinds(schema: Mapping[str, Any]) -> set[str]:
    return {choice.get("type", "") for choice in schema.get("anyOf", [schema])}


def _typed(text: str, kinds: set[str]) -> Any:
    """A number or truth value where the schema wants one and the text is one, else the text."""
    if "integer" in kinds and text.lstrip("-").isdecimal() and len(text) < len("-2147483648"):
        return int(text)
    if "boolean" in kinds and text in {"true", "false"}:
        return text == "true"
    return text


def _answer(tools: Tools, request: Request, name: str, given: Json) -> Response:
    try:
        release = tools.release().info.release_id
        body = tools.call(name, given)
    except ToolError as error:
        return failed(error)
    asked = json.dumps([name, given], sort_keys=True)
    return _named(request, body, f"{release}:{asked}", _FRESH)


def _document(tools: Tools, request: Request) -> Response:
    found = documents.find(request.path_params["path"])
    if found is None:
        return failed(invalid("path", "그런 문서가 없습니다."), HTTPStatus.NOT_FOUND)
    document, record = found
    try:
        release = "" if document.frozen else tools.release().info.release_id
        text = document.read(tools, record)
    except ToolError as error:
        return failed(error)
    named = CONTRACT_SHA256 if document.frozen else f"{release}:{request.url.path}"
    control = _FROZEN if document.frozen else _FRESH
    return _named(request, text, named, control, document.media_type)


def _named(
    request: Request, body: Json | str, of: str, control: str, media_type: str = documents.JSON
) -> Response:
    """200 with an ETag, or 304 where the client has it."""
    etag = f'W/"{hashlib.sha256(of.encode("utf-8", "replace")).hexdigest()[:32]}"'
    headers = {"etag": etag, "cache-control": control}
    known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if etag in known or "*" in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    return Response(text, media_type=media_type, headers=headers)


def _openapi(names: tuple[str, ...], url: str) -> Json:
    """OpenAPI 3.1, whose schemas are JSON Schema 2020-12 as the contract's are."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Public Data Lens", "version": SPEC_VERSION},
        "servers": [{"url": url}],
        "paths": {f"/api/{name}": {"post": _operation(name)} for name in names},
    }


def _operation(name: str) -> Json:
    return {
        "operationId": name,
        "description": description(name),
        "requestBody": {
            "required": bool(input_schema(name).get("required")),
            "content": {documents.JSON: {"schema": input_schema(name)}},
        },
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {documents.JSON: {"schema": output_of(name)}},
            },
            "default": {"description": "An error envelope: code, message, details."},
        },
    }
