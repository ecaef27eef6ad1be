"""Maps beside brute force in plain pybullet and in MuJoCo, and how their time grows with cells, floors and columns."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from paletti_sim.outside.mujoco_engine import settle_in_mujoco
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.heatmap.asking import Question
from paletti_sim.stability.heatmap.grow import TOPPLES
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Tower
from tests.benchmarks.plain import stands_in_plain_pybullet
from tests.benchmarks.regular import HAND, regular_tower

FLOORS, STEPS_MM, COLUMNS = (1, 3, 5), (8.0, 4.0, 2.0), (3, 4, 6, 8, 12)
USUAL_FLOORS, USUAL_STEP_MM, USUAL_COLUMNS = 1, 8.0, 4

BRUTE: Mapping[str, Callable[[Tower], bool]] = {
    "plain pybullet": stands_in_plain_pybullet,
    "pybullet 480/500": lambda tower: stands_in_plain_pybullet(tower, rate_hz=480, iterations=500),
    "MuJoCo": lambda tower: settle_in_mujoco(tower).stands,
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cells", type=int, default=24, help="cells drawn at random that the others are asked")
    parser.add_argument("--preset", choices=list(PRESETS), default="accurate")
    parser.add_argument("--floors", type=int, nargs="*", default=FLOORS)
    parser.add_argument("--steps", type=float, nargs="*", default=STEPS_MM, help="mm")
    parser.add_argument("--columns", type=int, nargs="*", default=COLUMNS)
    parser.add_argument("--json", type=Path, help="write the numbers there")
    parser.add_argument("--plot", type=Path, help="draw how the times grow there")


def run(given: argparse.Namespace) -> None:
    made = [
        (floors, step, _made(regular_tower(floors, USUAL_COLUMNS), step, given.preset))
        for floors in given.floors
        for step in given.steps
    ]
    beside = _beside(made, given)
    grown = {
        "cells": [(int((m.outcome >= 0).sum()), m.seconds) for f, _, m in made if f == min(given.floors)],
        "floors": [(f, m.seconds) for f, step, m in made if step == max(given.steps)],
        "columns": [
            (n, _made(regular_tower(USUAL_FLOORS, n), USUAL_STEP_MM, given.preset).seconds) for n in given.columns
        ],
    }
    exponents = {name: exponent(points) for name, points in grown.items() if len(points) > 1}
    print("| time of a hybrid map grows with | measured at | seconds | exponent |\n|---|---|---|---:|")
    for name, points in grown.items():
        at, seconds = (", ".join(f"{point[k]:.3g}" for point in points) for k in range(2))
        print(f"| {name} | {at} | {seconds} | {exponents.get(name, float('nan')):.2f} |")
    if given.json:
        document = {"schema": "paletti/maps-beside@1", "beside": beside, "grown": grown, "exponents": exponents}
        given.json.write_text(json.dumps(document, indent=1) + "\n")
    if given.plot:
        _plot(grown, exponents, given.plot)


def exponent(points: list[tuple[float, float]]) -> float:
    """The power with which the second grows with the first, by least squares of the logarithms."""
    x, y = np.log(np.array(points)).T
    return float(np.polyfit(x, y, 1)[0])


def _made(scenario: Scenario, step_mm: float, preset: str) -> HeatMap:
    return put_map(scenario, Settings(step_mm / 1000, "hybrid", preset, margins=False), take=HAND)


def _beside(made: list[tuple[int, float, HeatMap]], given: argparse.Namespace) -> list[dict[str, Any]]:
    print(f"preset {given.preset}; the others are asked {given.cells} cells drawn at random")
    titles = ["cells", "simulated", "hybrid cells/s", *(f"{name} cells/s" for name in BRUTE)]
    titles += [f"{name} equal" for name in ("hybrid", *BRUTE)] + ["hybrid faster than MuJoCo"]
    print("| floors | step mm | " + " | ".join(titles) + " |")
    print("|---:|---:|" + "---:|" * len(titles))
    rows = []
    for floors, step, found in made:
        cells = np.argwhere(found.outcome >= 0)
        chosen = cells[np.random.default_rng(0).choice(len(cells), size=min(given.cells, len(cells)), replace=False)]
        rate = {"hybrid": len(cells) / found.seconds}
        scenario = regular_tower(floors, USUAL_COLUMNS)
        first = run_stage(scenario.tower, PRESETS[given.preset])
        assert first.tower is not None
        question = Question(first.tower, first.poses, scenario.columns[HAND], given.preset)
        places = [(float(found.x_m[column]), float(found.y_m[row]), 0.0) for row, column in chosen]
        truth = np.array([question.label(place) != TOPPLES for place in places])
        equal = {"hybrid": float((truth == (found.outcome[tuple(chosen.T)] != TOPPLES)).mean())}
        for name, stands in BRUTE.items():
            started = time.perf_counter()
            answers = np.array([stands(question.tower_with(place)) for place in places])
            rate[name] = len(places) / (time.perf_counter() - started)
            equal[name] = float((answers == truth).mean())
        row = {"floors": floors, "step_mm": step, "cells": len(cells), "simulated": found.simulations}
        rows.append({**row, "cells_per_second": rate, "equal": equal})
        numbers = [f"{value:.3g}" for value in rate.values()] + [f"{100 * value:.0f} %" for value in equal.values()]
        faster = f"{rate['hybrid'] / rate['MuJoCo']:.1f}"
        print("| " + " | ".join([*(f"{value:g}" for value in row.values()), *numbers, faster]) + " |", flush=True)
    print()
    return rows


def _plot(grown: Mapping[str, list[tuple[float, float]]], exponents: Mapping[str, float], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.5, 3.4), layout="constrained")
    for axes, (name, points) in zip(np.atleast_1d(figure.subplots(1, len(grown))), grown.items(), strict=True):
        x, y = np.array(points).T
        axes.loglog(x, y, "o-", color="#31688e")
        title = f"exponent {exponents[name]:.2f}" if name in exponents else ""
        axes.set(xlabel=name, ylabel="seconds of a hybrid map", title=title)
        axes.set_xticks(x, [f"{value:g}" for value in x])
        axes.set_yticks([y.min(), y.max()], [f"{value:.3g}" for value in (y.min(), y.max())])
        axes.minorticks_off()
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=150)
