"""Seconds of a verdict at equal accuracy.

Ours, plain pybullet, and MuJoCo with the longest step that is no less exact than ours."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from paletti_sim.stability.truths import TRUTHS, Truth
from paletti_sim.stability.validate import SIMULATED_WITHIN, bisected, stands_in_mujoco
from tests.benchmarks.beside import Asked, plain, preset

NAMES = (
    "table less a leg", "columns lean under 20 times their weight", "ten cubes tip", "overhanging stack of 8",
    "three storeys lean at once",
)  # fmt: skip
FACTORS = (0.5, 0.9, 0.97, 1.03, 1.1, 1.5)  # of the limit, at which verdicts are timed
TIMESTEPS_S = (0.004, 0.002, 0.001, 0.0005, 0.00025)
SLACK_PERCENT = 100 * SIMULATED_WITHIN  # what bisection leaves open


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", default="", help="truths whose name holds this")
    parser.add_argument("--rounds", type=int, default=3, help="of each verdict; the median counts")
    parser.add_argument("--json", type=Path, help="write the numbers there")


def run(given: argparse.Namespace) -> None:
    print("| tower | side | error of the limit % | median s of a verdict | times ours |\n|---|---|---:|---:|---:|")
    rows = []
    for truth in (truth for truth in TRUTHS if truth.name in NAMES and given.only in truth.name):
        sides = {"ours, accurate": preset("accurate"), "pybullet 240/50": plain(), "pybullet 480/500": plain(480, 500)}
        errors = {name: _error(truth, ask) for name, ask in sides.items()}
        for step in TIMESTEPS_S:
            name, ask = f"MuJoCo, steps of {1000 * step:g} ms", partial(stands_in_mujoco, timestep_s=step)
            sides[name], errors[name] = ask, _error(truth, ask)
            if abs(errors[name]) <= abs(errors["ours, accurate"]) + SLACK_PERCENT:
                break  # shorter ones are slower
        seconds = _timed(truth, sides, given.rounds)
        for name in sides:
            row = {"tower": truth.name, "side": name, "error_percent": errors[name], "seconds": seconds[name]}
            rows.append(row)
            ratio = seconds[name] / seconds["ours, accurate"]
            print(f"| {truth.name} | {name} | {errors[name]:+.1f} | {seconds[name]:.3f} | {ratio:.1f} |", flush=True)
    if given.json:
        given.json.write_text(json.dumps({"schema": "paletti/checks@1", "rows": rows}, indent=1) + "\n")


def _error(truth: Truth, ask: Asked) -> float:
    return 100 * (bisected(lambda factor: ask(truth, factor), SIMULATED_WITHIN) - 1)


def _timed(truth: Truth, sides: Mapping[str, Any], rounds: int) -> dict[str, float]:
    """The median over the factors of the median of the rounds; the sides take turns."""
    took: dict[str, dict[float, list[float]]] = {name: {factor: [] for factor in FACTORS} for name in sides}
    for _ in range(rounds):
        for factor in FACTORS:
            for name, ask in sides.items():
                started = time.perf_counter()
                ask(truth, factor)
                took[name][factor].append(time.perf_counter() - started)
    return {name: median(median(each) for each in found.values()) for name, found in took.items()}
