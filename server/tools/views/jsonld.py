"""The `jsonld` view: a listing as DCAT 3 (https://www.w3.org/TR/vocab-dcat-3/) in JSON-LD 1.1.

The context is inline, so the document means the same without a network. Facts that the list does
not state are left out; the two judgements nobody has made are null, as the contract has it. The
department's telephone number is not repeated here.
"""

from typing import Any

from server.tools.tool import Json
from store.records import CatalogRecord
from store.release import Listing
from store.vocabulary import ListingType, UpdateCycle

_FREQUENCY = "http://publications.europa.eu/resource/authority/frequency/"
_FREQUENCIES = {
    UpdateCycle.DAILY: "DAILY",
    UpdateCycle.WEEKLY: "WEEKLY",
    UpdateCycle.MONTHLY: "MONTHLY",
    UpdateCycle.QUARTERLY: "QUARTERLY",
    UpdateCycle.SEMIANNUAL: "ANNUAL_2",
    UpdateCycle.ANNUAL: "ANNUAL",
    UpdateCycle.IRREGULAR: "IRREG",
}
_KOREAN = {"@language": "ko"}
_IRI = {"@type": "@id"}
_DATE = {"@type": "xsd:date"}


def jsonld(listing: Listing, base_uri: str) -> Json:
    """The dataset node; `@id` is by list key, so both rows of a doubly listed key describe it."""
    record = listing.record
    iri = f"{base_uri}/dataset/{record.list_key}"
    node: Json = {
        "@context": _context(base_uri),
        "@id": iri,
        "@type": "dcat:Dataset",
        "identifier": record.list_key,
        "dct:title": record.title,
        "dct:description": record.description,
        "dcat:keyword": list(record.keywords) or None,
        "dcat:theme": _theme(record),
        "dct:publisher": _publisher(record),
        "dct:issued": record.created_date,
        "dct:modified": record.modified_date,
        "dct:accrualPeriodicity": _frequency(record),
        "dct:license": _license(record),
        "dct:spatial": _labelled("dct:Location", record.spatial),
        "dct:temporal": _labelled("dct:PeriodOfTime", record.temporal),
        "dcat:landingPage": record.list_url,
        "dcat:distribution": _distribution(record, iri),
        "kdp:recordId": listing.record_id,
        "kdp:listType": record.list_type.value,
        "kdp:rowCountListed": record.row_count,
        "kdp:dataLimits": record.data_limits,
        "kdp:evidenceLevel": "CATALOG_METADATA_ONLY",
    }
    stated = {key: value for key, value in node.items() if value is not None}
    return stated | {"kdp:qualityTier": None, "kdp:diagnosticMaturity": None}


def _context(base_uri: str) -> Json:
    return {
        "dcat": "http://www.w3.org/ns/dcat#",
        "dct": "http://purl.org/dc/terms/",
        "foaf": "http://xmlns.com/foaf/0.1/",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "kdp": f"{base_uri}/ns/kdp#",
        "identifier": "dct:identifier",
        "dct:title": _KOREAN,
        "dct:description": _KOREAN,
        "dcat:keyword": _KOREAN,
        "rdfs:label": _KOREAN,
        "skos:prefLabel": _KOREAN,
        "foaf:name": _KOREAN,
        "dct:issued": _DATE,
        "dct:modified": _DATE,
        "dct:accrualPeriodicity": _IRI,
        "dcat:landingPage": _IRI,
        "dcat:accessURL": _IRI,
    }


def _labelled(kind: str, label: str | None) -> Json | None:
    return {"@type": kind, "rdfs:label": label} if label else None


def _theme(record: CatalogRecord) -> list[Json] | None:
    names = [name for name in (record.theme_top, record.theme_sub) if name]
    return [{"@type": "skos:Concept", "skos:prefLabel": name} for name in names] or None


def _publisher(record: CatalogRecord) -> Json | None:
    if record.org_name is None:
        return None
    node: Json = {"@type": "foaf:Agent", "foaf:name": record.org_name}
    return node | ({"identifier": record.org_code} if record.org_code else {})


def _frequency(record: CatalogRecord) -> str | None:
    name = _FREQUENCIES.get(record.update_cycle)
    return name and _FREQUENCY + name


def _license(record: CatalogRecord) -> Json | None:
    node = _labelled("dct:LicenseDocument", record.license_raw)
    return node and node | {"identifier": record.license.value}


def _distribution(record: CatalogRecord, iri: str) -> list[Any] | None:
    """One distribution of a FILE row, reached through its portal page; none where there is no page,
    for DCAT requires an access URL."""
    if record.list_type is not ListingType.FILE or record.list_url is None:
        return None
    node: Json = {
        "@id": f"{iri}#distribution",
        "@type": "dcat:Distribution",
        "dct:title": record.file_data_name or record.title,
        "dcat:accessURL": record.list_url,
        "dct:license": _license(record),
        "dct:format": [_labelled("dct:MediaTypeOrExtent", name) for name in record.formats] or None,
    }
    return [{key: value for key, value in node.items() if value is not None}]
