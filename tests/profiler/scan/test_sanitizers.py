"""The kernel's own tests once more, on a kernel that watches its memory and its arithmetic."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
COMPILER = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or "cc"
TESTS = ("test_kernel.py", "test_values.py")


def libraries() -> list[str]:
    """The run-time libraries of both sanitizers; empty where there are none."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        try:
            asked = subprocess.run(
                [COMPILER, f"-print-file-name={name}"], capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            return []
        path = Path(asked.stdout.strip())
        if not path.is_absolute() or not path.exists():
            return []
        found.append(str(path.resolve()))
    return found


def compiled(folder: Path) -> Path:
    kernel = folder / "_scan.abi3.so"
    subprocess.run(
        [
            *(COMPILER, "-g", "-O1", "-std=c11", "-Wall", "-Wextra", "-shared", "-fPIC"),
            *("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Wno-unused-function"),
            *(
                f"-I{sysconfig.get_path('include')}",
                str(ROOT / "profiler/_scan.c"),
                str(ROOT / "profiler/_scan_avx2.c"),
                "-o",
                str(kernel),
            ),
        ],
        check=True,
    )
    return kernel


@pytest.mark.skipif(
    not libraries() or "SCAN_KERNEL" in os.environ,
    reason="NO COMPILER WITH SANITIZERS HERE: the kernel's memory is not watched",
)
def test_the_kernel_touches_no_memory_but_its_own(tmp_path: Path) -> None:
    kernel = compiled(tmp_path)
    environment = os.environ | {
        "SCAN_KERNEL": str(kernel),
        "LD_PRELOAD": " ".join(libraries()),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
    }
    tests = [str(ROOT / "tests/profiler/scan" / name) for name in TESTS]
    plugin = ("-p", "tests.profiler.scan.sanitized", "-p", "no:cacheprovider")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-s", "-x", *plugin, *tests],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert "runtime error" not in ran.stderr + ran.stdout
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-4_000:]
