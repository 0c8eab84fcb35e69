"""Measures the product against its peers: whole processes, in turns, on the same files.

    python benchmarks/run.py FOLDER PEERS_PYTHON [--rounds N] [--work NAME …]

FOLDER holds what `generate.py` wrote, PEERS_PYTHON is the interpreter with `requirements.txt`. Each
round runs the product and one peer right after each other; a ratio is the median over the rounds of
ours by theirs, so a busy machine troubles both alike. Lines are added to `history.csv`, and a
Markdown table is printed.
"""

import argparse
import csv
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
HISTORY = HERE / "history.csv"
COLUMNS = ("date", "work", "peer", "wall", "cpu", "our_cpu_seconds", "our_rss_mb", "rss", "machine")


@dataclass(frozen=True, slots=True)
class Work:
    """One line of the table: our file and encoding, a peer and its file."""

    name: str
    file: str
    encoding: str
    peer: str
    peer_file: str | None = None
    """Where it is another file; then the peer is ourselves on that one."""
    whole: bool = False
    """Is ours `pdl profile` as people start it: hash, encoding, header, isolation and all?"""


WORKS = (
    Work("mixed", "mixed.csv", "utf-8", "polars"),
    Work("mixed", "mixed.csv", "utf-8", "duckdb"),
    Work("mixed", "mixed.csv", "utf-8", "pandas"),
    Work("mixed in CP949", "mixed_cp949.csv", "cp949", "its UTF-8", "mixed.csv"),
    Work("wide", "wide.csv", "utf-8", "polars"),
    Work("wide", "wide.csv", "utf-8", "duckdb"),
    Work("20 MB", "mixed_20.csv", "utf-8", "polars"),
    Work("20 MB", "mixed_20.csv", "utf-8", "csv_detective"),
    Work("mixed, whole command", "mixed.csv", "utf-8", "polars", whole=True),
    Work("mixed, whole command", "mixed.csv", "utf-8", "duckdb", whole=True),
    Work("20 MB, whole command", "mixed_20.csv", "utf-8", "polars", whole=True),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of wall clock and processor, MB of memory at the most."""

    wall: float
    cpu: float
    rss: float


def measured(command: Sequence[str]) -> Cost:
    """The cost of a whole process. Raises where it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=HERE.parent)  # noqa: S603
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"failed: {' '.join(command)}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def compared(work: Work, folder: Path, peers: str, rounds: int) -> list[tuple[Cost, Cost]]:
    """Costs of ours and theirs of each round."""
    ours = [sys.executable, "-m", "benchmarks.ours", str(folder / work.file), work.encoding]
    if work.whole:
        ours = [str(Path(sys.executable).with_name("pdl")), "profile", "--json", ours[-2]]
    theirs = [peers, str(HERE / "peers.py"), work.peer, str(folder / work.file)]
    if work.peer_file:
        theirs = [sys.executable, "-m", "benchmarks.ours", str(folder / work.peer_file), "utf-8"]
    return [(measured(ours), measured(theirs)) for _ in range(rounds)]


def line_of(work: Work, pairs: list[tuple[Cost, Cost]], size: int) -> dict[str, str]:
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "work": f"{work.name} ({size / 1e6:.0f} MB)",
        "peer": work.peer,
        "wall": f"{median(ours.wall / theirs.wall for ours, theirs in pairs):.2f}",
        "cpu": f"{median(ours.cpu / theirs.cpu for ours, theirs in pairs):.2f}",
        "our_cpu_seconds": f"{median(ours.cpu for ours, _ in pairs):.2f}",
        "our_rss_mb": f"{max(ours.rss for ours, _ in pairs):.0f}",
        "rss": f"{median(ours.rss / theirs.rss for ours, theirs in pairs):.2f}",
        "machine": machine(),
    }


def machine() -> str:
    """A few words: processors, and whether they are shared with other work right now."""
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} processors, load {load:.1f}"


def added(lines: Sequence[dict[str, str]]) -> None:
    fresh = not HISTORY.exists()
    with HISTORY.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if fresh:
            writer.writeheader()
        writer.writerows(lines)


def markdown(lines: Sequence[dict[str, str]]) -> str:
    head = "| work | peer | wall, ours by theirs | CPU | our CPU s | our peak RSS MB |\n"
    rule = "| --- | --- | --- | --- | --- | --- |\n"
    shown = ("work", "peer", "wall", "cpu", "our_cpu_seconds", "our_rss_mb")
    return head + rule + "".join(f"| {' | '.join(line[n] for n in shown)} |\n" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("peers")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", nargs="*", default=[])
    asked = parser.parse_args()
    small = asked.folder / "mixed_20.csv"
    if not small.exists():
        head = (asked.folder / "mixed.csv").open("rb").read(20_000_000)
        small.write_bytes(head[: head.rfind(b"\n") + 1])
    lines = []
    for work in WORKS:
        if (asked.work and work.name not in asked.work) or not (asked.folder / work.file).exists():
            continue
        pairs = compared(work, asked.folder, asked.peers, asked.rounds)
        lines.append(line_of(work, pairs, (asked.folder / work.file).stat().st_size))
        sys.stderr.write(f"{lines[-1]}\n")
    added(lines)
    sys.stdout.write(markdown(lines))


if __name__ == "__main__":
    main()
