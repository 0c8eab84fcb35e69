"""Raw files by hash, on disk and on any other fsspec file system."""

import hashlib
from pathlib import Path

import pytest

from store.blobs import Blobs

CONTENT = "가나다\n".encode()
SHA = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(params=["file", "memory"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    if request.param == "file":
        return Blobs(f"file://{tmp_path / 'blobs'}")
    return Blobs(f"memory://{tmp_path.name}")


def staged(blobs: Blobs, name: str = "1.part") -> Path:
    part = blobs.incoming(name)
    part.write_bytes(CONTENT)
    return part


def test_the_way_of_a_file(blobs: Blobs) -> None:
    assert not blobs.exists(SHA)
    part = staged(blobs)
    blobs.adopt(part, SHA)
    assert not part.exists()
    assert blobs.exists(SHA)
    blobs.adopt(staged(blobs), SHA)
    with blobs.local(SHA) as path:
        assert path.read_bytes() == CONTENT
    blobs.delete(SHA)
    assert not blobs.exists(SHA)
    blobs.delete(SHA)
    with pytest.raises(FileNotFoundError), blobs.local(SHA):
        pass


def test_sweeping_keeps_what_is_needed(blobs: Blobs) -> None:
    blobs.adopt(staged(blobs), SHA)
    assert blobs.sweep({SHA}) == 0
    assert blobs.sweep(set()) == 1
    assert not blobs.exists(SHA)
    kept, stale = staged(blobs, "7.part"), staged(blobs, "8.part")
    assert blobs.sweep_staging({"7.part"}) >= 1
    assert kept.exists()
    assert not stale.exists()
    kept.unlink()


def test_free_space_is_known(blobs: Blobs) -> None:
    assert blobs.free_bytes() > 0
