"""The same towers asked of everybody: plain pybullet, our presets, equilibrium, MuJoCo.

`limits` of the truths of mechanics in per cent, then towers whose answer is known: those truths at shares of their
limit.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable, Mapping
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median
from typing import Any

from paletti_sim.physics.motion import MOVED_SHARE
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.truths import TRUTHS, Truth
from paletti_sim.stability.validate import (
    SIMULATED_WITHIN,
    balanced,
    balanced_by_cones,
    bisected,
    stands,
    stands_in_mujoco,
)
from tests.benchmarks.masonry import stands_by_cra
from tests.benchmarks.plain import stands_in_plain_pybullet

Asked = Callable[[Truth, float], bool]
STANDS, FALLS = (0.5, 0.9, 0.97), (1.03, 1.1, 1.5)
NEAR = 0.05


def plain(rate_hz: float = 240, iterations: int | None = None) -> Asked:
    """Plain pybullet with a rate and iterations."""

    def ask(truth: Truth, factor: float) -> bool:
        tower = truth.tower(factor)
        stay = MOVED_SHARE * tower.mean_column_height_m if truth.slides else None
        push = truth.push(factor)
        return stands_in_plain_pybullet(tower, rate_hz=rate_hz, iterations=iterations, push_n=push, stay_m=stay)

    return ask


def preset(name: str) -> Asked:
    """One of our presets."""
    return lambda truth, factor: stands(truth, factor, PRESETS[name])


SIDES: Mapping[str, Asked] = {
    "plain pybullet": plain(),
    "pybullet 480/500": plain(480, 500),
    "quick": preset("quick"),
    "accurate": preset("accurate"),
    "reference": preset("reference"),
    "equilibrium": balanced,
    "exact cones": balanced_by_cones,
    "MuJoCo": stands_in_mujoco,
    "compas_cra": lambda truth, factor: stands_by_cra(truth.tower(factor)),
}
PUSHES = {name for name in SIDES if name != "compas_cra"}  # it knows no forces but weights


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", default="", help="truths whose name holds this")
    parser.add_argument("--sides", default=",".join(SIDES), help="some of them, by comma")
    parser.add_argument("--part", choices=("limits", "known"), help="one of the two tables; else both")
    parser.add_argument("--json", type=Path, help="write the numbers there")


def run(given: argparse.Namespace) -> None:
    truths = [truth for truth in TRUTHS if given.only in truth.name]
    sides = {name: SIDES[name] for name in given.sides.split(",")}
    if "compas_cra" in sides and find_spec("compas_cra") is None:
        print("compas_cra is not installed: pip install compas_cra", end="\n\n")
        del sides["compas_cra"]
    about = {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        **{name: version(name) for name in ("pybullet", "mujoco", "highspy", "clarabel")},
    }
    print(", ".join(f"{name} {value}" for name, value in about.items()), end="\n\n")
    limits = _limits(truths, sides) if given.part != "known" else []
    known = _known(truths, sides) if given.part != "limits" else []
    if given.json:
        document = {"schema": "paletti/beside@1", "about": about, "limits": limits, "known": known}
        given.json.write_text(json.dumps(document, indent=1) + "\n")


def _limits(truths: list[Truth], sides: Mapping[str, Asked]) -> list[dict[str, Any]]:
    """Error of each limit in per cent; the sides take turns truth by truth."""
    print("| limit, error in % | " + " | ".join(sides) + " |")
    print("|---|" + "---:|" * len(sides))
    rows = []
    for truth in truths:
        errors = {
            name: 100 * (bisected(lambda f, ask=ask: ask(truth, f), SIMULATED_WITHIN) - 1)  # type: ignore[misc]  # noqa: B023
            for name, ask in sides.items()
            if truth.push_n is None or name in PUSHES
        }
        rows.append({"truth": truth.name, "error_percent": {name: round(error, 2) for name, error in errors.items()}})
        cells = [f"{errors[name]:+.1f}" if name in errors else "" for name in sides]
        print(f"| {truth.name} | " + " | ".join(cells) + " |", flush=True)
    means = [mean(abs(row["error_percent"][name]) for row in rows if name in row["error_percent"]) for name in sides]
    print("| mean of sizes | " + " | ".join(f"{value:.1f}" for value in means) + " |", end="\n\n")
    return rows


def _known(truths: list[Truth], sides: Mapping[str, Asked]) -> list[dict[str, Any]]:
    """Wrong answers on towers at shares of their limits, and the seconds of one verdict; the sides take turns."""
    answers: dict[str, list[tuple[float, bool, float]]] = {name: [] for name in sides}
    for truth in truths:
        for factor in (*STANDS, *FALLS):
            for name, ask in sides.items():
                if truth.push_n is None or name in PUSHES:
                    started = time.perf_counter()
                    answer = ask(truth, factor)
                    answers[name].append((factor, answer, time.perf_counter() - started))
    rows = []
    for name, found in answers.items():
        wrong = [(factor, answer) for factor, answer, _ in found if answer != (factor < 1)]
        seconds = [took for _, _, took in found]
        rows.append(
            {
                "side": name,
                "towers": len(found),
                "false_stands": sum(answer for _, answer in wrong),
                "false_falls": sum(not answer for _, answer in wrong),
                "of_these_near": sum(abs(factor - 1) < NEAR for factor, _ in wrong),
                "median_seconds": round(median(seconds), 4),
                "mean_seconds": round(mean(seconds), 4),
            }
        )
    print("| of known answer | towers | false stands | false falls | of these within 5 % | median s | mean s |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        print(
            f"| {row['side']} | {row['towers']} | {row['false_stands']} | {row['false_falls']} |"
            f" {row['of_these_near']} |"
            f" {row['median_seconds']:.3f} | {row['mean_seconds']:.3f} |"
        )
    return rows
