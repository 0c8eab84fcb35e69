"""All tools in one place, and the one way to call them: MCP, HTTP and the command line alike."""

from collections.abc import Mapping
from typing import Any

import structlog

from server.arguments import parse
from server.contract import BASE_URI
from server.envelope import envelope
from server.errors import ToolError, UnknownToolError, index_not_ready, internal
from server.tools import (
    compare_datasets,
    get_context,
    get_dataset,
    get_dataset_structure,
    search_by_columns,
    search_datasets,
)
from server.tools.tool import Context, Json, Live, Tool
from store.release import Release, ReleaseNotReadyError, Releases

TOOLS: tuple[Tool, ...] = (
    get_context.TOOL,
    search_datasets.TOOL,
    get_dataset.TOOL,
    get_dataset_structure.TOOL,
    search_by_columns.TOOL,
    compare_datasets.TOOL,
)

_log = structlog.get_logger(__name__)


class Tools:
    """Answers calls from the release that is active at that moment. Safe to use from threads.

    `live` tells newer coverage than the release has; `examples_public` False keeps every example
    value out of answers; `base_uri` is the root of dataset URIs.
    """

    def __init__(
        self,
        releases: Releases,
        live: Live | None = None,
        examples_public: bool = True,
        base_uri: str = BASE_URI,
    ) -> None:
        self._releases = releases
        self._live = live
        self._examples_public = examples_public
        self._base_uri = base_uri
        self._tools = {tool.name: tool for tool in TOOLS}

    @property
    def names(self) -> tuple[str, ...]:
        """The tools that can be called, in the order in which they are listed."""
        return tuple(self._tools)

    def release(self) -> Release:
        """The active release.

        Raises:
            ToolError: INDEX_NOT_READY.
        """
        try:
            return self._releases.current()
        except ReleaseNotReadyError:
            raise index_not_ready() from None

    def call(self, name: str, arguments: Mapping[str, Any]) -> Json:
        """The success envelope of a call; valid against the tool's output schema.

        Raises:
            UnknownToolError: there is no such tool.
            ToolError: anything else that went wrong; a fault of ours is INTERNAL_ERROR and is
                logged without the arguments.
        """
        if name not in self._tools:
            raise UnknownToolError(name)
        tool = self._tools[name]
        snapshot = None
        try:
            release = self.release()
            snapshot = release.info.snapshot
            context = Context(self._live, self._examples_public, self._base_uri, self.names)
            values = parse(tool.name, arguments, tool.rules)
            return envelope(release.info, tool.answer(release, values, context), context.warnings)
        except ToolError as error:
            error.source_snapshot = snapshot
            raise
        except ReleaseNotReadyError:  # its file was found damaged on the way
            raise index_not_ready() from None
        except Exception as error:  # noqa: BLE001  (its text may hold anything)
            _log.error("tool failed", tool=tool.name, error=type(error).__name__, at=_place(error))
            fault = internal()
            fault.source_snapshot = snapshot
            raise fault from None


def _place(error: BaseException) -> list[str]:
    """Where an exception came from, as `file:line` without folders; its text may hold values."""
    places, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return places
