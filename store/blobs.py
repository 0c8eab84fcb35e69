"""Raw files by their sha256, on any fsspec URL; downloads are staged on local disk first."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec

_STAGING = "incoming"


class Blobs:
    """Files named by their content. `file://` folders are used in place, others through fsspec."""

    def __init__(self, url: str) -> None:
        self._fs: Any
        self._fs, self._root = fsspec.core.url_to_fs(url)
        self._local = Path(self._root) if "file" in _protocols(self._fs) else None
        staging = self._local or Path(tempfile.gettempdir()) / "public-data-lens"
        self.staging = staging / _STAGING

    def incoming(self, name: str) -> Path:
        """A path in the staging folder (which exists then) to write a download to."""
        self.staging.mkdir(parents=True, exist_ok=True)
        return self.staging / name

    def free_bytes(self) -> int:
        """Free space of the disk that downloads are staged on."""
        self.staging.mkdir(parents=True, exist_ok=True)
        return shutil.disk_usage(self.staging).free

    def adopt(self, part: Path, sha256: str) -> None:
        """Moves a finished download under its hash; the same content twice is one blob."""
        if self._local is not None:
            target = self._local / _key(sha256)
            target.parent.mkdir(parents=True, exist_ok=True)
            part.replace(target)
            return
        self._fs.makedirs(f"{self._root}/{sha256[:2]}", exist_ok=True)
        self._fs.put_file(str(part), f"{self._root}/{_key(sha256)}")
        part.unlink()

    def exists(self, sha256: str) -> bool:
        """Whether the content is there."""
        return bool(self._fs.exists(f"{self._root}/{_key(sha256)}"))

    @contextmanager
    def local(self, sha256: str) -> Iterator[Path]:
        """The content as a local file for the time of the block.

        Raises:
            FileNotFoundError: the content is not there.
        """
        if self._local is not None:
            path = self._local / _key(sha256)
            if not path.exists():
                raise FileNotFoundError(sha256)
            yield path
            return
        with tempfile.TemporaryDirectory(prefix="pdl-blob-") as folder:
            path = Path(folder) / sha256
            self._fs.get_file(f"{self._root}/{_key(sha256)}", str(path))
            yield path

    def delete(self, sha256: str) -> None:
        """Removes the content where it is there."""
        path = f"{self._root}/{_key(sha256)}"
        if self._fs.exists(path):
            self._fs.rm_file(path)

    def sweep(self, keep: set[str]) -> int:
        """Removes every blob that is not in `keep`; returns how many. Staged parts stay."""
        removed = 0
        for path in self._fs.glob(f"{self._root}/??/*"):
            sha256 = str(path).rpartition("/")[2]
            if len(sha256) == 64 and sha256 not in keep:
                self._fs.rm_file(path)
                removed += 1
        return removed

    def sweep_staging(self, keep: set[str]) -> int:
        """Removes staged parts whose name is not in `keep`; returns how many."""
        removed = 0
        for path in self.staging.glob("*.part"):
            if path.name not in keep:
                path.unlink(missing_ok=True)
                removed += 1
        return removed


def _key(sha256: str) -> str:
    return f"{sha256[:2]}/{sha256}"


def _protocols(filesystem: Any) -> tuple[str, ...]:
    protocol = filesystem.protocol
    return (protocol,) if isinstance(protocol, str) else tuple(protocol)
