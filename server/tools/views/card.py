"""The `card` view: what one needs to decide whether to look further (rule `dataset-card-v1.0`)."""

from datetime import date

from server.tools.tool import Context, Json
from store.release import Listing, Release
from store.rules.freshness import freshness

RULE = "dataset-card-v1.0"


def card(release: Release, listing: Listing, context: Context) -> Json:
    """A summary item with description, licence, counts, freshness, coverage and portal facts."""
    record, coverage = listing.record, context.coverage(listing)
    return {
        **listing.summary(),
        "description": record.description,
        "keywords": list(record.keywords),
        "license": {"code": record.license.value, "raw": record.license_raw},
        "thirdPartyRights": record.third_party_rights,
        "updateCycleRaw": record.update_cycle_raw,
        "createdDate": record.created_date,
        "nextDueDate": record.next_due_date,
        "fileDataName": record.file_data_name,
        "department": record.department,
        "spatial": record.spatial,
        "temporal": record.temporal,
        "dataLimits": record.data_limits,
        "notes": record.notes,
        "fee": record.fee,
        "downloadCount": record.download_count,
        "viewCount": record.view_count,
        "completeness": {**listing.completeness, "fields": listing.completeness_fields},
        "freshness": freshness(
            record.update_cycle, record.modified_date, date.fromisoformat(release.info.base_date)
        ),
        "coverageStatus": coverage.status.value,
        "coverageReason": coverage.reason and coverage.reason.value,
        "evidenceLevel": "CATALOG_METADATA_ONLY",
        "cardRule": RULE,
        "portal": {
            "listKey": record.list_key,
            "orgName": record.org_name,
            "listUrl": record.list_url,
            "listBaseDate": release.info.base_date,
            "analyzedAt": release.info.processed_at,
        },
    }
