"""Proofs on the published instances: how many, how fast, how near.

    python benchmarks/bounds.py [--quick] [--seconds 300]

prints the table and writes it into docs/proofs.md, and the costs into docs/best_known.csv.
``--seconds`` is the time for each of the nine random instances with 30 nodes; ``--quick`` gives
them 20 s and leaves `auto` out.
"""

import argparse
import os
import platform
import resource
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import arcload

ROOT = Path(__file__).parents[1]
FOLDER = Path(os.environ.get("ARCLOAD_PUBLISHED", ROOT.parent / "shared" / "instances"))
MOST_PROVABLE = 75  # served edges up to which every instance should be proven


class Proof(NamedTuple):
    """What came of one instance."""

    name: str
    size: int
    result: arcload.Result

    @property
    def proven(self) -> bool:
        """Whether the tour is proven to be optimal."""
        return self.result.status == "optimal"


def main() -> None:
    """Run the proofs and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=300.0)
    asked = parser.parse_args()
    if not FOLDER.is_dir():
        sys.exit(f"the published instances are not in {FOLDER}; ARCLOAD_PUBLISHED names it")
    seconds = 20.0 if asked.quick else asked.seconds
    proofs = [_prove(file, seconds) for file in _files()]
    rows = _rows(proofs, seconds)
    if not asked.quick:
        rows.append(_auto_row())
    text = _document(rows, proofs, seconds)
    print(text)
    if not asked.quick:
        (ROOT / "docs" / "proofs.md").write_text(text)
        best = (f"{proof.name},{proof.result.cost:.2f}" for proof in proofs)
        (ROOT / "docs" / "best_known.csv").write_text("\n".join(["instance,cost", *best]) + "\n")


def _files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def _prove(file: Path, seconds: float) -> Proof:
    instance = arcload.read(file)
    size = len(instance.served)
    limit = seconds if size > MOST_PROVABLE else 300.0
    result = arcload.solve(instance, "exact", time=limit)
    print(f"{file.stem}: {result}", file=sys.stderr, flush=True)
    return Proof(file.stem, size, result)


def _rows(proofs: list[Proof], seconds: float) -> list[tuple[str, str, str]]:
    """Return what was asked and what was measured, a row a figure."""
    few = [proof for proof in proofs if proof.size <= MOST_PROVABLE]
    many = [proof for proof in proofs if proof.size > MOST_PROVABLE]
    closed = [proof for proof in many if proof.proven and _kind(proof) == "smith"]
    hard = [proof for proof in many if proof not in closed]
    gaps = [proof.result.gap or 0.0 for proof in hard]
    rows = [
        (
            f"proven optimal, <= {MOST_PROVABLE} edges",
            "all 108",
            f"{sum(proof.proven for proof in few)} of {len(few)}",
        ),
        ("proven optimal, proportional with 30 nodes", "9", f"{len(closed)}"),
    ]
    for low, high, limit in ((0, 32, "10 s (H_13: 300 s)"), (33, 53, "60 s"), (54, 75, "180 s")):
        group = [proof for proof in few if low <= proof.size <= high]
        slow = sorted(group, key=lambda proof: -proof.result.seconds)[:2]
        shown = ", ".join(f"{proof.name} {proof.result.seconds:.1f} s" for proof in slow)
        rows.append((f"time a proof, {max(low, 1)} to {high} edges", limit, f"slowest: {shown}"))
    names = " ".join(proof.name for proof in hard if proof.proven) or "none"
    rows.append(
        (
            f"gap on the random ones with 30 nodes, {seconds:.0f} s each",
            "mean 1.0 %, worst 2.0 %, large_36 proven",
            f"mean {mean(gaps):.2%}, worst {max(gaps):.2%}, proven: {names}",
        )
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    rows.append(("memory", "6 GB", f"{peak:.1f} GB"))
    return rows


def _kind(proof: Proof) -> str:
    assert proof.result.certificate is not None
    return proof.result.certificate.kind


def _auto_row() -> tuple[str, str, str]:
    results = [arcload.solve(arcload.read(file), "auto", time=10) for file in _files()]
    proven = sum(result.status == "optimal" for result in results)
    return ("optimal after `auto --time 10`", "100 of 126", f"{proven} of {len(results)}")


def _document(rows: list[tuple[str, str, str]], proofs: list[Proof], seconds: float) -> str:
    lines = [
        "# Proofs on the published instances",
        "",
        f"`python benchmarks/bounds.py --seconds {seconds:g}`, arcload {arcload.__version__}, "
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores ({platform.machine()}). "
        "The search for the tour is counted.",
        "",
        "| what | asked | measured |",
        "| --- | --- | --- |",
        *(f"| {what} | {asked} | {measured} |" for what, asked, measured in rows),
        "",
        "## Instance by instance",
        "",
        "| instance | edges | best | lower bound | gap | proof | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for proof in proofs:
        result = proof.result
        gap = 0.0 if proof.proven else result.gap or 0.0
        lines.append(
            f"| {proof.name} | {proof.size} | {result.cost:.2f} | {result.lower_bound:.2f} "
            f"| {gap:.3%} | {_kind(proof)} | {result.seconds:.1f} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
