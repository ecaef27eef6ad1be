"""Seconds of a full check (stand, take, put) of a tower of 20 columns and three floors."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checker
from paletti_sim.tower.move import Move, Put
from paletti_sim.tower.scenario import Scenario, write_scenario
from tests.physics.helpers import game_tower


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repeat", type=int, default=3)


def run(given: argparse.Namespace) -> None:
    tower = game_tower()
    name = tower.levels[0].columns[0].name
    columns = {column.name: column.piece for column in tower.columns}
    text = write_scenario(Scenario("speed", tower), tower)
    print("| preset | from Python, warm (s) | as a command (s) |\n|---|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "speed.yaml"
        path.write_text(text)
        for preset in PRESETS.values():

            def ask(preset=preset) -> None:
                checker = Checker(tower, columns, {}, preset=preset)  # type: ignore[arg-type]
                checked = checker.ask(Move(take=name, put=Put((0.0, 0.0))))
                assert checked.verdict.stage == "put", checked.verdict

            def command(preset=preset) -> None:
                flags = ["check", str(path), "--take", name, "--put", "0,0", "--preset", preset.name]
                code = "from paletti_sim.cli.main import main; main()"
                subprocess.run([sys.executable, "-c", code, *flags], check=True, capture_output=True)

            ask()
            print(f"| {preset.name} | {timed(ask, given.repeat):.2f} | {timed(command, given.repeat):.2f} |")


def timed(call: Callable[[], None], repeat: int) -> float:
    """The median of `repeat` calls' seconds."""
    took = []
    for _ in range(repeat):
        started = time.perf_counter()
        call()
        took.append(time.perf_counter() - started)
    return statistics.median(took)
