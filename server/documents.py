"""What can be read by its address: the same documents as HTTP pages and as MCP resources.

An address is the service's base URI and a path; `{recordId}` in a path stands for any record. What
a tool answers is read by its address, too, so that a host can attach a dataset to a conversation.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from server.contract import CONTRACT_BYTES
from server.rule_titles import title
from server.tools import Tools
from server.tools.tool import Json

JSON = "application/json"
RECORD = "{recordId}"


@dataclass(frozen=True, slots=True)
class Document:
    """`read` takes the tools and the record id ("" for a document without one).

    It raises `server.errors.ToolError` where there is nothing to read.
    """

    path: str
    name: str
    title: str
    description: str
    read: Callable[[Tools, str], str]
    frozen: bool = False
    """Is it the same whatever release is active?"""
    media_type: str = JSON

    @property
    def of_a_record(self) -> bool:
        return RECORD in self.path

    def record_of(self, path: str) -> str | None:
        """The record id in a path of this document ("" where it has none); None for other paths."""
        before, mark, after = self.path.partition(RECORD)
        if not mark:
            return "" if path == self.path else None
        if not (path.startswith(before) and path.endswith(after)):
            return None
        record = unquote(path[len(before) : len(path) - len(after)])
        return record if record and "/" not in record else None


def path_of(document: Document, record_id: str) -> str:
    """The path of a document about one record."""
    return document.path.replace(RECORD, quote(record_id, safe=""))


def find(path: str) -> tuple[Document, str] | None:
    """The document at a path, and the record it is about; None where there is none."""
    for document in DOCUMENTS:
        record = document.record_of(path)
        if record is not None:
            return document, record
    return None


def _contract(_tools: Tools, _record: str) -> str:
    return CONTRACT_BYTES.decode()


def _rules(tools: Tools, _record: str) -> str:
    info = tools.release().info
    rules = [{"ruleId": rule, "title": title(rule)} for rule in info.rule_versions]
    return _text({"release": info.release_id, "snapshot": info.snapshot, "rules": rules})


def _overview(tools: Tools, _record: str) -> str:
    return _text(tools.call("get_context", {}))


def _card(tools: Tools, record: str) -> str:
    return _text(tools.call("get_dataset", {"recordId": record, "view": "card"}))


def _structure(tools: Tools, record: str) -> str:
    return _text(tools.call("get_dataset_structure", {"recordId": record}))


def _text(body: Json) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


DOCUMENTS: tuple[Document, ...] = (
    Document(
        "catalog/current",
        "catalog-overview",
        "이 서비스에 들어 있는 것",
        "현재 스냅샷, 건수, 규칙: get_context와 같은 답. What is here, and what is not.",
        _overview,
    ),
    Document(
        "rules/catalog/1.0",
        "rules",
        "적용된 규칙",
        "이 릴리스를 만든 규칙과 판. The rules, with versions, that made this release.",
        _rules,
    ),
    Document(
        "spec/tools/1.0",
        "tool-schemas",
        "도구 계약",
        "동결된 도구 계약 원문 그대로. The frozen contract of the tools, byte for byte.",
        _contract,
        frozen=True,
    ),
    Document(
        f"dataset/{RECORD}",
        "dataset",
        "데이터셋 카드",
        "한 데이터셋의 판단용 요약. One dataset at a glance.",
        _card,
    ),
    Document(
        f"dataset/{RECORD}/structure",
        "dataset-structure",
        "관측한 표 구조",
        "파일에서 관측한 표와 컬럼. The tables and columns that its files were seen to have.",
        _structure,
    ),
)
