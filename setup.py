"""The one thing that pyproject.toml cannot say: the compiled scanner, which may be left out."""

from pathlib import Path

from setuptools import Extension, setup

KERNEL = sorted(str(path) for path in Path("profiler/kernel").glob("*.h"))

setup(
    ext_modules=[
        Extension(
            "profiler._scan",
            ["profiler/_scan.c", "profiler/_scan_avx2.c"],
            depends=KERNEL,
            extra_compile_args=["-O3", "-std=c11", "-fvisibility=hidden"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
