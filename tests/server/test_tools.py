"""What the tools answer on a small catalogue; shapes are the matrix's business."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from server.errors import ToolError, UnknownToolError
from server.tools import Tools, get_dataset, registry
from server.tools.tool import Context, Tool
from store.coverage import Coverage
from store.queue import Stage
from store.release import Release, Releases, activate, build_release
from store.vocabulary import CoverageStatus, ErrorCode, FailureReason
from tests.server import catalogue as made
from tests.store import making

Json = dict[str, Any]


def refusal(tools: Tools, name: str, **arguments: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        tools.call(name, arguments)
    return caught.value


def search(tools: Tools, **arguments: Any) -> Json:
    data: Json = tools.call("search_datasets", arguments)["data"]
    return data


def structure(tools: Tools, record_id: str, **arguments: Any) -> Json:
    answer = tools.call("get_dataset_structure", {"recordId": record_id, **arguments})
    data: Json = answer["data"]
    return data


class TestContext:
    def test_says_what_is_here(self, tools: Tools) -> None:
        data = tools.call("get_context", {})["data"]
        assert data["currentSnapshot"] == "2026-08"
        assert data["counts"]["datasets"] == len(list(made.records()))
        assert data["service"]["tools"] == list(tools.names)
        assert data["deployedAt"] is not None

    def test_every_rule_has_a_title(self, tools: Tools) -> None:
        answer = tools.call("get_context", {})
        rules = answer["data"]["service"]["rules"]
        assert [rule["ruleId"] for rule in rules] == answer["meta"]["ruleVersions"]
        assert all(rule["title"] != rule["ruleId"] for rule in rules)


class TestSearch:
    def test_pages_hold_each_record_once_in_rank_order(self, tools: Tools) -> None:
        given: Json = {"query": "민원 통계", "pageSize": 7}
        seen, ranks, cursor = [], [], None
        while True:
            page = search(tools, **given, cursor=cursor)
            seen += [item["recordId"] for item in page["items"]]
            ranks += [item["rank"] for item in page["items"]]
            cursor = page["nextCursor"]
            assert page["hasMore"] is (cursor is not None)
            if cursor is None:
                break
        assert sorted(seen) == made.FILLERS
        assert ranks == list(range(1, len(made.FILLERS) + 1))
        assert page["totalEstimate"] == len(made.FILLERS)

    @pytest.mark.parametrize(
        "changed", [{"query": "민원"}, {"listType": "FILE"}, {"sort": "modified"}, {"org": "시"}]
    )
    def test_a_cursor_of_another_query(self, tools: Tools, changed: Json) -> None:
        given: Json = {"query": "민원 통계", "pageSize": 7}
        cursor = search(tools, **given)["nextCursor"]
        error = refusal(tools, "search_datasets", **(given | changed), cursor=cursor)
        assert (error.code, error.details["argument"]) == (ErrorCode.INVALID_ARGUMENT, "cursor")

    def test_words_rank_and_say_where_they_were_found(self, tools: Tools) -> None:
        data = search(tools, query="전기차충전소")
        (item,) = data["items"]
        assert item["recordId"] == made.CHARGERS
        assert item["matchedFields"] == ["title"]
        assert item["score"] < 0
        assert data["ranking"]["basis"] == "relevance"
        assert data["ranking"]["scoreDirection"] == "LOWER_IS_MORE_RELEVANT"

    def test_without_words_the_newest_come_first(self, tools: Tools) -> None:
        data = search(tools, pageSize=100)
        dates = [item["modifiedDate"] or "" for item in data["items"]]
        assert dates == sorted(dates, reverse=True)
        assert data["ranking"]["basis"] == "modified_date"
        assert data["ranking"]["scoreDirection"] == "NOT_APPLICABLE"
        assert not any("score" in item or "matchedFields" in item for item in data["items"])

    def test_relevance_without_words_is_said_to_be_impossible(self, tools: Tools) -> None:
        warnings = tools.call("search_datasets", {"sort": "relevance"})["warnings"]
        assert any("최근 수정순" in text for text in warnings)

    def test_a_relaxed_search_is_disclosed(self, tools: Tools) -> None:
        strict = tools.call("search_datasets", {"query": "박물관 소장품"})
        relaxed = tools.call("search_datasets", {"query": "박물관 암호"})
        said = "일부 검색어만"
        assert not any(said in text for text in strict["warnings"])
        assert any(said in text for text in relaxed["warnings"])
        found = {item["recordId"] for item in relaxed["data"]["items"]}
        assert found == {made.WITHHELD, made.LOCKED}

    def test_interpretation_only_when_asked_for(self, tools: Tools) -> None:
        assert "interpretedFilters" not in search(tools, query="부산 공원")
        data = search(tools, query="부산 공원", interpret=True)
        (found,) = data["interpretedFilters"]
        assert (found["field"], found["value"], found["sourceToken"]) == ("region", "KR-26", "부산")
        assert [item["recordId"] for item in data["items"]] == [made.PARKS]
        assert search(tools, interpret=True)["interpretedFilters"] == []

    def test_an_explicit_filter_wins_over_interpretation(self, tools: Tools) -> None:
        data = search(tools, query="부산 공원", interpret=True, region="KR-11")
        assert data["interpretedFilters"] == []

    def test_interpreted_pages_go_on(self, tools: Tools) -> None:
        given: Json = {"query": "파일 민원", "interpret": True, "pageSize": 20}
        first = search(tools, **given)
        second = search(tools, **given, cursor=first["nextCursor"])
        assert len(first["items"]) + len(second["items"]) == first["totalEstimate"] == 30
        assert second["items"][0]["rank"] == 21

    def test_organisation_text_is_literal(self, tools: Tools) -> None:
        assert search(tools, org="%")["totalEstimate"] == 0
        assert search(tools, org="특별시")["totalEstimate"] == 1
        assert search(tools, org="특별시", orgMatch="EXACT")["totalEstimate"] == 0
        assert search(tools, org="서울특별시", orgMatch="EXACT")["totalEstimate"] == 1


class TestDataset:
    def test_the_card_has_its_evidence(self, tools: Tools) -> None:
        card = tools.call("get_dataset", {"recordId": made.CHARGERS})["data"]["dataset"]
        assert card["structureAvailable"] is True
        assert card["coverageStatus"] == "AVAILABLE"
        assert card["license"] == {"code": "NO_RESTRICTION", "raw": "이용허락범위 제한 없음"}
        assert card["freshness"]["status"] == "FRESH"
        filled = card["completeness"]["fields"]
        assert sum(filled.values()) == card["completeness"]["filledFields"]
        assert card["portal"]["listKey"] == made.CHARGERS

    def test_normalized_has_every_field_in_camel_case(self, tools: Tools) -> None:
        answer = tools.call("get_dataset", {"recordId": made.API, "view": "normalized"})
        dataset = answer["data"]["dataset"]
        assert dataset["apiType"] == "REST"
        assert dataset["listType"] == "API"
        assert not any("_" in name for name in dataset)
        assert "source" not in dataset

    def test_source_is_the_row_as_published(self, tools: Tools) -> None:
        answer = tools.call("get_dataset", {"recordId": made.PARKS, "view": "source"})
        dataset = answer["data"]["dataset"]
        assert dataset["sourceFields"] == {
            "목록키": made.PARKS,
            "목록명": "부산광역시 도시공원 현황",
        }
        assert dataset["sourceRowNo"] == 2

    def test_jsonld_of_a_file_has_a_distribution(self, tools: Tools) -> None:
        answer = tools.call("get_dataset", {"recordId": made.CHARGERS, "view": "jsonld"})
        node = answer["data"]["dataset"]
        assert node["@id"].endswith(f"/dataset/{made.CHARGERS}")
        (distribution,) = node["dcat:distribution"]
        assert distribution["dcat:accessURL"] == node["dcat:landingPage"]
        assert node["dct:accrualPeriodicity"].endswith("/frequency/ANNUAL")
        assert (node["kdp:qualityTier"], node["kdp:diagnosticMaturity"]) == (None, None)

    @pytest.mark.parametrize("record_id", [made.API, made.STD, made.NEVER])
    def test_jsonld_without_a_file_or_page_has_none(self, tools: Tools, record_id: str) -> None:
        answer = tools.call("get_dataset", {"recordId": record_id, "view": "jsonld"})
        assert "dcat:distribution" not in answer["data"]["dataset"]

    def test_both_rows_of_a_key_describe_one_dataset(self, tools: Tools) -> None:
        nodes = [
            tools.call("get_dataset", {"recordId": f"{made.TWICE}-{kind}", "view": "jsonld"})
            for kind in ("FILE", "API")
        ]
        first, second = (node["data"]["dataset"] for node in nodes)
        assert first["@id"] == second["@id"]
        assert first["kdp:recordId"] != second["kdp:recordId"]

    @pytest.mark.parametrize(
        ("tool", "arguments"),
        [
            ("get_dataset", {"recordId": made.TWICE}),
            ("get_dataset_structure", {"recordId": made.TWICE}),
            ("compare_datasets", {"recordIds": [made.CHARGERS, made.TWICE]}),
        ],
    )
    def test_a_key_listed_twice_names_its_candidates(
        self, tools: Tools, tool: str, arguments: Json
    ) -> None:
        error = refusal(tools, tool, **arguments)
        assert error.code is ErrorCode.DATASET_NOT_FOUND
        assert error.details["recordId"] == made.TWICE
        assert sorted(error.details["candidates"]) == [f"{made.TWICE}-API", f"{made.TWICE}-FILE"]

    def test_an_unknown_record_has_no_candidates(self, tools: Tools) -> None:
        error = refusal(tools, "get_dataset", recordId="nothing")
        assert error.details == {"recordId": "nothing"}


class TestStructure:
    def test_columns_with_their_examples(self, tools: Tools) -> None:
        data = structure(tools, made.CHARGERS)
        assert data["evidenceLevel"] == "FILE_OBSERVATION"
        assert "reason" not in data
        columns = data["assets"][0]["tables"][0]["columns"]
        assert columns[0]["sourceName"] == "위도"
        assert len(columns[0]["examples"]) == 10
        assert columns[-1]["exampleStatus"] == "WITHHELD_BY_SAFETY"

    def test_fewer_examples(self, tools: Tools) -> None:
        column = structure(tools, made.CHARGERS, maxExamples=3)["assets"][0]["tables"][0][
            "columns"
        ][0]
        assert column["examples"] == ["위도-0", "위도-1", "위도-2"]

    @pytest.mark.parametrize("asked", [True, False])
    def test_examples_kept_back_leave_the_gates_verdict(self, home: made.Home, asked: bool) -> None:
        kept_back = Tools(Releases(home.releases), examples_public=not asked)
        answer = kept_back.call(
            "get_dataset_structure", {"recordId": made.CHARGERS, "includeExamples": asked}
        )
        columns = answer["data"]["assets"][0]["tables"][0]["columns"]
        assert all(column["examples"] == [] for column in columns)
        assert columns[0]["exampleStatus"] == "AVAILABLE"
        assert any("예시값을 뺐습니다" in text for text in answer["warnings"])
        assert answer["data"]["examplesPublic"] is not asked

    def test_more_assets_than_are_shown(self, tools: Tools) -> None:
        answer = tools.call("get_dataset_structure", {"recordId": made.MANY})
        data = answer["data"]
        assert len(data["assets"]) == 20
        assert data["coverage"] == {"availableAssets": 24, "totalAssets": 25}
        assert data["coverageStatus"] == "PARTIAL"
        assert any("25개" in text for text in answer["warnings"])

    @pytest.mark.parametrize(
        ("record_id", "status", "reason"),
        [
            (made.LOCKED, "ACCESS_RESTRICTED", "LOGIN_REQUIRED: "),
            (made.WAITING, "QUEUED", "QUEUED: "),
            (made.API, "API_STRUCTURE_NOT_SUPPORTED_YET", "API_STRUCTURE_NOT_SUPPORTED_YET: "),
            (made.STD, "NOT_COLLECTED", "NOT_COLLECTED: "),
        ],
    )
    def test_no_structure_is_no_error(
        self, tools: Tools, record_id: str, status: str, reason: str
    ) -> None:
        data = structure(tools, record_id)
        assert data["coverageStatus"] == status
        assert data["reason"].startswith(reason)
        assert not {"assets", "evidenceLevel", "coverage"} & set(data)

    def test_a_file_that_could_not_be_read_was_looked_into(self, tools: Tools) -> None:
        data = structure(tools, made.BROKEN)
        assert data["coverageStatus"] == "COLLECTION_FAILED"
        assert data["reason"].startswith("DAMAGED: ")
        assert data["evidenceLevel"] == "FILE_OBSERVATION"
        assert data["assets"][0]["failureReason"] == "DAMAGED"
        assert data["coverage"] == {"availableAssets": 0, "totalAssets": 1}

    def test_the_store_may_know_more(self, home: made.Home) -> None:
        now = Coverage(CoverageStatus.COLLECTION_FAILED, FailureReason.DAMAGED)
        live = Tools(Releases(home.releases), live={made.WAITING: now, made.PARKS: now}.get)
        assert structure(live, made.WAITING)["coverageStatus"] == "COLLECTION_FAILED"
        assert structure(live, made.WAITING)["reason"].startswith("DAMAGED: ")
        assert structure(live, made.PARKS)["coverageStatus"] == "AVAILABLE"
        assert structure(live, made.LOCKED)["coverageStatus"] == "ACCESS_RESTRICTED"

    def test_what_is_read_but_not_published_is_still_on_its_way(self, home: made.Home) -> None:
        read = Coverage(CoverageStatus.AVAILABLE, observation_id="obs-1")
        live = Tools(Releases(home.releases), live=lambda _record_id: read)
        assert structure(live, made.WAITING)["coverageStatus"] == "COLLECTING"

    def test_a_store_that_fails_is_passed_over(self, home: made.Home) -> None:
        def broken(_record_id: str) -> Coverage:
            raise ConnectionError("postgresql://user:password@host")

        live = Tools(Releases(home.releases), live=broken)
        assert structure(live, made.WAITING)["coverageStatus"] == "QUEUED"


class TestColumns:
    def test_all_keywords_must_be_there(self, tools: Tools) -> None:
        data = tools.call("search_by_columns", {"columnKeywords": ["위도", "공원명"]})["data"]
        assert [item["recordId"] for item in data["items"]] == [made.PARKS]
        matched = data["items"][0]["matchedColumns"]
        assert [entry["keyword"] for entry in matched] == ["위도", "공원명"]
        assert matched[1]["columns"] == ["공원명"]

    def test_at_most_five_names_a_keyword(self, tools: Tools) -> None:
        data = tools.call("search_by_columns", {"columnKeywords": ["공통"]})["data"]
        assert all(len(item["matchedColumns"][0]["columns"]) == 5 for item in data["items"])

    def test_says_how_many_were_looked_into(self, tools: Tools) -> None:
        answer = tools.call("search_by_columns", {"columnKeywords": ["위도"], "pageSize": 1})
        data = answer["data"]
        assert (data["totalEstimate"], data["hasMore"], len(data["items"])) == (3, True, 1)
        files = sum(record.list_type == "FILE" for record in made.records())
        assert data["coverage"] == {"searchedRecords": 4, "fileRecordsTotal": files}
        assert any(f"전체 {files}건" in text for text in answer["warnings"])


class TestCompare:
    def compare(self, tools: Tools, *ids: str) -> Json:
        answer: Json = tools.call("compare_datasets", {"recordIds": list(ids)})
        return answer

    def test_facts_are_shared_or_differ(self, tools: Tools) -> None:
        data = self.compare(tools, made.CHARGERS, made.WITHHELD)["data"]
        differing = {entry["field"]: entry["values"] for entry in data["differences"]}
        shared = {entry["field"]: entry["value"] for entry in data["sharedFields"]}
        assert differing["license"] == {
            made.CHARGERS: "NO_RESTRICTION",
            made.WITHHELD: "KOGL_BY_NC",
        }
        assert shared["formats"] == ["CSV"]
        assert not set(differing) & set(shared)
        assert "spatial" not in differing | shared

    def test_columns_are_compared_by_exact_name(self, tools: Tools) -> None:
        answer = self.compare(tools, made.CHARGERS, made.PARKS)
        found = answer["data"]["structureComparison"]
        assert found["commonColumns"][:3] == ["위도", "경도", "공통_0"]
        assert len(found["commonColumns"]) == 50
        assert found["commonColumnCount"] == 62
        assert found["onlyIn"][made.CHARGERS] == ["충전기 위도", "담당자전화"]
        assert len(found["onlyIn"][made.PARKS]) == 20
        assert found["onlyInCounts"][made.PARKS] == 26
        assert found["columnCounts"] == {made.CHARGERS: 64, made.PARKS: 88}
        assert any("50개" in text for text in answer["warnings"])

    def test_a_column_of_several_tables_counts_once(self, tools: Tools) -> None:
        found = self.compare(tools, made.MANY, made.WITHHELD)["data"]["structureComparison"]
        assert found["columnCounts"][made.MANY] == 2
        assert found["commonColumns"] == []

    def test_only_in_means_in_no_other(self, tools: Tools) -> None:
        ids = (made.CHARGERS, made.PARKS, made.WITHHELD)
        found = self.compare(tools, *ids)["data"]["structureComparison"]
        assert found["commonColumns"] == ["위도"]
        assert "경도" not in found["onlyIn"][made.CHARGERS]

    def test_without_a_structure_there_is_nothing_to_compare(self, tools: Tools) -> None:
        answer = self.compare(tools, made.CHARGERS, made.LOCKED)
        assert "structureComparison" not in answer["data"]
        assert any(made.LOCKED in text for text in answer["warnings"])


class TestSwaps:
    def test_a_new_release_is_answered_from_at_once(self, tmp_path: Path) -> None:
        home = made.fill(tmp_path)
        tools = Tools(Releases(home.releases))
        activate(home.releases, build_release(home.store, home.releases).release_id)
        first = search(tools, query="민원 통계", pageSize=7)

        queue = making.queue(home.store, making.Clock())
        (job,) = queue.lease(Stage.DOWNLOAD, 1)
        queue.failed(job.id, FailureReason.LOGIN_REQUIRED)
        activate(home.releases, build_release(home.store, home.releases).release_id)
        second = search(tools, query="민원 통계", pageSize=7, cursor=first["nextCursor"])
        assert second["ranking"]["indexVersion"] != first["ranking"]["indexVersion"]
        assert second["items"][0]["rank"] == 8

        records = list(made.records())[::-1]
        making.put(home.store, records, "2026-09", sha="c")
        activate(home.releases, build_release(home.store, home.releases).release_id)
        error = refusal(
            tools, "search_datasets", query="민원 통계", pageSize=7, cursor=first["nextCursor"]
        )
        assert error.code is ErrorCode.INVALID_ARGUMENT
        assert error.source_snapshot == "2026-09"
        home.store.close()


class TestFaults:
    def test_unknown_tools(self, tools: Tools) -> None:
        with pytest.raises(UnknownToolError):
            tools.call("get_catalog_stats", {})

    @pytest.mark.parametrize("name", [tool.name for tool in registry.TOOLS])
    def test_nothing_published(self, unpublished: Tools, name: str) -> None:
        error = refusal(unpublished, name)
        assert error.code is ErrorCode.INDEX_NOT_READY
        assert error.source_snapshot is None

    def test_a_crash_says_nothing(
        self, home: made.Home, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        def crash(_release: Release, arguments: Json, _context: Context) -> Json:
            raise RuntimeError(f"/srv/secret.db near {arguments['recordId']}")

        broken = dataclasses.replace(get_dataset.TOOL, answer=crash)
        monkeypatch.setattr(registry, "TOOLS", (broken,))
        error = refusal(Tools(Releases(home.releases)), "get_dataset", recordId="900101-1234567")
        assert error.code is ErrorCode.INTERNAL_ERROR
        assert error.__cause__ is None
        said = str(error.envelope()) + "".join(capfd.readouterr())
        assert "RuntimeError" in said
        assert not {"secret", "900101"} & {word for word in ("secret", "900101") if word in said}

    def test_tools_are_tools_of_the_contract(self) -> None:
        assert all(isinstance(tool, Tool) for tool in registry.TOOLS)
