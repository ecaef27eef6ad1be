"""Maps of where a column may stand: hybrid and static beside simulating every cell, and one job beside two."""

from __future__ import annotations

import argparse

from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.tower.scenario import read_scenario

TEN = (
    "first-move", "green-floor", "mid-game", "tilted-table", "rocks-and-stands", "past-the-edge", "two-thin-columns",
    "scary-move", "late-villa", "columns-on-columns",
)  # fmt: skip


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--step", type=float, default=8.0, help="mm between two cells")
    parser.add_argument("--preset", choices=("quick", "accurate", "reference"), default="accurate")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("scenarios", nargs="*", default=TEN)


def run(given: argparse.Namespace) -> None:
    print(f"step {given.step:g} mm, preset {given.preset}, {given.jobs} jobs")
    print("| tower | cells | border | equal | simulated | hybrid s | every cell s | faster | static s | static equal |")
    print("|---|---:|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in given.scenarios:
        scenario = read_scenario(name)
        maps = {}
        for mode in ("static", "hybrid", "simulate"):
            settings = Settings(given.step / 1000, mode, given.preset, jobs=given.jobs, margins=False)  # type: ignore[arg-type]
            maps[mode] = put_map(scenario, settings)
        static, hybrid, every = (maps[mode] for mode in ("static", "hybrid", "simulate"))
        cells = int((every.outcome >= 0).sum())
        legal = every.outcome >= 0
        crosses = "crosses" if (every.outcome[legal] == 0).any() and (every.outcome[legal] > 0).any() else "misses"
        equal = 100 * float((hybrid.outcome == every.outcome)[legal].mean())
        guessed = 100 * float((static.outcome == every.outcome)[legal].mean())
        print(
            f"| {name} | {cells} | {crosses} | {equal:.1f} % | {hybrid.simulations} | {hybrid.seconds:.1f} |"
            f" {every.seconds:.1f} | {every.seconds / hybrid.seconds:.0f} | {static.seconds:.2f} | {guessed:.1f} % |",
            flush=True,
        )
