"""MCP resources and templates over `server.documents`: the same documents, by canonical URI."""

import mcp_types as types
import structlog
from mcp.shared.exceptions import MCPError

from server.contract import BASE_URI
from server.documents import DOCUMENTS, find
from server.errors import ToolError
from server.tools import Tools

_log = structlog.get_logger(__name__)


def listed() -> types.ListResourcesResult:
    """The documents that are there without naming a record."""
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=f"{BASE_URI}/{document.path}",
                name=document.name,
                title=document.title,
                description=document.description,
                mime_type=document.media_type,
            )
            for document in DOCUMENTS
            if not document.of_a_record
        ]
    )


def templates() -> types.ListResourceTemplatesResult:
    """The documents about one record."""
    return types.ListResourceTemplatesResult(
        resource_templates=[
            types.ResourceTemplate(
                uri_template=f"{BASE_URI}/{document.path}",
                name=document.name,
                title=document.title,
                description=document.description,
                mime_type=document.media_type,
            )
            for document in DOCUMENTS
            if document.of_a_record
        ]
    )


def read(tools: Tools, uri: str) -> types.ReadResourceResult:
    """The document at a URI.

    Raises:
        MCPError: -32602 with the URI, as SEP-2164 says, where there is no such document.
    """
    found = find(uri.removeprefix(f"{BASE_URI}/")) if uri.startswith(f"{BASE_URI}/") else None
    if found is None:
        raise _missing(uri, "There is no such resource.")
    document, record = found
    try:
        text = document.read(tools, record)
        text.encode()
    except ToolError as error:
        raise _missing(uri, error.message) from None
    except Exception as error:  # noqa: BLE001  (an older client would be told its text)
        _log.error("resource failed", resource=document.name, error=type(error).__name__)
        raise MCPError(code=types.INTERNAL_ERROR, message="Internal error") from None
    contents = types.TextResourceContents(uri=uri, mime_type=document.media_type, text=text)
    return types.ReadResourceResult(contents=[contents])


def _missing(uri: str, message: str) -> MCPError:
    return MCPError(code=types.INVALID_PARAMS, message=message, data={"uri": uri})
