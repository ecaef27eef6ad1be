"""Bisects each truth of `paletti_sim.stability.truths`: at which multiple of the exact limit does the answer flip?"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.truths import TRUTHS, Truth
from paletti_sim.stability.validate import bisected, stands


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--presets", default="quick,accurate,reference", help="some of them, by comma")
    parser.add_argument("--only", default="", help="truths whose name holds this")
    parser.add_argument("--within", type=float, default=0.004, help="stop at brackets as narrow as this")
    parser.add_argument("--json", type=Path, help="write the numbers there")


def run(given: argparse.Namespace) -> None:
    truths = [truth for truth in TRUTHS if given.only in truth.name]
    rows = list(measured(truths, given.presets.split(","), given.within))
    print(table(rows))
    if given.json:
        given.json.write_text(json.dumps({"schema": "paletti/limits@1", "limits": rows}, indent=1) + "\n")


def measured(truths: Sequence[Truth], presets: Sequence[str], within: float) -> Iterator[dict[str, Any]]:
    for truth in truths:
        for preset in presets:
            started, asked = time.perf_counter(), []

            def holds(factor: float, truth: Truth = truth, preset: str = preset, asked: list[float] = asked) -> bool:
                asked.append(factor)
                return stands(truth, factor, PRESETS[preset])

            found = bisected(holds, within)
            seconds = (time.perf_counter() - started) / len(asked)
            yield {
                "truth": truth.name,
                "preset": preset,
                "found": round(found, 4),
                "error_percent": round(100 * (found - 1), 2),
                "verdict_seconds": round(seconds, 3),
            }


def table(rows: Sequence[dict[str, Any]]) -> str:
    """A Markdown table, one truth a line: error in per cent and seconds a verdict for each preset, and their means."""
    presets = list(dict.fromkeys(row["preset"] for row in rows))
    by = {(row["truth"], row["preset"]): row for row in rows}
    lines = ["| truth | " + " | ".join(f"{p} % | {p} s" for p in presets) + " |"]
    lines.append("|---|" + "---:|---:|" * len(presets))
    for truth in dict.fromkeys(row["truth"] for row in rows):
        cells = [by[truth, preset] for preset in presets]
        lines.append(
            f"| {truth} | "
            + " | ".join(f"{c['error_percent']:+.1f} | {c['verdict_seconds']:.2f}" for c in cells)
            + " |"
        )
    means = []
    for preset in presets:
        mine = [row for row in rows if row["preset"] == preset]
        error = sum(abs(row["error_percent"]) for row in mine) / len(mine)
        means.append(f"{error:.1f} | {sum(row['verdict_seconds'] for row in mine) / len(mine):.2f}")
    lines.append("| mean of sizes | " + " | ".join(means) + " |")
    return "\n".join(lines)
