"""What the sample portal knows: the manifest, the edition in force and the requests so far."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from samples.model import Behavior

Json = dict[str, Any]


class Asked(NamedTuple):
    """One request: seconds of `time.monotonic`, method, path with query, headers."""

    at: float
    method: str
    path_qs: str
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Served:
    """A dataset as one edition has it; `path` is None where there is no file."""

    key: str
    title: str
    delivery: str
    behavior: Behavior
    uddi: str
    link: str | None
    page: str
    extension: str
    data_name: str
    file_name: str
    attachment_id: str | None
    uploaded: str
    path: Path | None

    @property
    def on_portal(self) -> bool:
        return self.delivery == "PORTAL"


class State:
    """The directory that `samples.make` filled, and which of its editions is served.

    Raises FileNotFoundError where the directory holds no `portal.json`, ValueError for an edition
    that it does not have.
    """

    def __init__(self, directory: Path, edition: str) -> None:
        self._directory = directory
        manifest: Json = json.loads((directory / "portal.json").read_text(encoding="utf-8"))
        self._datasets: dict[str, Json] = manifest["datasets"]
        self._editions: list[str] = manifest["editions"]
        self.agency_url = ""
        self.requests: list[Asked] = []
        self.edition = edition

    @property
    def edition(self) -> str:
        return self._edition

    @edition.setter
    def edition(self, edition: str) -> None:
        if edition not in self._editions:
            raise ValueError(f"no such edition: {edition} (there are {', '.join(self._editions)})")
        self._edition = edition

    def served(self, key: str) -> Served | None:
        """The dataset in the edition in force, None where it is not listed there."""
        dataset = self._datasets.get(key)
        if dataset is None or self.edition not in dataset["editions"]:
            return None
        edition = dataset["editions"][self.edition]
        return Served(
            key=key,
            title=dataset["title"],
            delivery=dataset["delivery"],
            behavior=Behavior(dataset["behavior"]),
            uddi=dataset["uddi"],
            link=dataset["link"] and dataset["link"].replace("{base}", self.agency_url),
            page=dataset["page"],
            extension=dataset["extension"],
            data_name=edition["dataName"],
            file_name=edition["fileName"],
            attachment_id=edition["atchFileId"],
            uploaded=edition["uploaded"],
            path=self._directory / edition["file"] if edition["file"] else None,
        )

    def by_attachment(self, attachment_id: str) -> Served | None:
        """The dataset whose current upload has this id; ids of earlier uploads are forgotten."""
        for key in self._datasets:
            served = self.served(key)
            if served and served.on_portal and served.attachment_id == attachment_id:
                return served
        return None
