"""`get_dataset`: one listing, in one of four views."""

from server.argument_rules import option, record_id
from server.tools.tool import Context, Json, Tool, find
from server.tools.views.card import card
from server.tools.views.jsonld import jsonld
from store.records import as_dict
from store.release import Listing, Release

_VIEWS = ("card", "normalized", "source", "jsonld")


def answer(release: Release, arguments: Json, context: Context) -> Json:
    """`data` of the contract: the view's name and the dataset in it."""
    listing = find(release, arguments["recordId"])
    view = arguments["view"]
    if view == "card":
        dataset = card(release, listing, context)
    elif view == "normalized":
        dataset = _normalized(listing)
    elif view == "source":
        dataset = {
            "recordId": listing.record_id,
            "sourceFields": release.source_row(listing.record_id),
            "sourceRowNo": listing.row_no,
        }
    else:
        dataset = jsonld(listing, context.base_uri)
    if listing.regions and view in ("card", "normalized"):
        context.warn("지역은 추론한 것일 수 있습니다. 근거는 regions[].evidence에 있습니다.")
    return {"view": view, "dataset": dataset}


def _normalized(listing: Listing) -> Json:
    """Every normalised field, in camel case, with what was derived from them."""
    fields = {_camel(name): value for name, value in as_dict(listing.record).items()}
    derived = {
        "recordId": listing.record_id,
        "completeness": listing.completeness,
        "regions": listing.regions,
    }
    return {**derived, **fields}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


TOOL = Tool("get_dataset", answer, {"recordId": record_id, "view": option(_VIEWS)})
